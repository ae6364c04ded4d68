/** The input of code_rename. */
import * as v from "valibot";
import { lazily } from "../../../../core/host/plugin-api.ts";

export const renameInput = lazily(() =>
  v.strictObject({
    name: v.pipe(v.optional(v.string()), v.description("render, App/render, src/app.ts#App/render")),
    to: v.pipe(v.string(), v.minLength(1), v.description("The new name")),
    at: v.pipe(v.optional(v.string()), v.description("Instead of name: path:line:column; locals too")),
    path: v.pipe(v.optional(v.string()), v.description("The file or folder that declares it")),
    possible: v.pipe(v.optional(v.picklist(["refuse", "list", "include"]), "refuse"), v.description("Uncertain uses")),
  }),
);

export type RenameInput = v.InferOutput<typeof renameInput>;
