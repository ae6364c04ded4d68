/**
 * Regenerates docs/csharp-truth.md: compares our declarations with those found by both universal-ctags and tree-sitter. Usage:
 * `JIG_CORPUS=<folder> bun test/csharp/truth.ts` (needs ctags; a minute for 80 MB).
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Language, type Node, Parser } from "web-tree-sitter";
import { KIND, KINDS } from "../../plugins/csharp/outline/declaration-table.ts";
import { readOutline } from "../../plugins/csharp/outline/read-outline.ts";

/** Kinds supported by all three. */
const TREE_KINDS: Record<string, string> = {
  class_declaration: "class",
  struct_declaration: "struct",
  interface_declaration: "interface",
  enum_declaration: "enum",
  enum_member_declaration: "enumMember",
  method_declaration: "method",
  constructor_declaration: "method",
  destructor_declaration: "method",
  property_declaration: "property",
  event_declaration: "event",
  event_field_declaration: "event",
  field_declaration: "field",
  delegate_declaration: "delegate",
  record_declaration: "class",
};
const CTAGS_KINDS: Record<string, string> = {
  class: "class",
  struct: "struct",
  interface: "interface",
  enum: "enum",
  enumerator: "enumMember",
  method: "method",
  property: "property",
  event: "event",
  field: "field",
};
const OUR_KINDS: Record<string, string> = { constructor: "method", destructor: "method" };

interface Share {
  corpus: string;
  files: number;
  agreed: number;
  found: number;
  ours: number;
  tree: number;
  missed: string[];
  onlyTree: Map<string, string[]>;
  onlyOurs: Map<string, string[]>;
  orphans: number;
}

async function parser(): Promise<Parser> {
  await Parser.init();
  const made = new Parser();
  const wasm = new URL(import.meta.resolve("tree-sitter-c-sharp/tree-sitter-c_sharp.wasm"));
  made.setLanguage(await Language.load(readFileSync(wasm)));
  return made;
}

function treeDeclarations(text: string, tree: Parser): Set<string> {
  const found = new Set<string>();
  const parsed = tree.parse(text)!;
  const visit = (node: Node): void => {
    for (const child of node.namedChildren) {
      if (!child || child.type === "block" || child.type === "arrow_expression_clause") continue;
      // The grammar has a single node type for records.
      const isRecordStruct =
        child.type === "record_declaration" && child.children.some((word) => word?.type === "struct");
      const kind = isRecordStruct ? "struct" : TREE_KINDS[child.type];
      if (kind) for (const name of namesOf(child)) found.add(key(kind, name.text, name.startPosition.row + 1));
      visit(child);
    }
  };
  visit(parsed.rootNode);
  parsed.delete();
  return found;
}

function namesOf(node: Node): Node[] {
  const name = node.childForFieldName("name");
  if (name) return [name];
  // Only direct children, since an initializer may contain lambdas with variables.
  const list = node.namedChildren.find((child) => child?.type === "variable_declaration");
  return (list?.namedChildren ?? []).flatMap((declarator) =>
    declarator?.type === "variable_declarator" ? (declarator.childForFieldName("name") ?? []) : [],
  );
}

function key(kind: string, name: string, line: number): string {
  return `${kind} ${name.replace("@", "").replace(/^~/, "")} ${line}`;
}

