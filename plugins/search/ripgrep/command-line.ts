/**
 * Builds the command lines of ripgrep. The set of flags is fixed, and a query can never be taken for a flag, because the order is
 * `--regexp=`, then `--`, then paths.
 */
import type { Query } from "./query.ts";

/** `files` prints the file names that match. `lines` prints the numbers of matching lines, for text on stdin. */
export type RgMode = "json" | "count" | "files" | "lines";

/** With `limit`, prints at most that many matching lines per file. */
export function searchArguments(query: Query, mode: RgMode, paths: readonly string[], limit?: number): string[] {
  const args = [...walkArguments(query), ...matchArguments(query)];
  if (mode === "json") args.push("--json");
  else if (mode === "count") args.push("--count-matches", "--null", "--with-filename");
  else if (mode === "files") args.push("--files-with-matches", "--null");
  else args.push("--line-number", "--no-filename");
  if (limit !== undefined) args.push(`--max-count=${limit}`);
  if (mode === "json" && query.before > 0) args.push(`--before-context=${query.before}`);
  if (mode === "json" && query.after > 0) args.push(`--after-context=${query.after}`);
  args.push(...patternArguments(query), "--", ...paths);
  return args;
}

/** The same search without mapping files into memory. */
export function unmapped(args: readonly string[]): string[] {
  return args.map((arg) => (arg === "--mmap" ? "--no-mmap" : arg));
}

/** Lists the files that a search of `paths` would open, each followed by NUL. */
export function filesArguments(query: Pick<Query, WalkField>, paths: readonly string[], quiet = false): string[] {
  return ["--files", ...(quiet ? ["--quiet"] : ["--null"]), ...walkArguments(query), "--", ...paths];
}

/** Searches empty stdin, so it only fails if the pattern, a glob or the encoding is invalid. */
export function probeArguments(query: Query): string[] {
  return [...walkArguments(query), ...matchArguments(query), ...patternArguments(query), "--", "-"];
}

function patternArguments(query: Query): string[] {
  // `(?R)` turns on --crlf for a single pattern. If one pattern mentions the carriage return, the others keep it.
  const others = namesReturn(query) && !query.fixedStrings ? "(?R)" : "";
  return query.patterns.map((pattern) => `--regexp=${isReturnNamed(pattern, query) ? "" : others}${pattern}`);
}

function namesReturn(query: Query): boolean {
  return query.patterns.some((pattern) => isReturnNamed(pattern, query));
}

/**
 * With --crlf, rg rejects a carriage return in a pattern, and in multiline mode `\r$` finds nothing. Without --crlf, multiline mode
 * finds both `\r` and `$`.
 */
function isReturnNamed(pattern: string, { fixedStrings, multiline }: Query): boolean {
  if (fixedStrings) return !multiline && pattern.includes("\r");
  return (multiline ? RETURN_AT_END : RETURN).test(pattern);
}

const RETURN = /\r|(?<!\\)(?:\\\\)*\\(?:r|x0d|u000d|[xu]\{0*d\})/i;
const RETURN_AT_END = /(?<!\\)(?:\\\\)*\\r[?*+]?\)*\$/;

export type WalkField =
  | "includeGlobs"
  | "excludeGlobs"
  | "types"
  | "followSymlinks"
  | "hidden"
  | "noIgnore"
  | "maxFilesize";

function walkArguments(query: Pick<Query, WalkField>): string[] {
  const args = ["--no-config", "--color=never", "--no-heading"];
  args.push(query.followSymlinks ? "--follow" : "--no-follow");
  args.push(query.hidden ? "--hidden" : "--no-hidden");
  args.push(query.noIgnore ? "--no-ignore" : "--ignore");
  if (query.maxFilesize !== undefined) args.push(`--max-filesize=${query.maxFilesize}`);
  for (const type of query.types) args.push(`--type=${type}`);
  for (const glob of query.includeGlobs) args.push(`--glob=${glob}`);
  for (const glob of query.excludeGlobs) args.push(`--glob=${glob.startsWith("!") ? glob : `!${glob}`}`);
  return args;
}

const CASE_FLAGS = { smart: "--smart-case", insensitive: "--ignore-case", sensitive: "--case-sensitive" };

function matchArguments(query: Query): string[] {
  // With --crlf, `$` also matches before \r
  // , like in every editor. Not used if the pattern itself mentions a carriage return. The engine is always linear, so no pattern
  // can hang.
  const args = ["--engine=default", ...(namesReturn(query) ? [] : ["--crlf"]), CASE_FLAGS[query.caseMode]];
  if (query.fixedStrings) args.push("--fixed-strings");
  if (query.word) args.push("--word-regexp");
  // In multiline mode, rg needs whole files. If they are mapped, a huge file takes no memory. Otherwise, reading is safer because a
  // file may shrink.
  args.push(...(query.multiline ? ["--multiline", "--mmap"] : ["--no-mmap"]));
  if (query.encoding !== undefined) args.push(`--encoding=${query.encoding}`);
  return args;
}
