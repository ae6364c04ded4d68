/** Implements `script_search`. The compact format of its results is described in docs/contracts/csharp.md. */
import {
  type Context,
  type Json,
  type JsonObject,
  type Location,
  type Outcome,
  type RenderedRow,
  type Row,
  TimeSlice,
} from "../../../core/host/plugin-api.ts";
import type { FileScope } from "../project/scopes.ts";
import type { ScriptFiles } from "../queries/requests/requests.ts";
import type { ScriptService } from "../queries/service.ts";
import { compileGlobs } from "../search/globs.ts";
import { compilePattern, type SearchSpec } from "../search/matcher.ts";
import { searchAnswer } from "../search/search-answer.ts";
import type { ScanFile } from "../search/search-driver.ts";
import type { Snippet } from "../search/search-worker.ts";
import { scriptError } from "./error-envelope.ts";
import { SNIPPET_CONTEXT } from "./input.ts";

export interface Input {
  pattern: string;
  patternType: "substring" | "regex" | "glob";
  flags: string[];
  scope: FileScope;
  include: string;
  exclude: string;
  returnMode?: "metadata" | "snippets" | "full" | undefined;
  detail?: "compact" | "metadata" | "snippets" | "full" | undefined;
  pageSize: number;
  maxMatchesPerFile: number;
  snippetContext: number;
  maxBytes: number;
  maxFileSizeKB: number;
  startAfter: string;
  codeOnly: boolean;
  identifier: string;
  container: string;
  namespace: string;
}

export default async function scriptSearch(input: Input, context: Context): Promise<Outcome> {
  if (input.pattern === "") {
    throw scriptError("PATTERN_REQUIRED", "INVALID_ARGUMENT", "The pattern is empty", {
      hint: "Write the text to search for",
    });
  }
  const service = await context.service<ScriptService>();
  const all = await service.ask<ScriptFiles>({ op: "files", scope: input.scope }, context);
  const { files, tooLarge } = await filesOf(input, all, context);
  if (input.patternType === "glob") {
    const value = listed(files, input);
    const hint = value.total === 0 ? missHint(input, files, all) : undefined;
    return {
      value: { ...value, ...hinted(hint), ...(await service.unread()) },
      cursors: (value.pathTable as string[]).map((path) => `${path}|0|0`),
      ...(value.cursor === undefined ? {} : { next: { startAfter: value.cursor } }),
    };
  }
  const spec: SearchSpec = { ...input, patternType: input.patternType };
  // A bad pattern should fail before we read anything.
  compilePattern(spec);
  const result = await service.searchDriver.scan(
    keyOf(input),
    spec,
    await narrowed(spec, files, all, service, context),
    context.signal,
  );
  const { answer, cursors } = await searchAnswer(context, result, {
    pageSize: input.pageSize,
    counts: "files",
    perFile: input.maxMatchesPerFile,
    startAfter: input.startAfter,
    detail: detailOf(input, context),
    snippetContext: input.snippetContext,
    maxBytes: input.maxBytes,
  });
  const hint = answer.total === 0 ? missHint(input, files, all) : undefined;
  return {
    value: {
      ...answer,
      ...(tooLarge > 0 ? { skippedLargeFiles: tooLarge } : {}),
      ...hinted(hint),
      ...(await service.unread()),
    },
    cursors,
    files: result.matched.map(({ file }) => file.path),
    ...(answer.cursor === undefined ? {} : { next: { startAfter: answer.cursor } }),
    // These were covered by earlier pages, but have changed since then.
    ...(input.startAfter !== "" && result.changed.length > 0 ? { changed: result.changed } : {}),
  };
}

function hinted(hint: string | undefined): JsonObject {
  return hint === undefined ? {} : { hint };
}

