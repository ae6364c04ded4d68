/** Contains the plugin's manifest. The contract is docs/contracts/unity.md, and the tools use the Editor's protocol. */
import { definePlugin, type Timeout, tool } from "../../core/host/plugin-api.ts";
import { assetTools } from "./tools/asset-tools.ts";
import * as editor from "./tools/console-outputs.ts";
import { dynamicTools } from "./tools/dynamic-declarations.ts";
import { failure } from "./tools/error-envelope.ts";
import * as schemas from "./tools/input.ts";
import * as scene from "./tools/scene-outputs.ts";
import * as tests from "./tools/test-outputs.ts";
import workers from "./workers.ts";

const toolTimeout = (seconds: number): Timeout => ({
  argument: "TimeoutSeconds",
  unit: "s",
  defaultMs: seconds * 1_000,
});
const usual = toolTimeout(schemas.DEFAULT_SECONDS);
const long = toolTimeout(schemas.LONG_SECONDS);

/** These parameters are rarely needed, so they are described once in the plugin's description and not in each tool. */
const PROJECT = ["ProjectPath"];
const COMMON = ["TimeoutSeconds", ...PROJECT];
/** The Editor has already applied the limit. */
const COUNTED = [...COMMON, "limit"];
/** There are only a few rows, so a single page is enough. */
const SHORT = [...COUNTED, "cursor"];

const reads = { effect: "read", destructive: false, idempotent: true, openWorld: false } as const;
const executes = { effect: "execute", destructive: true, idempotent: false, openWorld: true } as const;

