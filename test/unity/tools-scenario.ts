/** All Unity tools with defaults and with all parameters. */
import assert from "node:assert/strict";

interface Case {
  tool: string;
  /** Defaults according to the contract. */
  defaults: Record<string, unknown>;
  /** All parameters with other values. */
  all: Record<string, unknown>;
  /** Required input, and required keys in the answer. */
  least?: Record<string, unknown>;
  keys: string[];
}

export const CASES: Case[] = [
  {
    tool: "compile",
    defaults: { ForceRecompile: false },
    all: { ForceRecompile: true },
    keys: ["Success", "ErrorCount", "WarningCount", "Errors", "Warnings", "Message"],
  },
  {
    tool: "get-logs",
    defaults: {
      LogType: "All",
      MaxCount: 100,
      SearchText: "",
      UseRegex: false,
      SearchInStackTrace: false,
      IncludeStackTrace: true,
    },
    all: {
      LogType: "Error",
      MaxCount: 5,
      SearchText: "a b",
      UseRegex: true,
      SearchInStackTrace: true,
      IncludeStackTrace: false,
    },
    keys: ["TotalCount", "DisplayedCount", "LogType", "MaxCount", "SearchText", "IncludeStackTrace", "Logs"],
  },
  {
    tool: "run-tests",
    defaults: { FilterType: "all", FilterValue: "", TestMode: "EditMode", SaveXml: false },
    all: { FilterType: "regex", FilterValue: "Game.*", TestMode: "PlayMode", SaveXml: true },
    keys: ["Success", "Message", "CompletedAt", "TestCount", "PassedCount", "FailedCount", "SkippedCount", "XmlPath"],
  },
  {
    tool: "clear-console",
    defaults: { AddConfirmationMessage: true },
    all: { AddConfirmationMessage: false },
    keys: ["Success", "ClearedLogCount", "ClearedCounts", "Message", "ErrorMessage"],
  },
  {
    tool: "find-game-objects",
    defaults: {
      NamePattern: "",
      SearchMode: "Exact",
      RequiredComponents: [],
      Tag: "",
      IncludeInactive: false,
      MaxResults: 20,
      IncludeInheritedProperties: false,
    },
    all: {
      NamePattern: "C.*",
      SearchMode: "Regex",
      RequiredComponents: ["Camera", "Light"],
      Tag: "Player",
      Layer: 3,
      IncludeInactive: true,
      MaxResults: 7,
      IncludeInheritedProperties: true,
    },
    least: { NamePattern: "Cube" },
    keys: ["results", "totalFound", "errorMessage"],
  },
  {
    tool: "unity-search",
    defaults: {
      SearchQuery: "",
      Providers: [],
      MaxResults: 50,
      IncludeDescription: true,
      IncludeMetadata: false,
      SearchFlags: "Default",
      SaveToFile: false,
      OutputFormat: "JSON",
      AutoSaveThreshold: 100,
      FileExtensions: [],
      AssetTypes: [],
      PathFilter: "",
    },
    all: {
      SearchQuery: "t:Texture2D",
      Providers: ["asset", "scene"],
      MaxResults: 9,
      IncludeDescription: false,
      IncludeMetadata: true,
      SearchFlags: "Packages",
      SaveToFile: true,
      OutputFormat: "CSV",
      AutoSaveThreshold: 0,
      FileExtensions: ["cs"],
      AssetTypes: ["MonoScript"],
      PathFilter: "Assets/*",
    },
    keys: [
      "Results",
      "TotalCount",
      "DisplayedCount",
      "SearchQuery",
      "ProvidersUsed",
      "SearchDurationMs",
      "Success",
      "ErrorMessage",
      "ResultsFilePath",
      "ResultsSavedToFile",
      "SavedFileFormat",
      "SaveToFileReason",
      "AppliedFilters",
    ],
  },
  {
    tool: "get-hierarchy",
    defaults: { IncludeInactive: true, MaxDepth: -1, IncludeComponents: true, UseComponentsLut: "false" },
    all: { IncludeInactive: false, MaxDepth: 3, RootPath: "Room", IncludeComponents: false },
    keys: ["hierarchy", "context", "Message", "ErrorMessage"],
  },
  {
    tool: "get-provider-details",
    defaults: { ProviderId: "", ActiveOnly: false, SortByPriority: true, IncludeDescriptions: true },
    all: { ProviderId: "asset", ActiveOnly: true, SortByPriority: false, IncludeDescriptions: false },
    keys: [
      "Providers",
      "TotalCount",
      "ActiveCount",
      "InactiveCount",
      "Success",
      "ErrorMessage",
      "AppliedFilter",
      "SortedByPriority",
    ],
  },
  {
    tool: "get-menu-items",
    defaults: { FilterText: "", FilterType: "contains", IncludeValidation: false, MaxCount: 200 },
    all: { FilterText: "Tools/", FilterType: "startswith", IncludeValidation: true, MaxCount: 3 },
    keys: ["MenuItems", "TotalCount", "FilteredCount", "AppliedFilter", "AppliedFilterType"],
  },
  {
    tool: "execute-menu-item",
    defaults: { MenuItemPath: "", UseReflectionFallback: true },
    all: { MenuItemPath: "GameObject/Create Empty", UseReflectionFallback: false },
    keys: ["MenuItemPath", "Success", "ExecutionMethod", "ErrorMessage", "Details", "MenuItemFound"],
  },
  {
    tool: "execute-dynamic-code",
    defaults: { Code: "", Parameters: {}, CompileOnly: false },
    all: { Code: 'return param0 + "é";', Parameters: { count: 3, nested: { a: [1, null] } }, CompileOnly: true },
    keys: ["Success", "Result", "Logs", "CompilationErrors", "ErrorMessage", "SecurityLevel", "UpdatedCode"],
  },
];

/** Everything except jig's own parameters is sent. */
export function assertSent(params: Record<string, unknown>, expected: Record<string, unknown>, what: string): void {
  const { TimeoutSeconds, ...sent } = params;
  assert.equal(typeof TimeoutSeconds, "number", what);
  assert.deepEqual(sent, expected, what);
}
