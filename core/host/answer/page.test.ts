/** Paging by host cursor, tool cursor, rows and lines, with changed files and expired answers. */

import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { environmentOf, plainPaths, presentCall, toolOf } from "../../../test/answers/pipeline.ts";
import type { Json, JsonObject, Outcome } from "../contract/outcome.ts";
import type { Output } from "../contract/output-schema.ts";
import type { AnswerTool } from "../rows/row.ts";
import { decodeCursor } from "./cursor.ts";
import { pagedOutcome } from "./page.ts";

type Next = NonNullable<Output<unknown>["next"]>;

const BY_PAGE: Next = { parameter: "cursor", by: "page" };

/** Calls of a tool that returns numbers as `rows`. */
function caller(next: Next, more: Partial<Output<unknown>> = {}, tool: Partial<AnswerTool> = {}) {
  const output: Output<unknown> = { schema: {}, rows: [{ at: "/rows", count: "/count" }], next, ...more };
  const paths = plainPaths();
  const about = environmentOf({ paths });
  const made = toolOf(output, tool);
  const inputs: JsonObject[] = [];
  const call = (input: JsonObject) => ({ tool: made, input, startedAt: Date.now() + 60_000 });
  return {
    ...about,
    inputs,
    /** Drops all saved answers. */
    forget() {
      for (const name of readdirSync(about.store.folder)) rmSync(join(about.store.folder, name));
    },
    async ask(input: JsonObject, run: (input: JsonObject) => Outcome): Promise<Outcome> {
      return await pagedOutcome(call(input), about, async (own) => {
        inputs.push(own);
        return run(own);
      });
    },
    async json(input: JsonObject, outcome: Outcome, maxChars: number): Promise<JsonObject> {
      const { text } = await presentCall(call(input), outcome, { as: "json", maxChars }, about);
      return JSON.parse(text) as JsonObject;
    },
  };
}

const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, at) => from + at);
const answering = (count: number, more: Partial<Outcome> = {}) => ({
  value: { count, rows: numbers(count), truncated: false },
  ...more,
});
const rowsOf = ({ value }: Outcome) => (value as { rows: Json[] }).rows;
const warningsOf = ({ value }: Outcome) => (value as { warnings?: Json[] }).warnings;

test("an answer within the limit, or without one, is passed on as it is, and saved nowhere", async () => {
  const { ask, store } = caller(BY_PAGE);
  const whole = answering(3);
  assert.equal(await ask({}, () => whole), whole);
  assert.equal(await ask({ limit: 3 }, () => whole), whole);
  assert.deepEqual(readdirSync(store.folder), []);
});

test("a page has its rows, their number, and says how to go on until the last", async () => {
  const { ask, inputs, store } = caller(BY_PAGE);
  const first = await ask({ query: "x", limit: 2 }, () => answering(5));
  assert.deepEqual(first.value, { count: 2, rows: [0, 1], truncated: true });
  const { cursor } = first.next as { cursor: string };
  assert.deepEqual(first.page, { answer: decodeCursor(cursor)!.id, offset: 0, of: 5 });
  const run = (): Outcome => assert.fail("it is saved");
  const second = await ask({ query: "x", limit: 2, cursor }, run);
  assert.deepEqual(second.value, { count: 2, rows: [2, 3], truncated: true });
  assert.deepEqual(second.page, { ...first.page, offset: 2 });
  const last = await ask({ query: "x", limit: 2, ...second.next }, run);
  assert.deepEqual(last.value, { count: 1, rows: [4], truncated: false });
  assert.deepEqual([last.next, inputs], [undefined, [{ query: "x" }]]);
  // The limit may increase between pages.
  assert.deepEqual(rowsOf(await ask({ query: "x", limit: 100, cursor }, run)), [2, 3, 4]);
  await store.settled();
});

test("the first page alone has the pictures and the parts", async () => {
  const { ask, store } = caller(BY_PAGE);
  const media = [{ mimeType: "image/png", base64: "" }];
  const parts = [{ before: 0, input: {} }];
  const first = await ask({ limit: 1 }, () => answering(2, { media, parts }));
  assert.deepEqual([first.media, first.parts], [media, parts]);
  const second = await ask({ limit: 1, ...first.next }, () => assert.fail());
  assert.deepEqual([second.media, second.parts], [undefined, undefined]);
  await store.settled();
});

