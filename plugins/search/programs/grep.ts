/**
 * Implements `jig grep` with the flags, patterns, output and exit codes of GNU grep. There is one deliberate difference. If GNU
 * grep would give up, for example on a folder without -r or if there is nothing to read, we search like ripgrep does.
 */
import { type CommandEnd, type CommandIo, type Context, JigError } from "../../../core/host/plugin-api.ts";
import { isRemote } from "../content/remote-roots.ts";
import { IGNORE_FILES } from "../ripgrep/waited-pipes.ts";
import type { PlaceKind } from "../structure/place-worker.ts";
import { helpText } from "./flag-help.ts";
import { flagTable, has, lastOf, numberOf, type ReadWords, readWords, refuse } from "./flag-reader.ts";
import { complaint, withInputNamed, withNewlines, withoutBinary, withoutNames } from "./grep-output.ts";
import { type Syntax, translate } from "./grep-pattern.ts";
import { checkOperand, everywhere, isStream, type Operand, refuseRawBytes, textOf } from "./operands.ts";
import { PLACES_HELP, placesOutput, refuseWithPlaces, runInPlaces, takePlaces } from "./places.ts";
import { forTool, isToolsCase, look } from "./rg.ts";
import { type ProgramRun, runProgram } from "./stream-program.ts";

const PERL_LIMIT_MS = 30_000;

/** The flags are from the manual of GNU grep 3.8. */
const FLAGS = flagTable(`
-e --regexp=
-f --file=
-m --max-count=
-A --after-context=
-B --before-context=
-C --context=
-d --directories=
-D --devices=
--include=
--exclude=
--exclude-dir=
--exclude-from=
--binary-files=
--label=
--color=? --colour=?
--group-separator=
-E --extended-regexp
-F --fixed-strings
-G --basic-regexp
-P --perl-regexp
-i -y --ignore-case
--no-ignore-case
-w --word-regexp
-x --line-regexp
-z --null-data
-s --no-messages
-v --invert-match
-V --version
-b --byte-offset
-n --line-number
--line-buffered
-H --with-filename
-h --no-filename
-o --only-matching
-q --quiet --silent
-a --text
-I
-r --recursive
-R --dereference-recursive
-L --files-without-match
-l --files-with-matches
-c --count
-T --initial-tab
-Z --null
-U --binary
-u --unix-byte-offsets
--no-group-separator
--help
`);

const JSON_FLAG = flagTable("--json");

const REFUSED = {
  "exclude-from": "Use --exclude=GLOB for each line of the file",
  "initial-tab": "Omit it: jig prints no tab before a line",
  label: "Omit it: stdin has no file name",
};

/** These flags have the same meaning in the tool. */
const PLAIN = [
  ...["regexp", "ignore-case", "word-regexp", "fixed-strings", "extended-regexp", "files-with-matches", "line-number"],
  ...["include", "max-count", "after-context", "before-context", "context", "with-filename", "color"],
];

interface Searched {
  operands: Operand[];
  stdin: boolean;
  recursive: boolean;
  /** Set if GNU grep would not accept the arguments. In that case we respect ignore rules and number the lines. */
  everywhere: boolean;
}

export default async function grep(written: string[], io: CommandIo, context: Context): Promise<CommandEnd> {
  const { places, rest: words } = takePlaces(written);
  const table = places ? new Map([...FLAGS, ...JSON_FLAG]) : FLAGS;
  const read = readWords(withColorJoined(words), table, { program: "grep", abbreviates: true, number: "context" });
  if (has(read, "help")) {
    await io.write(helpText(io.info, FLAGS, { own: PLACES_HELP, tool: "search_content" }));
    return 0;
  }
  const given = read.flags.some(({ name }) => name === "regexp" || name === "file");
  const paths = given ? read.operands : read.operands.slice(1);
  refuseWithPlaces(places, read, paths, false);
  if (read.unknown.length > 0 || has(read, "version")) return { tool: words };
  refuse(read, REFUSED);
  const action = lastOf(read, "directories")?.value;
  if (action !== undefined && !["read", "recurse", "skip"].includes(action)) {
    io.error(`grep: invalid argument ‘${action}’ for ‘--directories’: it takes read, recurse or skip`);
    return 1;
  }
  if (!given && read.operands.length === 0) {
    throw new JigError("INVALID_ARGUMENT", "The pattern is missing", {
      hint: `Write jig ${io.info.name} PATTERN [PATH …]`,
    });
  }
  if (paths.some(isRemote)) return { tool: words };
  const texts = given ? await givenPatterns(read, io, context) : [read.operands[0] ?? ""];
  const searched = await whereToSearch(read, paths, io, context);
  if (places) return await grepInPlaces(read, texts, searched, places, io, context);
  // Without patterns, GNU grep opens no file.
  if (texts.length === 0 && !has(read, "invert-match", "files-without-match")) return 1;
  const same = texts.every((text) => translate(text, syntaxOf(read, io)).pattern === text);
  if (io.terminal && searched.everywhere && same && isToolsCase(read, PLAIN)) return { tool: forTool(words, read) };
  const skipped = action === "skip" ? [] : foldersWithout(searched);
  for (const { shown } of skipped) io.error(`grep: ${shown}: Is a directory`);
  const run = commandOf(read, texts, searched, io, context);
  const code = Math.max(await runProgram(run, io, context), skipped.length > 0 && !has(read, "quiet") ? 2 : 0);
  if (!has(read, "files-without-match") || code > 1) return code;
  // GNU grep exits with 0 if a line was selected, even if it lists no file.
  const quiet = [...run.args.filter((word) => word !== "--files-without-match")];
  return await runProgram({ ...run, args: ["--quiet", ...quiet], complain: () => undefined }, io, context);
}

