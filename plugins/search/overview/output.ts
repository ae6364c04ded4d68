/** Defines the input and output of workspace_overview. */
import * as v from "valibot";
import { lazily, type Output } from "../../../core/host/plugin-api.ts";

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

export const overviewInput = lazily(() => v.strictObject({}));

export const overviewOutput: Output<v.GenericSchema> = {
  schema: lazily(() =>
    v.strictObject({
      success: v.literal(true),
      files: count,
      todos: count,
      warnings: v.optional(v.array(v.string())),
      rows: v.array(
        v.strictObject({
          section: v.picklist(["language", "start", "test", "changed", "large", "todo"]),
          name: v.string(),
          detail: v.string(),
          path: v.optional(v.string()),
          line: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
          /** The file extensions, for languages only. */
          extensions: v.optional(v.array(v.string())),
        }),
      ),
    }),
  ),
  rows: [
    {
      at: "/rows",
      unit: ["row", "rows"],
      columns: [{ field: "section" }, { field: "name" }, { field: "detail" }],
      location: { path: "/path", line: "/line" },
      links: [
        {
          rel: "members",
          tool: "list_files",
          input: { extensions: { at: "/extensions", required: true } },
          when: { at: "/section", in: ["language"] },
        },
      ],
    },
  ],
  notices: [
    { at: "/files", text: "{} files", one: "1 file", zero: true },
    {
      at: "/todos",
      text: "{} lines with TODO, FIXME, HACK or XXX",
      one: "1 line with TODO, FIXME, HACK or XXX",
      zero: true,
    },
    { at: "/warnings", tone: "warning" },
  ],
};
