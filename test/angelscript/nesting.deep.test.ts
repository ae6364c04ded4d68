/** Source nested 50,000 levels deep, all variants, and a project of such files. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { scratch } from "../jig.ts";
import { DEPTH, PIECES, piecesAreRead } from "./nested-source.ts";
import { openSession } from "./session.ts";

piecesAreRead(PIECES);

test("a tree of such files: every tool answers, and of the sound file the truth", { timeout: 120_000 }, async () => {
  const files: Record<string, string> = { "Sound.as": "class ASound { int Size; void F() { Size = 1; } }\n" };
  for (const [index, piece] of PIECES.entries())
    files[`Deep${index}.as`] = `class ADeep${index} { void F() { Size = ${piece.repeat(DEPTH)}`;
  const session = await openSession({ cwd: scratch(files) });
  const found = await session.call("angelscript_findReferences", {
    filePath: "Sound.as",
    position: { line: 1, character: 20 },
  });
  assert.equal(found.data.total, 2);
  assert.equal((await session.call("angelscript_searchApi", { labelQuery: "ADeep", kinds: ["class"] })).ok, true);
  assert.ok((await session.call("angelscript_diagnostics", {})).data.total >= PIECES.length);
  for (const name of Object.keys(files).slice(1)) {
    const position = { line: 1, character: 8 };
    const answer = await session.call("angelscript_resolveSymbolAtPosition", { filePath: name, position });
    assert.equal(answer.data?.symbol.kind, "class", JSON.stringify(answer));
  }
  await session.close();
});
