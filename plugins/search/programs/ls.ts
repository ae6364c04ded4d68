/** Implements `jig ls`, which prints the names in a folder, one per line. This is what ls does if it writes to a pipe. */
import { type CommandEnd, type CommandIo, type Context, JigError } from "../../../core/host/plugin-api.ts";
import { isRemote } from "../content/remote-roots.ts";
import { helpText } from "./flag-help.ts";
import { flagTable, has, lastOf, type ReadWords, readWords } from "./flag-reader.ts";
import { fnmatch } from "./fnmatch.ts";
import { absoluteOf, checkOperand, problemOf } from "./operands.ts";
import { PathPrinter } from "./path-printer.ts";
import { type Entry, entryOf, rootOf, walkBelow } from "./walk-entries.ts";

const FLAGS = flagTable(`
-a --all
-A --almost-all
-1
-R --recursive
-r --reverse
-t
-S
-U
-d --directory
-F --classify=?
-p
-h --human-readable
-l
-C
-x
-G --no-group
-B --ignore-backups
-I --ignore=
--color=?
--group-directories-first
--zero
--sort=
--help
`);

const SORTS = ["none", "name", "size", "time"];

export default async function ls(words: string[], io: CommandIo, context: Context): Promise<CommandEnd> {
  const read = readWords(words, FLAGS, { program: "ls", abbreviates: true });
  if (has(read, "help")) {
    await io.write(helpText(io.info, FLAGS, { tool: "list_files" }));
    return 0;
  }
  const isLong = has(read, "l");
  const letter = isLong ? "-l" : read.unknown.find((flag) => !flag.startsWith("--"));
  if (letter !== undefined) {
    const long = ["jig ll", ...(has(read, "all", "almost-all") ? ["-a"] : []), ...read.operands].join(" ");
    throw new JigError("INVALID_ARGUMENT", `${letter} is not supported here`, {
      hint: isLong ? `Use ${long}, which shows sizes and times` : `Omit it, or use ls ${letter} without jig`,
    });
  }
  if (read.unknown.length > 0 || read.operands.some(isRemote)) return { tool: words };
  const order = lastOf(read, "sort")?.value;
  if (order !== undefined && !SORTS.includes(order)) {
    io.error(`ls: invalid argument '${order}' for '--sort': jig sorts by ${SORTS.join(", ")}`);
    return 1;
  }
  const end = has(read, "zero") ? "\0" : "\n";
  const printer = new PathPrinter(io, end);
  const files: Entry[] = [];
  const folders: Entry[] = [];
  let code = 0;
  const fail = (why: string, worst: number) => {
    io.error(`ls: ${why}`);
    code = Math.max(code, worst);
  };
  for (const word of read.operands.length > 0 ? await globbed(read.operands, io, context) : ["."]) {
    const operand = await checkOperand(word, io, context);
    if (operand.kind === "directory" && operand.absolute !== undefined && !has(read, "directory")) {
      folders.push({ ...(await entryOf(operand.absolute, word, context)), path: operand.absolute, name: word });
      continue;
    }
    // A link is listed even if its target doesn't exist.
    const named = await entryOf(operand.absolute ?? absoluteOf(word, io.cwd), word, context).catch(() => undefined);
    if (named && (operand.absolute !== undefined || named.kind === "link")) files.push({ ...named, name: word });
    else fail(`cannot access '${word}': ${operand.problem}`, 2);
  }
  if (!has(read, "U") && order !== "none") for (const named of [files, folders]) named.sort(byName);
  let going = await list(files, read, printer);
  const titled = has(read, "recursive") || read.operands.length > 1;
  let first = files.length === 0;
  const pending = sorted(folders, read);
  for (let folder = pending.shift(); folder && going; folder = pending.shift()) {
    const { path: absolute, shown } = folder;
    const entries = await entriesIn({ absolute, shown }, read, context).catch((error: unknown) => {
      // As with ls, a failure on a folder that the user named is worse than one on a folder inside it.
      const worst = folders.some(({ path }) => path === absolute) ? 2 : 1;
      fail(`cannot open directory '${shown}': ${problemOf(error)}`, worst);
    });
    if (!entries) continue;
    if (titled) going = await printer.write(`${first ? "" : "\n"}${shown}:\n`);
    first = false;
    if (has(read, "all")) for (const name of [".", ".."]) going &&= await printer.write(`${name}${end}`);
    going &&= await list(entries, read, printer);
    if (has(read, "recursive")) {
      const inner = sorted(entries, read).filter(({ kind }) => kind === "directory");
      pending.unshift(...inner);
    }
  }
  await printer.end();
  return code;
}

