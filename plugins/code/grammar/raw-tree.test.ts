/** Tests that reading tree-sitter's memory gives the same result as its cursor, for every grammar. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Node, Tree, TreeCursor } from "web-tree-sitter";
import { createAssets } from "../../../core/host/runtime/assets.ts";
import { sourceAssets } from "../../../core/host/runtime/source-assets.ts";
import { LANGUAGES } from "../outline/languages.ts";
import { flatTree } from "./light-tree.ts";
import { Parsers } from "./parsers.ts";
import { FIELD_SHIFT, RAW_CELLS, type RawTree, TYPE_MASK } from "./raw-tree.ts";
import { rootOf, type SyntaxNode } from "./stored-node.ts";
import { HAS_ERROR, IS_ERROR, IS_MISSING, IS_NAMED } from "./tree-layout.ts";

const SAMPLES: Record<string, string> = {
  typescript:
    "export class A<T> extends B { private x?: number = 1; get y() { return this.x } }\n// end\ntype X = { a: 1 } & { b(): void }\nlet = ;",
  python: "@a\nclass A(B):\n    '''d'''\n    x: int = 1\n    def f(self, *a, **k): return [i for i in a if i]\n",
  go: 'package a\n\nimport (\n\t"b"\n)\n\nfunc (r *T) M(a, b int) (x error) { return nil }\ntype T struct { A, B int; C }\nfunc f( {',
  rust: "#[x]\npub fn f<T: A>(x: &T) -> Vec<u8> { match x { A::B(c) if c => vec![1; 2], _ => { let y = |z| z; y(1) } } }",
  java: "package a; @X class A extends B { int[] x = {1}, y; <T> void m(T... a) throws E { for (int i : x) {} } }",
  c: "#define A(x) x\nint main(int argc, char **argv) { struct a { int b; } c; return a->b ? 1 : 2; }\nint f(",
  cpp: "namespace a::b { template <class T> struct S : public B<T> { S() = default; int operator[](int) const; }; }",
};

/** Returns every node that the cursor visits. */
function byCursor(tree: Tree): string[] {
  const rows: string[] = [];
  const cursor = tree.walk();
  const walk = (each: TreeCursor, depth: number) => {
    const { nodeType, currentFieldName, startIndex, endIndex, nodeIsNamed, nodeIsMissing, currentNode } = each;
    const flags = [nodeIsNamed, currentNode.hasError, nodeIsMissing, currentNode.isError].map(Number).join("");
    rows.push(`${depth} ${nodeType} ${currentFieldName ?? ""} ${startIndex}-${endIndex} ${flags}`);
    if (!each.gotoFirstChild()) return;
    do walk(each, depth + 1);
    while (each.gotoNextSibling());
    each.gotoParent();
  };
  walk(cursor, 0);
  cursor.delete();
  return rows;
}

function byMemory({ cells, count }: RawTree, tree: Tree): string[] {
  const { types, fields } = tree.language;
  const depths: number[] = [];
  return Array.from({ length: count }, (_, node) => {
    const [head = 0, start, end, , flags = 0, parent = 0] = cells.subarray(node * RAW_CELLS);
    depths[node] = node === 0 ? 0 : (depths[parent] ?? 0) + 1;
    const bits = [IS_NAMED, HAS_ERROR, IS_MISSING, IS_ERROR].map((bit) => ((flags & bit) === 0 ? 0 : 1)).join("");
    const type = types[head & TYPE_MASK] ?? "ERROR";
    return `${depths[node]} ${type} ${fields[head >>> FIELD_SHIFT] ?? ""} ${start}-${end} ${bits}`;
  });
}

/** Describes a node, its children by field, and its siblings. */
function described(node: Node | SyntaxNode, fields: readonly string[]): string {
  const { type, startIndex, endIndex, text, isNamed, isError, isMissing, hasError } = node;
  const flags = [isNamed, isError, isMissing, hasError].map(Number).join("");
  const place = (each: Node | SyntaxNode | null) => (each ? `${each.type}@${each.startIndex}` : "-");
  const others = [node.firstChild, node.firstNamedChild, node.lastNamedChild];
  // Next to empty nodes, which errors leave behind, tree-sitter misses a sibling.
  const siblings = node.parent?.hasError ? [] : [node.previousNamedSibling, node.nextNamedSibling];
  const around = [node.parent, ...siblings];
  const inFields = fields.flatMap((field) => {
    const first = node.childForFieldName(field);
    return first ? [`${field}: ${place(first)} ${node.childrenForFieldName(field).map(place)}`] : [];
  });
  return [type, startIndex, endIndex, text, flags, ...[...others, ...around].map(place), ...inFields].join(" | ");
}

function* bothNodes(node: Node, own: SyntaxNode, fields: readonly string[]): Generator<[string, string]> {
  yield [described(node, fields), described(own, fields)];
  yield [String(node.namedChildren.length), String(own.namedChildren.length)];
  for (const [at, child] of node.children.entries()) {
    const other = own.children[at];
    if (!other) yield [child.type, "nothing"];
    else yield* bothNodes(child, other, fields);
  }
}

test("the memory of tree-sitter is read as its cursor walks it", async () => {
  const assets = createAssets(sourceAssets(import.meta.url));
  const parsers = new Parsers({
    assets,
    clock: { now: Date.now, monotonic: () => performance.now(), sleep: async () => {} },
  });
  const here = join(import.meta.dirname, "..", "uses", "typescript");
  const sources = readdirSync(here)
    .slice(0, 4)
    .map((name) => readFileSync(join(here, name), "utf8"));
  for (const { id, grammar } of LANGUAGES) {
    if (grammar === "") continue;
    // Source code in another language is full of errors, which must be read in the same way.
    for (const text of [SAMPLES[id] ?? "", SAMPLES.rust ?? "", ...(id === "typescript" ? sources : [])]) {
      const tree = await parsers.parse(grammar, text);
      assert.ok(tree);
      const memory = await parsers.memory();
      assert.ok(memory);
      // A copy is made from the array that the previous read has filled.
      assert.deepEqual(flatTree(tree, memory), flatTree(tree, undefined));
      assert.deepEqual(byMemory(memory.read(tree), tree), byCursor(tree), `${id}: ${text.slice(0, 60)}`);
      // One source is enough, because each property of tree-sitter's own nodes takes long.
      if (sources.includes(text) && text !== sources[0]) {
        tree.delete();
        continue;
      }
      const fields = tree.language.fields.filter((each) => each !== null);
      for (const [theirs, ours] of bothNodes(tree.rootNode, rootOf(tree, text, memory), fields))
        assert.equal(ours, theirs, id);
      tree.delete();
    }
  }
});
