/** Slow robustness tests: every cursor position, backtracking patterns, large files, damaged indexes. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { callJig, scratch } from "../jig.ts";
import { random } from "./generator.ts";
import { LADDER, SOURCES } from "./hostile-scripts.ts";
import { openSession } from "./session.ts";

test("binding fuzzed source answers at every position", { timeout: 120_000 }, async () => {
  const next = random(9);
  const files: Record<string, string> = {};
  for (let index = 0; index < 30; index++) {
    const text = SOURCES[index % SOURCES.length] as string;
    const at = Math.floor(next() * text.length);
    const bytes = index % 3 === 0 ? "\u0000\uffff«" : "";
    files[`Broken${index}.as`] = text.slice(0, at) + bytes + text.slice(at + Math.floor(next() * 60));
  }
  const root = scratch(files);
  const session = await openSession({ cwd: root });
  for (let round = 0; round < 300; round++) {
    const filePath = `Broken${Math.floor(next() * 30)}.as`;
    const position = { line: 1 + Math.floor(next() * 150), character: 1 + Math.floor(next() * 60) };
    const tool = round % 2 ? "angelscript_resolveSymbolAtPosition" : "angelscript_findReferences";
    const answer = await session.call(tool, { filePath, position });
    if (!answer.ok) assert.equal(answer.error.code, "NotFound", JSON.stringify(answer.error));
  }
  await session.close();
});

test("positions past the end, in comments, on white space, in macros and on keywords", () => {
  const root = scratch({ "Ladder.as": LADDER });
  const at = (line: number, character: number, tool = "angelscript_resolveSymbolAtPosition") =>
    callJig(tool, { filePath: "Ladder.as", position: { line, character } }, { cwd: root }).value;
  for (const [line, character, word] of [
    [99, 1, "position"],
    [2, 99, "position"],
    [4, 8, "comment"],
    [7, 1, "white space"],
    [5, 15, "macro specifier"],
    [8, 13, "keyword"],
  ] as const) {
    const answer = at(line, character);
    assert.equal(answer.error?.code, "NotFound");
    assert.match(answer.error.message, new RegExp(word));
  }
  const empty = at(7, 1, "angelscript_findReferences");
  assert.equal(empty.data.total, 0);
  assert.match(empty.data.notice, /white space/);
  assert.equal(at(99, 1, "angelscript_findReferences").error.code, "NotFound");
});

test("with no native types at all, all five answer from scripts", () => {
  const root = scratch({ "Ladder.as": LADDER });
  const ask = (tool: string, input: object) => callJig(`angelscript_${tool}`, input, { cwd: root }).value;
  const position = { line: 8, character: 19 };
  assert.equal(ask("searchApi", { labelQuery: "bDraw", source: "script" }).data.total, 1);
  assert.equal(ask("getTypeMembers", { name: "ALadder" }).data.members[0].name, "bDrawDebugLadder");
  assert.deepEqual(ask("getClassHierarchy", { name: "ALadder" }).data.supers, ["AActor", "UObject"]);
  assert.equal(ask("findReferences", { filePath: "Ladder.as", position }).data.total, 2);
  const resolved = ask("resolveSymbolAtPosition", { filePath: "Ladder.as", position });
  assert.equal(resolved.data.symbol.name, "bDrawDebugLadder");
  assert.equal(resolved.data.nativeSource, "baseline");
  assert.match(resolved.data.nativeNote, /stock engine/);
  // The base is unknown, so uses of its names are found but undecided.
  const other = scratch({ "Ladder.as": LADDER.replace("AActor", "AStudioActor") });
  const at = { filePath: "Ladder.as", position: { line: 2, character: 17 } };
  const actor = callJig("angelscript_findReferences", at, { cwd: other }).value;
  assert.equal(actor.data.total, 1);
  assert.match(actor.data.notice, /not known/);
});

/** Names long enough for a pattern to backtrack, and numerous enough to exceed the time limit. */
const LONG_NAMES = Array.from({ length: 60 }, (_, index) => `class A${"a".repeat(60)}${index} {}\n`).join("");

test("a pattern that backtracks without end is given up, and the engine lives on", { timeout: 60_000 }, async () => {
  const session = await openSession({ cwd: scratch({ "Ladder.as": LADDER + LONG_NAMES }) });
  const search = (input: object) => session.call("angelscript_searchApi", { labelQueryUseRegex: true, ...input });
  const hopeless = search({ labelQuery: "/^(\\w+\\.?)+$/" });
  assert.equal((await session.call("angelscript_getTypeMembers", { name: "ALadder" })).ok, true);
  assert.equal((await hopeless).error.code, "INVALID_REGEX");
  assert.equal((await search({ labelQuery: "^ALadder$" })).data.total, 1);
  assert.equal((await search({ labelQuery: "^ALadder\\.", signatureRegex: "bool" })).data.total, 1);
  await session.close();
});

