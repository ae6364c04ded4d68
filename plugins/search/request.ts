/** Turns the arguments of a search into one normalised request, or refuses combinations that JSON Schema cannot (design §5 search 2–4). */
import { JigError } from "../../core/host/plugin-api.ts";
import type { SearchInput } from "./search-input.ts";

export type Mode = "rows" | "total" | "counts" | "summary" | "groups";
export type Format = "json" | "toon" | "text";

/** What rg is asked: everything that decides which matches there are. */
export interface Query {
  pattern: string;
  fixedStrings: boolean;
  caseMode: "smart" | "insensitive" | "sensitive";
  word: boolean;
  multiline: boolean;
  includeGlobs: string[];
  excludeGlobs: string[];
  followSymlinks: boolean;
  hidden: boolean;
  noIgnore: boolean;
  /** Bytes. */
  maxFilesize: number | undefined;
  encoding: string | undefined;
  before: number;
  after: number;
  /** Occurrences of one file at most. */
  maxCount: number | undefined;
}

export interface SearchRequest {
  query: Query;
  mode: Mode;
  roots: string[] | undefined;
  files: string[] | undefined;
  timeoutMs: number;
  format: Format;
  optimizePaths: boolean;
  outputFile: string | undefined;
  suppressOutput: boolean;
}

/** The kernel refuses arguments over 128 KB each and 2 MB together; nobody means a pattern or globs that long. */
const LONGEST_QUERY = 64 * 1024;
const LONGEST_GLOBS = 256 * 1024;
const LONGEST_ENCODING = 100;
const DEFAULT_TIMEOUT_MS = 30_000;
const UNITS: Record<string, number> = { K: 1024, M: 1024 ** 2, G: 1024 ** 3 };

const MODES: [keyof SearchInput, Mode][] = [
  ["total_only", "total"],
  ["count_only_matches", "counts"],
  ["summary_only", "summary"],
  ["group_by_file", "groups"],
];

/** Throws INVALID_ARGUMENT or LIMIT_EXCEEDED. */
export function toRequest(input: SearchInput): SearchRequest {
  if (input.query.trim() === "") {
    throw new JigError("INVALID_ARGUMENT", "query is blank", { hint: "Write the text or pattern to search for" });
  }
  refuseLong("query", input.query, LONGEST_QUERY);
  refuseLong("include_globs", input.include_globs?.join() ?? "", LONGEST_GLOBS);
  refuseLong("exclude_globs", input.exclude_globs?.join() ?? "", LONGEST_GLOBS);
  refuseLong("encoding", input.encoding ?? "", LONGEST_ENCODING);
  for (const [name, value] of Object.entries(input)) refuseNul(name, value);
  for (const name of ["roots", "files"] as const) {
    if (input[name]?.length === 0) {
      throw new JigError("INVALID_ARGUMENT", `${name} is empty`, { hint: "Leave it out to search the workspace" });
    }
  }
  if (input.roots && input.files) {
    throw new JigError("INVALID_ARGUMENT", "roots and files exclude one another", { hint: "Give one of them" });
  }
  const asked = MODES.filter(([name]) => input[name] === true);
  if (asked.length > 1) {
    const names = asked.map(([name]) => name).join(" and ");
    throw new JigError("INVALID_ARGUMENT", `${names} exclude one another`, { hint: "Give one of them" });
  }
  if (input.suppress_output && input.output_file === undefined) {
    throw new JigError("INVALID_ARGUMENT", "suppress_output needs output_file", {
      hint: "Name the file to save the answer to",
    });
  }
  return {
    query: {
      pattern: input.query,
      fixedStrings: input.fixed_strings ?? false,
      caseMode: input.case ?? "smart",
      word: input.word ?? false,
      multiline: input.multiline ?? false,
      includeGlobs: input.include_globs ?? [],
      excludeGlobs: input.exclude_globs ?? [],
      followSymlinks: input.follow_symlinks ?? false,
      hidden: input.hidden ?? false,
      noIgnore: input.no_ignore ?? false,
      maxFilesize: input.max_filesize === undefined ? undefined : bytesOf(input.max_filesize),
      encoding: input.encoding,
      before: input.context_before ?? 0,
      after: input.context_after ?? 0,
      maxCount: input.max_count,
    },
    mode: asked[0]?.[1] ?? "rows",
    roots: input.roots,
    files: input.files,
    timeoutMs: input.timeout_ms ?? DEFAULT_TIMEOUT_MS,
    format: input.output_format ?? "json",
    optimizePaths: input.optimize_paths ?? false,
    outputFile: input.output_file,
    suppressOutput: input.suppress_output ?? false,
  };
}

/** Bytes of `500K`, `1.5M`, `1G` or a plain number; throws INVALID_ARGUMENT for anything else. */
export function bytesOf(size: string): number {
  const parts = /^([0-9]+(?:\.[0-9]+)?)([KMG])?$/i.exec(size.trim());
  const bytes = parts ? Math.floor(Number(parts[1]) * (UNITS[parts[2]?.toUpperCase() ?? ""] ?? 1)) : Number.NaN;
  if (!Number.isSafeInteger(bytes)) {
    throw new JigError("INVALID_ARGUMENT", `"${size}" is no file size`, {
      hint: 'Write a number with K, M or G: "10M"',
    });
  }
  return bytes;
}

function refuseLong(name: string, text: string, most: number): void {
  const bytes = Buffer.byteLength(text);
  if (bytes > most) throw new JigError("LIMIT_EXCEEDED", `${name} has ${bytes} bytes, at most ${most}`);
}

/** No program takes a NUL in an argument: said here by name, before anything is started. */
function refuseNul(name: string, value: unknown): void {
  for (const text of Array.isArray(value) ? value : [value]) {
    if (typeof text === "string" && text.includes("\0")) {
      throw new JigError("INVALID_ARGUMENT", `${name} contains a NUL character`, {
        hint: "In a pattern write \\x00 for it",
      });
    }
  }
}
