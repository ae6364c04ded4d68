/** Reads a declaration by symbol path in one call. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { callJig, scratch } from "../jig.ts";

test("one member, a part of a type, and what is refused", () => {
  const cwd = scratch({
    "Assets/A.cs":
      "partial class A {\n  /// <summary>Goes.</summary>\n  void Go(int x) {\n    x++;\n  }\n  void Go() { }\n}\n",
    "Assets/B.cs": "partial class A {\n  int count;\n}\n",
  });
  const read = (input: object) => callJig("script_read", input, { cwd }).value;
  const { content, ...place } = read({ name: "A/Go(int)" });
  assert.equal(content, "  /// <summary>Goes.</summary>\n  void Go(int x) {\n    x++;\n  }");
  assert.deepEqual([place.path, place.startLine, place.endLine, place.symbol_path], ["Assets/A.cs", 2, 5, "A/Go(int)"]);
  assert.equal(read({ name: "A/Go(int)", startLine: 4 }).content, "    x++;\n  }");
  const part = read({ name: "A", path: "Assets/B.cs" });
  assert.deepEqual([part.startLine, part.endLine, part.parts], [1, 3, ["Assets/A.cs:1-7"]]);
  assert.equal(read({ name: "A/Go" }).code, "SYMBOL_AMBIGUOUS");
  assert.equal(read({ name: "Nothing" }).code, "SYMBOL_NOT_FOUND");
  assert.equal(read({}).code, "PATH_REQUIRED");
});
