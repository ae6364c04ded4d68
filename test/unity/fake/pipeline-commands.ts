/** Unity Pipeline commands for tests, with names before and since 1.0, and undocumented parameters. */
import { runCode } from "./csharp.ts";
import type { FakePipeline } from "./pipeline.ts";

export interface PipelineFakeParameter {
  name: string;
  description: string;
  type: string;
  required: boolean;
  defaultValue: unknown;
}

/** Since 1.0, a failed eval has exit code 6. */
export class EvalFailed extends Error {}

export type Behave = (parameters: Record<string, unknown>, editor: FakePipeline) => unknown;

export interface PipelineFakeCommand {
  /** Name before 0.9, which tests use. */
  was: string;
  parameters: PipelineFakeParameter[];
  run: Behave;
  /** Can run while another command is running. */
  background?: boolean;
}

const parameter = (name: string, type: string, defaultValue: unknown, required = false): PipelineFakeParameter => ({
  name,
  description: "d",
  type,
  required,
  defaultValue,
});

const LOGS = [
  {
    type: "Error",
    message: "Assets/A.cs(3,5): error CS1002: ; expected",
    stackTrace: "",
    timestampUtc: "2026-01-01T00:00:00Z",
  },
  {
    type: "Exception",
    message: "NullReferenceException",
    stackTrace: "at B.C () (at Assets/B.cs:7)",
    timestampUtc: "2026-01-01T00:00:00Z",
  },
  { type: "Log", message: "hello", stackTrace: "", timestampUtc: "2026-01-01T00:00:00Z" },
];

const TESTS = [
  {
    FullName: "Game.Tests.PlayerTests.Jumps",
    Mode: "EditMode",
    Assembly: "Game.Tests",
    Categories: [],
    Explicit: false,
  },
  {
    FullName: "Game.Tests.PlayerTests.JumpsHigh",
    Mode: "EditMode",
    Assembly: "Game.Tests",
    Categories: [],
    Explicit: false,
  },
  { FullName: "Game.Other.EnemyTests.Dies", Mode: "EditMode", Assembly: "Game.Other", Categories: [], Explicit: false },
];