async function grepInPlaces(
  read: ReadWords,
  texts: string[],
  searched: Searched,
  places: PlaceKind,
  io: CommandIo,
  context: Context,
): Promise<number> {
  refuseWithPlaces(places, read, [], searched.stdin);
  const { output, flags } = placesOutput(read);
  const { args, ...run } = commandOf(
    { ...read, flags },
    texts,
    { ...searched, everywhere: true, recursive: true },
    io,
    context,
  );
  const prints = ["--with-filename", "--no-filename", "--line-number", "--no-heading", "--heading"];
  const chosen = args.filter((word) => !prints.includes(word));
  return await runInPlaces({ ...run, args: chosen }, places, output, io, context);
}

/** Accepts `--color always`, as ripgrep does. GNU grep would take `always` to be the pattern. */
function withColorJoined(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (const word of words) {
    const color = joined.at(-1) === "--color" && ["always", "never", "auto"].includes(word);
    if (color) joined[joined.length - 1] = `--color=${word}`;
    else joined.push(word);
  }
  return joined;
}

async function givenPatterns(read: ReadWords, io: CommandIo, context: Context): Promise<string[]> {
  const texts: string[] = [];
  for (const { name, value = "" } of read.flags) {
    if (name === "regexp") texts.push(value);
    if (name !== "file") continue;
    const text = await textOf(value, io, context);
    // An empty file contains no patterns, but an empty line is a pattern that matches everything.
    if (text !== "") texts.push(text.replace(/\n$/, ""));
  }
  return texts;
}

async function whereToSearch(read: ReadWords, paths: string[], io: CommandIo, context: Context): Promise<Searched> {
  const asked = has(read, "recursive", "dereference-recursive") || lastOf(read, "directories")?.value === "recurse";
  const operands: Operand[] = [];
  for (const path of paths) {
    const operand: Operand = isStream(path)
      ? { shown: path, absolute: undefined, kind: "file" }
      : await checkOperand(path, io, context);
    refuseRawBytes(operand, "ripgrep");
    operands.push(operand);
  }
  const stdin = operands.some(({ shown }) => shown === "-") || (operands.length === 0 && !asked && io.hasInput);
  if (asked || stdin || operands.some(({ kind }) => kind !== "directory")) {
    return { operands, stdin, recursive: asked, everywhere: false };
  }
  return { operands, stdin: false, recursive: true, everywhere: true };
}

/** Returns the folders that cannot be searched because -r is missing. */
function foldersWithout({ operands, recursive }: Searched): Operand[] {
  return recursive ? [] : operands.filter(({ kind }) => kind === "directory");
}

function commandOf(read: ReadWords, texts: string[], searched: Searched, io: CommandIo, context: Context): ProgramRun {
  const syntax = syntaxOf(read, io);
  const patterns = texts
    .flatMap((text) => text.split("\n"))
    .map((text) => translate(text, syntax, has(read, "null-data")));
  const slow = syntax === "perl" || patterns.some(({ isSlow }) => isSlow);
  const args = ["--no-config", "--color=never", ...look(io, read)];
  if (!io.terminal || !searched.everywhere) args.push("--no-heading");
  args.push(...walkFlags(read, searched), ...matchFlags(read, syntax, slow), ...printFlags(read, searched));
  // Only lines with a name can be dropped if their file turns out to be binary.
  const hides = !searched.everywhere && hidesNames(args, searched) && !has(read, "null-data");
  if (hides) args.push("--with-filename", "--null");
  // Without patterns, there are no matches.
  if (patterns.length === 0) args.push("--regexp=[^\\s\\S]");
  args.push(...patterns.map(({ pattern }) => `--regexp=${pattern}`), "--");
  const skipped = foldersWithout(searched);
  const rest = searched.operands.filter((operand) => !skipped.includes(operand)).map(({ shown }) => shown);
  args.push(...(searched.stdin && rest.length === 0 ? ["-"] : rest.length > 0 ? rest : everywhere(context)));
  return {
    command: "rg",
    args,
    readsInput: searched.stdin,
    limitMs: slow ? PERL_LIMIT_MS : undefined,
    // Binary files are skipped if there is no -r and no file. In that case, ripgrep can write directly to stdout.
    ...(searched.everywhere && { rules: IGNORE_FILES }),
    ...(!searched.everywhere && {
      edit: (lines: Buffer) => {
        const text = withNewlines(withoutBinary(lines, io, has(read, "no-messages", "quiet")), read);
        if (hides) return withoutNames(text);
        return searched.stdin && args.includes("--with-filename") ? withInputNamed(text) : text;
      },
    }),
    complain: complaint,
  };
}

