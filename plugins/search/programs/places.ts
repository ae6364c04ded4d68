/**
 * Implements `--in code|comment|string` and `--kind call|write` for grep and rg. A match is shown if it starts in such a place
 * according to the language's grammar.
 */
import { type CommandIo, type Context, JigError } from "../../../core/host/plugin-api.ts";
import { isRemote } from "../content/remote-roots.ts";
import { watchForPipe } from "../ripgrep/waited-pipes.ts";
import type { PlaceKind, PlacesAnswer, PlacesJob } from "../structure/place-worker.ts";
import { lastOf, type ReadFlag, type ReadWords } from "./flag-reader.ts";
import { absoluteOf } from "./operands.ts";
import { type ProgramRun, passComplaints } from "./stream-program.ts";

const KINDS: Readonly<Record<"--in" | "--kind", readonly PlaceKind[]>> = {
  "--in": ["code", "comment", "string"],
  "--kind": ["call", "write"],
};
export const PLACES_HELP = [
  ["--in code|comment|string", "only matches in code, in a comment or in a string"],
  ["--kind call|write", "only names that are called, or written to"],
] as const;

/** The number of files in each job. It is small so that the first lines appear early. */
const AT_ONCE = 16;

interface FoundLine {
  path: string;
  line: number;
  text: string;
  /** The places where matches start, in UTF-16 units from the start of the line. */
  columns: number[];
}

export type PlacesOutput = "lines" | "files" | "counts" | "nothing" | "json";

const SHAPES: ReadonlyMap<string, PlacesOutput> = new Map([
  ["files-with-matches", "files"],
  ["count", "counts"],
  ["quiet", "nothing"],
  ["json", "json"],
]);
/** These flags only affect how lines look. With `--in`, every line has a path and a number anyway. */
const LOOKS = [
  ...["line-number", "no-line-number", "with-filename", "no-heading", "heading", "color", "column", "recursive"],
  ...["sort", "line-buffered", "no-filename"],
];
/** These flags decide which lines and files are printed. */
const CHOOSES = [
  ...["regexp", "file", "ignore-case", "case-sensitive", "smart-case", "no-ignore-case", "word-regexp", "line-regexp"],
  ...["fixed-strings", "basic-regexp", "extended-regexp", "perl-regexp", "pcre2", "include", "exclude", "exclude-dir"],
  ...["glob", "iglob", "type", "type-not", "hidden", "no-ignore", "unrestricted", "follow", "dereference-recursive"],
  ...["max-depth", "max-filesize", "text", "I", "no-messages"],
];

const GOES_WITH = "Omit one of them; -l, -c, -q and --json can be combined with it";

/** Checks the flags. @throws INVALID_ARGUMENT for a flag that doesn't go together with `--in` */
export function placesOutput(read: ReadWords): { output: PlacesOutput; flags: ReadFlag[] } {
  const flags = read.flags.filter(({ name }) => CHOOSES.includes(name));
  for (const { name } of read.flags) {
    if (SHAPES.has(name) || LOOKS.includes(name) || CHOOSES.includes(name)) continue;
    throw new JigError(
      "INVALID_ARGUMENT",
      `${name.length === 1 ? "-" : "--"}${name} cannot be combined with --in and --kind`,
      {
        hint: GOES_WITH,
      },
    );
  }
  const shape = lastOf(read, ...SHAPES.keys())?.name ?? "";
  return { output: SHAPES.get(shape) ?? "lines", flags };
}

/**
 * Refuses combinations. @throws INVALID_ARGUMENT if there is no grammar, or if the flags need another tool (since none of those
 * supports `--in`)
 */
export function refuseWithPlaces(
  places: PlaceKind | undefined,
  { unknown }: Pick<ReadWords, "unknown">,
  paths: readonly string[],
  readsInput: boolean,
): void {
  if (places === undefined) return;
  const other = unknown[0] ?? paths.find(isRemote);
  if (other !== undefined)
    throw new JigError("INVALID_ARGUMENT", `${other} cannot be combined with --in and --kind`, { hint: GOES_WITH });
  if (!readsInput) return;
  throw new JigError("INVALID_ARGUMENT", "--in and --kind read files, and standard input has no language", {
    hint: "Name files or folders",
  });
}

/** Removes `--in KIND` and `--kind KIND`, but not after `--`. Throws INVALID_ARGUMENT. */
export function takePlaces(words: readonly string[]): { places?: PlaceKind; rest: string[] } {
  const inPlaces = takeKind(words, "--in");
  const ofKind = takeKind(inPlaces.rest, "--kind");
  // A call or write is code by definition.
  if (ofKind.places && inPlaces.places !== undefined && inPlaces.places !== "code") {
    throw new JigError("INVALID_ARGUMENT", `--kind ${ofKind.places} cannot be combined with --in ${inPlaces.places}`, {
      hint: "Omit one of them",
    });
  }
  return ofKind.places ? ofKind : { ...inPlaces, rest: ofKind.rest };
}

function takeKind(words: readonly string[], flag: keyof typeof KINDS): { places?: PlaceKind; rest: string[] } {
  const end = words.indexOf("--");
  const at = words.findIndex(
    (word, index) => (word === flag || word.startsWith(`${flag}=`)) && (end < 0 || index < end),
  );
  if (at < 0) return { rest: [...words] };
  const word = words[at] ?? "";
  const value = word === flag ? words[at + 1] : word.slice(flag.length + 1);
  const kinds = KINDS[flag];
  const places = kinds.find((kind) => kind === value);
  if (places === undefined) {
    const elsewhere = flag === "--kind" ? { hint: "jig refs NAME --kind KIND supports more kinds of uses" } : {};
    throw new JigError(
      "INVALID_ARGUMENT",
      `${flag} takes ${kinds.join(", ")}, not ${JSON.stringify(value ?? "")}`,
      elsewhere,
    );
  }
  return { places, rest: words.toSpliced(at, word === flag ? 2 : 1) };
}

