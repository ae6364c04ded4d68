/** Implements `jig fd` with the flags, paths and exit codes of fd. Flags that run other programs (such as -x) aren't supported. */
import {
  type CommandEnd,
  type CommandIo,
  type Context,
  compileGlob,
  errorMessage,
  JigError,
} from "../../../core/host/plugin-api.ts";
import { isRemote } from "../content/remote-roots.ts";
import { momentOf, sizeTest } from "./entry-tests.ts";
import { helpText } from "./flag-help.ts";
import { flagTable, has, lastOf, numberOf, type ReadWords, readWords, refuse } from "./flag-reader.ts";
import { matchingNames, type NamePattern } from "./name-patterns.ts";
import { absoluteOf, checkOperand, everywhere, leadsOut, problemOf } from "./operands.ts";
import { PathPrinter } from "./path-printer.ts";
import { type Entry, rootOf, type WalkOptions, walkBelow } from "./walk-entries.ts";

/** The flags are from `fd --help`, version 10. */
const FLAGS = flagTable(`
-H --hidden
--no-hidden
-I --no-ignore
--ignore
--no-ignore-vcs
--ignore-vcs
--no-ignore-parent
--ignore-parent
--no-require-git
--require-git
--no-global-ignore-file
-u --unrestricted
-s --case-sensitive
-i --ignore-case
-g --glob
--regex
-F --fixed-strings --literal
--and=
-a --absolute-path
--relative-path
-l --list-details
-L --follow --dereference
--no-follow
-p --full-path
-0 --print0
--prune
-d --max-depth= --maxdepth=
--min-depth=
--exact-depth=
-E --exclude=
-t --type=
-e --extension=
-S --size=
--changed-within= --change-newer-than= --newer= --changed-after=
--changed-before= --change-older-than= --older=
-o --owner=
--format=
-x --exec
-X --exec-batch
--batch-size=
--ignore-file=
-c --color=
--hyperlink=?
-j --threads=
--max-results=
-1
-q --quiet --has-results
--show-errors
--base-directory=
-C
--path-separator=
--search-path=
--strip-cwd-prefix=?
--one-file-system --mount --xdev
--gen-completions=?
-h --help
-V --version
`);

const PIPE = "Pipe it: jig fd … | xargs -d '\\n' COMMAND";
const REFUSED = {
  exec: PIPE,
  "exec-batch": PIPE,
  "batch-size": PIPE,
  "list-details": "Pipe it: jig fd … | xargs -d '\\n' ls -lhd. For the sizes and times in a folder, use jig ll",
  "gen-completions": "Use jig completion bash, zsh or fish, which completes jig's own commands",
  owner: "File owners are not checked. Pipe it: jig fd … | xargs -d '\\n' ls -l",
  "ignore-file": "Use -E GLOB for each line of the file",
  format: "Pipe it: jig fd … | sed 's/…/…/'",
};
const SEPARATOR = { "path-separator": "Paths use /. Pipe it: jig fd … | tr / SEPARATOR" };

const KINDS: Readonly<Record<string, string>> = {
  ...{ f: "f", file: "f", d: "d", dir: "d", directory: "d", l: "l", symlink: "l", x: "x", executable: "x" },
  ...{ e: "e", empty: "e", s: "o", socket: "o", p: "o", pipe: "o", b: "o", c: "o" },
};

/** fd exits with 1 for these errors, as opposed to 2 for bad arguments. */
const FAULTS = ["PATTERN_INVALID", "PATH_NOT_FOUND"];

export default async function fd(words: string[], io: CommandIo, context: Context): Promise<CommandEnd> {
  try {
    return await find(words, io, context);
  } catch (error) {
    if (!(error instanceof JigError) || !FAULTS.includes(error.code)) throw error;
    say(error.advice, io);
    return 1;
  }
}

