/** Token counts for texts of any length. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { countTokens } from "./token-count.ts";

test("tokens are counted, special ones as text like any other", async () => {
  assert.deepEqual(await countTokens(""), { tokens: 0, sampled: false });
  assert.deepEqual(await countTokens("hello world"), { tokens: 2, sampled: false });
  assert.ok((await countTokens("<|endoftext|>")).tokens > 1);
});

test("in chunks it is the same number, where these end before a line end", async () => {
  const line = "a few words of a line\n";
  const { tokens } = await countTokens(line);
  assert.deepEqual(await countTokens(line.repeat(2000)), { tokens: tokens * 2000, sampled: false });
});

test("an endless word takes no endless time", async () => {
  const { tokens, sampled } = await countTokens("x".repeat(100_000));
  assert.ok(tokens > 1000 && tokens < 100_000 && !sampled, String(tokens));
});

test("of a text of many megabytes the rest is taken to be like its beginning", async () => {
  const line = "word word word\n";
  const { tokens } = await countTokens(line.repeat(1000));
  const long = await countTokens(line.repeat(300_000));
  assert.equal(long.sampled, true);
  assert.ok(Math.abs(long.tokens - tokens * 300) < tokens, `${long.tokens} ${tokens}`);
});