/**
 * Runs the search and prints the lines that match in such a place. The exit codes are those of grep, which are 0 for a match, 1
 * for none, and 2 for an error.
 */
export async function runInPlaces(
  { args, complain, rules = [] }: Pick<ProgramRun, "args" | "complain" | "rules">,
  kind: PlaceKind,
  output: PlacesOutput,
  io: CommandIo,
  context: Context,
): Promise<number> {
  const running = await context.run({ command: "rg", args: ["--json", "--sort=path", ...args], cwd: io.cwd });
  const ended = watchForPipe("rg", [io.cwd], rules, context, () => running.kill());
  const errors = passComplaints(running.stderr, io, context, complain ? { complain } : {});
  const left = new Map<string, number>();
  const all: FoundLine[] = [];
  let found = false;
  let going = true;
  let batch: FoundLine[][] = [];
  const flush = async () => {
    const files = batch;
    batch = [];
    for (const lines of await linesIn(files, kind, io, context, left)) {
      if (lines.length === 0) continue;
      found = true;
      if (output === "nothing") going = false;
      else if (output === "json") all.push(...lines);
      else going &&= await io.write(textOf(lines, output));
      if (!going) return;
    }
  };
  let own: FoundLine[] = [];
  for await (const line of filesOf(running.stdout, left)) {
    if (own[0] && own[0].path !== line.path) {
      batch.push(own);
      own = [];
      if (batch.length >= AT_ONCE) await flush();
      if (!going) break;
    }
    own.push(line);
  }
  if (going && own.length > 0) batch.push(own);
  if (going) await flush();
  else running.kill();
  const [{ code }] = await Promise.all([running.exit, errors]).finally(ended);
  const fault = ended();
  if (fault) throw fault;
  for (const [problem, files] of left) {
    io.error(`${io.info.name}: ${files} ${files === 1 ? "file" : "files"} with matches left out: ${problem}`);
  }
  if (code !== null && code > 1) return 2;
  if (output === "json") {
    const results = all.map(({ path, line, text, columns }) => ({ file: path, line_number: line, columns, text }));
    const unread = [...left].map(([problem, files]) => ({ problem, files }));
    await io.write(`${JSON.stringify({ success: true, count: results.length, results, unread })}\n`);
  }
  return found ? 0 : 1;
}

async function linesIn(
  files: readonly FoundLine[][],
  kind: PlaceKind,
  io: CommandIo,
  context: Context,
  left: Map<string, number>,
): Promise<FoundLine[][]> {
  const jobs = files.map(
    (lines): PlacesJob => ({
      path: absoluteOf(lines[0]?.path ?? "", io.cwd),
      places: lines.flatMap(({ line, columns }) => columns.map((column) => [line, column] as const)),
    }),
  );
  const answers = await context.worker<PlacesAnswer[]>("places", jobs, { signal: context.signal });
  return files.map((lines, index) => {
    const answer = answers[index];
    if (!answer || "problem" in answer) {
      const problem = answer?.problem ?? "it was not read";
      left.set(problem, (left.get(problem) ?? 0) + 1);
      return [];
    }
    let at = 0;
    return lines.flatMap((line) => {
      const columns = line.columns.filter(() => isWanted(kind, answer.kinds[at++]));
      return columns.length > 0 ? [{ ...line, columns }] : [];
    });
  });
}

function isWanted(wanted: PlaceKind, found: PlaceKind | undefined): boolean {
  return found === wanted || (wanted === "code" && (found === "call" || found === "write"));
}

function textOf(lines: readonly FoundLine[], output: PlacesOutput): string {
  const path = lines[0]?.path ?? "";
  if (output === "files") return `${path}\n`;
  if (output === "counts") return `${path}:${lines.length}\n`;
  return lines.map(({ line, text }) => `${path}:${line}:${text}\n`).join("");
}

interface RipgrepMatch {
  type: string;
  data: {
    path?: { text?: string };
    lines?: { text?: string; bytes?: string };
    line_number?: number;
    submatches?: { start: number }[];
  };
}

async function* filesOf(stdout: AsyncIterable<Uint8Array>, left: Map<string, number>): AsyncGenerator<FoundLine> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stdout) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const { type, data }: RipgrepMatch = JSON.parse(line);
      const path = data.path?.text;
      if (type === "begin" && path === undefined) {
        const problem = "its name is not UTF-8";
        left.set(problem, (left.get(problem) ?? 0) + 1);
      }
      if (type !== "match" || path === undefined) continue;
      const { text: plain, bytes: encoded = "" } = data.lines ?? {};
      const bytes = plain === undefined ? Buffer.from(encoded, "base64") : Buffer.from(plain);
      const text = plain ?? bytes.toString("utf8");
      const columns = columnsOf(bytes, data.submatches ?? []);
      yield { path, line: data.line_number ?? 1, text: text.replace(/\r?\n$/, ""), columns };
    }
  }
}

/** We count incrementally, because a minified line can easily have 100,000 matches. */
function columnsOf(bytes: Buffer, submatches: readonly { start: number }[]): number[] {
  let [column, from] = [0, 0];
  return submatches.map(({ start }) => {
    column += bytes.toString("utf8", from, start).length;
    from = start;
    return column;
  });
}
