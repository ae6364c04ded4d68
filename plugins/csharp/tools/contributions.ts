/** Adds C# to the explorer, with symbols as you type and jumps from a name in a script. */
import type { FinderContribution, JumpContribution } from "../../../core/host/plugin-api.ts";

export const finders: FinderContribution[] = [
  { title: "C#", tool: "script_symbol_find", parameter: "name", prefix: "@", minLength: 2, fixed: { pageSize: 50 } },
];

const languages = ["csharp"];
const name = { at: "/word", required: true };

export const jumps: JumpContribution[] = [
  { languages, rel: "definition", tool: "script_symbol_find", input: { name, exact: { value: true } } },
  { languages, rel: "references", tool: "script_refs_find", input: { name, snippetContext: { value: 0 } } },
  { languages, rel: "callers", tool: "script_calls_find", input: { name } },
  { languages, rel: "derived", tool: "script_hierarchy_find", input: { name, direction: { value: "down" } } },
  { languages, rel: "overrides", tool: "script_hierarchy_find", input: { name } },
  { languages, rel: "members", tool: "script_symbols_get", input: { path: { path: "one" } } },
  { languages, rel: "assets", tool: "script_asset_usages", input: { path: { path: "one" } } },
];
