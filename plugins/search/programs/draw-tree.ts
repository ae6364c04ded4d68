/** Implements `jig tree`, with the flags and the summary line of tree. */
import { type CommandEnd, type CommandIo, type Context, JigError } from "../../../core/host/plugin-api.ts";
import { helpText } from "./flag-help.ts";
import { flagTable, has, lastOf, numberOf, type ReadWords, readWords } from "./flag-reader.ts";
import { fnmatch } from "./fnmatch.ts";
import { checkOperand } from "./operands.ts";
import { PathPrinter } from "./path-printer.ts";
import { type Entry, rootOf, walkBelow } from "./walk-entries.ts";

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
--gitignore
--noreport
--dirsfirst
--filesfirst
--prune
--charset=
--help
`);

interface Node extends Entry {
  inside: Node[];
  /** Only set if it is inside the workspace. */
  target?: { shown: string; isFolder: boolean };
}

export default async function tree(words: string[], io: CommandIo, context: Context): Promise<CommandEnd> {
  // tree itself only accepts `-L 2`, but we also accept `-L2`.
  const read = readWords(words, FLAGS, { program: "tree" });
  if (has(read, "help")) {
    await io.write(helpText(io.info, FLAGS, { tool: "list_files" }));
    return 0;
  }
  if (read.unknown.length > 0) return { tool: words };
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
      code = 2;
      continue;
    }
    counts.folders++;
    const title = has(read, "F") && !word.endsWith("/") ? `${word}/` : word;
    going &&= await printer.write(`${printer.painted(title, { path: absolute, kind: "directory" })}\n`);
    const nodes = await nodesOf({ absolute, shown: word }, maxDepth, read, context);
    going &&= await draw(nodes, "", read, printer, counts);
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
  const leaves = values("I").map((glob) => fnmatch(glob));
  const wants = values("P").map((glob) => fnmatch(glob));
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
    const target = entry.kind === "link" ? await targetOf(entry, context) : undefined;
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
  return { shown, isFolder: found.kind === "directory" };
}

function pruned(nodes: readonly Node[]): Node[] {
  return nodes
    .map((node) => ({ ...node, inside: pruned(node.inside) }))
    .filter(({ kind, inside }) => kind !== "directory" || inside.length > 0);
}

async function draw(
  nodes: readonly Node[],
  indent: string,
  read: ReadWords,
  printer: PathPrinter,
  counts: { folders: number; files: number },
): Promise<boolean> {
  const rank = ({ kind }: Node) => (kind === "directory" ? -1 : 1) * (has(read, "filesfirst") ? -1 : 1);
  const ordered = has(read, "dirsfirst", "filesfirst") ? nodes.toSorted((a, b) => rank(a) - rank(b)) : nodes;
  for (const [index, node] of ordered.entries()) {
    const last = index === ordered.length - 1;
    const lines = has(read, "i") ? "" : indent + (last ? "└── " : "├── ");
    const size = has(read, "s", "h") ? `[${sizeOf(node.size, has(read, "h"))}]  ` : "";
    if (node.kind === "directory" || node.target?.isFolder) counts.folders++;
    else counts.files++;
    const mark = has(read, "F") && node.kind === "directory" ? "/" : "";
    const arrow = node.target ? ` -> ${node.target.shown}` : "";
    const text = printer.painted(has(read, "f") ? node.shown : node.name, node) + arrow;
    if (!(await printer.write(`${lines}${size}${text}${mark}\n`))) return false;
    if (!(await draw(node.inside, indent + (last ? "    " : "│   "), read, printer, counts))) return false;
  }
  return true;
}

function sizeOf(bytes: number, human: boolean): string {
  if (!human || bytes < 1024) return String(bytes).padStart(human ? 4 : 11);
  const unit = bytes < 1024 ** 2 ? "K" : bytes < 1024 ** 3 ? "M" : "G";
  const value = bytes / 1024 ** " KMG".indexOf(unit);
  return `${value < 10 ? value.toFixed(1) : Math.round(value)}${unit}`.padStart(4);
}