/**
 * Lists the entries of a folder.
 * @throws a system error if the folder cannot be read
 */
async function entriesIn(
  folder: { absolute: string; shown: string },
  read: ReadWords,
  context: Context,
): Promise<Entry[]> {
  const options = {
    hidden: has(read, "all", "almost-all"),
    follow: false,
    maxDepth: 1,
    onFault: (_: string, error: unknown) => {
      throw error;
    },
  };
  const ignored = read.flags.flatMap(({ name, value = "" }) => (name === "ignore" ? [fnmatch(value)] : []));
  const entries: Entry[] = [];
  for await (const entry of walkBelow(folder, rootOf(folder.absolute, context), options, context)) {
    if (has(read, "ignore-backups") && entry.name.endsWith("~")) continue;
    if (!ignored.some((matches) => matches(entry.name))) entries.push(entry);
  }
  return entries;
}

function byName(a: Entry, b: Entry): number {
  return a.name < b.name ? -1 : Number(a.name > b.name);
}

function sorted(entries: readonly Entry[], read: ReadWords): Entry[] {
  const by = lastOf(read, "sort")?.value ?? (has(read, "t") ? "time" : has(read, "S") ? "size" : "name");
  const order = (a: Entry, b: Entry) => (by === "time" ? b.mtimeMs - a.mtimeMs : by === "size" ? b.size - a.size : 0);
  const all = entries.toSorted(order);
  if (has(read, "reverse")) all.reverse();
  if (!has(read, "group-directories-first")) return all;
  return all.toSorted((a, b) => Number(b.kind === "directory") - Number(a.kind === "directory"));
}

async function list(entries: readonly Entry[], read: ReadWords, printer: PathPrinter): Promise<boolean> {
  for (const entry of sorted(entries, read)) {
    if (!(await printer.write(`${printer.painted(entry.name, entry)}${mark(entry, read)}${printer.lineEnd}`)))
      return false;
  }
  return true;
}

function mark({ kind, executable }: Entry, read: ReadWords): string {
  if (kind === "directory") return has(read, "classify", "p") ? "/" : "";
  if (!has(read, "classify")) return "";
  return kind === "link" ? "@" : executable ? "*" : "";
}

/** Expands globs, in case the shell has not done so. */
async function globbed(words: readonly string[], io: CommandIo, context: Context): Promise<string[]> {
  const found: string[] = [];
  for (const word of words) {
    const slash = word.lastIndexOf("/");
    const folder = word.slice(0, slash + 1);
    if (
      !/[*?[]/.test(word.slice(slash + 1)) ||
      /[*?[]/.test(folder) ||
      (await checkOperand(word, io, context)).absolute
    ) {
      found.push(word);
      continue;
    }
    const matches = fnmatch(word.slice(slash + 1));
    const { absolute } = await checkOperand(folder || ".", io, context);
    const entries = absolute
      ? await entriesIn({ absolute, shown: folder }, { flags: [], operands: [], unknown: [] }, context)
      : [];
    const hits = entries.filter(({ name }) => matches(name)).map(({ name }) => folder + name);
    found.push(...(hits.length > 0 ? hits : [word]));
  }
  return found;
}