test("bad parameters are refused in the envelope of the contract", () => {
  const root = scratch({ "Ladder.as": LADDER });
  const code = (tool: string, input: object) => callJig(`angelscript_${tool}`, input, { cwd: root }).value.error?.code;
  assert.equal(code("searchApi", {}), "MISSING_LABEL_QUERY");
  assert.equal(code("searchApi", { labelQuery: "a", maxBatchResults: 0 }), "INVALID_MAX_BATCH_RESULTS");
  assert.equal(code("searchApi", { labelQuery: "a", source: "engine" }), "INVALID_SOURCE");
  assert.equal(code("searchApi", { labelQuery: "(", labelQueryUseRegex: true }), "INVALID_REGEX");
  assert.equal(code("searchApi", { labelQuery: "Ladder", searchIndex: 99 }), "INVALID_SEARCH_INDEX");
  assert.equal(code("getTypeMembers", { name: "aladder" }), "NotFound");
  assert.equal(code("getClassHierarchy", { name: "ALadder", maxSubDepth: -1 }), "InvalidParams");
  assert.equal(code("findReferences", { filePath: "../x.as", position: { line: 1, character: 1 } }), "InvalidParams");
  assert.equal(
    code("findReferences", { filePath: "file:///x.as", position: { line: 1, character: 1 } }),
    "InvalidParams",
  );
  assert.equal(code("resolveSymbolAtPosition", { filePath: "Ladder.as" }), "InvalidParams");
  assert.equal(
    code("findReferences", { filePath: "Ladder.as", position: { line: 2, character: 8 }, cursor: "x" }),
    "InvalidParams",
  );
});

test("a script of 50 MB is not read, said so, and costs the others nothing", { timeout: 60_000 }, async () => {
  const root = scratch({ "Ladder.as": LADDER });
  writeFileSync(join(root, "Big.as"), "class ABig { int Size; }\n".repeat(2_100_000));
  const session = await openSession({ cwd: root });
  const position = { line: 1, character: 7 };
  for (const tool of ["angelscript_resolveSymbolAtPosition", "angelscript_findReferences"]) {
    const { error } = await session.call(tool, { filePath: "Big.as", position });
    assert.equal(error.code, "InvalidParams");
    assert.match(error.message, /too large/);
  }
  const outline = await session.call("angelscript_getTypeMembers", { name: "Big.as" });
  assert.match(outline.error.message, /too large/);
  const ladder = await session.call("angelscript_findReferences", {
    filePath: "Ladder.as",
    position: { line: 2, character: 7 },
  });
  assert.equal(ladder.data.total, 1);
  const told = await session.call("angelscript_diagnostics", { filePath: "Big.as" });
  assert.match(told.data.diagnostics[0].message, /not read/);
  writeFileSync(join(root, "Big.as"), "class ABig { int Size; }\n");
  assert.equal((await session.call("angelscript_getTypeMembers", { name: "ABig" })).data.members[0].name, "Size");
  await session.close();
});

test("the index: two processes at once, cut, changed by a bit, and killed while it is saved", {
  timeout: 120_000,
}, async () => {
  const files: Record<string, string> = {};
  for (let index = 0; index < 400; index++)
    files[`F${index}.as`] = `class AThing${index} { int Size${index}; void F() { Size${index} = 1; } }\n`;
  const root = scratch(files);
  const home = scratch();
  const env = { XDG_CACHE_HOME: home };
  const at = { filePath: "F7.as", position: { line: 1, character: 22 } };
  const sound = async (kill = false): Promise<void> => {
    const session = await openSession({ cwd: root, env });
    const members = await session.call("angelscript_getTypeMembers", { name: "AThing399" });
    assert.equal(members.data?.members[0].name, "Size399");
    assert.equal((await session.call("angelscript_findReferences", at)).data.total, 2);
    if (kill) process.kill(session.pid, "SIGKILL");
    await session.close();
  };
  await Promise.all([sound(), sound()]);
  // Damaged parts are replaced by new ones.
  const part = (): string => {
    const names = readdirSync(home, { recursive: true, encoding: "utf8" });
    const name = names.find((each) => /index-\d+\/part-\w+$/.test(each));
    assert.ok(name, "no index was saved");
    return join(home, name);
  };
  const flipped = (share: number) => (good: Buffer) => {
    const bytes = Buffer.from(good);
    const place = Math.floor(bytes.length * share);
    bytes[place] = bytes.readUInt8(place) ^ 1;
    return bytes;
  };
  const third = (good: Buffer) => good.subarray(0, good.length / 3);
  for (const damaged of [() => Buffer.alloc(0), third, flipped(0), flipped(0.01), flipped(1 / 3), flipped(2 / 3)]) {
    const path = part();
    writeFileSync(path, damaged(readFileSync(path)));
    await sound();
  }
  for (let round = 0; round < 5; round++) {
    rmSync(part(), { force: true });
    await sound(true);
    await sound();
  }
});

test("one name declared 15,000 times in one scope: answers come, and cost no more than the length of the script", async () => {
  const many = 15_000;
  const text = (line: string): string => `${line}\n`.repeat(many);
  const root = scratch({
    "Methods.as": `class AMany : AActor\n{\n${text("void Same(int A) { Same(A); }")}}\n`,
    "Globals.as": text("void Global(int A) { Global(A); }"),
    "Makers.as": `struct FMany\n{\n${text("FMany(int A) {}")}}\n${text("FMany Made = FMany(1);")}`,
    "Overrides.as": `class AOver : AMany\n{\n${text("void Same(int A) override {}")}}\n`,
  });
  const session = await openSession({ cwd: root });
  const members = await session.call("angelscript_getTypeMembers", {
    name: "AOver",
    includeInherited: true,
    includeUses: true,
    limit: 1,
  });
  // Only base functions that aren't overridden.
  assert.equal(members.data.members[0].name, "Same");
  assert.equal(members.data.members[0].uses, many);
  const found = await session.call("angelscript_findReferences", {
    filePath: "Globals.as",
    position: { line: 7, character: 6 },
    limit: 1,
  });
  assert.equal(found.data.total, 2 * many);
  const told = await session.call("angelscript_diagnostics", { limit: 1 });
  assert.ok(told.data.total >= 4 * (many - 1));
  await session.close();
});
