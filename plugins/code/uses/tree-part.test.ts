/** Tests that stored trees contain every named node, and that a query visits no more of a file than it needs. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Node } from "web-tree-sitter";
import { createAssets } from "../../../core/host/runtime/assets.ts";
import { sourceAssets } from "../../../core/host/runtime/source-assets.ts";
import { flatTree, type LightNode, lightTree } from "../grammar/light-tree.ts";
import { Parsers } from "../grammar/parsers.ts";
import { encodeTrees, TreePart } from "../grammar/tree-part.ts";
import { languageOf } from "../outline/languages.ts";
import { goUses } from "./go-uses.ts";
import { ScopedFile } from "./scoped-file.ts";

const clock = { now: Date.now, monotonic: () => performance.now(), sleep: async () => {} };
const parsers = new Parsers({ assets: createAssets(sourceAssets(import.meta.url)), clock });

type Shape = [type: string, start: number, end: number, field: string, children: Shape[]];

function shapeOf(node: LightNode): Shape {
  return [node.type, node.start, node.end, node.field, node.children.map(shapeOf)];
}

function shapeOfTree(node: Node, field: string): Shape {
  const children = node.children.flatMap((child, at) =>
    child.isNamed ? [shapeOfTree(child, node.fieldNameForChild(at) ?? "")] : [],
  );
  return [node.type, node.startIndex, node.endIndex, field, children];
}

const GO = `package a

func run(x int) (y int) {
	helper := func(z int) int { return z + x }
	return helper(x) /* é */
}

var run2, x = run(1), (
`;
const TYPESCRIPT = "export class Aé<T> {\n  #run = (x: T) => { if (x) { this.#run(x) } }\n}\n<<<<<<< HEAD\n";

async function flat(path: string, text: string) {
  const language = languageOf(path);
  assert.ok(language);
  const tree = await parsers.parse(language.grammar, text);
  assert.ok(tree);
  const shape = shapeOfTree(tree.rootNode, "");
  const cells = flatTree(tree, await parsers.memory());
  tree.delete();
  return { shape, cells, grammar: language.grammar };
}

test("trees of several grammars in one part, with errors, and a file without a tree", async () => {
  const go = await flat("a.go", GO);
  const typescript = await flat("a.ts", TYPESCRIPT);
  const file = { size: 5_000_000_000, mtimeMs: 1_700_000_000_123.5 };
  const encoded = encodeTrees([
    { path: "/w/a.go", ...file, grammar: go.grammar, tree: go.cells },
    { path: "/w/é.ts", ...file, grammar: "", tree: undefined },
    { path: "/w/a.ts", ...file, grammar: typescript.grammar, tree: typescript.cells },
  ]);
  const mapped = new Uint8Array(encoded.length + 64);
  mapped.set(encoded, 64);
  const part = TreePart.open(mapped.subarray(64));
  assert.ok(part);
  assert.deepEqual([part.files, part.file(1).path, part.file(2).mtimeMs], [3, "/w/é.ts", 1_700_000_000_123.5]);
  const trees = [0, 1, 2].map((at) => part.tree(at));
  assert.deepEqual(
    trees.map((tree) => tree && shapeOf(lightTree(tree))),
    [go.shape, undefined, typescript.shape],
  );
  assert.equal(TreePart.open(new Uint8Array(64)), undefined);
});

test("a body is visited when a name in it is asked for", async () => {
  const { cells } = await flat("a.go", GO);
  const language = languageOf("a.go");
  assert.ok(language);
  const fresh = () => new ScopedFile("a.go", GO, language, goUses, lightTree(cells));
  const file = fresh();
  const before = file.size;
  assert.equal(file.named("run2").length, 1);
  assert.ok(file.size < GO.length && file.size >= before);
  // The places are in text order, regardless of which was requested first.
  assert.equal(file.named("z").length, 2);
  const starts = file.named("x").map(({ start }) => start);
  assert.deepEqual(
    starts,
    [...starts].sort((a, b) => a - b),
  );
  assert.equal(starts.length, 4);
  assert.equal(file.size, GO.length);
  const [, inner] = fresh().named("z");
  const another = fresh();
  const node = another.nameAt(inner?.start ?? 0);
  assert.ok(node);
  assert.equal(another.lookup("x", node)?.by.type, "parameter_declaration");
  const call = another.nameAt(GO.indexOf("helper(x)"));
  assert.equal(call && another.lookup("helper", call)?.name.start, GO.indexOf("helper"));
});
