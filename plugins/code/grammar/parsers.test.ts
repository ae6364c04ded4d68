/** Parsers of one thread do not disturb one another. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createAssets } from "../../../core/host/runtime/assets.ts";
import { sourceAssets } from "../../../core/host/runtime/source-assets.ts";
import { Parsers } from "./parsers.ts";

test("two sets of parsers that are opened at once on one thread both parse", async () => {
  const assets = createAssets(sourceAssets(import.meta.url));
  const context = { assets, clock: { now: Date.now, monotonic: () => performance.now(), sleep: async () => {} } };
  const trees = await Promise.all(
    [new Parsers(context), new Parsers(context), new Parsers(context)].map((parsers) =>
      parsers.parse("tree-sitter-python.wasm", "x = 1\n"),
    ),
  );
  assert.deepEqual(
    trees.map((tree) => tree?.rootNode.toString()),
    Array(3).fill("(module (expression_statement (assignment left: (identifier) right: (integer))))"),
  );
});
