/** Twelve states that block an Editor, by signs from logs, package sources or documentation (docs/unity-truth.md). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { BLOCKING_STATES, type BlockingName, blockingState, type EditorSigns } from "./blocking-state.ts";
import { namesProject, windowTitles } from "./editor-signs.ts";
import { editorsIn } from "./unity-processes.ts";

const NOTHING: EditorSigns = {
  process: { pid: 7, version: "6000.0.23f1" },
  batch: undefined,
  listed: true,
  titles: [],
  lockAgeMs: 60_000,
  log: "",
  projectVersion: "6000.0.23f1",
  paused: false,
  reloading: false,
  ready: false,
};
const MAIN = "Game - Main - Windows, Mac, Linux - Unity 6000.0.23f1";

const CASES: [name: BlockingName, signs: Partial<EditorSigns>][] = [
  ["save dialog", { titles: [MAIN, "Scene(s) Have Been Modified"], ready: true }],
  [
    "compile errors",
    {
      log: "Begin MonoManager ReloadAssembly\nMono: successfully reloaded assembly\nAssets/A.cs(3,5): error CS1002: ; expected\nScripts have compiler errors.\n",
    },
  ],
  ["safe mode", { titles: ["Game - SAFE MODE - 6000.0.23f1"] }],
  ["safe mode", { titles: ["Enter Safe Mode?"], log: "Assets/A.cs(3,5): error CS1002: ; expected" }],
  ["license", { titles: ["License error"] }],
  [
    "license",
    {
      process: undefined,
      lockAgeMs: undefined,
      log: "No valid Unity Editor license found. Please activate your license.",
    },
  ],
  [
    "first import",
    {
      log: "[Package Manager] Registered 55 packages:\nRebuilding Library because the asset database could not be found!\nBegin MonoManager ReloadAssembly\n",
    },
  ],
  ["script updater", { titles: [MAIN, "Script Updating Consent"] }],
  ["domain reload", { log: "Registered 3 packages\nBegin MonoManager ReloadAssembly\n" }],
  ["domain reload", { reloading: true }],
  [
    "package resolution",
    { log: '[Package Manager] UpmClient::Connect -- Connected to IPC stream "Upm-1" after 0.2 seconds.\n' },
  ],
  [
    "package resolution",
    {
      log: "An error occurred while resolving packages:\n  Project has invalid dependencies:\n    com.acme.missing: Package [com.acme.missing@1.0.0] cannot be found\n",
    },
  ],
  ["play mode paused", { ready: true, paused: true }],
  ["second instance", { log: "It looks like another Unity instance is running with this project open.\n" }],
  ["second instance", { process: undefined, batch: 99 }],
  ["stale lock file", { process: undefined }],
  ["upgrade dialog", { titles: ["Opening Project in Non-Matching Editor Installation"] }],
  ["upgrade dialog", { process: { pid: 7, version: "6000.3.1f1" } }],
];

test("twelve states by their signs, each with one way out", () => {
  for (const [name, signs] of CASES) {
    const found = blockingState({ ...NOTHING, ...signs });
    assert.equal(found?.name, name, JSON.stringify(signs));
    assert.ok(found && found.why !== "" && found.fix !== "", name);
  }
  assert.deepEqual([...new Set(CASES.map(([name]) => name))].sort(), [...BLOCKING_STATES].sort());
  const missing = CASES.find(([, { log }]) => log?.includes("com.acme.missing"));
  const broken = blockingState({ ...NOTHING, ...missing?.[1] });
  assert.match(broken?.why ?? "", /com\.acme\.missing@1\.0\.0/);
  assert.match(broken?.fix ?? "", /manifest\.json.*Retry/);
  assert.equal(broken?.passes, false);
});

test("what ended is not named, nor is what cannot be known", () => {
  const done = [
    "Rebuilding Library because the asset database could not be found!",
    "[Package Manager] UpmClient::Connect -- Connected",
    "[Package Manager] Registered 55 packages:",
    "Assets/A.cs(3,5): error CS1002: ; expected",
    "Begin MonoManager ReloadAssembly",
    "Mono: successfully reloaded assembly",
    "[Project] Loading completed in 12.3 seconds",
  ].join("\n");
  assert.equal(blockingState({ ...NOTHING, log: done }), undefined);
  assert.equal(blockingState({ ...NOTHING, process: undefined, lockAgeMs: undefined }), undefined);
  assert.equal(blockingState({ ...NOTHING, process: undefined, listed: false }), undefined);
  assert.equal(blockingState({ ...NOTHING, ready: true, titles: [MAIN], log: "error CS1002: old" }), undefined);
});

test("processes, windows and logs are read as systems print them", () => {
  const listing = [
    "  41 /opt/Unity/Hub/Editor/6000.0.23f1/Editor/Unity -projectpath /work/Game -logFile /tmp/own.log",
    "  42 /opt/Unity/Hub/Editor/6000.0.23f1/Editor/Unity -batchMode -projectPath /work/Game -quit",
    "  43 /opt/Unity/Hub/Editor/6000.0.23f1/Editor/Unity -adb2 -batchMode -name AssetImportWorker0 -projectpath /work/Game",
  ].join("\n");
  const { ours, batch } = editorsIn(listing, "/work/Game", false);
  assert.deepEqual(ours, { pid: 41, system: "linux", version: "6000.0.23f1", logFile: "/tmp/own.log" });
  assert.equal(batch?.pid, 42);
  assert.deepEqual(windowTitles("0x1 0 41 host Game - SAFE MODE - 6000\n0x2 -1 9 host N/A Desktop", 41), [
    "Game - SAFE MODE - 6000",
  ]);
  assert.ok(namesProject("COMMAND LINE ARGUMENTS:\n-projectpath\nC:\\Work\\Game\n", "C:/work/game"));
  assert.ok(!namesProject("Successfully changed project path to: /work/Game2\n", "/work/Game"));
});
