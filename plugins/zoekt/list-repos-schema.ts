/** Schemas of `list_repos`. */
import * as v from "valibot";
import { lazily, type Output } from "../../core/host/plugin-api.ts";

export const listReposInput = lazily(() =>
  v.strictObject({
    query: v.optional(v.pipe(v.string(), v.description("Only those whose name contains this."))),
  }),
);

export type ListReposInput = v.InferOutput<typeof listReposInput>;

const count = v.pipe(v.number(), v.minValue(0));

export const listReposOutput: Output<v.GenericSchema> = {
  schema: lazily(() =>
    v.strictObject({
      success: v.literal(true),
      count,
      repos: v.array(
        v.strictObject({
          root: v.string(),
          branches: v.array(v.string()),
          commit: v.string(),
          files: count,
          bytes: count,
          indexed_at: v.string(),
          symbols: v.boolean(),
          server: v.string(),
        }),
      ),
      warnings: v.optional(v.array(v.string())),
    }),
  ),
  next: { parameter: "cursor", by: "page" },
  rows: [
    {
      at: "/repos",
      unit: ["repository", "repositories"],
      columns: [
        { field: "root" },
        { field: "branches" },
        { field: "files", kind: "number" },
        { field: "bytes", kind: "number" },
        { field: "indexed_at" },
        { field: "server" },
      ],
    },
  ],
  notices: [{ at: "/warnings", tone: "warning" }],
};
