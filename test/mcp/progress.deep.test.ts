/** Progress while building an index: slow tools report how much is done, and the total. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { scratch } from "../jig.ts";
import { McpProcess, type Wire } from "./mcp-process.ts";

/** These only read files with a certain word, so they don't wait for the index. */
const WAIT_FOR_NONE: readonly string[] = ["script_asset_usages", "script_symbols_get"];
const FILES = 3000;

const body = (line: (at: number) => string, lines = 60) =>
  Array.from({ length: lines }, (_, at) => line(at)).join("\n");

function unityProject(): string {
  const files: Record<string, string> = { "ProjectSettings/ProjectVersion.txt": "m_EditorVersion: 6000.0.1f1\n" };
  for (let at = 0; at < FILES; at++) {
    const other = `Type${Math.max(0, at - 1)}`;
    const code = body(
      (n) => `  public int M${at % 10}_${n}(int value) { return value + other.field${n}; } int field${n};`,
      12,
    );
    files[`Assets/S${at % 50}/Type${at}.cs`] =
      `public class Type${at} : UnityEngine.MonoBehaviour {\n  public ${other} other;\n${code}\n}\n`;
  }
  files["Assets/S1/Type1.cs.meta"] = `fileFormatVersion: 2\nguid: ${"1".repeat(32)}\n`;
  return scratch(files);
}

function angelscriptProject(): string {
  const files: Record<string, string> = { "Game.uproject": "{}" };
  for (let at = 0; at < FILES; at++)
    files[`Script/S${at % 50}/Type${at}.as`] =
      `class AType${at} : AActor {\n${body((n) => `  int Method${n}(int Value) { return Value + ${at === 0 ? n : `Other.Method${n}(Value)`}; }`)}\n  AType${Math.max(0, at - 1)} Other;\n}\n`;
  return scratch(files);
}

function plainProject(): string {
  const files: Record<string, string> = { "package.json": "{}" };
  for (let at = 0; at < FILES; at++)
    files[`src/s${at % 50}/type${at}.ts`] =
      `export class Type${at} {\n${body((n) => `  method${n}(value: number) { return value + ${n}; }`)}\n}\n`;
  return scratch(files);
}

const CALLS: Record<string, { project: () => string; calls: Record<string, object> }> = {
  "C#": {
    project: unityProject,
    calls: {
      script_asset_usages: { path: "Assets/S1/Type1.cs" },
      script_calls_find: { name: "Type1/M1_1", depth: 2 },
      script_hierarchy_find: { name: "Type1" },
      script_impact_find: { name: "Type1/M1_1" },
      script_project_check: { check: "dead" },
      script_read: { name: "Type1/M1_1" },
      script_refs_find: { name: "Type1/M1_1" },
      script_rename: { name: "Type1/M1_1", to: "Renamed" },
      script_symbol_find: { name: "Type1" },
      script_symbols_get: { path: "Assets/S1/Type1.cs" },
    },
  },
  AngelScript: {
    project: angelscriptProject,
    calls: {
      angelscript_calls: { name: "AType1/Method1" },
      angelscript_diagnostics: {},
      angelscript_findReferences: { name: "AType1/Method1" },
      angelscript_getClassHierarchy: { name: "AType1" },
      angelscript_getTypeMembers: { name: "AType1" },
      angelscript_hover: { at: "Script/S1/Type1.as:1:7" },
      angelscript_rename: { name: "AType1/Method1", to: "Renamed" },
      angelscript_resolveSymbolAtPosition: { filePath: "Script/S1/Type1.as", position: { line: 1, character: 7 } },
      angelscript_searchApi: { labelQuery: "type1" },
    },
  },
  "the languages of `code`": {
    project: plainProject,
    calls: {
      code_outline: { path: "src" },
      code_refs_find: { name: "Type1/method1" },
      code_symbol_find: { name: "Type1" },
    },
  },
};

for (const [language, { project, calls }] of Object.entries(CALLS))
  test(`progress of a first call: ${language}`, { timeout: 600_000 }, async (t) => {
    const root = project();
    for (const [tool, input] of Object.entries(calls)) {
      const jig = new McpProcess([], { cwd: root, env: { XDG_CACHE_HOME: scratch() } });
      await jig.initialize();
      const started = performance.now();
      const answer = await jig.call(1, tool, input, { progressToken: tool });
      const took = performance.now() - started;
      assert.notEqual(answer.result?.isError, true, `${tool}: ${JSON.stringify(answer).slice(0, 300)}`);
      const told = jig.received.filter(({ method }) => method === "notifications/progress").map(({ params }) => params);
      const counted = told.filter(
        ({ total, message }: Wire) => total > 0 && /^[a-z][a-z ]+: [\d,]+ of [\d,]+/.test(message ?? ""),
      );
      t.diagnostic(`${tool}: ${Math.round(took)} ms, ${told.length} told, last "${told.at(-1)?.message ?? ""}"`);
      if (!WAIT_FOR_NONE.includes(tool)) assert.ok(counted.length > 0, `${tool} says what is done of how much`);
      await jig.end();
    }
  });