export default definePlugin({
  name: "unity",
  version: "1.0.0",
  title: "Unity",
  description:
    "Drives the Unity Editor that has the project open: compile, test, logs, scene, menus, C# code; reads scenes and " +
    "prefabs without one. All Editor tools also take TimeoutSeconds, and ProjectPath where there are several projects.",
  host: "^1",
  when: { workspaceHas: ["ProjectSettings/ProjectVersion.txt", "*/ProjectSettings/ProjectVersion.txt"] },
  permissions: {
    read: ["workspace"],
    write: ["workspace"],
    net: ["127.0.0.1", "unix"],
    run: ["rg", "ps", "ss", "lsof", "ls", "id", "head", "tail", "powershell", "osascript", "xdotool", "wmctrl"],
    env: ["HOME", "LOCALAPPDATA", "XDG_SESSION_TYPE", "WAYLAND_DISPLAY", "JIG_UNITY_BACKEND", "JIG_UNITY_COPLAY_PORT"],
  },
  failure,
  workers,
  service: () => import("./tools/service.ts"),
  contributes: {
    doctor: () => import("./tools/doctor.ts"),
    availableTools: () => import("./tools/available-tools.ts"),
  },
  tools: {
    compile: tool({
      title: "Compile scripts",
      description:
        "Compiles (recompiles) the scripts of the Unity project, waits out the domain reload, and returns compile errors " +
        "and warnings with file and line. If forced, Success is null.",
      ...executes,
      destructive: false,
      input: schemas.compileInput,
      unlisted: COMMON,
      view: "table",
      output: editor.compileOutput,
      timeout: long,
      examples: [
        { title: "Compile what changed", input: {} },
        { title: "Compile everything", input: { ForceRecompile: true } },
      ],
      handler: () => import("./tools/compile.ts"),
    }),
    "get-logs": tool({
      title: "Read the Console's logs",
      description:
        "Reads the Unity Console: log messages, errors and warnings with stack traces, the newest first. " +
        "Exceptions and asserts count as Error.",
      ...reads,
      input: schemas.getLogsInput,
      unlisted: COUNTED,
      view: "log",
      output: editor.getLogsOutput,
      timeout: usual,
      examples: [
        { title: "Errors without stacks", input: { LogType: "Error", IncludeStackTrace: false } },
        { title: "Find a message", input: { SearchText: "NullReference", SearchInStackTrace: true, MaxCount: 10 } },
        { title: "Find by pattern", input: { SearchText: "player\\d+", UseRegex: true } },
      ],
      handler: () => import("./tools/get-logs.ts"),
    }),
    "run-tests": tool({
      title: "Run tests",
      description:
        "Runs the Unity Test Runner: counts, FailedTests (FullName, Message, StackTrace, File, Line), XmlPath. Matching no test is a failure.",
      ...executes,
      destructive: false,
      input: schemas.runTestsInput,
      unlisted: [...COMMON, "SaveXml"],
      view: "log",
      output: tests.runTestsOutput,
      timeout: long,
      examples: [
        { title: "All EditMode tests", input: {} },
        { title: "One class", input: { FilterType: "regex", FilterValue: "Game.Tests.PlayerTests" } },
        {
          title: "PlayMode tests of an assembly",
          input: { TestMode: "PlayMode", FilterType: "assembly", FilterValue: "Game.Tests" },
        },
      ],
      handler: () => import("./tools/run-tests.ts"),
    }),
    "unity-verify": tool({
      title: "Verify",
      description:
        "After edits, compiles and, if that succeeds, runs the tests of the assemblies that the change reaches: Errors with " +
        "source lines, FailedTests, counts.",
      ...executes,
      destructive: false,
      input: schemas.unityVerifyInput,
      unlisted: COMMON,
      view: "log",
      output: tests.unityVerifyOutput,
      timeout: toolTimeout(schemas.VERIFY_SECONDS),
      examples: [
        { title: "Do my changes work?", input: {} },
        { title: "Without Play Mode", input: { TestMode: "EditMode" } },
      ],
      handler: () => import("./tools/unity-verify.ts"),
    }),
    "clear-console": tool({
      title: "Clear the Console",
      description: "Clears the Unity Console.",
      effect: "write",
      destructive: true,
      idempotent: true,
      openWorld: false,
      input: schemas.clearConsoleInput,
      unlisted: [...COMMON, "AddConfirmationMessage"],
      view: "json",
      output: editor.clearConsoleOutput,
      timeout: usual,
      examples: [{ title: "Clear quietly", input: { AddConfirmationMessage: false } }],
      handler: () => import("./tools/clear-console.ts"),
    }),
    "find-game-objects": tool({
      title: "Find game objects",
      description:
        "Finds GameObjects (objects) of the open scenes by name, tag, layer or component (at least one): path, " +
        "isActive, components with properties.",
      ...reads,
      input: schemas.findGameObjectsInput,
      unlisted: [...COUNTED, "IncludeInheritedProperties"],
      view: "table",
      output: scene.findGameObjectsOutput,
      timeout: usual,
      examples: [
        { title: "Objects by part of the name", input: { NamePattern: "Enemy", SearchMode: "Contains" } },
        { title: "All cameras", input: { RequiredComponents: ["Camera"], IncludeInactive: true } },
        { title: "Objects by tag and layer", input: { Tag: "Player", Layer: 8 } },
      ],
      handler: () => import("./tools/find-game-objects.ts"),
    }),
    "unity-search": tool({
      title: "Search Unity assets",
      description:
        "Searches the project with Unity Search: assets (textures, materials, prefabs …), scenes, menus, settings.",
      ...reads,
      parameterEffects: { SaveToFile: "write" },
      input: schemas.unitySearchInput,
      unlisted: [
        ...COUNTED,
        "IncludeDescription",
        "IncludeMetadata",
        "OutputFormat",
        "AutoSaveThreshold",
        "MaxResults",
        "SearchFlags",
        "SaveToFile",
        "FileExtensions",
        "AssetTypes",
      ],
      view: "table",
      output: scene.unitySearchOutput,
      timeout: usual,
      examples: [
        { title: "All textures", input: { SearchQuery: "t:Texture2D" } },
        { title: "Scripts in a folder", input: { SearchQuery: "*.cs", PathFilter: "Assets/Scripts/*" } },
        { title: "Who refers to it", input: { SearchQuery: "ref:PlayerController", Providers: ["asset", "scene"] } },
      ],
      handler: () => import("./tools/unity-search.ts"),
    }),
    "get-hierarchy": tool({
      title: "Scene hierarchy",
      description:
        "The hierarchy of the scene, a tree of GameObjects as nested JSON: name, isActive, components, children.",
      ...reads,
      input: schemas.getHierarchyInput,
      unlisted: [...COUNTED, "MaxResponseSizeKB"],
      view: "tree",
      output: scene.getHierarchyOutput,
      timeout: usual,
      examples: [
        { title: "Two levels, names only", input: { MaxDepth: 2, IncludeComponents: false } },
        { title: "One branch", input: { RootPath: "Canvas/Menu" } },
      ],
      handler: () => import("./tools/get-hierarchy.ts"),
    }),
    "get-provider-details": tool({
      title: "List search providers",
      description: "Lists the providers of Unity Search: id, filter, priority, whether active.",
      ...reads,
      input: schemas.getProviderDetailsInput,
      unlisted: [...SHORT, "ProviderId", "ActiveOnly", "SortByPriority", "IncludeDescriptions"],
      view: "table",
      output: scene.getProviderDetailsOutput,
      timeout: usual,
      examples: [{ title: "Active providers", input: { ActiveOnly: true } }],
      handler: () => import("./tools/get-provider-details.ts"),
    }),
    "get-menu-items": tool({
      title: "List menu items",
      description: "Lists the Unity Editor's menu items: path, method, type and assembly.",
      ...reads,
      input: schemas.getMenuItemsInput,
      unlisted: [...COUNTED, "IncludeValidation"],
      view: "table",
      output: scene.getMenuItemsOutput,
      liveParameter: "FilterText",
      timeout: usual,
      examples: [
        { title: "What creates objects", input: { FilterText: "GameObject/", FilterType: "startswith" } },
        { title: "Find an item", input: { FilterText: "build", MaxCount: 20 } },
      ],
      handler: () => import("./tools/get-menu-items.ts"),
    }),
    "execute-menu-item": tool({
      title: "Execute a menu item",
      description: "Executes (runs) a menu item, a command of the Editor's menu, by its path.",
      ...executes,
      input: schemas.executeMenuItemInput,
      unlisted: [...COMMON, "UseReflectionFallback"],
      view: "json",
      output: editor.executeMenuItemOutput,
      timeout: usual,
      examples: [{ title: "Create an empty object", input: { MenuItemPath: "GameObject/Create Empty" } }],
      handler: () => import("./tools/execute-menu-item.ts"),
    }),
    "execute-dynamic-code": tool({
      title: "Run C# code",
      description: "Compiles and runs C# code (statements) in the Unity Editor: Result, Logs, CompilationErrors.",
      ...executes,
      input: schemas.executeDynamicCodeInput,
      unlisted: COMMON,
      view: "text",
      output: editor.executeDynamicCodeOutput,
      timeout: usual,
      examples: [
        { title: "Ask for a value", input: { Code: "return UnityEngine.Application.unityVersion;" } },
        { title: "Only compile", input: { Code: "UnityEngine.Debug.Log(1);", CompileOnly: true } },
      ],
      handler: () => import("./tools/execute-dynamic-code.ts"),
    }),
    "focus-window": tool({
      title: "Bring the Editor to the front",
      description: "Brings the Unity Editor's window to the front (not under Wayland).",
      effect: "write",
      destructive: false,
      idempotent: true,
      openWorld: false,
      input: schemas.focusWindowInput,
      unlisted: COMMON,
      view: "json",
      output: editor.focusWindowOutput,
      timeout: toolTimeout(30),
      examples: [{ title: "Bring Unity to the front", input: {} }],
      handler: () => import("./tools/focus-window.ts"),
    }),
    "unity-status": tool({
      title: "Is the Editor ready?",
      description:
        "Whether the Unity Editor of this project is running and ready for commands, or what blocks it: State, Why, Fix. " +
        "WaitUntilReady waits until it is.",
      ...reads,
      input: schemas.unityStatusInput,
      unlisted: COMMON,
      view: "table",
      output: editor.unityStatusOutput,
      timeout: usual,
      examples: [
        { title: "Is Unity ready?", input: {} },
        { title: "Wait until it is", input: { WaitUntilReady: true, TimeoutSeconds: 60 } },
      ],
      handler: () => import("./tools/unity-status.ts"),
    }),
    "unity-receipt": tool({
      title: "Outcome of a command",
      description:
        "What happened to a command after its answer or the connection was lost: Verdict (ran, did not run, still " +
        "running, unknown), Why, Result. A failure after sending names its Id (Details.Receipt).",
      ...reads,
      input: schemas.unityReceiptInput,
      unlisted: [...SHORT, "MaxCount"],
      view: "table",
      output: editor.unityReceiptOutput,
      timeout: usual,
      examples: [
        { title: "The latest commands", input: {} },
        { title: "One command", input: { Id: "compile_1795204267906_031763" } },
      ],
      handler: () => import("./tools/unity-receipt.ts"),
    }),
    "unity-tools": tool({
      title: "Tools of this Editor",
      description: "Lists which tools this Editor offers, custom ones included, with their parameters, for unity-call.",
      ...reads,
      input: schemas.unityToolsInput,
      unlisted: SHORT,
      view: "table",
      output: editor.unityToolsOutput,
      timeout: usual,
      examples: [{ title: "Tools of this Editor", input: {} }],
      handler: () => import("./tools/unity-tools.ts"),
    }),
    ...assetTools,
    "unity-call": tool({
      title: "Call a Unity tool",
      description: "Calls any tool that unity-tools lists, including custom ones, with its own Parameters.",
      ...executes,
      input: schemas.unityCallInput,
      unlisted: COMMON,
      view: "json",
      output: editor.unityCallOutput,
      timeout: usual,
      examples: [{ title: "Enter Play Mode", input: { Tool: "control-play-mode", Parameters: { Action: "Play" } } }],
      handler: () => import("./tools/unity-call.ts"),
    }),
    ...dynamicTools,
  },
});
