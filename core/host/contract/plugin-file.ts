/** Contains the schema of `plugin.json`, which is the manifest of a plugin on disk. */
import * as v from "valibot";
import { described, jsonObject, optional, outputOf, pointer, text } from "./output-schema.ts";
import { placeBelowRoot, plugin } from "./plugin-schema.ts";

export const module = v.pipe(
  v.string(),
  v.regex(/^\.\/(?!.*\.\.\/)[^\\\0]+\.[mc]?[jt]s$/),
  v.description("A TypeScript or JavaScript file of the plugin, relative to its folder: `./search.ts`"),
);
export const ownFile = v.pipe(
  v.string(),
  v.regex(/^\.\/(?!.*\.\.\/)[^\\\0]+$/),
  v.description("A file of the plugin, relative to its folder: `./tags.scm`"),
);

const command = v.strictObject({
  command: described(
    v.pipe(v.array(v.pipe(text, v.regex(/^(?!\.\/.*\.\.\/)(?!\.\.\/)[^\0]+$/))), v.minLength(1)),
    'The program and its arguments, started in the plugin\'s folder without a shell: `["python3", "tool.py"]`. The program must be declared in `permissions.run`',
  ),
  mode: described(
    v.exactOptional(v.picklist(["once", "framed"]), "once"),
    "`once`: a process for each call, input as JSON on stdin, `{value, failed?}` as JSON on stdout. `framed`: one process for all calls, one line of JSON for each message",
  ),
});

const failure = v.strictObject({
  message: described(pointer, "Path of the message"),
  code: optional(pointer, "Path of the code"),
  details: optional(pointer, "Path of the details"),
  with: optional(jsonObject, 'Other fields of the envelope: `{"ok": false}`'),
});

/** The schema of `plugin.json`. */
export const pluginFile = plugin({
  handler: v.union([module, command]),
  input: jsonObject,
  output: v.exactOptional(outputOf(v.exactOptional(jsonObject, {})), {}),
  service: module,
  worker: module,
  path: module,
  doctor: module,
  availableTools: module,
  failure,
  net: v.pipe(v.string(), v.regex(/^[\w.:[\]-]+$/)),
  place: placeBelowRoot(2),
  ofLanguage: {
    symbols: optional(module, "`export default async (file, context) => FileSymbol[]`, or `{ symbols, names }`"),
    grammar: optional(
      ownFile,
      "Instead of `symbols`: a tree-sitter grammar compiled to wasm: `./tree-sitter-python.wasm`",
    ),
    tags: optional(ownFile, "With `grammar`: a query with `@definition.<kind>` and `@name` captures: `./tags.scm`"),
    locals: optional(
      ownFile,
      "With `tags`: a query with `@local.scope`, `@local.definition` and `@local.reference` captures, which make uses certain: `./locals.scm`",
    ),
  },
  ofWorker: {},
  ofContributes: {},
});

export type PluginFile = v.InferOutput<typeof pluginFile>;
export type ToolFile = PluginFile["tools"][string];
export type CommandHandler = v.InferOutput<typeof command>;
export type FailureByPointer = v.InferOutput<typeof failure>;
