/** Answers of the fake Editor's tools, for both generations and the first 3.0 betas. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export type Generation = "seed" | "v2" | "v3";
export const VERSIONS: Record<Generation, string> = { seed: "0.59.1", v2: "2.1.1", v3: "3.0.0-beta.1" };

export type Answering = (params: Record<string, unknown>, root: string) => Record<string, unknown>;

const string = (standard: unknown = "") => ({ Type: "string", Description: "d", DefaultValue: standard, Enum: null });
const boolean = (standard = false) => ({ Type: "boolean", Description: "d", DefaultValue: standard, Enum: null });
const number = (standard = 0) => ({ Type: "number", Description: "d", DefaultValue: standard, Enum: null });
const choice = (names: string[], standard = 0) => ({
  Type: "string",
  Description: "d",
  DefaultValue: standard,
  Enum: names,
});
const array = () => ({ Type: "array", Description: "d", DefaultValue: [], Enum: null });

const SHARED: Record<string, Record<string, unknown>> = {
  "get-logs": {
    LogType: string("All"),
    MaxCount: number(100),
    SearchText: string(),
    UseRegex: boolean(),
    SearchInStackTrace: boolean(),
    IncludeStackTrace: boolean(),
  },
  "clear-console": { AddConfirmationMessage: boolean() },
  "find-game-objects": {
    NamePattern: string(),
    SearchMode: choice(["Exact", "Path", "Regex", "Contains", "Selected"]),
    RequiredComponents: array(),
    Tag: string(),
    Layer: number(),
    IncludeInactive: boolean(),
    MaxResults: number(20),
    IncludeInheritedProperties: boolean(),
  },
  "get-hierarchy": {
    IncludeInactive: boolean(true),
    MaxDepth: number(-1),
    RootPath: string(null),
    IncludeComponents: boolean(true),
    IncludePaths: boolean(),
    UseComponentsLut: string("auto"),
    UseSelection: boolean(),
  },
  "execute-dynamic-code": {
    Code: string(),
    Parameters: { Type: "object", Description: "d", DefaultValue: {}, Enum: null },
    CompileOnly: boolean(),
  },
  "focus-window": {},
};

const FILTER = {
  TestMode: choice(["EditMode", "PlayMode"], 1),
  FilterType: choice(["all", "exact", "regex", "assembly"]),
  FilterValue: string(),
};

const OFFERED: Record<Generation, Record<string, Record<string, unknown>>> = {
  seed: {
    ...SHARED,
    compile: { ForceRecompile: boolean() },
    "run-tests": { ...FILTER, SaveXml: boolean() },
    "unity-search": {
      SearchQuery: string(),
      Providers: array(),
      MaxResults: number(50),
      IncludeDescription: boolean(true),
      IncludeMetadata: boolean(),
      SearchFlags: choice(["Default", "Synchronous", "WantsMore", "Packages", "Sorted"]),
      SaveToFile: boolean(),
      OutputFormat: choice(["JSON", "CSV", "TSV"]),
      AutoSaveThreshold: number(100),
      FileExtensions: array(),
      AssetTypes: array(),
      PathFilter: string(),
    },
    "get-provider-details": {
      ProviderId: string(),
      ActiveOnly: boolean(),
      SortByPriority: boolean(true),
      IncludeDescriptions: boolean(true),
    },
    "get-menu-items": {
      FilterText: string(),
      FilterType: choice(["contains", "exact", "startswith"]),
      IncludeValidation: boolean(),
      MaxCount: number(200),
    },
    "execute-menu-item": { MenuItemPath: string(), UseReflectionFallback: boolean(true) },
  },
  v2: {
    ...SHARED,
    compile: { ForceRecompile: boolean(), WaitForDomainReload: boolean() },
    "run-tests": { ...FILTER, SaveBeforeRun: boolean() },
  },
  v3: {
    ...SHARED,
    compile: { ForceRecompile: boolean(), WaitForDomainReload: boolean() },
    "run-tests": { ...FILTER, SaveBeforeRun: boolean() },
  },
};

export function toolDetails(generation: Generation, custom: string[]): unknown[] {
  const offered = { ...OFFERED[generation], ...Object.fromEntries(custom.map((name) => [name, {}])) };
  return Object.entries(offered).map(([name, properties]) => ({
    name,
    description: `About ${name}`,
    parameterSchema: { Properties: properties, Required: [] },
    displayDevelopmentOnly: false,
  }));
}

export function toolsOf(generation: Generation): Record<string, Answering> {
  const offered: Record<string, Answering> = {};
  for (const name of Object.keys(OFFERED[generation])) offered[name] = ANSWERS[name]!;
  return {
    ...offered,
    ping: (params) => ({ Message: `Unity MCP Bridge received: ${params.Message}` }),
    "set-client-name": (params) => ({ Message: "ok", ...params }),
  };
}

const ANSWERS: Record<string, Answering> = {
  compile: () => ({ Success: true, ErrorCount: 0, WarningCount: 0, Errors: [], Warnings: [], Message: null }),
  "get-logs": (params) => ({
    TotalCount: 1,
    DisplayedCount: 1,
    LogType: params.LogType,
    MaxCount: params.MaxCount,
    SearchText: params.SearchText,
    IncludeStackTrace: params.IncludeStackTrace,
    Logs: [
      { Type: "Log", Message: "hello", StackTrace: params.IncludeStackTrace ? "at A.B () (at Assets/A.cs:3)" : null },
    ],
  }),
  "run-tests": () => ({
    Success: true,
    Message: "done",
    CompletedAt: "2026-01-01T00:00:00.0000000Z",
    TestCount: 3,
    PassedCount: 3,
    FailedCount: 0,
    SkippedCount: 0,
    XmlPath: null,
  }),
  "clear-console": () => ({
    Success: true,
    ClearedLogCount: 2,
    ClearedCounts: { ErrorCount: 1, WarningCount: 0, LogCount: 1 },
    Message: "cleared",
    ErrorMessage: "",
  }),
  "find-game-objects": (params) =>
    params.NamePattern === "" &&
    params.Tag === "" &&
    (params.RequiredComponents as string[]).length === 0 &&
    params.SearchMode !== "Selected"
      ? {
          results: [],
          totalFound: 0,
          errorMessage: "At least one search criterion must be provided",
          resultsFilePath: null,
          message: null,
          processingErrors: null,
        }
      : {
          results: [
            {
              name: "Cube",
              path: "Room/Cube",
              isActive: true,
              tag: "Untagged",
              layer: 0,
              components: [{ type: "Transform", fullTypeName: "UnityEngine.Transform", properties: [] }],
            },
          ],
          totalFound: 1,
          errorMessage: null,
          resultsFilePath: null,
          message: null,
          processingErrors: null,
        },
  "unity-search": (params) => ({
    Results: [{ Id: "1", Label: "A.cs", Description: "", Provider: "asset", Type: "MonoScript", Path: "Assets/A.cs" }],
    TotalCount: 1,
    DisplayedCount: 1,
    SearchQuery: params.SearchQuery,
    ProvidersUsed: ["asset"],
    SearchDurationMs: 1,
    Success: true,
    ErrorMessage: "",
    ResultsFilePath: params.SaveToFile ? ".uloop/outputs/SearchResults/unity_search_results_1.json" : "",
    ResultsSavedToFile: params.SaveToFile,
    SavedFileFormat: params.OutputFormat,
    SaveToFileReason: params.SaveToFile ? "user_request" : "",
    AppliedFilters: { FileExtensions: [], AssetTypes: [], PathFilter: "", FilteredOutCount: 0 },
  }),
  "get-hierarchy": (_, root) => ({ message: "Hierarchy saved", hierarchyFilePath: saveHierarchy(root, SMALL_SCENE) }),
  "get-provider-details": () => ({
    Providers: [{ Id: "asset", DisplayName: "Project", IsActive: true, Priority: 25 }],
    TotalCount: 1,
    ActiveCount: 1,
    InactiveCount: 0,
    Success: true,
    ErrorMessage: "",
    AppliedFilter: "all",
    SortedByPriority: true,
  }),
  "get-menu-items": (params) => ({
    MenuItems: [
      {
        Path: "Tools/Build",
        MethodName: "Build",
        TypeName: "Game.Builder",
        AssemblyName: "Game.Editor",
        Priority: 1,
        IsValidateFunction: false,
      },
    ],
    TotalCount: 1,
    FilteredCount: 1,
    AppliedFilter: params.FilterText,
    AppliedFilterType: params.FilterType,
  }),
  "execute-menu-item": (params) => ({
    MenuItemPath: params.MenuItemPath,
    Success: true,
    ExecutionMethod: "EditorApplication",
    ErrorMessage: "",
    Details: "",
    MenuItemFound: true,
  }),
  "execute-dynamic-code": () => ({
    Success: true,
    Result: "42",
    Logs: [],
    CompilationErrors: [],
    ErrorMessage: "",
    Error: "",
    SecurityLevel: "FullAccess",
    UpdatedCode: null,
    DiagnosticsSummary: null,
    Diagnostics: [],
  }),
  "focus-window": () => ({ Success: false, Message: "Please update", ErrorMessage: "Please update" }),
};

export interface Scene {
  nodes: Record<string, unknown>[];
}

export const SMALL_SCENE: Scene = {
  nodes: [
    { name: "Main Camera", isActive: true, components: ["Transform", "Camera"], siblingIndex: 0, children: [] },
    {
      name: "Room",
      isActive: true,
      components: ["Transform"],
      siblingIndex: 1,
      children: [
        { name: "Cube", isActive: false, components: ["Transform", "MeshFilter"], siblingIndex: 0, children: [] },
      ],
    },
  ],
};

/** Writes a hierarchy file and returns its project-relative path. */
export function saveHierarchy(root: string, scene: Scene): string {
  const folder = ".uloop/outputs/HierarchyResults";
  mkdirSync(join(root, folder), { recursive: true });
  const file = `${folder}/hierarchy_2026-01-01_00-00-00.json`;
  const saved = {
    ExportTimestamp: "2026-01-01T00:00:00Z",
    Context: { sceneType: "editor", sceneName: "Main", nodeCount: 3, maxDepth: 1 },
    Hierarchy: [
      { sceneName: "Main", stats: { rootCount: scene.nodes.length, nodeCount: 3, maxDepth: 1 }, roots: scene.nodes },
    ],
  };
  writeFileSync(join(root, file), JSON.stringify(saved));
  return file;
}