test("a failure is not paged, also in place of a later page", async () => {
  const { ask, forget, store } = caller(BY_PAGE);
  const failed: Outcome = { ...answering(5), failed: true };
  assert.equal(await ask({ limit: 2 }, () => failed), failed);
  const first = await ask({ limit: 2 }, () => answering(5));
  await store.settled();
  forget();
  assert.equal(await ask({ limit: 2, ...first.next }, () => failed), failed);
});

test("a cursor of other arguments is refused by name, and nothing runs", async () => {
  const { ask, inputs, store } = caller({ parameter: "after", by: "page" });
  const { next } = await ask({ query: "x", limit: 2 }, () => answering(5));
  const refused = { code: "INVALID_ARGUMENT", message: '"after" belongs to another request' };
  await assert.rejects(
    ask({ query: "y", limit: 2, ...next }, () => answering(5)),
    refused,
  );
  assert.equal(inputs.length, 1);
  await store.settled();
});

test("where the saved answer is gone the tool runs again, says so, and skips the rows before", async () => {
  const { ask, forget, store } = caller(BY_PAGE);
  const { next } = await ask({ limit: 2 }, () => answering(5));
  await store.settled();
  forget();
  const again = await ask({ limit: 2, ...next }, () => answering(5));
  assert.deepEqual([rowsOf(again), again.page?.offset, again.page?.of], [[2, 3], 2, 5]);
  assert.match(String(warningsOf(again)), /no longer kept/);
  await store.settled();
  forget();
  const warned = { value: { count: 5, rows: numbers(5), warnings: ["own"] } };
  const last = await ask({ limit: 2, ...again.next }, () => warned);
  assert.deepEqual([rowsOf(last), warningsOf(last)?.length, warningsOf(last)?.[0]], [[4], 2, "own"]);
  await store.settled();
});

test("what has effects is never run again for its next page", async () => {
  const { ask, forget, inputs, store } = caller(BY_PAGE, {}, { repeatable: false });
  const { next } = await ask({ limit: 2 }, () => answering(5));
  await store.settled();
  forget();
  await assert.rejects(
    ask({ limit: 2, ...next }, () => answering(5)),
    {
      code: "UNAVAILABLE",
      message: 'The answer that "cursor" continues is no longer kept',
      hint: 'Nothing was done. Omit "cursor" to start over',
    },
  );
  assert.equal(inputs.length, 1);
});

test("the answer's own fields for a cut are kept in step", async () => {
  const next: Next = { ...BY_PAGE, at: "/more/next", remaining: "/more/left" };
  const { ask, store } = caller(next, { cut: "/more/cut", reason: "/why" });
  const value = { count: 5, rows: numbers(5), why: "maxBytes", more: { next: "own", left: 3, cut: false } };
  const first = await ask({ limit: 2 }, () => ({ value }));
  const { cursor } = first.next as { cursor: string };
  const sent = JSON.parse(JSON.stringify(first.value)) as JsonObject;
  assert.deepEqual(sent, { count: 2, rows: [0, 1], more: { next: cursor, left: 3, cut: true } });
  const last = await ask({ limit: 3, cursor }, () => assert.fail());
  assert.deepEqual(last.value, { ...value, count: 3, rows: [2, 3, 4] });
  await store.settled();
});

test("a tool that counts rows gets the number of the first row, and the host's cursor beside it", async () => {
  const next: Next = { parameter: "start", by: "offset", firstLine: "/start" };
  const { ask, forget, inputs, store } = caller(next, {}, { parameters: ["start"] });
  const value = { start: 100, count: 5, rows: numbers(5) };
  const first = await ask({ start: 100, limit: 2 }, () => ({ value }));
  assert.deepEqual([rowsOf(first), first.next?.start, (first.value as JsonObject).start], [[0, 1], 102, 100]);
  const second = await ask({ start: 100, limit: 2, ...first.next }, () => assert.fail());
  assert.deepEqual([rowsOf(second), second.next?.start, (second.value as JsonObject).start], [[2, 3], 104, 102]);
  await store.settled();
  forget();
  // The tool itself starts at this number, so nothing is skipped.
  const again = await ask({ limit: 2, ...second.next }, () => ({ value: { ...value, start: 104 } }));
  assert.deepEqual([rowsOf(again), inputs.at(-1)], [[0, 1], { start: 104 }]);
  await store.settled();
});

