/** Receipts on disk: sent commands and results, from several processes, after a crash, and with limits. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ServiceContext } from "../../../core/host/plugin-api.ts";
import { MemoryCache } from "../../../test/unity/fake/cache.ts";
import { ManualClock } from "../../../test/unity/fake/clock.ts";
import type { Receipt } from "../command/receipt.ts";
import { ReceiptStore, scalarsOf } from "./receipt-store.ts";

const ROOT = "/work/Game";
/** From earlier versions; still read. */
const KEY = "receipts-8b8c5b2d05ce3786.jsonl";
const LIMIT_BYTES = 256 * 1024;

function open(cache = new MemoryCache(), root = ROOT) {
  const clock = new ManualClock();
  const warnings: string[] = [];
  const log: ServiceContext["log"] = {
    debug: () => {},
    info: () => {},
    warn: (message) => void warnings.push(message),
    error: () => {},
  };
  return { cache, clock, warnings, store: new ReceiptStore({ cache, clock, log }, root) };
}

const receipt = (id: string, more: Partial<Receipt> = {}): Receipt => ({
  id,
  tool: "compile",
  backend: "uloop",
  at: 1_795_204_267_906,
  state: "sent",
  ...more,
});
const lineOf = (each: unknown) => `${JSON.stringify(each)}\n`;
const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (cache: MemoryCache) => new TextDecoder().decode(cache.entries.get(KEY));
const idsOf = async (store: ReceiptStore) => (await store.list()).map(({ id }) => id);

test("an id names the tool, the time and a number of six digits that others do not have", () => {
  const { store, clock } = open();
  const ids = Array.from({ length: 300 }, () => store.newId("compile"));
  for (const id of ids) assert.match(id, /^compile_1795204267906_\d{6}$/);
  // A million numbers, so three hundred should hardly ever collide.
  assert.ok(new Set(ids).size > 290);
  assert.ok(
    ids.some((id) => /_0\d{5}$/.test(id)),
    "small numbers are filled up with zeros",
  );
  clock.advance(1_000);
  assert.match(store.newId("run-tests"), /^run-tests_1795204268906_\d{6}$/);
});

test("what was sent is read back, the newest last", async () => {
  const { store } = open();
  const sent = receipt("a", { handle: "job-1", guarded: true });
  await store.record(sent);
  await store.record(receipt("b", { tool: "run-tests" }));
  assert.deepEqual(await store.list(), [sent, receipt("b", { tool: "run-tests" })]);
});

test("an outcome replaces what was noted before it, in its place", async () => {
  const { store } = open();
  await store.record(receipt("a"));
  await store.record(receipt("b"));
  const answered = receipt("a", { state: "answered", result: { Success: true } });
  await store.record(answered);
  await store.record(receipt("c", { state: "lost" }));
  assert.deepEqual(await store.list(), [answered, receipt("b"), receipt("c", { state: "lost" })]);
});

test("a project without receipts has none", async () => {
  assert.deepEqual(await open().store.list(), []);
});

test("each project has a file of its own, a line a receipt", async () => {
  const { store, cache } = open();
  const { store: other } = open(cache, "/work/Other");
  await store.record(receipt("a"));
  await store.record(receipt("b"));
  await other.record(receipt("c"));
  assert.equal(textOf(cache), lineOf(receipt("a")) + lineOf(receipt("b")));
  assert.equal(cache.entries.size, 2);
  assert.deepEqual(await idsOf(other), ["c"]);
});

test("two processes write one file, and each reads what the other wrote", async () => {
  const { store: one, cache } = open();
  const { store: other } = open(cache);
  await Promise.all([one.record(receipt("a")), other.record(receipt("b")), one.record(receipt("c"))]);
  await other.record(receipt("a", { state: "lost" }));
  assert.deepEqual(await one.list(), await other.list());
  assert.deepEqual(new Set(await idsOf(one)), new Set(["a", "b", "c"]));
  assert.equal((await one.list()).find(({ id }) => id === "a")?.state, "lost");
});

test("without a place to write the call goes on, and the log says so", async () => {
  const { store, cache, warnings } = open();
  cache.fault = new RangeError("the disk is full");
  await store.record(receipt("a"));
  assert.deepEqual(warnings, ["No receipt could be written: the disk is full"]);
  assert.deepEqual(await store.list(), []);
});

