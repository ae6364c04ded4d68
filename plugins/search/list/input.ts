/** What may be asked of a file listing. */
import * as v from "valibot";

const flag = (description: string) => v.optional(v.pipe(v.boolean(), v.description(description)));
const text = (description: string) => v.optional(v.pipe(v.string(), v.description(description)));
const list = (description: string) =>
  v.optional(v.pipe(v.array(v.pipe(v.string(), v.minLength(1))), v.maxLength(1000), v.description(description)));
const whole = (low: number, description: string) =>
  v.optional(v.pipe(v.number(), v.integer(), v.minValue(low), v.description(description)));

export const listInput = v.strictObject({
  roots: list("Directories to list, default: the whole workspace."),
  pattern: text(
    "Only names that match this regular expression (or glob): case counts only if it has an upper-case letter.",
  ),
  glob: flag("The pattern is a glob for the whole name, not a regular expression."),
  full_path_match: flag("The pattern is for the path relative to the workspace root instead of the name."),
  types: v.optional(
    v.pipe(
      v.array(v.picklist(["f", "d", "l", "x", "e"])),
      v.description(
        "f files, d directories, l links, x executable files, e empty files and directories. Default: all.",
      ),
    ),
  ),
  extensions: list("Only files with one of these endings, with or without the dot: cs, .ts."),
  exclude: list("Leaves out what these globs match, with all below: node_modules, *.min.js."),
  depth: whole(1, "Entries at most this deep; 1 is the directory itself."),
  min_depth: whole(1, "Entries at least this deep."),
  prune: flag("Do not look into directories that match the pattern."),
  size: list("Only files of this size: +10M at least, -1K at most, 500 exactly (bytes, or K, M, G of 1024)."),
  changed_within: text("Only what changed since then: 2h, 3days, 1week, or a date such as 2026-01-31."),
  changed_before: text("Only what last changed before then: 2weeks, or a date such as 2026-01-31 18:00."),
  follow_symlinks: flag("Look into linked directories that stay inside the workspace."),
  hidden: flag("Hidden files and directories too."),
  no_ignore: flag("What .gitignore, .ignore and .rgignore hide too."),
  sort: v.optional(
    v.pipe(
      v.picklist(["path", "size", "time"]),
      v.description("path (default), size (largest first) or time (latest first)."),
    ),
  ),
  count_only: flag("Answer only how many there are."),
  output_format: v.optional(
    v.pipe(v.picklist(["json", "toon", "text"]), v.description("json (default), toon or text (fewest tokens).")),
  ),
  output_file: text("Also save the list to this new file inside the workspace."),
  suppress_output: flag("With output_file: answer only where it was saved."),
});

export type ListInput = v.InferOutput<typeof listInput>;
