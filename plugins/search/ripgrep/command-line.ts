/**
 * Builds the command lines for ripgrep. The set of flags is fixed, and a query can never be taken for a flag, because
 * the order is `--regexp=`, then `--`, then the paths.
 */
import type { Query } from "./query.ts";

/** `files` prints the names of matching files. `lines` prints the numbers of matching lines for text on stdin. */
export type RgMode = "json" | "count" | "files" | "lines";

/** Returns the arguments for a search. With `limit`, rg prints at most that many matching lines per file. */
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

/** Returns the arguments for the same search without mapping files into memory. */
export function unmapped(args: readonly string[]): string[] {
  return args.map((arg) => (arg === "--mmap" ? "--no-mmap" : arg));
}

/** Returns the arguments to list the files that a search of `paths` would open. Each name is followed by NUL. */
export function filesArguments(query: Pick<Query, WalkField>, paths: readonly string[], quiet = false): string[] {
  return ["--files", ...(quiet ? ["--quiet"] : ["--null"]), ...walkArguments(query), "--", ...paths];
}

/**
 * Returns the arguments for a search of empty input, which only fails if the pattern, a glob or the encoding is
 * invalid.
 */
export function probeArguments(query: Query): string[] {
  return [...walkArguments(query), ...matchArguments(query), ...patternArguments(query), "--", "-"];
}

function patternArguments(query: Query): string[] {
  // `(?R)` turns on --crlf for a single pattern. If only some patterns mention the carriage return, it is used for the
  // others.
  const others = namesReturn(query) && !query.fixedStrings ? "(?R)" : "";
  return query.patterns.map((pattern) => `--regexp=${isReturnNamed(pattern, query) ? "" : others}${pattern}`);
}

function namesReturn(query: Query): boolean {
  return query.patterns.some((pattern) => isReturnNamed(pattern, query));
}

/**
 * With --crlf, rg rejects a carriage return in a pattern, and in multiline mode `\r$` does not match anything. Without
 * --crlf, both `\r` and `$` match in multiline mode.
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
  // With --crlf, `$` also matches before a carriage return, as in every editor. It is not used if the pattern itself
  // mentions a carriage return. The engine always takes linear time, so no pattern can hang.
  const args = ["--engine=default", ...(namesReturn(query) ? [] : ["--crlf"]), CASE_FLAGS[query.caseMode]];
  if (query.fixedStrings) args.push("--fixed-strings");
  if (query.word) args.push("--word-regexp");
  // In multiline mode, rg needs whole files, and mapping a huge file takes no memory. In other modes, reading is safer,
  // because a mapped file could shrink.
  args.push(...(query.multiline ? ["--multiline", "--mmap"] : ["--no-mmap"]));
  if (query.encoding !== undefined) args.push(`--encoding=${query.encoding}`);
  return args;
}
