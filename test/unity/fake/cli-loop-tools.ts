/** Tools of the 3.x line, as far as tests need them. */
import { SMALL_SCENE, saveHierarchy } from "./tools.ts";

type Answering = (params: Record<string, unknown>, root: string) => Record<string, unknown>;

interface LoopTool {
  parameters: Record<string, unknown>;
  answer: Answering;
}

const one = (Type: string, DefaultValue: unknown) => ({ Type, Description: "d", DefaultValue, Enum: null });

export const LOOP_TOOLS: Record<string, LoopTool> = {
  compile: {
    parameters: {
      ForceRecompile: one("boolean", false),
      WaitForDomainReload: one("boolean", true),
      ReloadExternalSceneChanges: one("boolean", true),
      TimeoutSeconds: one("number", 600),
    },
    answer: (_, root) => ({
      Success: true,
      ErrorCount: 0,
      WarningCount: 0,
      Errors: [],
      Warnings: [],
      Message: "Compilation completed.",
      NextActions: [],
      ProjectRoot: root,
    }),
  },
  "get-logs": {
    parameters: {
      LogType: one("string", "All"),
      MaxCount: one("number", 100),
      SearchText: one("string", ""),
      UseRegex: one("boolean", false),
      SearchInStackTrace: one("boolean", false),
      IncludeStackTrace: one("boolean", false),
    },
    answer: (params) => ({
      Success: true,
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
  },
  "run-tests": {
    parameters: {
      TestMode: { Type: "string", Description: "d", DefaultValue: 0, Enum: ["EditMode", "PlayMode"] },
      FilterType: {
        Type: "string",
        Description: "d",
        DefaultValue: 0,
        Enum: ["all", "exact", "regex", "assembly", "class"],
      },
      FilterValue: one("string", ""),
      SaveBeforeRun: one("boolean", true),
      TimeoutSeconds: one("number", 600),
    },
    answer: (params) => ({
      Success: true,
      Status: "Completed",
      HasFailures: false,
      NoTestsFound: false,
      Message: `ran ${params.FilterValue}`,
      CompletedAt: "2026-01-01T00:00:00.0000000Z",
      TestCount: 3,
      PassedCount: 3,
      FailedCount: 0,
      SkippedCount: 0,
      XmlPath: ".uloop/outputs/TestResults/results.xml",
    }),
  },
  "clear-console": {
    parameters: { AddConfirmationMessage: one("boolean", false) },
    answer: () => ({
      Success: true,
      ClearedLogCount: 2,
      ClearedCounts: { ErrorCount: 1, WarningCount: 0, LogCount: 1 },
      Message: "cleared",
      ErrorMessage: "",
    }),
  },
  "find-game-objects": {
    parameters: {
      NamePattern: one("string", ""),
      SearchMode: {
        Type: "string",
        Description: "d",
        DefaultValue: 0,
        Enum: ["Exact", "Path", "Regex", "Contains", "Selected"],
      },
      RequiredComponents: one("array", []),
      Tag: one("string", ""),
      Layer: one("number", null),
      MaxCount: one("number", 20),
      IncludeInactive: one("boolean", false),
      IncludeInheritedProperties: one("boolean", false),
    },
    answer: (params) => ({
      Success: true,
      Results: [
        {
          Name: "Cube",
          Path: "Room/Cube",
          IsActive: true,
          Tag: "Untagged",
          Layer: 0,
          Components: [{ Type: "Transform", FullTypeName: "UnityEngine.Transform", Properties: [] }],
        },
      ].slice(0, Number(params.MaxCount)),
      TotalFound: 1,
      ErrorMessage: null,
      ResultsFilePath: null,
      Message: null,
      ProcessingErrors: null,
    }),
  },
  "get-hierarchy": {
    parameters: {
      IncludeInactive: one("boolean", true),
      MaxDepth: one("number", -1),
      RootPath: one("string", null),
      IncludeComponents: one("boolean", true),
      IncludePaths: one("boolean", false),
      UseComponentsLut: one("string", "auto"),
      UseSelection: one("boolean", false),
    },
    answer: (_, root) => ({
      Success: true,
      Message: "Hierarchy saved",
      HierarchyFilePath: saveHierarchy(root, SMALL_SCENE),
    }),
  },
  "execute-dynamic-code": {
    parameters: { Code: one("string", ""), Parameters: one("object", {}), CompileOnly: one("boolean", false) },
    answer: () => ({}),
  },
  "control-play-mode": {
    parameters: {
      Action: {
        Type: "string",
        Description: "d",
        DefaultValue: 0,
        Enum: ["Play", "Stop", "Pause", "Step", "Status", "Resume"],
      },
    },
    answer: () => ({ Success: true, IsPlaying: true, IsPaused: false, Message: "playing" }),
  },
};

export function loopDetails(custom: string[]): unknown[] {
  const offered = { ...LOOP_TOOLS, ...Object.fromEntries(custom.map((name) => [name, { parameters: {} }])) };
  return Object.entries(offered).map(([name, { parameters }]) => ({
    name,
    description: `About ${name}`,
    parameterSchema: { Properties: parameters, Required: [] },
    displayDevelopmentOnly: false,
  }));
}
