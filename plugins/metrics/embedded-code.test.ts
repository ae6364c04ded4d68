/** Embedded code. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { embeddedIn } from "./embedded-code.ts";

test("a fence of a known language is apart, any other stays prose", () => {
  const { rest, parts } = embeddedIn("# a\n```rust\nlet x = 1;\n```\n```\nplain\n```\n", "Markdown");
  assert.deepEqual(parts, [{ language: "Rust", text: "let x = 1;\n" }]);
  assert.equal(rest, "# a\n```rust\n```\n```\nplain\n```\n");
  assert.equal(embeddedIn("```toml\na = 1\n", "Markdown").parts[0]?.text, "a = 1\n");
});

test("doc comments of Rust are Markdown, other comments are not", () => {
  const { rest, parts } = embeddedIn("//! Top\n\n/// Adds.\n/// More.\nfn add() {}\n// no\n//// no\n", "Rust");
  assert.deepEqual(parts, [
    { language: "Markdown", text: " Top\n" },
    { language: "Markdown", text: " Adds.\n More.\n" },
  ]);
  assert.equal(rest, "\nfn add() {}\n// no\n//// no\n");
});

test("scripts and styles of a page are apart", () => {
  const page =
    '<html>\n<script lang="ts">\nlet a = 1\n</script>\n<style>\na {}\n</style>\n<script>one()</script>\n</html>\n';
  assert.deepEqual(embeddedIn(page, "HTML").parts, [
    { language: "TypeScript", text: "let a = 1\n" },
    { language: "CSS", text: "a {}\n" },
  ]);
});
