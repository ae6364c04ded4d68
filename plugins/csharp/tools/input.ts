/** Contains the input schemas of the tools. The defaults are from docs/contracts/csharp.md. */
import * as v from "valibot";
import { lazily } from "../../../core/host/plugin-api.ts";
import { SCOPES } from "../project/scopes.ts";
import { EDIT_VERBS } from "../queries/requests/edit-requests.ts";

const bareScope = v.optional(v.picklist(SCOPES), "assets");
/** This is only described in the first few schemas, because the list of tools is sent to every session and should be small. */
const scope = v.pipe(bareScope, v.description("embedded: packages in the project; library: their cache"));

const integer = (fallback: number, minimum: number, maximum: number, description: string) =>
  v.pipe(
    v.optional(v.pipe(v.number(), v.integer(), v.minValue(minimum), v.maxValue(maximum)), fallback),
    v.description(description),
  );

/** The number of lines around a match. Note that the explorer's views rely on this to read snippets. */
export const SNIPPET_CONTEXT = 2;

const text = (description: string) => v.pipe(v.optional(v.string(), ""), v.description(description));

const path = v.pipe(v.string(), v.description("Assets/…, Packages/<name>/…, or as another tool printed it"));
const maxBytes = integer(65_536, 256, 10_485_760, "Maximum bytes of the answer");
const startAfter = text("Value of cursor");

export const packagesList = lazily(() =>
  v.strictObject({
    includeBuiltIn: v.pipe(v.optional(v.boolean(), false), v.description("Also the engine's built-in modules")),
  }),
);

export const read = lazily(() =>
  v.strictObject({
    path: text("Assets/…, Packages/<name>/…, or as another tool printed it"),
    name: text("A symbol path instead"),
    startLine: integer(1, 1, 10_000_000, "From 1"),
    endLine: v.pipe(
      v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
      v.description("Last line; default startLine + 199"),
    ),
    maxBytes: integer(65_536, 1, 10_485_760, "Maximum bytes of content"),
  }),
);

export const search = lazily(() =>
  v.strictObject({
    pattern: v.pipe(v.string(), v.description("Text, regular expression or glob, by patternType")),
    patternType: v.optional(v.picklist(["substring", "regex", "glob"]), "substring"),
    flags: v.pipe(v.optional(v.array(v.picklist(["i", "m", "s"])), []), v.description("i: ignore case")),
    scope,
    include: v.pipe(v.optional(v.string(), "**/*.cs"), v.description("Glob; several separated by ;")),
    exclude: text("Glob to leave out"),
    returnMode: v.pipe(v.optional(v.picklist(["metadata", "snippets", "full"])), v.description("Default snippets")),
    detail: v.pipe(
      v.optional(v.picklist(["compact", "metadata", "snippets", "full"])),
      v.description("How much of each match; compact is snippets"),
    ),
    pageSize: integer(20, 1, 1000, "Files per page"),
    maxMatchesPerFile: integer(5, 1, 10_000, "Per file and page"),
    snippetContext: integer(SNIPPET_CONTEXT, 0, 50, "Lines around a match"),
    maxBytes,
    maxFileSizeKB: integer(1024, 0, 1_048_576, "Larger files are skipped; 0: no limit"),
    startAfter,
    codeOnly: v.pipe(v.optional(v.boolean(), true), v.description("Leave out comments and strings")),
    identifier: text("Only the files that contain it"),
    container: text("Only matches within types of this name"),
    namespace: text("Only matches within this namespace"),
  }),
);

export const symbolsGet = v.strictObject({ path, startAfter });

const kinds = (description: string) => v.pipe(v.optional(v.string()), v.description(description));
const kind = kinds("class, method, field …, one or more: see script_symbol_find");

export const symbolFind = lazily(() =>
  v.strictObject({
    name: v.pipe(v.string(), v.description("A name or name path")),
    scope,
    kind: kinds("class, interface, method, property, field, event …; one or more"),
    exact: v.pipe(v.optional(v.boolean(), false), v.description("The whole name, case-sensitive")),
    pageSize: integer(50, 1, 1000, "Results per page"),
    startAfter,
  }),
);

const symbolName = text("Move, or a symbol path: Game.Player/Move(int)");
const position = v.pipe(v.optional(v.string()), v.description("Instead of name: path:line:column"));

