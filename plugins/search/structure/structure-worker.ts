/** Matches a code pattern in files. This is a job for a worker. */
import { Language as Grammar, Parser } from "web-tree-sitter";
import { JigError, TimeSlice, type WorkerContext } from "../../../core/host/plugin-api.ts";
import { FileRows, type MatchRow, type RowOptions } from "../content/match-rows.ts";
import { literalsOf, type PatternFault, type PatternNode, patternOf, withSigil } from "./code-pattern.ts";
import { type CodeNode, codeTree } from "./code-tree.ts";
import { Matcher, type StructureMatch } from "./match-pattern.ts";
import { type StructureLanguage, structureLanguage } from "./structure-languages.ts";

export interface StructureJob {
  structure: string;
  language: string;
  /** The absolute paths. If this is empty, we only check the pattern. */
  paths: string[];
  /** Skips nested matches and includes offsets, because edits must not overlap. */
  outermost?: boolean;
  rows?: RowOptions;
}

export interface StructureAnswer {
  /** The words that occur in every matching file. */
  literals: string[];
  files: FileMatches[];
}

export interface FileMatches {
  path: string;
  /** The reason why the file was not read. */
  problem?: string;
  count: number;
  rows: MatchRow[];
  matches: { start: number; end: number; captured: [name: string, start: number, end: number][] }[];
}

const MAX_BYTES = 4 * 1024 * 1024;
const MAX_PARSE_MS = 10_000;
const WORKING_MS = 40;

export default async function answer(job: StructureJob, context: WorkerContext): Promise<StructureAnswer> {
  const language = structureLanguage(job.language);
  if (!language) throw new JigError("INVALID_ARGUMENT", `Unknown language ${JSON.stringify(job.language)}`);
  const parsers = await context.keep("parsers", () => new Map<string, Parser>());
  const parser = parsers.get(language.grammar) ?? (await load(language.grammar, context));
  parsers.set(language.grammar, parser);
  const { clock, signal } = context;
  const parse = (text: string): CodeNode | undefined => {
    const end = clock.monotonic() + MAX_PARSE_MS;
    const tree = parser.parse(text, null, { progressCallback: () => clock.monotonic() > end });
    if (!tree) parser.reset();
    return tree ? codeTree(tree) : undefined;
  };
  const pattern = compiled(job.structure.trim(), language, parse);
  const slice = new TimeSlice({ ms: WORKING_MS, clock, signal });
  const files: FileMatches[] = [];
  for (const path of job.paths) {
    await slice.check();
    try {
      const { text } = await context.files.readText(path, { maxBytes: MAX_BYTES });
      const root = parse(text);
      files.push(
        root ? fileMatches(path, text, matchesIn(text, root, pattern), job) : unread(path, "takes too long to parse"),
      );
    } catch (error) {
      if (!(error instanceof JigError)) throw error;
      files.push(unread(path, error.message));
    }
  }
  return { literals: literalsOf(pattern), files };
}

/** Tries the pattern alone first, and then in each context. The first one that parses without errors is used. */
function compiled(
  structure: string,
  { sigil, contexts, spellings }: StructureLanguage,
  parse: (text: string) => CodeNode | undefined,
): PatternNode {
  let fault: PatternFault | undefined;
  for (const written of new Set(spellings(structure))) {
    const own = withSigil(written, sigil);
    for (const context of contexts(structure)) {
      const from = context.indexOf("@");
      const text = context.replace("@", () => own);
      const root = structure === "" ? undefined : parse(text);
      if (!root) continue;
      const found = patternOf(root, text, { sigil, from, to: from + own.length });
      if ("is" in found) return found;
      fault ??= { ...found, offset: found.offset - from };
    }
  }
  throw noPattern(structure, sigil, fault);
}

function noPattern(structure: string, sigil: string, fault: PatternFault | undefined): JigError {
  if (fault?.isSeveral)
    return new JigError(
      "INVALID_ARGUMENT",
      "structure contains several statements, but only one can be matched at a time",
      {
        hint: "Write one expression, statement or declaration, or put them in braces",
      },
    );
  const before = withSigil(structure, sigil)
    .slice(0, Math.max(0, fault?.offset ?? 0))
    .replaceAll(sigil, "$");
  const line = before.split("\n").length;
  const column = before.length - before.lastIndexOf("\n");
  const near = JSON.stringify(structure.slice(before.length).split("\n", 1)[0]?.slice(0, 40) ?? "");
  return new JigError(
    "INVALID_ARGUMENT",
    `structure does not parse as code of this language at ${line}:${column}, near ${near}`,
    { hint: "Write a whole expression, statement or declaration, with $A for one node and $$$A for several" },
  );
}

function unread(path: string, problem: string): FileMatches {
  return { path, problem, count: 0, rows: [], matches: [] };
}

function matchesIn(text: string, root: CodeNode, pattern: PatternNode): StructureMatch[] {
  return [...new Matcher(text).matches(pattern, root)].sort((a, b) => a.start - b.start || b.end - a.end);
}

function fileMatches(path: string, text: string, found: StructureMatch[], job: StructureJob): FileMatches {
  const count = found.length;
  if (job.outermost) {
    let end = 0;
    const outermost = found.filter((match) => {
      if (match.start < end) return false;
      end = match.matchedEnd;
      return true;
    });
    return { path, count, rows: [], matches: outermost.map(plain) };
  }
  if (!job.rows || count === 0 || job.rows.limit === 0) return { path, count, rows: [], matches: [] };
  const rows = new FileRows(path, job.rows);
  rows.block(
    text,
    found.map(({ start, end }) => [start, end]),
    1,
  );
  return { path, count, rows: rows.rows, matches: [] };
}

function plain({ start, matchedEnd: end, captured }: StructureMatch): FileMatches["matches"][number] {
  return { start, end, captured: [...captured].map(([name, range]) => [name, range.start, range.end]) };
}

async function load(grammar: string, { assets }: WorkerContext): Promise<Parser> {
  await Parser.init({ wasmBinary: await assets.bytes("web-tree-sitter.wasm") });
  const parser = new Parser();
  parser.setLanguage(await Grammar.load(await assets.bytes(grammar)));
  return parser;
}
