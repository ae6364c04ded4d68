/** Implements `jig map`, which prints the declarations in a folder, for all languages that a plugin supports. */
import {
  type CommandEnd,
  type CommandIo,
  type Context,
  type FileSymbol,
  JigError,
  withEscapes,
} from "../../../core/host/plugin-api.ts";
import { helpText } from "./flag-help.ts";
import { flagTable, has, lastOf, numberOf, readWords, refuse } from "./flag-reader.ts";
import { checkOperand, problemOf } from "./operands.ts";
import { PathPrinter } from "./path-printer.ts";
import { type Entry, entryOf, rootOf, walkBelow } from "./walk-entries.ts";

const FLAGS = flagTable(`
-L --levels=
-H --hidden
-I --no-ignore
--help
`);

/** We print types and members, but nothing inside bodies. */
const LEVELS = 2;
/** Data and prose. These are skipped in folders, but you can still name such a file explicitly. */
const NO_CODE = /\.(?:jsonc?|ya?ml|toml|css|sql|md|markdown|mdx)$/i;
const SPACES = new Set(["namespace", "module", "package"]);
/** The number of files to parse in advance. */
const AHEAD = 4;

/** Reports a read error and makes the command exit with failure. */
type Fail = (shown: string, problem: string) => void;

export default async function map(words: string[], io: CommandIo, context: Context): Promise<CommandEnd> {
  const read = readWords(words, FLAGS, { program: "map", abbreviates: true });
  if (has(read, "help")) {
    await io.write(helpText(io.info, FLAGS));
    return 0;
  }
  refuse(
    { ...read, flags: read.unknown.map((flag) => ({ name: flag.replace(/^-+/, ""), value: undefined })) },
    Object.fromEntries(read.unknown.map((flag) => [flag.replace(/^-+/, ""), "jig map --help lists its flags"])),
  );
  const asked = lastOf(read, "levels");
  const levels = asked ? numberOf(asked) : LEVELS;
  if (levels < 1) {
    throw new JigError("INVALID_ARGUMENT", `--levels takes 1 or more, not ${levels}`, {
      hint: "-L 1 lists types and other top-level declarations; -L 2 also lists their members",
    });
  }
  let code = 0;
  const fail: Fail = (shown, problem) => {
    io.error(`map: ${shown}: ${problem}`);
    code = 2;
  };
  const options = {
    ignore: has(read, "no-ignore") ? undefined : { names: [".rgignore", ".ignore"], git: [".gitignore"] },
    hidden: has(read, "hidden"),
    follow: false,
    maxDepth: Number.POSITIVE_INFINITY,
    onFault: (shown: string, error: unknown) => fail(shown, problemOf(error)),
  };
  const files: Entry[] = [];
  for (const word of read.operands.length > 0 ? read.operands : ["."]) {
    const { absolute, kind, problem } = await checkOperand(word, io, context);
    if (absolute === undefined) {
      fail(word, problem ?? "");
    } else if (kind === "file") files.push(await entryOf(absolute, word, context));
    else {
      const shown = word === "." ? "" : word;
      for await (const entry of walkBelow({ absolute, shown }, rootOf(absolute, context), options, context)) {
        if (entry.kind === "file" && !NO_CODE.test(entry.name)) files.push(entry);
      }
    }
  }
  const found = await printAll(files, levels, fail, io, context);
  if (found || code > 0) return code;
  io.error(`map: ${files.length} files, none with declarations in a supported language`);
  return 1;
}

/** Prints declarations while the next files are being parsed. Resolves to true if anything was printed. */
async function printAll(
  files: readonly Entry[],
  levels: number,
  fail: Fail,
  io: CommandIo,
  context: Context,
): Promise<boolean> {
  const printer = new PathPrinter(io, "\n");
  const ahead: Promise<readonly FileSymbol[]>[] = [];
  let found = false;
  try {
    for (const [at, file] of files.entries()) {
      if (context.signal.aborted) break;
      while (ahead.length < AHEAD && at + ahead.length < files.length) {
        ahead.push(symbolsOf(files[at + ahead.length] ?? file, fail, context));
      }
      const lines = linesOf(file, (await ahead.shift()) ?? [], levels, io);
      if (lines.length === 0) continue;
      const head = io.terminal ? `${found ? "\n" : ""}${printer.painted(file.shown, file)}\n` : "";
      found = true;
      if (!(await printer.write(`${head}${lines.join("\n")}\n`))) break;
    }
  } finally {
    // If the disk is full, the host closes next. A file that is still being parsed would be reported as unreadable.
    await Promise.allSettled(ahead);
  }
  await printer.end();
  return found;
}

async function symbolsOf({ path, shown }: Entry, fail: Fail, context: Context): Promise<readonly FileSymbol[]> {
  try {
    return (await context.symbols(path)) ?? [];
  } catch (error) {
    if (context.signal.aborted) throw error;
    fail(shown, problemOf(error));
    return [];
  }
}

function linesOf({ shown }: Entry, symbols: readonly FileSymbol[], levels: number, io: CommandIo): string[] {
  const open: FileSymbol[] = [];
  return symbols.flatMap((symbol) => {
    while (open.length > 0 && (open.at(-1)?.endLine ?? 0) < symbol.startLine) open.pop();
    const depth = open.filter(({ kind }) => !SPACES.has(kind)).length;
    if (symbol.endLine > symbol.startLine) open.push(symbol);
    if (depth >= levels) return [];
    const { name, kind, container, startLine, endLine } = symbol;
    if (io.terminal) {
      const place = startLine === endLine ? `${startLine}` : `${startLine}-${endLine}`;
      return [`${place.padStart(9)}  ${"  ".repeat(depth)}${kind} ${name}`];
    }
    return [withEscapes(`${shown}:${startLine}: ${kind} ${container ? `${container}.` : ""}${name}`)];
  });
}
