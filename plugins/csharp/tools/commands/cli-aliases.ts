/** Defines short commands for C#, which also work under the names that other programs use for them. */
import type { CliAlias } from "../../../../core/host/plugin-api.ts";

const READ_BODY = "Use jig cat FILE FIRST-LINE LAST-LINE, which prints the lines";

const ONE_FOLDER = "Filter the lines: jig refs NAME | grep '^FOLDER/'";

const languages = ["csharp"];

export const cliAliases: CliAlias[] = [
  {
    command: "rename",
    languages,
    also: ["rename-symbol", "refactor-rename"],
    tool: "script_rename",
    positional: ["name", "to"],
    description: "Rename a declaration: a plan and its diff",
    synonyms: { name_path: "name", symbol: "name", relative_path: "path", new_name: "to" },
  },
  {
    command: "refs",
    rel: "references",
    languages,
    also: ["references", "usages", "uses", "find-references", "find-referencing-symbols", "find-usages", "xrefs"],
    tool: "script_refs_find",
    fixed: { snippetContext: 0 },
    description: "Find the uses of a declaration",
    synonyms: { name_path: "name", symbol: "name", relative_path: "path", "-C": "snippetContext" },
    unsupportedFlags: {
      "--include-body": READ_BODY,
      "--in": ONE_FOLDER,
      "--tests": ONE_FOLDER,
      "--callees": "Use jig callers NAME --direction callees",
      "--since": "Use jig script_impact_find --since COMMIT",
    },
  },
  {
    command: "callers",
    rel: "callers",
    languages,
    also: ["who-calls", "incoming", "incoming-calls"],
    tool: "script_calls_find",
    description: "Find the calls of a function",
    synonyms: { name_path: "name", symbol: "name", relative_path: "path" },
    unsupportedFlags: {
      "--in": ONE_FOLDER,
      "--tests": ONE_FOLDER,
      "--callees": "Use jig callers NAME --direction callees",
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
    tool: "script_symbol_find",
    description: "Find declarations by name",
    synonyms: { name_path: "name", name_path_pattern: "name", query: "name", symbol: "name" },
    unsupportedFlags: {
      "--include-body": READ_BODY,
      "--depth": "Use jig outline FILE, which shows the members",
      "--relative-path": "Use jig outline FILE for one file",
    },
  },
  {
    command: "outline",
    rel: "members",
    languages,
    also: ["get-symbols-overview", "symbols-overview", "document-symbols", "structure", "toc"],
    tool: "script_symbols_get",
    description: "Show the declarations of a file",
    synonyms: { file: "path", relative_path: "path", file_path: "path" },
  },
];