test("after the last saved row a tool that counts rows goes on by itself", async () => {
  const next: Next = { parameter: "start", by: "offset" };
  const { ask, inputs, store } = caller(next, {}, { parameters: ["start"] });
  const first = await ask({}, () => answering(3, { next: { start: 3 } }));
  assert.deepEqual([rowsOf(first), first.next?.start], [[0, 1, 2], 3]);
  const second = await ask({ ...first.next }, () => ({ value: { count: 1, rows: [3] } }));
  assert.deepEqual([rowsOf(second), second.next, inputs.at(-1)], [[3], undefined, { start: 3 }]);
  await store.settled();
});

test("a tool with a cursor for each row gets that of the last row shown, also when the saved answer is gone", async () => {
  const next: Next = { parameter: "after", by: "cursors", at: "/after" };
  const { ask, forget, inputs, store } = caller(next, {}, { parameters: ["after"] });
  const whole = answering(4, { cursors: ["a", "b", "c", "d"], next: { after: "d" } });
  const first = await ask({ limit: 2 }, () => whole);
  assert.equal(decodeCursor(first.next?.after)?.own, "b");
  assert.equal((first.value as JsonObject).after, first.next?.after);
  assert.deepEqual(first.cursors, ["a", "b"]);
  const second = await ask({ limit: 2, ...first.next }, () => assert.fail());
  assert.deepEqual(
    [rowsOf(second), second.cursors],
    [
      [2, 3],
      ["c", "d"],
    ],
  );
  // Combines the tool's own `next` with the host's cursor, so the next page knows the files of this one.
  assert.deepEqual(
    [decodeCursor(second.next?.after)?.own, decodeCursor(second.next?.after)?.offset, inputs.length],
    ["d", 4, 1],
  );
  assert.equal((second.value as JsonObject).after, second.next?.after);
  const third = await ask({ limit: 2, ...second.next }, () => ({ value: { count: 1, rows: [9] } }));
  assert.deepEqual([rowsOf(third), inputs.at(-1), warningsOf(third)], [[9], { after: "d" }, undefined]);
  await store.settled();
  forget();
  const again = await ask({ limit: 2, ...first.next }, () => answering(2, { cursors: ["c", "d"] }));
  assert.deepEqual([rowsOf(again), inputs.at(-1)], [[0, 1], { after: "b" }]);
  assert.equal(warningsOf(again)?.length, 1);
  await store.settled();
});

test("a tool that resumes by the same parameter gets its own part again", async () => {
  const { ask, forget, inputs, store } = caller({ ...BY_PAGE, resumes: true });
  const first = await ask({ cursor: "part 2", limit: 2 }, () => answering(5));
  assert.equal(decodeCursor(first.next?.cursor)?.own, "part 2");
  await store.settled();
  forget();
  const again = await ask({ limit: 2, ...first.next }, () => answering(5));
  assert.deepEqual(
    [rowsOf(again), inputs],
    [
      [2, 3],
      [{ cursor: "part 2" }, { cursor: "part 2" }],
    ],
  );
  assert.equal(decodeCursor(again.next?.cursor)?.own, "part 2");
  await store.settled();
});

test("a tool that takes the limit gets it, with the rows to pass over where its answer is no longer saved", async () => {
  const { ask, forget, inputs, store } = caller({ ...BY_PAGE, limit: { passed: true }, resumes: true });
  const first = await ask({ limit: 2 }, () => answering(5));
  await ask({}, () => answering(5));
  await store.settled();
  forget();
  const again = await ask({ ...first.next, limit: 1 }, ({ limit }) => answering(Number(limit)));
  assert.deepEqual([rowsOf(again), inputs], [[2], [{ limit: 2 }, {}, { limit: 3 }]]);
  await store.settled();
});

