/** Declares CLI commands, completion, and the links from names in scripts. */
import type { CliAlias, FinderContribution, JumpContribution } from "../../../core/host/plugin-api.ts";

export const finders: FinderContribution[] = [
  {
    title: "AngelScript",
    tool: "angelscript_searchApi",
    parameter: "labelQuery",
    prefix: "@",
    minLength: 2,
    fixed: { source: "script", maxBatchResults: 50 },
  },
];

const ONE_FOLDER = "Filter the lines: jig refs NAME | grep '^FOLDER/'";

const languages = ["angelscript"];
const name = { at: "/word", required: true };
export const cliAliases: CliAlias[] = [
  {
    command: "rename",
    languages,
    also: ["rename-symbol", "refactor-rename"],
    tool: "angelscript_rename",
    positional: ["name", "to"],
    description: "Rename a declaration: a plan and its diff",
    synonyms: { name_path: "name", symbol: "name", new_name: "to" },
  },
  {
    command: "refs",
    rel: "references",
    languages,
    also: ["references", "usages", "uses", "find-references", "find-referencing-symbols", "find-usages", "xrefs"],
    tool: "angelscript_findReferences",
    positional: "name",
    description: "Find the uses of a declaration",
    synonyms: { name_path: "name", symbol: "name", kind: "kinds" },
    unsupportedFlags: {
      "--in": ONE_FOLDER,
      "--tests": ONE_FOLDER,
      "--path": "Name the class too: jig refs AThing/Fire",
      "--callees": "Use jig callers NAME --direction outgoing",
      "--since": "Use jig angelscript_diagnostics to check a change",
    },
  },
  {
    command: "callers",
    rel: "callers",
    languages,
    also: ["who-calls", "incoming", "incoming-calls"],
    tool: "angelscript_calls",
    positional: "name",
    description: "Find the calls of a function",
    synonyms: { name_path: "name", symbol: "name" },
    unsupportedFlags: {
      "--in": ONE_FOLDER,
      "--tests": ONE_FOLDER,
      "--path": "Name the class too: jig callers AThing/Fire",
      "--kind": "Use jig refs NAME --kind bind, or another kind",
      "--callees": "Use jig callers NAME --direction outgoing",
    },
  },
  {
    command: "symbol",
    rel: "definition",
    languages,
    also: [
      "symbols",
      "def",
      "definition",
      "find-symbol",
      "find-declaration",
      "go-to-definition",
      "goto",
      "workspace-symbols",
    ],
    tool: "angelscript_searchApi",
    positional: "labelQuery",
    fixed: { source: "script" },
    description: "Find declarations by name",
    synonyms: {
      name: "labelQuery",
      name_path: "labelQuery",
      name_path_pattern: "labelQuery",
      query: "labelQuery",
      symbol: "labelQuery",
      kind: "kinds",
    },
    unsupportedFlags: {
      "--exact": "Use jig refs NAME --kind declaration, which takes the whole name",
      "--path": "Use jig outline FILE for one file",
    },
  },
];

const here = { filePath: { path: "one" as const }, position: { fields: { line: "/line", character: "/column" } } };

export const jumps: JumpContribution[] = [
  { languages, rel: "definition", tool: "angelscript_resolveSymbolAtPosition", input: here },
  { languages, rel: "references", tool: "angelscript_findReferences", input: here },
  { languages, rel: "callers", tool: "angelscript_calls", input: here },
  { languages, rel: "hierarchy", tool: "angelscript_getClassHierarchy", input: { name } },
  {
    languages,
    rel: "derived",
    tool: "angelscript_getClassHierarchy",
    input: { name, maxSuperDepth: { value: 0 }, maxSubDepth: { value: 10 }, maxSubBreadth: { value: 100 } },
  },
  { languages, rel: "members", tool: "angelscript_getTypeMembers", input: { name } },
];
