/** Normalizes the arguments of a search, and rejects combinations that a JSON Schema cannot exclude. */
import { JigError } from "../../../core/host/plugin-api.ts";
import { LONGEST_QUERY, refuseLong, refuseNul } from "../arguments/argument-limits.ts";
import { parseFileSize } from "../arguments/file-size.ts";
import type { Query } from "../ripgrep/query.ts";
import type { SearchInput } from "./input.ts";

export type Mode = "rows" | "total" | "counts" | "files" | "summary" | "groups" | "members";

export interface SearchRequest {
  query: Query;
  mode: Mode;
  roots: string[] | undefined;
  files: string[] | undefined;
  timeoutMs: number;
  format: "json" | "toon" | "text";
  optimizePaths: boolean;
  /** True if all lines of a member should be included. */
  body: boolean;
  outputFile: string | undefined;
  suppressOutput: boolean;
  /** The cursor from an earlier answer. */
  cursor: string | undefined;
  /** The number of rows on a page. */
  limit: number | undefined;
}

/** The arguments of a search, along with values that the host added. */
export type SearchArguments = SearchInput & { cursor?: string | undefined; limit?: number | undefined };

const LONGEST_GLOBS = 256 * 1024;
const LONGEST_ENCODING = 100;
const DEFAULT_TIMEOUT_MS = 30_000;

const MODES: [keyof SearchInput, Mode][] = [
  ["total_only", "total"],
  ["count_only_matches", "counts"],
  ["files_only", "files"],
  ["summary_only", "summary"],
  ["group_by_file", "groups"],
  ["enclosing", "members"],
];

/** Checks and converts the arguments. @throws INVALID_ARGUMENT, LIMIT_EXCEEDED */
export function toRequest(input: SearchArguments): SearchRequest {
  const patterns = patternsOf(input);
  refuseLong("query", patterns.join(), LONGEST_QUERY);
  refuseLong("include_globs", input.include_globs?.join() ?? "", LONGEST_GLOBS);
  refuseLong("exclude_globs", input.exclude_globs?.join() ?? "", LONGEST_GLOBS);
  refuseLong("types", input.types?.join() ?? "", LONGEST_GLOBS);
  refuseLong("encoding", input.encoding ?? "", LONGEST_ENCODING);
  for (const [name, value] of Object.entries(input)) refuseNul(name, value);
  for (const name of ["roots", "files"] as const) {
    if (input[name]?.length === 0) {
      throw new JigError("INVALID_ARGUMENT", `${name} is empty`, { hint: "Omit it to search the workspace" });
    }
  }
  if (input.language !== undefined && input.structure === undefined)
    throw new JigError("INVALID_ARGUMENT", "language needs structure", {
      hint: "types and include_globs select files for text searches",
    });
  const modes = MODES.filter(([name]) => input[name] === true);
  if (input.roots && input.files) throw excluding(["roots", "files"]);
  if (modes.length > 1) throw excluding(modes.map(([name]) => name));
  if (input.suppress_output && input.output_file === undefined) {
    throw new JigError("INVALID_ARGUMENT", "suppress_output needs output_file", {
      hint: "Name the file to save the answer to",
    });
  }
  if (input.body && !input.enclosing) {
    throw new JigError("INVALID_ARGUMENT", "body needs enclosing", { hint: "Set enclosing too" });
  }
  return {
    query: {
      patterns,
      fixedStrings: input.fixed_strings ?? false,
      caseMode: input.case ?? "smart",
      word: input.word ?? false,
      multiline: input.multiline ?? false,
      includeGlobs: input.include_globs ?? [],
      excludeGlobs: input.exclude_globs ?? [],
      types: input.types ?? [],
      followSymlinks: input.follow_symlinks ?? false,
      hidden: input.hidden ?? false,
      noIgnore: input.no_ignore ?? false,
      maxFilesize: input.max_filesize === undefined ? undefined : parseFileSize(input.max_filesize),
      encoding: input.encoding,
      before: input.context_before ?? 0,
      after: input.context_after ?? 0,
      maxCount: input.max_count,
    },
    mode: modes[0]?.[1] ?? "rows",
    roots: input.roots,
    files: input.files,
    timeoutMs: input.timeout_ms ?? DEFAULT_TIMEOUT_MS,
    format: input.output_format ?? "json",
    optimizePaths: input.optimize_paths ?? false,
    body: input.body ?? false,
    outputFile: input.output_file,
    suppressOutput: input.suppress_output ?? false,
    cursor: input.cursor,
    limit: input.limit,
  };
}

function patternsOf(input: SearchInput): string[] {
  const { query, queries, structure } = input;
  if (structure !== undefined) return [structureOf(input, structure)];
  if (query !== undefined && queries !== undefined) throw excluding(["query", "queries"]);
  const patterns = queries ?? (query === undefined ? [] : [query]);
  if (patterns.length === 0) {
    throw new JigError("INVALID_ARGUMENT", "query is missing", { hint: "Write the text or pattern to search for" });
  }
  if (patterns.some((pattern) => pattern.trim() === "")) {
    throw new JigError("INVALID_ARGUMENT", `${queries ? "one of queries" : "query"} is blank`, {
      hint: "Write the text or pattern to search for",
    });
  }
  return [...new Set(patterns)];
}

/** These arguments only make sense for text searches. */
const TEXT_ONLY = ["query", "queries", "case", "fixed_strings", "word", "multiline", "encoding"] as const;

function structureOf(input: SearchInput, structure: string): string {
  const set = TEXT_ONLY.find((name) => input[name] !== undefined && input[name] !== false);
  if (set !== undefined) throw excluding(["structure", set]);
  if (input.language === undefined || input.language.trim() === "")
    throw new JigError("INVALID_ARGUMENT", "structure needs language", {
      hint: "Write the language of the pattern: typescript, python, go, rust, java, csharp …",
    });
  return structure;
}

function excluding(names: readonly string[]): JigError {
  return new JigError("INVALID_ARGUMENT", `${names.join(" and ")} cannot be used together`, {
    hint: "Pass only one of them",
  });
}