async function find(words: string[], io: CommandIo, context: Context): Promise<CommandEnd> {
  const read = readWords(words, FLAGS, { program: "fd" });
  if (has(read, "help")) {
    await io.write(helpText(io.info, FLAGS, { tool: "list_files" }));
    return 0;
  }
  if (read.unknown.length > 0 || has(read, "version")) return { tool: words };
  refuse(read, { ...REFUSED, ...(lastOf(read, "path-separator")?.value !== "/" && SEPARATOR) });
  const [pattern = "", ...operands] = read.operands;
  const written = [
    ...operands,
    ...read.flags.flatMap(({ name, value = "" }) => (name === "search-path" ? [value] : [])),
  ];
  if (written.some(isRemote)) return { tool: words };
  const base = lastOf(read, "base-directory", "C")?.value;
  if (base === "") throw new JigError("INVALID_ARGUMENT", "--base-directory needs a value");
  const cwd =
    base === undefined
      ? io.cwd
      : (await context.workspace.resolve(absoluteOf(base, io.cwd), { expect: "directory" })).absolute;
  const starts = await startsOf(written, { ...io, cwd }, context);
  const patterns = patternsOf(read, pattern);
  if (!has(read, "full-path")) await refuseFolder(pattern, { ...io, cwd }, context);
  const tests = testsOf(read, context.clock.now());
  const printer = new PathPrinter(io, has(read, "print0") ? "\0" : "\n");
  const most = has(read, "1") ? 1 : numberOf(lastOf(read, "max-results") ?? { name: "max-results", value: "0" });
  const fullPath = has(read, "full-path");
  const absolute = lastOf(read, "absolute-path", "relative-path")?.name === "absolute-path";
  const strips = lastOf(read, "strip-cwd-prefix");
  const when = strips && (strips.value ?? "always");
  // xargs -0 would pass on a name with a leading dash, which would then be taken for a flag.
  const dotted = when === "never" || (when !== "always" && has(read, "print0"));
  let found = 0;
  // fd exits with 0 even if it had to skip an unreadable folder.
  const options = walkOptions(
    read,
    (shown, error) => {
      if (leadsOut(error) || has(read, "show-errors")) say(`${shown}: ${problemOf(error)}`, io);
    },
    (shown, above, isLink) => {
      if (isLink && has(read, "show-errors"))
        say(`File system loop found: ${shown} points to an ancestor ${above || "."}`, io);
      return isLink;
    },
  );
  for (const start of starts) {
    // Names are matched in batches.
    let batch: Entry[] = [];
    const flush = async (): Promise<boolean> => {
      const hits = await matching(batch, patterns, fullPath, cwd, context);
      for (const entry of hits) {
        found++;
        if (has(read, "quiet")) return false;
        const relative = dotted && start.shown === "" ? `./${entry.shown}` : entry.shown;
        const shown = absolute ? absoluteOf(entry.shown, cwd) : relative;
        if (!(await printer.print(shown, entry)) || (most > 0 && found >= most)) return false;
      }
      batch = [];
      return true;
    };
    let goesOn = true;
    for await (const entry of walkBelow(start, rootOf(start.absolute, context), options, context)) {
      if (!(await tests(entry, context))) continue;
      batch.push(entry);
      if (batch.length >= BATCH) goesOn = await flush();
      if (!goesOn) break;
    }
    if (goesOn) goesOn = await flush();
    if (!goesOn) break;
  }
  await printer.end();
  const path = patterns.find(({ text }) => text.includes("/"))?.text;
  if (found === 0 && path !== undefined && !fullPath) say(pathAdvice(path), io);
  return has(read, "quiet") && found === 0 ? 1 : 0;
}

function say(text: string, io: CommandIo): void {
  io.error(`[fd error]: ${text}`);
}

const BATCH = 20_000;

async function startsOf(written: readonly string[], io: CommandIo, context: Context) {
  const folders: { absolute: string; shown: string }[] = [];
  for (const path of written) {
    if (path === "") throw new JigError("INVALID_ARGUMENT", "A search path is empty");
    const operand = await checkOperand(path, io, context);
    if (operand.absolute !== undefined && operand.kind === "directory")
      folders.push({ absolute: operand.absolute, shown: operand.shown });
    else say(`Search path '${path}' is not a directory.`, io);
  }
  if (written.length > 0) {
    if (folders.length === 0) throw new JigError("PATH_NOT_FOUND", "No valid search paths given.");
    return folders;
  }
  const all = everywhere(context);
  return all.length > 0 ? all.map((path) => ({ absolute: path, shown: path })) : [{ absolute: io.cwd, shown: "" }];
}

function patternsOf(read: ReadWords, first: string): NamePattern[] {
  const mode = lastOf(read, "glob", "regex", "fixed-strings")?.name;
  const kind = mode === "glob" ? "glob" : mode === "fixed-strings" ? "fixed" : "regex";
  const wish = lastOf(read, "case-sensitive", "ignore-case")?.name;
  const caseMode = wish === undefined ? "smart" : wish === "ignore-case" ? "insensitive" : "sensitive";
  const further = read.flags.flatMap(({ name, value = "" }) => (name === "and" ? [value] : []));
  const texts = [first, ...further].filter((text) => text !== "");
  if (kind === "glob") for (const text of texts) globOf(text);
  return texts.map((text) => ({ text: globbed(text, kind), kind, case: caseMode }));
}

/** Refuses a folder as the pattern, as fd does. @throws PATTERN_INVALID */
async function refuseFolder(pattern: string, io: CommandIo, context: Context): Promise<void> {
  if (!pattern.includes("/")) return;
  const { kind } = await checkOperand(pattern, io, context).catch(() => ({ kind: "missing" }));
  if (kind === "directory" || /^\/+$/.test(pattern)) throw new JigError("PATTERN_INVALID", pathAdvice(pattern));
}

function pathAdvice(pattern: string): string {
  return `The pattern "${pattern}" contains a "/", but file names do not. Use fd . '${pattern}' for all files in that folder, or fd --full-path '${pattern}' to match whole paths`;
}

/** Someone who types `*.toml` means a glob, because it is not even valid as a regular expression. */
function globbed(text: string, kind: NamePattern["kind"]): string {
  if (kind !== "regex" || !text.startsWith("*")) return text;
  return `^${text
    .replace(/[.+^$()|]/g, "\\$&")
    .replace(/\*/g, ".*")
    .replace(/\?/g, ".")}$`;
}

