/**
 * Builds command lines for ripgrep. The flags are fixed, and the order is `--regexp=`, then `--`, then the paths. Because of
 * this, a query can never be mistaken for a flag.
 */
import type { Query } from "./query.ts";

/** `files` prints the names of matching files. `lines` is for text on stdin, and prints the numbers of matching lines. */
export type RgMode = "json" | "count" | "files" | "lines";

/**
 * Returns the arguments for a search.
 * @param limit - Maximum number of matching lines per file
 */
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

/** Returns the same arguments, but without memory mapping. */
export function unmapped(args: readonly string[]): string[] {
  return args.map((arg) => (arg === "--mmap" ? "--no-mmap" : arg));
}

/** Returns the arguments to list the files that a search of `paths` would open. The names are NUL-terminated. */
export function filesArguments(query: Pick<Query, WalkField>, paths: readonly string[], quiet = false): string[] {
  return ["--files", ...(quiet ? ["--quiet"] : ["--null"]), ...walkArguments(query), "--", ...paths];
}

/** Returns the arguments to search empty input. This can only fail because of a bad pattern, glob or encoding. */
export function probeArguments(query: Query): string[] {
  return [...walkArguments(query), ...matchArguments(query), ...patternArguments(query), "--", "-"];
}

function patternArguments(query: Query): string[] {
  // `(?R)` is --crlf for a single pattern. If only some of the patterns mention the carriage return, the others get it this
  // way.
  const others = namesReturn(query) && !query.fixedStrings ? "(?R)" : "";
  return query.patterns.map((pattern) => `--regexp=${isReturnNamed(pattern, query) ? "" : others}${pattern}`);
}

function namesReturn(query: Query): boolean {
  return query.patterns.some((pattern) => isReturnNamed(pattern, query));
}

/**
 * Returns whether the pattern names a carriage return itself. ripgrep rejects that together with --crlf, and in multiline mode
 * `\r$` would never match. Without --crlf, though, multiline mode matches both `\r` and `$` correctly.
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
  // With --crlf, `$` also matches before a carriage return, as it does in any editor. We cannot use it if the pattern names a
  // carriage return. Note that the default engine is guaranteed to be linear, so no pattern can hang.
  const args = ["--engine=default", ...(namesReturn(query) ? [] : ["--crlf"]), CASE_FLAGS[query.caseMode]];
  if (query.fixedStrings) args.push("--fixed-strings");
  if (query.word) args.push("--word-regexp");
  // In multiline mode ripgrep needs the whole file, and mapping a huge one costs nothing. Otherwise it is safer to read, since
  // a mapped file might shrink.
  args.push(...(query.multiline ? ["--multiline", "--mmap"] : ["--no-mmap"]));
  if (query.encoding !== undefined) args.push(`--encoding=${query.encoding}`);
  return args;
}
