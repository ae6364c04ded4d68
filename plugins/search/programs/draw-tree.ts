/** Implements `jig tree`, with the flags and the summary line of tree. */
import { type CommandEnd, type CommandIo, type Context, JigError } from "../../../core/host/plugin-api.ts";
import { helpText } from "./flag-help.ts";
import { flagTable, has, lastOf, numberOf, type ReadWords, readWords, refuse } from "./flag-reader.ts";
import { fnmatch } from "./fnmatch.ts";
import { checkOperand } from "./operands.ts";
import { PathPrinter } from "./path-printer.ts";
import { type NameStyle, treeName } from "./tree-names.ts";
import { type Entry, entryOf, rootOf, walkBelow } from "./walk-entries.ts";

const FLAGS = flagTable(`
-a
-d
-f
-i
-L=
-I=
-P=
-C
-n
-F
-s
-h
-l
-N
-q
-Q
-r
-t
-v
-U
-x
-R
-p
-u
-g
-D
-c
-J
-X
-H=
-o=
-S
-A
--sort=
--ignore-case
--matchdirs
--si
--du
--inodes
--device
--metafirst
--info
--fromfile
--filelimit=
--timefmt=
--gitignore
--noreport
--dirsfirst
--filesfirst
--prune
--charset=
--help
`);

const ALONE = "Omit it, or use tree without jig";
const JSON_INSTEAD = "jig tree --json prints the lines as JSON; for its own format use tree without jig";
const LEFT_OUT = [
  ...["p", "u", "g", "D", "c", "S", "A", "matchdirs", "si", "du", "inodes", "device"],
  ...["metafirst", "info", "filelimit", "timefmt", "fromfile"],
];
const REFUSED = {
  ...Object.fromEntries(LEFT_OUT.map((name) => [name, ALONE])),
  J: JSON_INSTEAD,
  X: JSON_INSTEAD,
  H: JSON_INSTEAD,
  o: "Redirect the output: jig tree > FILE",
};

/** The lines of a level: those below its entries, and those at an entry and at the last one. */
const LINES = { more: "│\u00a0\u00a0 ", entry: "├── ", last: "└── " };
const ASCII_LINES = { more: "|   ", entry: "|-- ", last: "`-- " };

const SORTS = ["name", "size", "mtime", "version", "none"] as const;
type SortName = (typeof SORTS)[number];

interface Node extends Entry {
  inside: Node[];
  /** Only set if it is inside the workspace. */
  target?: { shown: string; isFolder: boolean; isAbove: boolean };
}

export default async function tree(words: string[], io: CommandIo, context: Context): Promise<CommandEnd> {
  // tree itself only accepts `-L 2`, but we also accept `-L2`.
  const read = readWords(words, FLAGS, { program: "tree" });
  if (has(read, "help")) {
    await io.write(helpText(io.info, FLAGS, { tool: "list_files" }));
    return 0;
  }
  const [unknown] = read.unknown;
  if (unknown !== undefined) {
    throw new JigError("INVALID_ARGUMENT", `Unknown flag ${unknown}`, { hint: "jig tree --help lists its flags" });
  }
  refuse(read, REFUSED);
  const look = lookOf(read);
  const deepest = lastOf(read, "L");
  const maxDepth = deepest ? numberOf(deepest) : Number.POSITIVE_INFINITY;
  if (maxDepth < 1) throw new JigError("INVALID_ARGUMENT", "Invalid level, must be greater than 0");
  const printer = new PathPrinter(io, "\n");
  const counts = { folders: 0, files: 0 };
  let code = 0;
  let going = true;
  for (const word of read.operands.length > 0 ? read.operands : ["."]) {
    const { absolute, kind } = await checkOperand(word, io, context);
    if (absolute === undefined || kind !== "directory") {
      going &&= await printer.write(`${word}  [error opening dir]\n`);
      if (absolute === undefined) code = 2;
      else counts.files++;
      continue;
    }
    const title = has(read, "F") && !word.endsWith("/") ? `${word}/` : word;
    const { size } = await entryOf(absolute, word, context);
    const painted = printer.painted(treeName(title, look.name), { path: absolute, kind: "directory" });
    going &&= await printer.write(`${look.size(size)}${painted}\n`);
    const nodes = await nodesOf({ absolute, shown: word }, maxDepth, read, context);
    // As with tree, an empty folder doesn't count itself.
    if (nodes.length > 0) counts.folders++;
    going &&= await draw(nodes, "", look, printer, counts);
  }
  if (going && !has(read, "noreport")) {
    const folders = `${counts.folders} ${counts.folders === 1 ? "directory" : "directories"}`;
    const files = has(read, "d") ? "" : `, ${counts.files} ${counts.files === 1 ? "file" : "files"}`;
    await printer.write(`\n${folders}${files}\n`);
  }
  await printer.end();
  return code;
}

