/** Defines the input of search_content. See the README for details on each parameter. */

import * as v from "valibot";
import { lazily } from "../../../core/host/plugin-api.ts";

const text = (description: string) => v.pipe(v.string(), v.description(description));
const flag = (description: string) => v.optional(v.pipe(v.boolean(), v.description(description)));
const list = (description: string) =>
  v.optional(v.pipe(v.array(v.pipe(v.string(), v.minLength(1))), v.maxLength(1000), v.description(description)));
const whole = (low: number, high: number, description: string) =>
  v.optional(v.pipe(v.number(), v.integer(), v.minValue(low), v.maxValue(high), v.description(description)));

export const searchInput = lazily(() =>
  v.strictObject({
    query: v.optional(
      v.pipe(
        v.string(),
        v.minLength(1),
        v.description("Regular expression (Rust syntax); literal text with fixed_strings."),
      ),
    ),
    queries: v.optional(
      v.pipe(
        v.array(v.pipe(v.string(), v.minLength(1))),
        v.minLength(1),
        v.maxLength(20),
        v.description("Several queries at once, instead of query; each result names its query."),
      ),
    ),
    structure: v.optional(
      v.pipe(v.string(), v.minLength(1), v.maxLength(20_000), v.description("Code with $A, $$$ARGS; needs language.")),
    ),
    language: v.optional(v.string()),
    roots: list("Directories to search; default: the workspace. Not with files."),
    files: list("Exactly these files."),
    case: v.optional(
      v.pipe(
        v.picklist(["smart", "insensitive", "sensitive"]),
        v.description("smart (default): case-sensitive if the query has an upper-case letter."),
      ),
    ),
    fixed_strings: flag("query is literal text."),
    word: flag("Whole words only."),
    multiline: flag("May cross line endings (\\n; on CRLF files \\r?\\n)."),
    include_globs: list("Only files that match these globs, from the workspace root: *.cs, src/**/*.ts."),
    exclude_globs: list("Leave out: node_modules, *.min.js, gen/**."),
    types: list("Only these ripgrep types: cs, cpp, ts, py, md. include_globs take precedence."),
    follow_symlinks: flag("Follow links that stay inside the workspace."),
    hidden: flag("Hidden files too."),
    no_ignore: flag("Also files hidden by .gitignore etc."),
    max_filesize: v.optional(
      v.pipe(
        v.string(),
        v.regex(/^[0-9]+(\.[0-9]+)?[kKmMgG]?$/, 'max_filesize is a number with K, M or G, e.g. "10M"'),
        v.description("Skip larger files: 500K, 10M."),
      ),
    ),
    context_before: whole(0, 100, "Lines before each match."),
    context_after: whole(0, 100, "Lines after each match."),
    encoding: v.optional(text("File encoding: latin1, shift_jis. Default: UTF-8, or by the BOM.")),
    max_count: whole(1, 1_000_000_000, "Maximum matches per file."),
    timeout_ms: whole(1, 3_600_000, "Return what is found in this many ms; default 30000."),
    count_only_matches: flag("Only the number of matches of each file."),
    files_only: flag("Only the files that have a match."),
    summary_only: flag("Only top files, file types and samples."),
    group_by_file: flag("Matches by file."),
    enclosing: flag("The members (methods, classes) that contain matches, each once."),
    body: flag("With enclosing: the lines of each member."),
    total_only: flag("Only the total, a bare number: cheapest."),
    optimize_paths: flag("Common directory once (base), paths relative to it."),
    output_format: v.optional(
      v.pipe(
        v.picklist(["json", "toon", "text"]),
        v.description("json (default), toon (fewer tokens) or text (fewest)."),
      ),
    ),
    output_file: v.optional(text("Also save the whole answer to this new file.")),
    suppress_output: flag("With output_file: only return its path."),
  }),
);

export type SearchInput = v.InferOutput<typeof searchInput>;