test("a line that a crash tore is left out, wherever it was torn", async () => {
  const whole = lineOf(receipt("b"));
  for (let cut = 1; cut < whole.length - 1; cut++) {
    const { store, cache } = open();
    await store.record(receipt("a"));
    await cache.append(KEY, bytesOf(whole.slice(0, cut)));
    assert.deepEqual(await idsOf(store), ["a"], whole.slice(0, cut));
  }
});

test("of a command whose first line is torn a later line still tells", async () => {
  const { store, cache } = open();
  await cache.append(KEY, bytesOf(lineOf(receipt("a")).slice(0, 20)));
  // Lands on the same line as the incomplete one.
  await store.record(receipt("b"));
  await store.record(receipt("b", { state: "answered" }));
  assert.deepEqual(await store.list(), [receipt("b", { state: "answered" })]);
});

test("lines of another shape are left out: what has no id or no tool is no receipt", async () => {
  const { id: _, ...withoutId } = receipt("a");
  const { tool: __, ...withoutTool } = receipt("a");
  const named = { ...receipt("x"), id: 7 };
  const bad = [withoutId, withoutTool, named, { ...receipt("x"), tool: null }, 3, null, "text", [receipt("x")]];
  const { store, cache } = open();
  await cache.append(KEY, bytesOf(`\n\n${bad.map(lineOf).join("")}not JSON\n\u0000\u0001\n${lineOf(receipt("b"))}`));
  assert.deepEqual(await idsOf(store), ["b"]);
});

test("the last two hundred are given, by when they were sent", async () => {
  const { store } = open();
  for (let number = 0; number < 200; number++) await store.record(receipt(`r${number}`));
  assert.equal((await store.list()).length, 200);
  // A late answer doesn't make it younger.
  await store.record(receipt("r0", { state: "answered" }));
  await store.record(receipt("r200"));
  const ids = await idsOf(store);
  assert.equal(ids.length, 200);
  assert.deepEqual([ids[0], ids.at(-1)], ["r1", "r200"]);
});

/** A cache file this big, with `count` receipts, one of them at the very end. */
function filled(bytes: number, count = 250) {
  const opened = open();
  const lines = Array.from({ length: count - 1 }, (_, index) => lineOf(receipt(`r${index}`))).join("");
  const last = receipt("last", { result: { Message: "" } });
  const room = bytes - bytesOf(lines + lineOf(last)).length;
  opened.cache.entries.set(KEY, bytesOf(lines + lineOf({ ...last, result: { Message: "x".repeat(room) } })));
  assert.equal(opened.cache.entries.get(KEY)?.length, bytes);
  return opened;
}

test("a file over its limit is written anew with the receipts that are given", async () => {
  const { store, cache } = filled(LIMIT_BYTES + 1);
  const before = await store.list();
  assert.equal(before.length, 200);
  assert.equal(cache.writes, 1);
  assert.equal(textOf(cache), before.map(lineOf).join(""));
  assert.equal(cache.leased.size, 0);
  assert.deepEqual(await store.list(), before);
  await store.record(receipt("next"));
  assert.deepEqual((await idsOf(store)).slice(-2), ["last", "next"]);
});

test("a file at its limit is left as it is", async () => {
  const { store, cache } = filled(LIMIT_BYTES);
  const text = textOf(cache);
  assert.equal((await store.list()).length, 200);
  assert.equal(cache.writes, 0);
  assert.equal(textOf(cache), text);
});

test("a file that another process is writing anew is only read", async () => {
  const { store, cache } = filled(LIMIT_BYTES + 1);
  cache.leased.add(KEY);
  assert.equal((await store.list()).length, 200);
  assert.equal(cache.writes, 0);
  assert.deepEqual(cache.leased, new Set([KEY]));
});

test("a failure to write anew gives the file free", async () => {
  const { store, cache } = filled(LIMIT_BYTES + 1);
  cache.fault = new RangeError("the disk is full");
  await assert.rejects(store.list(), RangeError);
  assert.equal(cache.leased.size, 0);
});

test("of an answer numbers, truth values and short texts are saved, and nothing that the caller's code returned", () => {
  const short = "x".repeat(200);
  const result = {
    Success: false,
    Ready: true,
    Count: 0,
    Nothing: null,
    Empty: "",
    Message: short,
    Long: `${short}x`,
    Result: "secret",
    Logs: ["secret"],
    Details: { secret: true },
  };
  assert.deepEqual(scalarsOf(result), {
    Success: false,
    Ready: true,
    Count: 0,
    Nothing: null,
    Empty: "",
    Message: short,
  });
  assert.deepEqual(scalarsOf({ Result: 42 }), { Result: 42 });
});