/** Returns a hint for an empty result. */
function missHint(input: Input, files: ScanFile[], all: ScriptFiles): string | undefined {
  const { pattern, patternType, include, exclude, scope } = input;
  if (all.paths.length === 0) return scope === "all" ? "There are no scripts in the workspace" : OTHER_SCOPES;
  if (files.length === 0)
    return `No script in scope ${scope} is included: ${JSON.stringify(include)}${exclude === "" ? "" : ` without ${JSON.stringify(exclude)}`}. Paths begin with Assets/ or Packages/<name>/; scope all includes packages`;
  if (patternType === "glob")
    return /[*?[{]/.test(pattern) ? OTHER_SCOPES : `Write *${pattern}*.cs to match part of a file name`;
  if (/\n/.test(pattern) || (patternType === "regex" && /\\[nr]/.test(pattern)))
    return "Matching is line by line: search for a single line";
  if (patternType === "regex" && /^\/.+\/[a-z]*$/.test(pattern))
    return "Write the expression without slashes, and pass its flags as flags";
  const within = ["identifier", "container", "namespace"] as const;
  const wider = [
    ...within.filter((key) => input[key] !== "").map((key) => `without ${key}, everything is searched`),
    ...(input.codeOnly ? ["codeOnly false also searches comments and strings"] : []),
    ...(input.flags.includes("i") ? [] : ['flags ["i"] ignores case']),
    ...(scope === "all" ? [] : ["scope all includes packages"]),
  ];
  return wider.length === 0 ? undefined : wider.join("; ");
}

const OTHER_SCOPES = "Scope all includes packages";

async function filesOf(
  input: Input,
  all: ScriptFiles,
  context: Context,
): Promise<{ files: ScanFile[]; tooLarge: number }> {
  const include = compileGlobs(input.include);
  const exclude = compileGlobs(input.exclude);
  const files: ScanFile[] = [];
  let tooLarge = 0;
  const look = (path: string, index: number): void => {
    const display = all.displays[index]!;
    if ((include && !include(display)) || exclude?.(display)) return;
    const size = all.sizes[index]!;
    if (input.maxFileSizeKB > 0 && size > input.maxFileSizeKB * 1024) tooLarge++;
    else files.push({ path, display, size, mtimeMs: all.mtimesMs[index]! });
  };
  const slice = new TimeSlice(context);
  for (const [index, path] of all.paths.entries()) {
    look(path, index);
    const pause = slice.step();
    if (pause) await pause;
  }
  return { files, tooLarge };
}

/** If the text is literal, we run ripgrep first and only read the files that contain it. */
async function narrowed(
  spec: SearchSpec,
  files: ScanFile[],
  all: ScriptFiles,
  service: ScriptService,
  context: Context,
): Promise<ScanFile[]> {
  // Text outside of ASCII may be in any encoding, so we have to read all files.
  if (spec.patternType !== "substring" || files.length < 50 || /[^\x20-\x7e]/.test(spec.pattern)) return files;
  const holding = new Set(
    await service.filesWith([spec.pattern], all, { signal: context.signal, ignoreCase: spec.flags.includes("i") }),
  );
  return files.filter((file) => holding.has(file.path));
}

function detailOf(input: Input, context: Context): "metadata" | "snippets" | "full" {
  const wished = input.detail ?? input.returnMode ?? context.env("JIG_SCRIPT_DETAIL") ?? "compact";
  return wished === "metadata" || wished === "full" ? wished : "snippets";
}

/** Returns a key that is the same for all pages of a search. */
function keyOf(input: Input): string {
  return JSON.stringify([
    input.pattern,
    input.patternType,
    [...input.flags].sort(),
    input.scope,
    input.include,
    input.exclude,
    input.codeOnly,
    input.identifier,
    input.container,
    input.namespace,
    input.maxFileSizeKB,
  ]);
}

function listed(files: ScanFile[], { pattern, pageSize, startAfter }: Input): JsonObject {
  const matches = compileGlobs(pattern);
  const paths = files.map((file) => file.display).filter((path) => matches?.(path));
  const [after = ""] = startAfter.split("|");
  const page = paths.filter((path) => path > after).slice(0, pageSize);
  const more = page.length > 0 && (paths.at(-1) ?? "") > (page.at(-1) ?? "");
  return {
    success: true,
    pathTable: page,
    results: page.map((_, fileId) => ({ fileId, lineRanges: "" })),
    total: paths.length,
    totalFiles: paths.length,
    ...(more ? { cursor: `${page.at(-1)}|0|0` } : {}),
  };
}

type Result = { fileId: number; lineRanges: string; more?: number; snippets?: Snippet[] };

/** Formats the lines of a result, along with their numbers. Lines that do not match are muted. */
export function lines({ row }: RenderedRow, answer: Json, input: JsonObject): Row[] {
  const { fileId, lineRanges, more, snippets } = row as Result;
  const path = (answer as { pathTable: string[] }).pathTable[fileId] ?? "";
  const rows = snippets
    ? linesOf(path, lineRanges, snippets, Number(input.snippetContext ?? SNIPPET_CONTEXT))
    : [
        {
          text: lineRanges === "" ? path : `${path}:${lineRanges}`,
          location: placeOf(path, Number.parseInt(lineRanges, 10) || 1),
        },
      ];
  if (more === undefined) return rows;
  return [...rows, { text: `${path}: ${more} more on later pages`, location: placeOf(path, 1), tone: "muted" }];
}

/** Returns every line in the snippets exactly once. Lines that do not match are muted. */
function linesOf(path: string, lineRanges: string, snippets: readonly Snippet[], context: number): Row[] {
  const matching = new Set(
    lineRanges.split(",").flatMap((range) => {
      const [from = 0, to = from] = range.split("-").map(Number);
      return Array.from({ length: to - from + 1 }, (_, index) => from + index);
    }),
  );
  const rows = new Map<number, Row>();
  for (const { line, endLine, snippet } of snippets) {
    const first = endLine === undefined ? Math.max(1, line - context) : line;
    for (const [index, text] of snippet.split("\n").entries()) {
      const at = first + index;
      const row: Row = { text, location: placeOf(path, at) };
      rows.set(at, matching.has(at) ? row : { ...row, tone: "muted" });
    }
  }
  return [...rows.values()];
}

function placeOf(path: string, line: number): Location {
  return { absolute: path, display: path, startLine: line, startColumn: 1 };
}
