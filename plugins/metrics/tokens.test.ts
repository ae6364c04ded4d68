/** Tokens as a model counts them, in bounded time whatever the text. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { countTokens } from "./tokens.ts";

test("known texts", () => {
  assert.deepEqual(countTokens(""), { tokens: 0, sampled: false });
  assert.equal(countTokens("hello world").tokens, 2);
  // The original's count took a run of CJK text for one token.
  assert.ok(countTokens("日本語の文章をここに書く。").tokens >= 6);
});

test("special tokens are text", () => {
  assert.ok(countTokens("a <|endoftext|> b").tokens > 3);
});

test("one endless word, and one endless text, end soon", () => {
  assert.ok(countTokens("a".repeat(500_000)).tokens > 10_000);
  const { tokens, sampled } = countTokens("some words of text\n".repeat(400_000));
  assert.equal(sampled, true);
  assert.ok(Math.abs(tokens - 400_000 * 5) < 100_000, String(tokens));
});
