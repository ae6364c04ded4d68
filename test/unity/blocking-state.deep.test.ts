/**
 * `unity-status` with simulated states that block an Editor: each is named correctly with one way out, and none counts as ready.
 * See docs/unity-truth.md.
 */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { McpDriver } from "./driver.ts";
import { commands } from "./fake/commands.ts";
import { FakeCoplay } from "./fake/coplay.ts";
import { FakeEditor } from "./fake/editor.ts";
import { FakeProject } from "./fake/project.ts";

const skip = process.platform === "win32" ? "stand-ins are shell scripts" : false;
const MAIN = "Game - Main - Linux - Unity 6000.0.23f1";
const ERROR = "Assets/A.cs(3,5): error CS1002: ; expected\nScripts have compiler errors.\n";

interface Machine {
  /** Arguments of the running Unity, if any. */
  runs?: string;
  version?: string;
  titles?: string[];
  log?: string;
  locked?: boolean;
}

/** Fake programs whose output can change between calls. */
class Stage {
  readonly folder = mkdtempSync(join(tmpdir(), "jig-stage-"));
  readonly path: string;

  constructor() {
    const shown = (name: string) => `/bin/cat "${join(this.folder, name)}"`;
    this.path = `${commands({ ps: shown("ps"), wmctrl: shown("windows"), xdotool: "exit 1" })}:/usr/bin:/bin`;
  }

  set(root: string, { runs, version = "6000.0.23f1", titles = [], log = "", locked = true }: Machine): void {
    const program = `/opt/Unity/Hub/Editor/${version}/Editor/Unity`;
    const logFile = join(this.folder, "Editor.log");
    writeFileSync(
      join(this.folder, "ps"),
      runs === undefined ? "  1 init\n" : `  4711 ${program} ${runs} -projectpath ${root} -logFile ${logFile}\n`,
    );
    writeFileSync(join(this.folder, "windows"), titles.map((title, at) => `0x0${at} 0 4711 host ${title}\n`).join(""));
    writeFileSync(logFile, log);
    const lock = join(root, "Temp/UnityLockfile");
    mkdirSync(join(root, "Temp"), { recursive: true });
    if (locked) writeFileSync(lock, "");
    else rmSync(lock, { force: true });
  }
}

const CASES: [name: string, machine: Machine][] = [
  ["compile errors", { runs: "-useHub", log: ERROR }],
  ["safe mode", { runs: "-useHub", titles: ["Game - SAFE MODE - 6000.0.23f1"], log: ERROR }],
  [
    "license",
    { runs: "-useHub", log: "No valid Unity Editor license found. Please activate your license.\n", locked: false },
  ],
  [
    "first import",
    {
      runs: "-useHub",
      log: "Rebuilding Library because the asset database could not be found!\nBegin MonoManager ReloadAssembly\n",
    },
  ],
  ["script updater", { runs: "-useHub", titles: [MAIN, "Script Updating Consent"] }],
  ["domain reload", { runs: "-useHub", log: "Begin MonoManager ReloadAssembly\n" }],
  [
    "package resolution",
    {
      runs: "-useHub",
      log: "An error occurred while resolving packages:\n  Project has invalid dependencies:\n    com.a: Package [com.a@1.0.0] cannot be found\n",
    },
  ],
  ["second instance", { runs: "-batchmode" }],
  ["stale lock file", {}],
  [
    "upgrade dialog",
    { runs: "-useHub", titles: ["Opening Project in Non-Matching Editor Installation"], version: "6000.3.1f1" },
  ],
];

test("states of an Editor that does not answer", { skip }, async () => {
  const project = new FakeProject();
  project.installed({ "io.github.hatayama.uloopmcp": "2.1.1" });
  const stage = new Stage();
  const jig = await McpDriver.open([project.root], { env: { PATH: stage.path } });
  try {
    for (const [name, machine] of CASES) {
      stage.set(project.root, machine);
      const { value } = await jig.call("unity-status");
      assert.deepEqual([value.BlockedBy, value.Ready], [name, false], JSON.stringify(value));
      assert.ok(["blocked", "reloading"].includes(value.State), JSON.stringify(value));
      assert.ok(value.Why.length > 20 && value.Fix.length > 20, JSON.stringify(value));
    }
    stage.set(project.root, { locked: false });
    const { value } = await jig.call("unity-status");
    assert.deepEqual([value.BlockedBy, value.State], [undefined, "not running"], JSON.stringify(value));
  } finally {
    await jig.close();
    project.remove();
  }
});

test("a dialog in front of an Editor whose server answers, and Play Mode that stands still", { skip }, async () => {
  const stage = new Stage();
  const editor = await FakeEditor.start({ generation: "v2" });
  const jig = await McpDriver.open([editor.project.root], { env: { PATH: stage.path } });
  const titles = [MAIN, "Scene(s) Have Been Modified"];
  stage.set(editor.project.root, { runs: "-useHub", titles });
  const { value } = await jig.call("unity-status");
  assert.deepEqual(
    [value.Ready, value.State, value.BlockedBy],
    [false, "blocked", "save dialog"],
    JSON.stringify(value),
  );
  stage.set(editor.project.root, { runs: "-useHub", titles: [MAIN] });
  assert.equal((await jig.call("unity-status")).value.Ready, true);
  await jig.close();
  await editor.stop();
  const coplay = await FakeCoplay.start();
  stage.set(coplay.project.root, { runs: "-useHub", titles: [MAIN] });
  const env = { JIG_UNITY_COPLAY_PORT: String(coplay.port), PATH: stage.path };
  const other = await McpDriver.open([coplay.project.root], { env });
  coplay.playing = true;
  coplay.paused = true;
  const paused = await other.call("unity-status");
  assert.deepEqual(
    [paused.value.Ready, paused.value.BlockedBy],
    [false, "play mode paused"],
    JSON.stringify(paused.value),
  );
  await other.close();
  await coplay.stop();
});
