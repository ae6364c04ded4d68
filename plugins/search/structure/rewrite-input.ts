/** Defines the input of rewrite_code. */
import * as v from "valibot";
import { lazily } from "../../../core/host/plugin-api.ts";

const list = (description: string) =>
  v.optional(v.pipe(v.array(v.pipe(v.string(), v.minLength(1))), v.maxLength(1000), v.description(description)));

export const rewriteInput = lazily(() =>
  v.strictObject({
    structure: v.pipe(
      v.string(),
      v.minLength(1),
      v.maxLength(20_000),
      v.description("Code to replace; $A is any one node, $$$A any number of them."),
    ),
    rewrite: v.pipe(
      v.string(),
      v.maxLength(20_000),
      v.description("The new code; names of structure become the code they matched."),
    ),
    language: v.pipe(
      v.string(),
      v.minLength(1),
      v.description("typescript, python, go, rust, java, csharp and others."),
    ),
    roots: list("Directories; default: the workspace."),
    include_globs: list("Only files that these globs match."),
    exclude_globs: list("Leave out: gen/**."),
  }),
);

export type RewriteInput = v.InferOutput<typeof rewriteInput>;
