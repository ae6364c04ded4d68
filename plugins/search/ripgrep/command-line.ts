/** The command lines of ripgrep. The flag set is fixed and the query can never become a flag: `--regexp=`, then `--`, then paths. */
import type { Query } from "./query.ts";

/** `files`: the names of files with a match; `lines`: the numbers of matching lines, for text on stdin. */
export type RgMode = "json" | "count" | "files" | "lines";

/** `limit`: matching lines of one file at most. */
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

/** Searches nothing (stdin, empty): fails exactly if the pattern, a glob or the encoding is bad. */
export function probeArguments(query: Query): string[] {
  return [...walkArguments(query), ...matchArguments(query), ...patternArguments(query), "--", "-"];
}

function patternArguments(query: Query): string[] {
  // `(?R)` is --crlf for one pattern: with one that names the return, the others keep it.
  const others = namesReturn(query) && !query.fixedStrings ? "(?R)" : "";
  return query.patterns.map((pattern) => `--regexp=${isReturnNamed(pattern, query) ? "" : others}${pattern}`);
}

function namesReturn(query: Query): boolean {
  return query.patterns.some((pattern) => isReturnNamed(pattern, query));
}

/** Under --crlf rg refuses a return in a line, and across lines `\r$` finds none. Elsewhere across lines `\r` and `$` both do. */
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
  // --crlf: `$` also matches before \r\n, as in every editor; not for a pattern that names the return itself. Always a linear engine: no pattern can hang.
  const args = ["--engine=default", ...(namesReturn(query) ? [] : ["--crlf"]), CASE_FLAGS[query.caseMode]];
  if (query.fixedStrings) args.push("--fixed-strings");
  if (query.word) args.push("--word-regexp");
  // Across lines rg holds whole files: mapped, a huge one costs no memory. Otherwise reading is safe when a file shrinks.
  args.push(...(query.multiline ? ["--multiline", "--mmap"] : ["--no-mmap"]));
  if (query.encoding !== undefined) args.push(`--encoding=${query.encoding}`);
  return args;
}