async function nodesOf(
  start: { absolute: string; shown: string },
  maxDepth: number,
  read: ReadWords,
  context: Context,
): Promise<Node[]> {
  const values = (flag: string) =>
    read.flags.flatMap(({ name, value = "" }) => (name === flag ? value.split("|") : []));
  const ignoreCase = has(read, "ignore-case");
  const leaves = values("I").map((glob) => fnmatch(glob, { ignoreCase }));
  const wants = values("P").map((glob) => fnmatch(glob, { ignoreCase }));
  const git = has(read, "gitignore");
  const options = {
    ignore: git ? { names: [], git: [".gitignore"] } : undefined,
    hidden: has(read, "a"),
    follow: has(read, "l"),
    maxDepth,
    leavesOut: ({ name, kind }: Entry) =>
      leaves.some((matches) => matches(name)) ||
      (has(read, "d") && kind !== "directory" && kind !== "link") ||
      (wants.length > 0 && kind !== "directory" && !wants.some((matches) => matches(name))),
  };
  const top: Node[] = [];
  const way: Node[] = [];
  for await (const entry of walkBelow(start, rootOf(start.absolute, context), options, context)) {
    const target = entry.isLink ? await targetOf(entry, context) : undefined;
    if (has(read, "d") && entry.kind !== "directory" && !target?.isFolder) continue;
    const node: Node = { ...entry, inside: [], ...(target && { target }) };
    while (way.length >= entry.depth) way.pop();
    (way.at(-1)?.inside ?? top).push(node);
    way.push(node);
  }
  return has(read, "prune") ? pruned(top) : top;
}

async function targetOf({ path }: Entry, context: Context): Promise<Node["target"]> {
  const found = await context.workspace.resolve(path, { expect: "any" }).catch(() => undefined);
  if (!found) return undefined;
  const from = path.split("/").slice(0, -1);
  const to = found.absolute.split("/");
  let same = 0;
  while (same < from.length && from[same] === to[same]) same++;
  const shown = [...from.slice(same).map(() => ".."), ...to.slice(same)].join("/");
  return { shown, isFolder: found.kind === "directory", isAbove: path.startsWith(`${found.absolute}/`) };
}

function isFolder({ kind, target }: Node): boolean {
  return kind === "directory" || target?.isFolder === true;
}

function pruned(nodes: readonly Node[]): Node[] {
  return nodes
    .map((node) => ({ ...node, inside: pruned(node.inside) }))
    .filter(({ kind, inside }) => kind !== "directory" || inside.length > 0);
}

/** The look and the order of entries, from the flags. */
interface Look {
  name: NameStyle;
  lines: typeof LINES | undefined;
  isFull: boolean;
  marks: boolean;
  follows: boolean;
  size(bytes: number): string;
  ordered(nodes: readonly Node[]): readonly Node[];
}

