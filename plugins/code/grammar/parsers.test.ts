/** Tests that parsers on the same thread do not affect each other. */
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

test("a parse is given up by the time that it works, not by the time that a busy machine gives to others", async () => {
  const assets = createAssets(sourceAssets(import.meta.url));
  const text = "x = f(1)\n".repeat(1_000);
  const parse = async (step: number) => {
    let now = 0;
    const clock = { now: Date.now, monotonic: () => (now += step), sleep: async () => {} };
    const tree = await new Parsers({ assets, clock }).parse("tree-sitter-python.wasm", text);
    tree?.delete();
    return { isParsed: tree !== undefined, took: now };
  };
  const { isParsed, took } = await parse(100);
  assert.ok(isParsed && took > 10_000, `${took} ms`);
  assert.equal((await parse(10_000)).isParsed, false);
});
