/** What may be asked of a content search; the README tells more of each. */
import * as v from "valibot";

const text = (description: string) => v.pipe(v.string(), v.description(description));
const flag = (description: string) => v.optional(v.pipe(v.boolean(), v.description(description)));
const list = (description: string) =>
  v.optional(v.pipe(v.array(v.pipe(v.string(), v.minLength(1))), v.maxLength(1000), v.description(description)));
const whole = (low: number, high: number, description: string) =>
  v.optional(v.pipe(v.number(), v.integer(), v.minValue(low), v.maxValue(high), v.description(description)));

export const searchInput = v.strictObject({
  query: v.optional(
    v.pipe(
      v.string(),
      v.minLength(1),
      v.description("Regular expression (Rust syntax, linear time), or the literal text with fixed_strings."),
    ),
  ),
  queries: v.optional(
    v.pipe(
      v.array(v.pipe(v.string(), v.minLength(1))),
      v.minLength(1),
      v.maxLength(20),
      v.description("Several queries in one walk instead of query: each result says which of them it is of."),
    ),
  ),
  roots: list("Directories to search, default: the whole workspace. Not together with files."),
  files: list("Exactly these files instead of directories."),
  case: v.optional(
    v.pipe(
      v.picklist(["smart", "insensitive", "sensitive"]),
      v.description("smart (default): case counts only if the query has an upper-case letter."),
    ),
  ),
  fixed_strings: flag("The query is literal text."),
  word: flag("Whole words only."),
  multiline: flag("The pattern may cross line ends (write \\n; on CRLF files \\r?\\n)."),
  include_globs: list("Only files that one of these globs matches, relative to the workspace root: *.cs, src/**/*.ts."),
  exclude_globs: list("Leaves out what these globs match: node_modules, *.min.js, gen/**."),
  types: list("Only files of these ripgrep types: cs, cpp, js, ts, py, json, md. include_globs come before them."),
  follow_symlinks: flag("Follow symbolic links that stay inside the workspace."),
  hidden: flag("Search hidden files and directories too."),
  no_ignore: flag("Search what .gitignore, .ignore and .rgignore hide too."),
  max_filesize: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[0-9]+(\.[0-9]+)?[kKmMgG]?$/, 'max_filesize is a number with K, M or G, e.g. "10M"'),
      v.description("Skip larger files: 500K, 10M, 1G. Default: no limit."),
    ),
  ),
  context_before: whole(0, 100, "Lines to show before each match."),
  context_after: whole(0, 100, "Lines to show after each match."),
  encoding: v.optional(text("Encoding of the files, e.g. latin1, shift_jis. Default: UTF-8, or UTF-16 by its BOM.")),
  max_count: whole(1, 1_000_000_000, "At most this many matches of each file."),
  timeout_ms: whole(1, 3_600_000, "Give back what was found by then. Default 30000."),
  count_only_matches: flag("Answer only the number of matches of each file."),
  files_only: flag("Answer only the files that have a match."),
  summary_only: flag("Answer only the top files, file types and samples."),
  group_by_file: flag("Answer the matches grouped by file."),
  enclosing: flag("Answer the matches grouped by the member (method, class) that holds them, each member once."),
  body: flag("With enclosing: all lines of each member."),
  total_only: flag("Answer only the total, as a bare number: the cheapest mode."),
  optimize_paths: flag("Say the common directory once (base) and paths relative to it."),
  output_format: v.optional(
    v.pipe(
      v.picklist(["json", "toon", "text"]),
      v.description("json (default), toon (fewer tokens) or text (fewest: path, then line:text)."),
    ),
  ),
  output_file: v.optional(text("Also save the whole answer to this new file inside the workspace.")),
  suppress_output: flag("With output_file: answer only where it was saved."),
});

export type SearchInput = v.InferOutput<typeof searchInput>;