const names = v.pipe(
  v.optional(v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(100))),
  v.description("Several, instead of name"),
);

export const refsFind = lazily(() =>
  v.strictObject({
    name: symbolName,
    names,
    at: position,
    members: v.pipe(
      v.optional(v.boolean(), false),
      v.description("A table: every member of the type, or of path, with its users"),
    ),
    scope: bareScope,
    path: text("A file that declares it"),
    kind,
    container: text("The type that declares it: Outer/Nested"),
    namespace: text("Its namespace"),
    snippetContext: integer(SNIPPET_CONTEXT, 0, 50, "Lines before and after"),
    pageSize: integer(200, 1, 5000, "References per page"),
    maxMatchesPerFile: integer(100, 1, 10_000, "Per file and page"),
    maxBytes: integer(32_768, 256, 10_485_760, "Maximum bytes of the answer"),
    startAfter,
    includeText: v.pipe(v.optional(v.boolean(), false), v.description("Also words in comments and strings")),
  }),
);

const declaration = {
  name: symbolName,
  at: position,
  path: text("A file that declares it"),
  kind,
  container: text("The type that declares it"),
  namespace: text("Its namespace"),
};

export const hierarchyFind = lazily(() =>
  v.strictObject({
    ...declaration,
    direction: v.pipe(
      v.optional(v.picklist(["both", "up", "down"]), "both"),
      v.description("up: bases, overridden · down: derived types, implementers, overrides"),
    ),
    depth: integer(20, 1, 100, "1: direct ones"),
    members: v.pipe(
      v.optional(v.boolean(), false),
      v.description("Also list what each type declares, overrides, inherits"),
    ),
  }),
);

export const callsFind = lazily(() =>
  v.strictObject({
    ...declaration,
    names,
    direction: v.optional(v.picklist(["callers", "callees"]), "callers"),
    depth: integer(1, 1, 6, "Steps"),
  }),
);

export const impactFind = v.strictObject({
  ...declaration,
  names,
  to: text("A new name: also its collisions"),
  since: v.pipe(v.optional(v.string()), v.description("A commit, staged or worktree")),
});

export const rename = lazily(() =>
  v.strictObject({
    ...declaration,
    to: v.pipe(v.string(), v.minLength(1), v.description("The new name")),
    possible: v.pipe(v.optional(v.picklist(["refuse", "list", "include"]), "refuse"), v.description("Uncertain uses")),
    saved: v.pipe(
      v.optional(v.picklist(["attribute", "keys", "leave"]), "attribute"),
      v.description("Saved fields: FormerlySerializedAs, or keys in assets"),
    ),
    strings: v.pipe(v.optional(v.boolean(), false), v.description("Also in strings, as for Invoke")),
    file: v.pipe(v.optional(v.boolean(), true), v.description("Its file too")),
  }),
);

export const edit = lazily(() =>
  v.strictObject({
    edits: v.pipe(
      v.array(
        v.strictObject({
          symbol: v.pipe(v.string(), v.minLength(1), v.description("Symbol path")),
          do: v.picklist(EDIT_VERBS),
          code: v.optional(v.string(), ""),
          path: v.optional(v.string(), ""),
        }),
      ),
      v.minLength(1),
      v.maxLength(100),
    ),
  }),
);

export const projectCheck = lazily(() =>
  v.strictObject({
    check: v.pipe(
      v.picklist(["dead", "assemblies", "missing", "events", "scripts", "defines", "serialized"]),
      v.description("events: UnityEvent targets · scripts: of an asmdef (name) or none"),
    ),
    name: text("For scripts and defines: an assembly"),
    scope: bareScope,
  }),
);

export const assetUsages = lazily(() =>
  v.strictObject({
    path: text("The script, or any other asset"),
    member: text("A field, property or method of the script"),
    guid: text("Instead of path"),
    derived: text("Instead of path: a base type, such as ScriptableObject"),
    names,
    depth: integer(1, 1, 20, "Steps: what contains those prefabs …"),
    pageSize: integer(50, 1, 1000, "Assets per page"),
    startAfter,
  }),
);

export const indexStatus = lazily(() =>
  v.strictObject({ wait: v.pipe(v.optional(v.boolean(), false), v.description("Finish it first")) }),
);
