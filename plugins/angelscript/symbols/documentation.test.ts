/** Doc comments as plain text and Markdown. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { cleanDoc, markdownDoc, plainDoc } from "./documentation.ts";

const COMMENT = `/**
	 * Where the top is.
	 * @param Offset added to the top
	 * @return world position
	 */`;

test("comments of both kinds lose their marks", () => {
  assert.deepEqual(cleanDoc("// one\n\t// two"), ["one", "two"]);
  assert.deepEqual(cleanDoc("/** Short. */"), ["Short."]);
  assert.deepEqual(cleanDoc("/* a\n\n * b\n*/"), ["a", "", "b"]);
});

test("tags are told in words", () => {
  const lines = cleanDoc(COMMENT);
  assert.equal(plainDoc(lines), "Where the top is.\nparam Offset: added to the top\nreturn: world position");
  assert.equal(
    markdownDoc(lines),
    "*Where the top is.*\n\n* `Offset` - *added to the top*\n\n**Return:** *world position*\n\n",
  );
});
