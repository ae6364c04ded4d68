/** Robustness: any source and cursor position gets a valid answer in time. */

import assert from "node:assert/strict";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Names } from "../../plugins/angelscript/lexer/interned-names.ts";
import { problemsOf } from "../../plugins/angelscript/parser/syntax-problems.ts";
import { documentSymbols } from "../../plugins/angelscript/queries/document-symbols.ts";
import { callJig, scratch } from "../jig.ts";
import { random } from "./generator.ts";
import { LADDER, SOURCES } from "./hostile-scripts.ts";
import { openSession } from "./session.ts";

test("fuzzed source never stops the parser, and costs it no more than its length", () => {
  const next = random(42);
  const pick = (length: number): number => Math.floor(next() * length);
  const pieces = [
    '"',
    "'",
    '"""',
    "{",
    "}",
    "(",
    ")",
    "<",
    ">",
    "/*",
    "*/",
    "//",
    "#if X\n",
    'f"{',
    'n"',
    "\0",
    "\ud800",
    "é",
    ";",
    "::",
    "class ",
    "default ",
    "access:",
    "\r\n",
  ];
  for (let round = 0; round < 1500; round++) {
    let text = SOURCES[pick(SOURCES.length)] as string;
    for (let change = pick(8); change >= 0; change--) {
      const at = pick(text.length);
      const kind = pick(3);
      if (kind === 0) text = text.slice(0, at) + text.slice(at + pick(40));
      else if (kind === 1) text = text.slice(0, at) + pieces[pick(pieces.length)] + text.slice(at);
      else {
        const other = SOURCES[pick(SOURCES.length)] as string;
        text = text.slice(0, at) + other.slice(pick(other.length));
      }
    }
    const start = process.cpuUsage();
    for (const problem of problemsOf(text, new Names()))
      assert.ok(problem.start >= 0 && problem.end <= text.length && problem.message !== "");
    documentSymbols(text);
    assert.ok(process.cpuUsage(start).user < 2_000_000, `slow in round ${round}`);
  }
});

test("the preview of bDrawDebugLadder holds its macro", () => {
  const root = scratch({ "Ladder.as": LADDER });
  const { value } = callJig(
    "angelscript_resolveSymbolAtPosition",
    { filePath: "Ladder.as", position: { line: 8, character: 19 } },
    { cwd: root },
  );
  assert.equal(value.data.symbol.definition.preview, "\tUPROPERTY(EditAnywhere)\n\tbool bDrawDebugLadder = false;");
});

test("two roots with the same relative paths: both indexed, an ambiguous path names its candidates", async () => {
  const one = scratch({ "Script/Same.as": "class AOne {}\nvoid UseOne(AOne X) {}\nclass ATwin { int A; }\n" });
  const two = scratch({ "Script/Same.as": "class ATwo {}\nvoid UseTwo(ATwo X) {}\nclass ATwin { int B; }\n" });
  const outside = scratch({ "Else.as": "class AElse {}" });
  const session = await openSession({ args: ["--root", one, "--root", two] });
  const name = (root: string): string => root.slice(root.lastIndexOf("/") + 1);
  const position = { line: 1, character: 7 };
  const ambiguous = await session.call("angelscript_resolveSymbolAtPosition", { filePath: "Script/Same.as", position });
  assert.equal(ambiguous.error.code, "InvalidParams");
  assert.deepEqual(ambiguous.error.candidates, [`${name(one)}/Script/Same.as`, `${name(two)}/Script/Same.as`]);
  assert.deepEqual(ambiguous.error.details.candidates, ambiguous.error.candidates);
  assert.equal(ambiguous.error.hint, ambiguous.error.details.hint);
  for (const [root, type] of [
    [one, "AOne"],
    [two, "ATwo"],
  ] as const) {
    const filePath = `${name(root)}/Script/Same.as`;
    const resolved = await session.call("angelscript_resolveSymbolAtPosition", { filePath, position });
    assert.equal(resolved.data.symbol.name, type);
    assert.equal(resolved.data.symbol.definition.filePath, filePath);
    const references = await session.call("angelscript_findReferences", { filePath, position });
    assert.equal(references.data.total, 2);
    // Two types with the same name in different roots are separate.
    const twin = await session.call("angelscript_findReferences", { filePath, position: { line: 3, character: 8 } });
    assert.deepEqual(
      twin.data.references.map((each: { filePath: string }) => each.filePath),
      [filePath],
    );
  }
  const other = await session.call("angelscript_resolveSymbolAtPosition", {
    filePath: join(outside, "Else.as"),
    position,
  });
  assert.equal(other.error.code, "NotFound");
  await session.close();
});

