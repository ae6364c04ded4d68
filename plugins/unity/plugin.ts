/** The manifest of the unity plugin: the commands of docs/contracts/unity.md over the Editor's own protocol. */
import { definePlugin, type Timeout, tool } from "../../core/host/plugin-api.ts";
import * as editor from "./console-outputs.ts";
import { failure } from "./failure.ts";
import * as scene from "./scene-outputs.ts";
import * as schemas from "./schemas.ts";

const keptByTool = (seconds: number): Timeout => ({
  argument: "TimeoutSeconds",
  unit: "s",
  defaultMs: seconds * 1_000,
});
const usual = keptByTool(schemas.DEFAULT_SECONDS);
const long = keptByTool(schemas.LONG_SECONDS);

const reads = { effect: "read", destructive: false, idempotent: true, openWorld: false } as const;
const executes = { effect: "execute", destructive: true, idempotent: false, openWorld: true } as const;

export default definePlugin({
  name: "unity",
  version: "1.0.0",
  title: "Unity",
  description: "Drives the Unity Editor that has the project open: compile, test, logs, scene, menus, C# code.",
  host: "^1",
  when: { workspaceHas: ["ProjectSettings/ProjectVersion.txt", "*/ProjectSettings/ProjectVersion.txt"] },
  permissions: {
    read: ["workspace"],
    net: ["127.0.0.1", "unix"],
    run: ["ps", "ss", "lsof", "ls", "id", "powershell", "osascript", "xdotool", "wmctrl"],
    env: ["XDG_SESSION_TYPE", "WAYLAND_DISPLAY", "JIG_UNITY_BACKEND", "JIG_UNITY_COPLAY_PORT"],
  },
  failure,
  service: () => import("./session/service.ts"),
  contributes: { doctor: () => import("./doctor.ts") },
  tools: {
    compile: tool({
      title: "Compile",
      description:
        "Compiles the project's scripts after AssetDatabase.Refresh() and returns when the Editor takes commands again: the domain reload " +
        "that follows is waited out. Success, ErrorCount, WarningCount, Errors and Warnings (Message, File, Line), CompletedAt, Message, ProjectRoot. A forced " +
        "compile has Success null. Sent once: a lost result is LOST_AFTER_DISPATCH.",
      ...executes,
      destructive: false,
      input: schemas.compileInput,
      view: "table",
      output: editor.compileOutput,
      timeout: long,
      examples: [
        { title: "Compile what changed", input: {} },
        { title: "Compile everything", input: { ForceRecompile: true } },
      ],
      handler: () => import("./compile.ts"),
    }),
    "get-logs": tool({
      title: "Get logs",
      description:
        "The Console's messages, the newest first: TotalCount (matches before MaxCount), DisplayedCount, Logs (Type, Message, StackTrace). " +
        "Exceptions and asserts count as Error.",
      ...reads,
      input: schemas.getLogsInput,
      view: "log",
      output: editor.getLogsOutput,
      timeout: usual,
      examples: [
        { title: "Errors without stacks", input: { LogType: "Error", IncludeStackTrace: false } },
        { title: "Find a message", input: { SearchText: "NullReference", SearchInStackTrace: true, MaxCount: 10 } },
        { title: "Find by pattern", input: { SearchText: "player\\d+", UseRegex: true } },
      ],
      handler: () => import("./get-logs.ts"),
    }),
    "run-tests": tool({
      title: "Run tests",
      description:
        "Runs the Unity Test Runner: Success, Message, TestCount, PassedCount, FailedCount, SkippedCount, XmlPath. No matching test is a " +
        "failure. Modes and filters are sent by name: the numbers in the original reference are wrong. Which tests failed stands in XmlPath and the Console. Sent once.",
      ...executes,
      destructive: false,
      input: schemas.runTestsInput,
      view: "table",
      output: editor.runTestsOutput,
      timeout: long,
      examples: [
        { title: "All EditMode tests", input: {} },
        { title: "One class", input: { FilterType: "regex", FilterValue: "Game.Tests.PlayerTests" } },
        {
          title: "PlayMode tests of an assembly",
          input: { TestMode: "PlayMode", FilterType: "assembly", FilterValue: "Game.Tests" },
        },
      ],
      handler: () => import("./run-tests.ts"),
    }),
    "clear-console": tool({
      title: "Clear console",
      description:
        "Empties the Console: Success, ClearedLogCount, ClearedCounts (ErrorCount, WarningCount, LogCount), Message.",
      effect: "write",
      destructive: true,
      idempotent: true,
      openWorld: false,
      input: schemas.clearConsoleInput,
      view: "json",
      output: editor.clearConsoleOutput,
      timeout: usual,
      examples: [{ title: "Clear quietly", input: { AddConfirmationMessage: false } }],
      handler: () => import("./clear-console.ts"),
    }),
    "find-game-objects": tool({
      title: "Find game objects",
      description:
        "Objects of the open scenes: results (name, path, isActive, tag, layer, components with type, fullTypeName, properties), totalFound (those " +
        "returned), errorMessage. At least one criterion is needed. SearchMode Selected gives what is selected in the Editor.",
      ...reads,
      input: schemas.findGameObjectsInput,
      view: "table",
      output: scene.findGameObjectsOutput,
      timeout: usual,
      examples: [
        { title: "By part of the name", input: { NamePattern: "Enemy", SearchMode: "Contains" } },
        { title: "All cameras", input: { RequiredComponents: ["Camera"], IncludeInactive: true } },
        { title: "By tag and layer", input: { Tag: "Player", Layer: 8 } },
      ],
      handler: () => import("./find-game-objects.ts"),
    }),
    "unity-search": tool({
      title: "Unity search",
      description:
        "Unity Search over assets, scenes, menus, settings: Results (Id, Label, Description, Provider, Type, Path …), TotalCount, DisplayedCount, AppliedFilters. " +
        "Editors from 1.5 on have no such tool: there it is answered by C# code where dynamic code is allowed, and `warnings` says so.",
      ...reads,
      effectOf: { SaveToFile: "write" },
      input: schemas.unitySearchInput,
      view: "table",
      output: scene.unitySearchOutput,
      timeout: usual,
      examples: [
        { title: "All textures", input: { SearchQuery: "t:Texture2D" } },
        { title: "Scripts in a folder", input: { SearchQuery: "*.cs", PathFilter: "Assets/Scripts/*" } },
        { title: "Who refers to it", input: { SearchQuery: "ref:PlayerController", Providers: ["asset", "scene"] } },
      ],
      handler: () => import("./unity-search.ts"),
    }),
    "get-hierarchy": tool({
      title: "Get hierarchy",
      description:
        "The scene's tree as nested JSON: hierarchy (name, depth, isActive, components, children), context (sceneType, sceneName, nodeCount, maxDepth). " +
        "The Editor saves it to a file, which is read back; above MaxResponseSizeKB only hierarchyFilePath is given. Newer Editors give no `id`.",
      ...reads,
      input: schemas.getHierarchyInput,
      view: "tree",
      output: scene.getHierarchyOutput,
      timeout: usual,
      examples: [
        { title: "Two levels, names only", input: { MaxDepth: 2, IncludeComponents: false } },
        { title: "One branch", input: { RootPath: "Canvas/Menu" } },
      ],
      handler: () => import("./get-hierarchy.ts"),
    }),
    "get-provider-details": tool({
      title: "Get search providers",
      description:
        "The providers of Unity Search: Providers (Id, DisplayName, Description, IsActive, Priority, FilterId …), TotalCount, ActiveCount, InactiveCount. " +
        "Editors from 1.5 on have no such tool: there C# code answers where dynamic code is allowed, and `warnings` says so.",
      ...reads,
      input: schemas.getProviderDetailsInput,
      view: "table",
      output: scene.getProviderDetailsOutput,
      timeout: usual,
      examples: [{ title: "Active providers", input: { ActiveOnly: true } }],
      handler: () => import("./get-provider-details.ts"),
    }),
    "get-menu-items": tool({
      title: "Get menu items",
      description:
        "The Editor's menu items: MenuItems (Path, MethodName, TypeName, AssemblyName, Priority, IsValidateFunction), TotalCount, FilteredCount (after MaxCount). " +
        "Editors from 1.5 on have no such tool: there C# code answers where dynamic code is allowed, and `warnings` says so.",
      ...reads,
      input: schemas.getMenuItemsInput,
      view: "table",
      output: scene.getMenuItemsOutput,
      live: "FilterText",
      timeout: usual,
      examples: [
        { title: "What creates objects", input: { FilterText: "GameObject/", FilterType: "startswith" } },
        { title: "Find an item", input: { FilterText: "build", MaxCount: 20 } },
      ],
      handler: () => import("./get-menu-items.ts"),
    }),
    "execute-menu-item": tool({
      title: "Execute menu item",
      description:
        "Runs a menu item by its path: Success, ExecutionMethod (EditorApplication or Reflection), MenuItemFound, Details, ErrorMessage. Sent once: if the " +
        "connection is lost the answer is LOST_AFTER_DISPATCH. Editors from 2.1 on: by C# code where allowed, without the reflection fallback.",
      ...executes,
      input: schemas.executeMenuItemInput,
      view: "json",
      output: editor.executeMenuItemOutput,
      timeout: usual,
      examples: [{ title: "Create an empty object", input: { MenuItemPath: "GameObject/Create Empty" } }],
      handler: () => import("./execute-menu-item.ts"),
    }),
    "execute-dynamic-code": tool({
      title: "Execute C# code",
      description:
        "Compiles and runs C# statements in the Editor: Success, Result, Logs, CompilationErrors (Message, Line, Column, ErrorCode), ErrorMessage, SecurityLevel " +
        "(Disabled, Restricted, FullAccess: set by a person in Unity), UpdatedCode. One at a time. Sent once.",
      ...executes,
      input: schemas.executeDynamicCodeInput,
      view: "text",
      output: editor.executeDynamicCodeOutput,
      timeout: usual,
      examples: [
        { title: "Ask for a value", input: { Code: "return UnityEngine.Application.unityVersion;" } },
        { title: "Only compile", input: { Code: "UnityEngine.Debug.Log(1);", CompileOnly: true } },
      ],
      handler: () => import("./execute-dynamic-code.ts"),
    }),
    "focus-window": tool({
      title: "Focus window",
      description:
        "Brings the Editor's window to the front: macOS by System Events, Windows by PowerShell, Linux by xdotool or wmctrl (not under Wayland). " +
        "An Editor in the background works slowly; this wakes it up.",
      effect: "write",
      destructive: false,
      idempotent: true,
      openWorld: false,
      input: schemas.focusWindowInput,
      view: "json",
      output: editor.focusWindowOutput,
      timeout: keptByTool(30),
      examples: [{ title: "Bring Unity to the front", input: {} }],
      handler: () => import("./focus-window.ts"),
    }),
    "unity-status": tool({
      title: "Unity status",
      description:
        "Which Editor belongs to this project and whether it takes commands: Ready, State (ready, reloading, not answering, not running, wrong project, " +
        "misconfigured), Why, Fix, Endpoint, Locks. WaitUntilReady waits for it.",
      ...reads,
      input: schemas.unityStatusInput,
      view: "table",
      output: editor.unityStatusOutput,
      timeout: usual,
      examples: [
        { title: "Is Unity ready?", input: {} },
        { title: "Wait until it is", input: { WaitUntilReady: true, TimeoutSeconds: 60 } },
      ],
      handler: () => import("./unity-status.ts"),
    }),
    "unity-receipt": tool({
      title: "Unity receipt",
      description:
        "What became of a command whose answer was lost or not waited for: Verdict (ran, did not run, still running, unknown), Why, Result where one is " +
        "known. Every failure after sending names its Id (Details.Receipt); without Id, the latest commands that change something.",
      ...reads,
      input: schemas.unityReceiptInput,
      view: "table",
      output: editor.unityReceiptOutput,
      timeout: usual,
      examples: [
        { title: "The latest commands", input: {} },
        { title: "One command", input: { Id: "compile_1795204267906_031763" } },
      ],
      handler: () => import("./unity-receipt.ts"),
    }),
    "unity-tools": tool({
      title: "Unity tools",
      description:
        "Every tool that this Editor offers, custom ones included, with their parameters. unity-call calls them.",
      ...reads,
      input: schemas.unityToolsInput,
      view: "table",
      output: editor.unityToolsOutput,
      timeout: usual,
      examples: [{ title: "What this Editor can do", input: {} }],
      handler: () => import("./unity-tools.ts"),
    }),
    "unity-call": tool({
      title: "Call a Unity tool",
      description:
        "Calls any tool that unity-tools lists, custom ones included, with its own Parameters, and passes its result on. Sent once: never repeated.",
      ...executes,
      input: schemas.unityCallInput,
      view: "json",
      output: editor.unityCallOutput,
      timeout: usual,
      examples: [{ title: "Enter Play Mode", input: { Tool: "control-play-mode", Parameters: { Action: "Play" } } }],
      handler: () => import("./unity-call.ts"),
    }),
  },
});
