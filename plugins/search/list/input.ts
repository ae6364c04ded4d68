/** Defines the input of list_files. */
import * as v from "valibot";
import { lazily } from "../../../core/host/plugin-api.ts";

const flag = (description: string) => v.optional(v.pipe(v.boolean(), v.description(description)));
const text = (description: string) => v.optional(v.pipe(v.string(), v.description(description)));
const list = (description: string) =>
  v.optional(v.pipe(v.array(v.pipe(v.string(), v.minLength(1))), v.maxLength(1000), v.description(description)));
const whole = (low: number, description: string) =>
  v.optional(v.pipe(v.number(), v.integer(), v.minValue(low), v.description(description)));

export const listInput = lazily(() =>
  v.strictObject({
    roots: list("Directories to list; default: the workspace."),
    pattern: text("Regular expression (or glob) for names; case-sensitive if it has an upper-case letter."),
    glob: flag("pattern is a glob for the whole name."),
    full_path_match: flag("pattern applies to the path from the workspace root."),
    types: v.optional(
      v.pipe(
        v.array(v.picklist(["f", "d", "l", "x", "e"])),
        v.description("f files, d directories, l links, x executables, e empty; default: all."),
      ),
    ),
    extensions: list("Only these extensions: cs, .ts."),
    exclude: list("Leave out, with their contents: node_modules, *.min.js."),
    depth: whole(1, "Maximum depth; 1 is the directory itself."),
    min_depth: whole(1, "At least this deep."),
    prune: flag("Do not enter directories that match pattern."),
    size: list("+10M at least, -1K at most, 500 exactly (bytes, K, M, G)."),
    changed_within: text("Changed since: 2h, 3days, 1week, 2026-01-31."),
    changed_before: text("Last changed before: 2weeks, 2026-01-31 18:00."),
    follow_symlinks: flag("Enter links that stay inside the workspace."),
    hidden: flag("Hidden entries too."),
    no_ignore: flag("Also files hidden by .gitignore etc."),
    sort: v.optional(
      v.pipe(
        v.picklist(["path", "size", "time"]),
        v.description("path (default), size (largest first), time (latest first)."),
      ),
    ),
    count_only: flag("Only the count."),
    output_format: v.optional(
      v.pipe(v.picklist(["json", "toon", "text"]), v.description("json (default), toon or text (fewest tokens).")),
    ),
    output_file: text("Also save the list to this new file."),
    suppress_output: flag("With output_file: only return its path."),
  }),
);

export type ListInput = v.InferOutput<typeof listInput>;