test("edits, new, renamed and deleted files are seen at the next question", async () => {
  const root = scratch({ "A.as": "class AFirst { int Size; }\n", "B.as": "void Use(AFirst F) { F.Size = 1; }\n" });
  const session = await openSession({ cwd: root });
  const total = async (filePath: string, line: number, character: number): Promise<number> =>
    (await session.call("angelscript_findReferences", { filePath, position: { line, character } })).data?.total;
  assert.equal(await total("A.as", 1, 20), 2);
  writeFileSync(join(root, "C.as"), "void More(AFirst F) { F.Size = F.Size + 1; }\n");
  assert.equal(await total("A.as", 1, 20), 4);
  writeFileSync(join(root, "A.as"), "// moved\nclass AFirst { float Other; int Size; }\n");
  assert.equal(await total("A.as", 2, 35), 4);
  renameSync(join(root, "C.as"), join(root, "D.as"));
  assert.equal(await total("A.as", 2, 35), 4);
  rmSync(join(root, "B.as"));
  assert.equal(await total("A.as", 2, 35), 3);
  writeFileSync(join(root, "A.as"), "class AFirst { float Other; }\n");
  const gone = await session.call("angelscript_resolveSymbolAtPosition", {
    filePath: "D.as",
    position: { line: 1, character: 25 },
  });
  assert.equal(gone.error.code, "NotFound");
  await session.close();
});

test("lines of 100,000 characters are shown around the name", async () => {
  const filler = " ".repeat(50_000);
  const root = scratch({ "Long.as": `${filler} class ALong {} ${filler}\nvoid F() {${filler}ALong L; ${filler}}\n` });
  const session = await openSession({ cwd: root });
  const at = { filePath: "Long.as", position: { line: 1, character: 50_008 } };
  const resolved = await session.call("angelscript_resolveSymbolAtPosition", at);
  assert.equal(resolved.data.symbol.name, "ALong");
  const found = await session.call("angelscript_findReferences", at);
  assert.equal(found.data.returned, 2);
  for (const each of found.data.references) {
    assert.ok(each.preview.length < 600 && each.preview.includes("ALong"));
    assert.match(each.preview, /^….*…$/s);
  }
  await session.close();
});

test("corrupt native types are named, and scripts answer", async () => {
  const root = scratch({
    "Ladder.as": LADDER,
    "Script/Binds.Cache": "\x07\0\0\0junk",
    ".vscode/angelscript/unreal-cache.json": "{",
  });
  const session = await openSession({ cwd: root });
  const members = await session.call("angelscript_getTypeMembers", { name: "ALadder" });
  assert.equal(members.data.nativeSource, "baseline");
  // The answer itself mentions unreadable files, not just doctor.
  assert.match(members.data.nativeNote, /Could not be read: .*Binds\.Cache/);
  const actor = await session.call("angelscript_resolveSymbolAtPosition", {
    filePath: "Ladder.as",
    position: { line: 2, character: 18 },
  });
  assert.match(actor.data.nativeNote, /Could not be read: .*Binds\.Cache/);
  await session.close();
});

test("a path that does not exist names the scripts of that name, wherever they are and whatever follows it", () => {
  const root = scratch({ "Script/Sub/Ladder.as": LADDER });
  const name = root.slice(root.lastIndexOf("/") + 1);
  for (const filePath of ["Ladder.as", "script/sub/ladder.as", "Script\\Old\\Ladder.as", "Script/Sub/Ladder.as:2:7"]) {
    const input = { filePath, position: { line: 2, character: 7 } };
    const { error } = callJig("angelscript_findReferences", input, { cwd: root }).value;
    assert.equal(error.code, "NotFound");
    assert.deepEqual(error.details.suggestions, [`${name}/Script/Sub/Ladder.as`]);
  }
});