function ctagsDeclarations(root: string): Map<string, Set<string>> {
  const run = spawnSync("ctags", ["--languages=C#", "--fields=+nKS", "--kinds-C#=cimsgpeEf", "-R", "-f", "-", "."], {
    cwd: root,
    maxBuffer: 1 << 30,
    encoding: "utf8",
  });
  const byFile = new Map<string, Set<string>>();
  for (const line of run.stdout.split("\n")) {
    const tag = /^([^\t]+)\t([^\t]+)\t.*;"\t(\w+)\tline:(\d+)/.exec(line);
    const kind = tag && CTAGS_KINDS[tag[3]!];
    if (!tag || !kind) continue;
    const file = tag[2]!.replace(/^\.\//, "");
    const set = byFile.get(file) ?? new Set();
    byFile.set(file, set.add(key(kind, tag[1]!.split(".").at(-1)!, Number(tag[4]))));
  }
  return byFile;
}

function ourDeclarations(text: string): Set<string> {
  const lines = lineStarts(text);
  const found = new Set<string>();
  for (const declaration of readOutline(text).declarations) {
    const kind = KINDS[declaration.kind]!;
    found.add(key(OUR_KINDS[kind] ?? kind, declaration.name, lineOf(lines, declaration.nameStart)));
  }
  return found;
}

function orphans(text: string): number {
  const { declarations } = readOutline(text);
  const isMember = (kind: number) => kind >= KIND.method && kind !== KIND.delegate;
  return declarations.filter(
    ({ kind, parent }) => isMember(kind) && (declarations[parent]?.kind ?? KIND.namespace) === KIND.namespace,
  ).length;
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

function lineOf(starts: number[], offset: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function compare(corpus: string, root: string, tree: Parser): Share {
  const tags = ctagsDeclarations(root);
  const files = (readdirSync(root, { recursive: true }) as string[]).filter((file) => file.endsWith(".cs")).sort();
  const share: Share = {
    corpus,
    files: files.length,
    agreed: 0,
    found: 0,
    ours: 0,
    tree: 0,
    missed: [],
    onlyTree: new Map(),
    onlyOurs: new Map(),
    orphans: 0,
  };
  const checked = new Set(Object.values(TREE_KINDS));
  for (const file of files) {
    const text = new TextDecoder().decode(readFileSync(join(root, file)));
    const ofTree = treeDeclarations(text, tree);
    const ours = ourDeclarations(text);
    share.orphans += orphans(text);
    share.tree += ofTree.size;
    for (const declaration of tags.get(file) ?? []) {
      if (!ofTree.has(declaration)) continue;
      share.agreed++;
      if (ours.has(declaration)) share.found++;
      else share.missed.push(`${file}: ${declaration}`);
    }
    for (const declaration of ofTree) if (!ours.has(declaration)) note(share.onlyTree, file, declaration);
    for (const declaration of ours) {
      const kind = declaration.split(" ")[0]!;
      if (!checked.has(kind)) continue;
      share.ours++;
      if (!ofTree.has(declaration)) note(share.onlyOurs, file, declaration);
    }
  }
  return share;
}

function note(differences: Map<string, string[]>, file: string, declaration: string): void {
  const kind = declaration.split(" ")[0]!;
  differences.set(kind, [...(differences.get(kind) ?? []), `${file}: ${declaration}`]);
}

/** Classes of differences, each checked manually. */
const WHY = [
  "*Only jig, methods, properties, fields, types, enum members*: members of files that the grammar cannot parse (dereferences of casts, `#if` through a construct, contextual keywords used as names): it drops the header of the enclosing type, or parses the rest as statements.",
  "*Only jig, properties*: parameters of positional records, which are properties; tree-sitter calls them parameters.",
  "*Only jig, interface or class on another line*: `#if` inside a base list or in front of a header; tree-sitter reads the symbol of the directive as part of it.",
  "*Only tree-sitter*: words after a syntax error that it mistakes for declarations (`if`, `new`, an empty name, the symbol of a directive, local variables as fields).",
  "*Agreed, missed by jig*: listed in full. The two fields of InputSystem are properties, `ref T name => ref *(T*)…`: ctags reports every such property as a field, and tree-sitter does so after a dereference that it cannot parse.",
];

function report(shares: Share[]): string {
  const lines = [
    "# Declarations: jig against universal-ctags and tree-sitter",
    "",
    "Written by `test/csharp/truth.ts`; do not edit. *Agreed*: declarations that ctags and an unmasked tree-sitter-c-sharp both report with the same kind, name and line.",
    "",
    "Members whose type was lost: declarations, other than types, delegates and namespaces, that have no containing type.",
    "",
    "| corpus | files | agreed | found by jig | share | jig in total | tree-sitter in total | only jig | only tree-sitter | members whose type was lost |",
    "|---|---|---|---|---|---|---|---|---|---|",
  ];
  for (const share of shares) {
    const percent = ((100 * share.found) / share.agreed).toFixed(3);
    lines.push(
      `| ${share.corpus} | ${share.files} | ${share.agreed} | ${share.found} | ${percent} % | ${share.ours} | ${share.tree} | ${size(share.onlyOurs)} | ${size(share.onlyTree)} | ${share.orphans} |`,
    );
  }
  lines.push("", ...WHY.map((reason) => `- ${reason}`));
  for (const share of shares) {
    lines.push("", `## ${share.corpus}`, "", `Agreed and missed by jig: ${share.missed.length}.`, "");
    lines.push(...share.missed.slice(0, 20).map((missed) => `- ${missed}`));
    for (const [title, differences] of [
      ["Only jig", share.onlyOurs],
      ["Only tree-sitter", share.onlyTree],
    ] as const) {
      for (const [kind, list] of [...differences].sort((a, b) => b[1].length - a[1].length)) {
        lines.push(
          `- ${title}, ${kind}: ${list.length}, e.g. ${list
            .slice(0, 3)
            .map((one) => `\`${one}\``)
            .join(", ")}`,
        );
      }
    }
  }
  return `${lines.join("\n")}\n`;
}

function size(differences: Map<string, string[]>): number {
  return [...differences.values()].reduce((sum, list) => sum + list.length, 0);
}

const corpus = process.env.JIG_CORPUS ?? "";
const tree = await parser();
const shares: Share[] = [];
for (const name of process.argv[2]?.split(",") ?? ["UnityCsReference", "UniTask", "Mirror", "InputSystem"]) {
  if (existsSync(join(corpus, name))) shares.push(compare(name, join(corpus, name), tree));
  else {
    console.error(`${name} is not below JIG_CORPUS: nothing is written`);
    process.exit(1);
  }
}
const page = new URL("../../docs/csharp-truth.md", import.meta.url);
// What is written by hand about uses stays.
const byHand = /^# Uses: [\s\S]*/m.exec(existsSync(page) ? readFileSync(page, "utf8") : "")?.[0];
writeFileSync(page, report(shares) + (byHand ? `\n${byHand}` : ""));
spawnSync("node_modules/.bin/biome", ["format", "--write", page.pathname]);
