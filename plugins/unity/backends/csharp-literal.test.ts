/** C# string literals can't be escaped from. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { literal } from "./csharp-literal.ts";

test("text in C# literals stays text", () => {
  assert.equal(literal('a"); System.Environment.Exit(1); //'), '@"a""); System.Environment.Exit(1); //"');
  assert.equal(literal("back\\slash\nline"), '@"back\\slash\nline"');
});