const OLD: Record<string, Omit<PipelineFakeCommand, "was">> = {
  recompile: {
    parameters: [parameter("focus", "Boolean", false)],
    run: (_, editor) => {
      editor.tally.add("tok-0-0");
      if (editor.upToDate) {
        editor.recompile = { status: "up_to_date", failed: false, errors: [] };
        return { status: "up_to_date", message: "No scripts needed recompilation." };
      }
      editor.recompile = { status: "compiling", failed: false, errors: [] };
      setTimeout(() => {
        const failed = editor.compileErrors.length > 0;
        editor.recompile = { status: "completed", failed, errors: editor.compileErrors };
        if (!failed) setTimeout(() => void editor.reload(80), 30);
      }, editor.compileMs);
      return { status: "compiling", message: "Recompilation started. Poll recompile_status until completed." };
    },
  },
  recompile_status: { parameters: [], background: true, run: (_, editor) => JSON.stringify(editor.recompile) },
  run_tests: {
    parameters: [
      parameter("mode", "String", "all"),
      parameter("filter", "String", ""),
      parameter("filter_type", "String", "testName"),
      parameter("include_explicit", "Boolean", false),
      parameter("async_tests", "Boolean", false),
      parameter("timeout", "Int32", 300),
    ],
    run: ({ mode, filter, async_tests }, editor) => {
      editor.tally.add(String(filter));
      if (async_tests !== true) throw new Error("tests asked for in one request");
      editor.tests = { status: "running" };
      const passed = TESTS.filter(({ FullName }) =>
        FullName.toLowerCase().includes(String(filter).toLowerCase()),
      ).length;
      setTimeout(() => {
        const results = [
          { FullName: TESTS[0]!.FullName, Status: "Passed", Duration: 0.1, Message: null, StackTrace: null },
        ];
        const summary = { total: passed, passed, failed: 0, skipped: 0, inconclusive: 0 };
        editor.tests = { status: "completed", duration: 0.1, summary, results };
      }, editor.testsMs);
      return {
        success: true,
        command: "run_tests",
        result: "running",
        StatusPath: "Temp/pipeline_test_status.json",
        Mode: mode,
      };
    },
  },
  test_status: {
    parameters: [],
    background: true,
    run: (_, editor) => JSON.stringify(editor.tests ?? { status: "no_tests", message: "No test run in progress" }),
  },
  list_tests: {
    parameters: [parameter("mode", "String", "all")],
    run: () => ({ success: true, Mode: "EditMode", Count: TESTS.length, Tests: TESTS }),
  },
  get_console_logs: {
    parameters: [parameter("severity", "String", "all"), parameter("limit", "Int32", 100)],
    run: ({ limit }) => ({ total: LOGS.length, returned: LOGS.length, logs: LOGS.slice(0, Number(limit)) }),
  },
  clear_console: {
    parameters: [],
    run: (_, editor) => {
      editor.tally.add("tok-0-1");
      return { cleared: true };
    },
  },
  menu: {
    parameters: [parameter("path", "String", "")],
    run: ({ path }, editor) => {
      if (path === "")
        return { success: true, path: null, items: ["File/Save", "Tools/Build"], message: "2 menu item(s) available." };
      editor.tally.add(String(path));
      if (String(path).includes("Missing")) {
        return {
          success: false,
          path,
          items: null,
          message: `Menu item '${path}' was not found or is currently disabled.`,
        };
      }
      return { success: true, path, items: null, message: `Executed menu item '${path}'` };
    },
  },
  eval: {
    parameters: [parameter("code", "String", null, true), parameter("timeout", "Int32", 5000)],
    run: ({ code }, editor) => {
      const ran = runCode(String(code), editor.session, editor.tally);
      if (editor.version.startsWith("1.")) {
        if (ran.ok) return String(code).includes("AN OBJECT") ? { success: false, hp: 3 } : ran.result;
        throw new EvalFailed(ran.compiled ? ran.error : `(1,300): error CS1002: ${ran.error}`);
      }
      const base = {
        command: null,
        executionTimeMs: 3,
        message: null,
        executedAt: "0001-01-01T00:00:00",
        output: null,
      };
      if (ran.ok)
        return { ...base, success: true, result: ran.result, error: null, errorDetails: null, diagnostics: [] };
      const diagnostics = ran.compiled
        ? []
        : [{ severity: "error", message: ran.error, line: 0, column: 300, id: "CS1002" }];
      const error = ran.compiled ? "Runtime Error" : "Compilation Failed";
      return { ...base, success: false, result: null, error, errorDetails: ran.error, diagnostics };
    },
  },
  editor_status: {
    parameters: [],
    run: (_, editor) => ({
      status: editor.playMode === "stopped" && !editor.pausedInEditMode ? "ready" : "playing",
      compiling: false,
      domainReloadInProgress: false,
      playMode: editor.pausedInEditMode ? "paused" : editor.playMode,
    }),
  },
  editor_play: {
    parameters: [],
    run: (_, editor) => {
      if (editor.playMode !== "stopped") return "Already in play mode";
      editor.playMode = "playing";
      return "Entered play mode";
    },
  },
  editor_stop: {
    parameters: [],
    run: (_, editor) => {
      if (editor.playMode === "stopped") return "Already in edit mode";
      editor.playMode = "stopped";
      return "Exited play mode";
    },
  },
  /** Toggles the pause. */
  editor_pause: {
    parameters: [],
    run: (_, editor) => {
      if (editor.playMode === "stopped" || editor.pausedInEditMode) return "Cannot pause - not in play mode";
      editor.playMode = editor.playMode === "paused" ? "playing" : "paused";
      return `Play mode ${editor.playMode === "paused" ? "paused" : "unpaused"}`;
    },
  },
  package_add: {
    parameters: [
      parameter("identifier", "String", null, true),
      parameter("confirm", "Boolean", false),
      parameter("dry_run", "Boolean", false),
    ],
    run: ({ identifier, confirm }, editor) => {
      if (confirm !== true) return { success: false, error: "confirm is needed" };
      editor.tally.add(String(identifier));
      return { success: true, status: "in_progress" };
    },
  },
  create_gameobject: {
    parameters: [
      parameter("name", "String", null, true),
      parameter("primitive", "String", ""),
      parameter("layer", "Int32", 0),
    ],
    run: (parameters, editor) => {
      editor.tally.add(JSON.stringify(parameters));
      return { success: true, name: parameters.name };
    },
  },
};

/** Names since 1.0 if known, otherwise guessed. */
const NEW: Record<string, string> = {
  recompile: "script recompile",
  recompile_status: "script recompile_status",
  eval: "script eval",
  run_tests: "tests run",
  test_status: "tests status",
  list_tests: "tests list",
  clear_console: "console clear",
  get_console_logs: "console get_logs",
  create_gameobject: "gameobject create",
  editor_status: "editor status",
  editor_play: "editor.playmode start",
  editor_stop: "editor.playmode stop",
  editor_pause: "editor pause",
  package_add: "package add",
};

/** Since 1.0, eval has no timeout of its own and all commands declare their effect. */
export function commandsOf(renamed: boolean): Record<string, PipelineFakeCommand> {
  return Object.fromEntries(
    Object.entries(OLD).map(([was, command]) => {
      const own = command.parameters.filter(({ name }) => !(renamed && was === "eval" && name === "timeout"));
      const parameters = own.map((each) => (renamed ? { ...each, name: each.name.replaceAll("_", "-") } : each));
      return [renamed ? (NEW[was] ?? was) : was, { ...command, was, parameters }];
    }),
  );
}