async function matching(
  entries: readonly Entry[],
  patterns: readonly NamePattern[],
  fullPath: boolean,
  cwd: string,
  context: Context,
): Promise<readonly Entry[]> {
  let left = entries;
  for (const pattern of patterns) {
    const names = left.map(({ path, name }) => (fullPath ? path : name));
    const hits = await matchingNames(names, pattern, cwd, context);
    left = left.filter((_, index) => hits.has(index));
  }
  return left;
}

type EntryTest = (entry: Entry, context: Context) => Promise<boolean>;

function testsOf(read: ReadWords, now: number): EntryTest {
  const values = (flag: string) => read.flags.flatMap(({ name, value = "" }) => (name === flag ? [value] : []));
  const kinds = values("type").map((written) => {
    const kind = KINDS[written.toLowerCase()];
    if (kind === undefined)
      throw new JigError("INVALID_ARGUMENT", `"${written}" is not a type`, { hint: "Write f, d, l, x or e" });
    return kind;
  });
  const endings = values("extension").map((ending) => `.${ending.replace(/^\./, "").toLowerCase()}`);
  const sizes = values("size").map(sizeTest);
  const after = values("changed-within").map((text) => momentOf(text, now));
  const before = values("changed-before").map((text) => momentOf(text, now));
  const exact = lastOf(read, "exact-depth");
  const least = lastOf(read, "min-depth") ?? exact;
  const minDepth = least ? numberOf(least) : 0;
  return async (entry, context) => {
    if (entry.depth < minDepth) return false;
    if (
      endings.length > 0 &&
      !endings.some((ending) => entry.name.toLowerCase().endsWith(ending) && entry.name.length > ending.length)
    )
      return false;
    if (sizes.length > 0 && (entry.kind !== "file" || !sizes.every((fits) => fits(entry.size)))) return false;
    if (!after.every((moment) => entry.mtimeMs > moment) || !before.every((moment) => entry.mtimeMs < moment))
      return false;
    return kinds.length === 0 || (await isOfKind(entry, kinds, context));
  };
}

async function isOfKind(entry: Entry, kinds: readonly string[], context: Context): Promise<boolean> {
  const letter = { file: "f", directory: "d", link: "l", other: "o" }[entry.kind];
  const plain = kinds.filter((kind) => kind !== "e" && kind !== "x");
  const executable = kinds.includes("x") && entry.executable === true;
  if (!kinds.includes("e")) return plain.includes(letter) || executable;
  if (plain.length > 0 && !plain.includes(letter)) return false;
  return await isEmpty(entry, context);
}

export async function isEmpty(entry: Entry, context: Context): Promise<boolean> {
  if (entry.kind === "file") return entry.size === 0;
  return entry.kind === "directory" && (await context.files.list(entry.path).catch(() => [undefined])).length === 0;
}

function walkOptions(
  read: ReadWords,
  onFault: NonNullable<WalkOptions["onFault"]>,
  onLoop: NonNullable<WalkOptions["onLoop"]>,
): WalkOptions {
  const unrestricted = has(read, "unrestricted");
  const ignores = !unrestricted && lastOf(read, "no-ignore", "ignore")?.name !== "no-ignore";
  const vcs = lastOf(read, "no-ignore-vcs", "ignore-vcs")?.name !== "no-ignore-vcs";
  const excludes = read.flags.flatMap(({ name, value = "" }) => (name === "exclude" ? [excluded(value)] : []));
  const deepest = lastOf(read, "max-depth", "exact-depth");
  const smallest = deepest ? numberOf(deepest) : Number.POSITIVE_INFINITY;
  const always = has(read, "no-require-git");
  return {
    ignore: ignores
      ? {
          names: [".fdignore", ".ignore", ...(always && vcs ? [".gitignore"] : [])],
          git: vcs && !always ? [".gitignore"] : [],
        }
      : undefined,
    hidden: unrestricted || lastOf(read, "hidden", "no-hidden")?.name === "hidden",
    follow: lastOf(read, "follow", "no-follow")?.name === "follow",
    maxDepth: smallest,
    leavesOut: (entry) => excludes.some((leaves) => leaves(entry)),
    onFault,
    onLoop,
  };
}

/** @throws PATTERN_INVALID, for fd's exit code */
function globOf(text: string): (name: string) => boolean {
  try {
    return compileGlob(text);
  } catch (error) {
    throw new JigError("PATTERN_INVALID", errorMessage(error));
  }
}

/** Compiles a glob with the meaning that it has in an ignore file. */
function excluded(glob: string): (entry: Entry) => boolean {
  // fd turns this into the ignore rule "!".
  if (glob === "") return () => true;
  const foldersOnly = glob.endsWith("/");
  const body = glob.replace(/\/+$/, "").replace(/^\//, "");
  const matches = globOf(body);
  const anchored = glob.replace(/\/+$/, "").includes("/");
  return (entry) =>
    (!foldersOnly || entry.kind === "directory") && matches(anchored ? entry.shown.replace(/^\.\//, "") : entry.name);
}