test("files that changed after the first page are named on each later one, also after the saved rows", async () => {
  const root = mkdtempSync(join(tmpdir(), "jig-pages-"));
  try {
    const [one, two] = [join(root, "one"), join(root, "two")];
    for (const path of [one, two]) writeFileSync(path, "x");
    const next: Next = { parameter: "start", by: "offset" };
    const { ask, json, store } = caller(next, {}, { parameters: ["start"] });
    const run = () => answering(4, { files: [one, two], next: { start: 4 } });
    const first = await ask({ limit: 2 }, run);
    assert.equal(first.changed, undefined);
    writeFileSync(two, "longer");
    const second = await ask({ limit: 2, ...first.next }, run);
    assert.deepEqual(second.changed, [two]);
    assert.deepEqual((await json({}, second, 10_000)).changed, [two]);
    utimesSync(one, 5, 5);
    const more = { ...answering(2), files: [], changed: ["told"] };
    const third = await ask({ limit: 2, ...second.next }, () => more);
    assert.deepEqual(third.changed, ["told", one, two]);
    await store.settled();
  } finally {
    rmSync(root, { recursive: true });
  }
});

test("a file that changed while the tool ran is named from the second page on", async () => {
  const root = mkdtempSync(join(tmpdir(), "jig-pages-"));
  try {
    const path = join(root, "one");
    const tool = toolOf({ schema: {}, rows: [{ at: "/rows" }], next: BY_PAGE });
    const about = environmentOf();
    const startedAt = Date.now() - 1000;
    const run = async () => {
      writeFileSync(path, "written meanwhile");
      return { value: { rows: numbers(4) }, files: [path] };
    };
    const first = await pagedOutcome({ tool, input: { limit: 2 }, startedAt }, about, run);
    const second = await pagedOutcome({ tool, input: { limit: 2, ...first.next }, startedAt }, about, run);
    assert.deepEqual([first.changed, second.changed], [undefined, [path]]);
    await about.store.settled();
  } finally {
    rmSync(root, { recursive: true });
  }
});

test("an answer by lines goes on with the line after the last one shown, and says which that was", async () => {
  const next: Next = {
    parameter: "start",
    by: "line",
    firstLine: "/first",
    lastLine: "/last",
    reset: { column: 0, unused: 1 },
  };
  const rows = [{ at: "/text", keep: "head" as const, count: "/lines" }];
  const { json, ask } = caller(next, { rows }, { parameters: ["start", "column"] });
  const text = numbers(200, 11)
    .map((line) => `line ${line}\n`)
    .join("");
  const value = { first: 11, last: 210, lines: 200, text };
  const input = { start: 11, column: 4 };
  const cut = await json(input, await ask(input, () => ({ value })), 700);
  const shown = Number(cut.lines);
  assert.ok(shown > 5 && shown < 100, String(shown));
  assert.deepEqual(cut.next, { start: 11 + shown, column: 0 });
  assert.equal(cut.last, 10 + shown);
  assert.ok(String(cut.text).endsWith(`line ${10 + shown}\n`));
  // Without a field, the first line comes from the call, or is 1.
  for (const [first, given] of [
    [50, { start: 50 }],
    [1, {}],
  ] as const) {
    const page = await json(given, { value: { last: 0, lines: 200, text } }, 700);
    assert.deepEqual(page.next, { start: first + Number(page.lines) });
  }
});

test("a page that a frontend cuts goes on where it ends, and has the cursor of its last row", async () => {
  const next: Next = { parameter: "after", by: "cursors" };
  const { ask, json, store } = caller(next, {}, { parameters: ["after"] });
  const rows = numbers(200).map((id) => ({ id, text: "x".repeat(20) }));
  const cursors = rows.map(({ id }) => `c${id}`);
  const outcome = { value: { count: 200, rows }, cursors };
  const page = await json({}, await ask({}, () => outcome), 2000);
  const shown = (page.rows as Json[]).length;
  const cursor = decodeCursor((page.next as JsonObject).after)!;
  assert.deepEqual([cursor.own, cursor.offset, page.count], [`c${shown - 1}`, shown, shown]);
  assert.equal(page.answer, `answer:${cursor.id}`);
  const second = await ask({ ...(page.next as JsonObject), limit: 50 }, () => assert.fail());
  assert.deepEqual(second.cursors, cursors.slice(shown, shown + 50));
  const cut = await json({ limit: 50 }, second, 1500);
  const here = (cut.rows as Json[]).length;
  assert.ok(here < 50);
  const after = decodeCursor((cut.next as JsonObject).after)!;
  assert.deepEqual([after.own, after.offset, after.id], [`c${shown + here - 1}`, shown + here, cursor.id]);
  await store.settled();
});
