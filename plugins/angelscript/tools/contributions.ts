/** AngelScript on the command line and in the explorer: short commands, symbols while typing, and jumps from a name in a script. */
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