function lookOf(read: ReadWords): Look {
  const charset = lastOf(read, "charset")?.value ?? "utf-8";
  const lines = /^utf-?8$/i.test(charset) ? LINES : ASCII_LINES;
  return {
    name: { raw: has(read, "N"), marks: has(read, "q"), quotes: has(read, "Q") },
    lines: has(read, "i") ? undefined : lines,
    isFull: has(read, "f"),
    marks: has(read, "F"),
    follows: has(read, "l"),
    size: (bytes) => (has(read, "s", "h") ? `[${sizeOf(bytes, has(read, "h"))}]  ` : ""),
    ordered: orderOf(read),
  };
}

function orderOf(read: ReadWords): Look["ordered"] {
  const by = sortOf(read);
  const rank = (node: Node) => (isFolder(node) ? -1 : 1) * (has(read, "filesfirst") ? -1 : 1);
  return (nodes) => {
    const all = nodes.toSorted((a, b) => {
      if (by === "size") return b.size - a.size;
      if (by === "mtime") return Math.floor(a.mtimeMs / 1000) - Math.floor(b.mtimeMs / 1000);
      return by === "version" ? byVersion(a.name, b.name) : 0;
    });
    if (has(read, "r") && by !== "none") all.reverse();
    return has(read, "dirsfirst", "filesfirst") ? all.toSorted((a, b) => rank(a) - rank(b)) : all;
  };
}

/** Compares runs of digits as numbers, and everything else by characters. */
function byVersion(a: string, b: string): number {
  const [own, other] = [partsOf(a), partsOf(b)];
  const at = own.findIndex((part, index) => part !== other[index]);
  const [left = "", right = ""] = at < 0 ? ["", other[own.length]] : [own[at], other[at]];
  const areNumbers = /^\d/.test(left) && /^\d/.test(right);
  return areNumbers ? Number(left) - Number(right) : left < right ? -1 : Number(left > right);
}

function partsOf(name: string): string[] {
  return name.match(/\d+|\D/gu) ?? [];
}

function sortOf(read: ReadWords): SortName {
  const flag = lastOf(read, "sort", "t", "v", "U");
  if (flag?.name !== "sort")
    return flag === undefined ? "name" : (({ t: "mtime", v: "version" } as const)[flag.name] ?? "none");
  const by = SORTS.find((name) => name === flag.value);
  if (by) return by;
  throw new JigError("INVALID_ARGUMENT", `--sort takes ${SORTS.join(", ")}, not ${JSON.stringify(flag.value)}`);
}

async function draw(
  nodes: readonly Node[],
  indent: string,
  look: Look,
  printer: PathPrinter,
  counts: { folders: number; files: number },
): Promise<boolean> {
  const { lines } = look;
  for (const [index, node] of look.ordered(nodes).entries()) {
    const last = index === nodes.length - 1;
    const line = lines ? indent + (last ? lines.last : lines.entry) : "";
    if (isFolder(node)) counts.folders++;
    else counts.files++;
    const mark = !look.marks ? "" : isFolder(node) ? "/" : node.executable ? "*" : "";
    const arrow = node.target ? ` -> ${treeName(node.target.shown, look.name)}` : "";
    const loop = look.follows && node.target?.isAbove ? "  [recursive, not followed]" : "";
    const text = printer.painted(treeName(look.isFull ? node.shown : node.name, look.name), node) + arrow;
    if (!(await printer.write(`${line}${look.size(node.size)}${text}${mark}${loop}\n`))) return false;
    if (!(await draw(node.inside, indent + (last ? "    " : (lines?.more ?? "")), look, printer, counts))) return false;
  }
  return true;
}

function sizeOf(bytes: number, human: boolean): string {
  if (!human || bytes < 1024) return String(bytes).padStart(human ? 4 : 11);
  const unit = bytes < 1024 ** 2 ? "K" : bytes < 1024 ** 3 ? "M" : "G";
  const value = bytes / 1024 ** " KMG".indexOf(unit);
  return `${value < 10 ? value.toFixed(1) : Math.round(value)}${unit}`.padStart(4);
}
