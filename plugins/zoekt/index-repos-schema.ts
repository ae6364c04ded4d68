/** Schemas of `index_repos`. */
import * as v from "valibot";
import { lazily, type Output } from "../../core/host/plugin-api.ts";

export const indexReposInput = lazily(() =>
  v.strictObject({
    roots: v.optional(v.pipe(v.array(v.string()), v.description("Folders with repositories; default: every root."))),
    index: v.optional(v.pipe(v.string(), v.description("Folder for the shards, as in zoekt-webserver -index."))),
  }),
);

export type IndexReposInput = v.InferOutput<typeof indexReposInput>;

/** State of a repository on the server. */
export const STATES = ["indexed", "behind", "missing", "not asked"] as const;

export const indexReposOutput: Output<v.GenericSchema> = {
  schema: lazily(() =>
    v.strictObject({
      success: v.literal(true),
      count: v.number(),
      repositories: v.array(
        v.strictObject({
          path: v.string(),
          name: v.string(),
          commit: v.nullable(v.string()),
          indexed: v.nullable(v.string()),
          state: v.picklist(STATES),
          command: v.nullable(v.string()),
        }),
      ),
      steps: v.array(v.string()),
      warnings: v.optional(v.array(v.string())),
    }),
  ),
  next: { parameter: "cursor", by: "page" },
  rows: [
    {
      at: "/repositories",
      unit: ["repository", "repositories"],
      columns: [{ field: "path" }, { field: "state" }, { field: "name" }, { field: "command", kind: "code" }],
    },
  ],
  notices: [{ at: "/steps" }, { at: "/warnings", tone: "warning" }],
};
