/** The largest page of each tool on two large code bases. Used for measuring stalls. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { corpus } from "../jig.ts";

/** Tool and arguments. */
export type Call = [tool: string, input: object];

export interface Pages {
  root: string;
  calls: Call[];
}

/** 10,600 lines. */
const LONG_SCRIPT = "Editor/Mono/EditorGUI.cs";
/** A use of a class with 8,786 references, a method near it, and a long file. */
const PLAYER = { filePath: "Core/Collision/PlayerCollisionCapability.as", position: { line: 5, character: 8 } };
const METHOD = { ...PLAYER, position: { line: 11, character: 8 } };
const LONG_FILE = "Core/Movement/MovementComponent.as";
/** Limit per call. */
const MAX_FILES = 200;
const FORMS = ["json", "toon", "text"];
const OVERVIEW: Call = ["workspace_overview", {}];
/** Plans are never applied. */
const PLANS: Call[] = [
  ["changes", { show: "last" }],
  ["changes", {}],
];

export function csharpPages(): Pages | undefined {
  const root = corpus("UnityCsReference");
  if (!root) return undefined;
  const path = LONG_SCRIPT;
  const page = { pageSize: 1000, maxBytes: 1_000_000, scope: "all" };
  return {
    root,
    calls: [
      ["script_index_status", { wait: true }],
      OVERVIEW,
      ...searches("public|private"),
      ...readings(LONG_SCRIPT, filesBelow(join(root, "Editor"), ".cs")),
      // The repository doesn't have any assets.
      ["script_asset_usages", { guid: "0123456789abcdef0123456789abcdef", pageSize: 1000 }],
      ["script_calls_find", { name: "GetComponent", depth: 2, limit: 1000 }],
      ["script_hierarchy_find", { name: "ScriptableObject", limit: 1000 }],
      ["script_impact_find", { name: "GameObject", limit: 1000 }],
      ["script_packages_list", { includeBuiltIn: true }],
      ["script_project_check", { check: "assemblies", scope: "all", limit: 1000 }],
      ["script_project_check", { check: "dead", scope: "all", limit: 1000 }],
      [
        "script_edit",
        { edits: [{ symbol: "UnityEditor.EditorGUI.IndentedRect", do: "body", code: "{ return source; }" }] },
      ],
      [
        "script_rename",
        { name: "UnityEditor.EditorGUILayout", to: "EditorGUILayoud", possible: "include", file: false },
      ],
      ...PLANS,
      ["script_read", { path, endLine: 100_000, maxBytes: 1_000_000 }],
      ["script_refs_find", { name: "GameObject", ...page, maxMatchesPerFile: 1000 }],
      ["script_search", { pattern: "return\\s+\\w+", patternType: "regex", ...page, maxMatchesPerFile: 1000 }],
      ["script_symbol_find", { name: "*", scope: "all", pageSize: 1000 }],
      ["script_symbols_get", { path }],
    ],
  };
}

export function angelscriptPages(): Pages | undefined {
  const root = corpus("angelscript-sample");
  if (!root) return undefined;
  return {
    root,
    calls: [
      ["angelscript_getTypeMembers", { name: "AActor", includeInherited: true, includeDocs: true }],
      OVERVIEW,
      ...searches("void|int"),
      ...readings(LONG_FILE, filesBelow(root, ".as")),
      ["angelscript_calls", { ...METHOD, limit: 1000 }],
      ["angelscript_diagnostics", { limit: 10_000 }],
      [
        "angelscript_edit",
        { edits: [{ symbol: "UPlayerCollisionCapability/Setup", do: "body", code: "Player = nullptr;" }] },
      ],
      ["angelscript_findReferences", { ...PLAYER, limit: 10_000 }],
      ["angelscript_getClassHierarchy", { name: "AActor", maxSubDepth: 20, maxSubBreadth: 10_000, limit: 10_000 }],
      ["angelscript_hover", PLAYER],
      ["angelscript_rename", { name: "UPlayerMovementComponent", to: "UPlayerMovementComponenS", possible: "include" }],
      ...PLANS,
      ["angelscript_resolveSymbolAtPosition", { ...PLAYER, includeDocumentation: true }],
      ["angelscript_searchApi", { labelQuery: "get", maxBatchResults: 1000, includeDocs: true }],
    ],
  };
}

/** Text and name searches in all output formats. */
function searches(query: string): Call[] {
  return FORMS.flatMap((output_format): Call[] => [
    ["search_content", { query, limit: 10_000, output_format }],
    ["search_content", { query, group_by_file: true, limit: 10_000, output_format }],
    ["list_files", { limit: 10_000, sort: "size", output_format }],
  ]);
}

function readings(file_path: string, file_paths: string[]): Call[] {
  return [
    ["extract_code_section", { file_path }],
    ["extract_code_section", { requests: [{ file_path, sections: [{ start_line: 1, end_line: 5_000 }] }] }],
    ["check_code_scale", { file_path }],
    ["check_code_scale", { file_paths, metrics_only: true }],
  ];
}

function filesBelow(folder: string, ending: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => name.endsWith(ending))
    .sort()
    .slice(0, MAX_FILES)
    .map((name) => join(folder, name));
}