function hidesNames(args: readonly string[], { recursive, operands }: Searched): boolean {
  return args.includes("--no-filename") && !args.includes("--quiet") && (recursive || operands.length > 1);
}

function syntaxOf(read: ReadWords, { info }: CommandIo): Syntax {
  if (info.name === "egrep") return "extended";
  if (info.name === "fgrep") return "fixed";
  const last = lastOf(read, "extended-regexp", "fixed-strings", "basic-regexp", "perl-regexp")?.name;
  if (last === "extended-regexp") return "extended";
  if (last === "fixed-strings") return "fixed";
  return last === "perl-regexp" ? "perl" : "basic";
}

function walkFlags(read: ReadWords, { everywhere: ours }: Searched): string[] {
  const args: string[] = [];
  if (!ours) {
    args.push("--no-ignore", "--hidden");
    const kind = lastOf(read, "binary-files", "I", "text");
    const skip = kind?.name === "I" || kind?.value === "without-match";
    if (kind?.name === "text" || kind?.value === "text") args.push("--text");
    else if (!skip) args.push("--binary");
    args.push("--encoding=none");
  } else if (has(read, "text")) args.push("--text");
  if (has(read, "dereference-recursive")) args.push("--follow");
  for (const { name, value = "" } of read.flags) {
    const glob = value.replace(/\/+$/, "").replace(/[{}]/g, "[$&]");
    if (name === "include") args.push(`--glob=${glob}`);
    if (name === "exclude") args.push(`--glob=!${glob}`);
    if (name === "exclude-dir") args.push(`--glob=!${glob.replace(/^\.\//, "")}/`);
  }
  return args;
}

function matchFlags(read: ReadWords, syntax: Syntax, slow: boolean): string[] {
  const args = [slow ? "--pcre2" : "--engine=default"];
  args.push(
    lastOf(read, "ignore-case", "no-ignore-case")?.name === "ignore-case" ? "--ignore-case" : "--case-sensitive",
  );
  if (syntax === "fixed") args.push("--fixed-strings");
  const same = ["word-regexp", "line-regexp", "null-data", "no-messages", "invert-match"];
  args.push(...same.filter((name) => has(read, name)).map((name) => `--${name}`));
  const most = lastOf(read, "max-count");
  if (most) args.push(`--max-count=${Math.max(0, numberOf(most))}`);
  return args;
}

function printFlags(read: ReadWords, { operands, recursive, everywhere: ours }: Searched): string[] {
  const args: string[] = [];
  const counts = has(read, "count");
  const lists = has(read, "files-with-matches", "files-without-match");
  const wish = lastOf(read, "with-filename", "no-filename")?.name;
  const named = wish
    ? wish === "with-filename"
    : ours || operands.length > 1 || (recursive && operands.every(({ kind }) => kind === "directory"));
  args.push(named || lists ? "--with-filename" : "--no-filename");
  if (has(read, "quiet")) return [...args, "--quiet"];
  if (lists) args.push(has(read, "files-without-match") ? "--files-without-match" : "--files-with-matches");
  else if (counts) args.push("--count", ...(ours ? [] : ["--include-zero"]));
  else {
    const numbered = has(read, "line-number") || ours;
    args.push(numbered ? "--line-number" : "--no-line-number");
    if (has(read, "byte-offset")) args.push("--byte-offset");
    if (has(read, "only-matching")) args.push("--only-matching");
    args.push(...contextFlags(read));
  }
  if (has(read, "null")) args.push("--null");
  if (has(read, "line-buffered")) args.push("--line-buffered");
  const color = lastOf(read, "color")?.value;
  if (color === "always" || color === "never") args.push(`--color=${color}`);
  return args;
}

/** Returns the flags for context. -A and -B take precedence over -C, regardless of their order. */
function contextFlags(read: ReadWords): string[] {
  const args: string[] = [];
  for (const name of ["context", "before-context", "after-context"] as const) {
    const flag = lastOf(read, name);
    if (flag) args.push(`--${name}=${numberOf(flag)}`);
  }
  const separator = lastOf(read, "group-separator", "no-group-separator");
  if (separator?.name === "no-group-separator") args.push("--no-context-separator");
  else if (separator?.value !== undefined) args.push(`--context-separator=${separator.value}`);
  return args;
}
