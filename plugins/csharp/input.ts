/** What the tools accept, with the defaults of docs/contracts/csharp.md. */
import * as v from "valibot";
import { SCOPES } from "./project/project.ts";

const scope = (fallback: (typeof SCOPES)[number]) =>
  v.pipe(
    v.optional(v.picklist(SCOPES), fallback),
    v.description(
      "assets: Assets/ · embedded: packages inside the project · packages: every package · library: Library/PackageCache · all",
    ),
  );

const integer = (fallback: number, minimum: number, maximum: number, description: string) =>
  v.pipe(
    v.optional(v.pipe(v.number(), v.integer(), v.minValue(minimum), v.maxValue(maximum)), fallback),
    v.description(description),
  );

/** Lines shown before and after a match unless asked otherwise; the views read snippets by it. */
export const SNIPPET_CONTEXT = 2;

const text = (description: string) => v.pipe(v.optional(v.string(), ""), v.description(description));

const path = v.pipe(v.string(), v.description("Assets/…, Packages/<name>/…, or a path that another tool printed"));
const maxBytes = integer(65_536, 256, 10_485_760, "Most bytes of the answer");
const startAfter = text("The cursor of the page before");

export const packagesList = v.strictObject({
  includeBuiltIn: v.pipe(v.optional(v.boolean(), false), v.description("Also the engine's built-in modules")),
});

export const read = v.strictObject({
  path,
  startLine: integer(1, 1, 10_000_000, "First line, from 1"),
  endLine: v.pipe(
    v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
    v.description("Last line; default startLine + 199"),
  ),
  maxBytes: integer(65_536, 1, 10_485_760, "Most bytes of content"),
});

export const search = v.strictObject({
  pattern: v.pipe(v.string(), v.description("Text, regular expression or glob, by patternType")),
  patternType: v.optional(v.picklist(["substring", "regex", "glob"]), "substring"),
  flags: v.pipe(
    v.optional(v.array(v.picklist(["i", "m", "s"])), []),
    v.description("i: ignore case; m and s change nothing, matching is by line"),
  ),
  scope: scope("assets"),
  include: v.pipe(v.optional(v.string(), "**/*.cs"), v.description("Glob of paths to search; several separated by ;")),
  exclude: text("Glob of paths to leave out; several separated by ;"),
  returnMode: v.pipe(v.optional(v.picklist(["metadata", "snippets", "full"])), v.description("Default snippets")),
  detail: v.pipe(
    v.optional(v.picklist(["compact", "metadata", "snippets", "full"])),
    v.description("The same as returnMode and wins over it; compact is snippets"),
  ),
  pageSize: integer(20, 1, 1000, "Files per page"),
  maxMatchesPerFile: integer(5, 1, 10_000, "Matches of one file per page; the rest come on later pages"),
  snippetContext: integer(SNIPPET_CONTEXT, 0, 50, "Lines before and after a match"),
  maxBytes,
  maxFileSizeKB: integer(1024, 0, 1_048_576, "Bigger files are left out and counted; 0: no limit"),
  startAfter,
  codeOnly: v.pipe(v.optional(v.boolean(), true), v.description("Leave out comments and strings")),
  identifier: text("Only files in which this identifier occurs (within container and namespace)"),
  container: text("Only matches within types of this name"),
  namespace: text("Only matches within this namespace"),
});

export const symbolsGet = v.strictObject({ path, startAfter: text("The cursor of an answer that was cut") });

const kind = v.pipe(
  v.optional(v.string()),
  v.description(
    "One or more of namespace class struct interface enum method property constructor destructor indexer event delegate operator field enumMember type",
  ),
);

export const symbolFind = v.strictObject({
  name: v.pipe(v.string(), v.description("A name or name path: Player, Player/Move, Game.Player/Move[1], Pool`1")),
  scope: scope("assets"),
  kind,
  exact: v.pipe(
    v.optional(v.boolean(), false),
    v.description("The whole name, case-sensitive; otherwise any part of it in any case"),
  ),
  pageSize: integer(50, 1, 1000, "Results per page"),
  startAfter,
});

export const refsFind = v.strictObject({
  name: v.pipe(v.string(), v.description("The name of a declaration: Move, or with its type Player/Move")),
  scope: scope("assets"),
  path: text("A file that declares it: fills in container and namespace"),
  kind,
  container: text("The type that declares it: Player or Outer/Nested"),
  namespace: text("The namespace that declares it"),
  snippetContext: integer(SNIPPET_CONTEXT, 0, 50, "Lines before and after"),
  pageSize: integer(200, 1, 5000, "References per page"),
  maxMatchesPerFile: integer(3, 1, 10_000, "References of one file per page; the rest come on later pages"),
  maxBytes: integer(32_768, 256, 10_485_760, "Most bytes of the answer"),
  startAfter,
  includeText: v.pipe(v.optional(v.boolean(), false), v.description("Also words in comments and strings (kind text)")),
});

const declaration = {
  name: v.pipe(v.string(), v.description("The name of a declaration: Move, or with its type Player/Move")),
  path: text("A file that declares it"),
  kind,
  container: text("The type that declares it"),
  namespace: text("The namespace that declares it"),
};

export const hierarchyFind = v.strictObject({
  ...declaration,
  direction: v.pipe(
    v.optional(v.picklist(["both", "up", "down"]), "both"),
    v.description("up: bases and what it overrides · down: derived types, implementers and overrides"),
  ),
  depth: integer(20, 1, 100, "Steps; 1: only the direct ones"),
});

export const callsFind = v.strictObject({
  ...declaration,
  direction: v.optional(v.picklist(["callers", "callees"]), "callers"),
  depth: integer(1, 1, 6, "Steps: callers of callers and so on"),
});

export const assetUsages = v.strictObject({
  path: text("The script, or any other asset: Assets/…, Packages/<name>/…"),
  member: text(
    "A field, property or method of the script: its saved values, and the events and animations that call it",
  ),
  guid: text("The guid of a script (or any other asset), instead of path"),
  pageSize: integer(50, 1, 1000, "Assets per page"),
  startAfter,
});

export const indexStatus = v.strictObject({
  wait: v.pipe(v.optional(v.boolean(), false), v.description("Build the index to its end before answering")),
});
