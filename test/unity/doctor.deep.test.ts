/** Slow tests of `jig doctor` in Unity projects. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { doctor } from "./doctor-text.ts";
import { cli } from "./driver.ts";
import { FakeCliLoop } from "./fake/cli-loop.ts";
import { FakePipeline } from "./fake/pipeline.ts";
import { FakeProject } from "./fake/project.ts";
import { UnityProcess } from "./fake/unity-process.ts";

test("doctor: Unity Pipeline, ready, broken port file, and gone", async () => {
  const editor = await FakePipeline.start();
  const ready = await doctor(editor.project.root);
  assert.match(ready, /Unity Pipeline 0\.8\.0 at 127\.0\.0\.1:\d+: ready, \d+ tools/);
  assert.ok(!ready.includes(editor.token));
  await editor.close();
  editor.process.stop();
  assert.match(
    await doctor(editor.project.root),
    /not running: Unity Pipeline's server is not running.*Open the project in Unity/,
  );
  mkdirSync(dirname(editor.portFile), { recursive: true });
  writeFileSync(editor.portFile, "{");
  assert.match(await doctor(editor.project.root), /half written or broken/);
  await editor.stop();
});

test("doctor: a package too old, a setting that names another, a file of another project: whose it is and what to do", async () => {
  const old = new FakeProject();
  old.installed({ "io.github.hatayama.uloopmcp": "0.42.1" });
  const said = await doctor(old.root);
  assert.match(said, /uLoopMCP 0\.42\.1 is older than 0\.50.*Update io\.github\.hatayama\.uloopmcp/);
  assert.ok(!said.includes("/tmp/uloop/"), "a guessed place helps nobody");
  old.remove();

  const editor = await FakePipeline.start();
  const other = await doctor(editor.project.root, { JIG_UNITY_BACKEND: "coplay", JIG_UNITY_COPLAY_PORT: "1" });
  assert.match(other, /JIG_UNITY_BACKEND names coplay, whose package this project does not have\. Unset/);
  writeFileSync(editor.portFile, editor.portText.replace(editor.project.root, "/elsewhere/Other"));
  const foreign = await doctor(editor.project.root);
  assert.match(foreign, /wrong project: .*"\/elsewhere\/Other".*it rewrites its port file/);
  assert.ok(!/uLoopMCP|Nothing was/.test(foreign), foreign);
  await editor.close();
  assert.match(await doctor(editor.project.root), /Unity is running with this project.*Safe Mode/);
  await editor.stop();
});

test("doctor: two projects under one root, each with its own state; a project without a package waits for nothing", async () => {
  const parent = mkdtempSync(join(tmpdir(), "jig-both-"));
  const client = await FakeCliLoop.start({ project: new FakeProject(parent, "Client") });
  const server = new FakeProject(parent, "Server");
  const unity = new UnityProcess(server.root);
  unity.start();
  const said = await doctor(parent);
  assert.match(said, /2 Unity projects: Client, Server.*ProjectPath/);
  assert.match(said, /Unity Editor of Client .*Unity CLI Loop 3\.6\.0 at .*: ready, 8 tools/);
  assert.match(
    said,
    /Unity Editor of Server The project has no package through which jig can reach its Editor.*com\.unity\.pipeline/,
  );
  const ask = async (tool: string, ...more: string[]) => {
    const { stdout } = await cli([
      tool,
      "--root",
      parent,
      "--ProjectPath",
      "Server",
      "--TimeoutSeconds",
      "60",
      ...more,
    ]);
    return JSON.parse(stdout);
  };
  const before = performance.now();
  const status = await ask("unity-status", "--WaitUntilReady");
  assert.deepEqual([status.State, status.Backend], ["not installed", ""]);
  assert.match(status.Fix, /com\.unity\.pipeline/);
  const cleared = await ask("clear-console");
  assert.deepEqual([cleared.Code, cleared.Details.Dispatched], ["EDITOR_NOT_REACHABLE", false]);
  assert.match(cleared.Hint, /com\.unity\.pipeline/);
  assert.ok(performance.now() - before < 30_000, "nobody waited");
  unity.stop();
  await client.stop();
});

test("doctor: a project without any package says what to install", async () => {
  const project = new FakeProject();
  const said = await doctor(project.root);
  assert.match(said, /no package through which jig can reach its Editor/);
  assert.match(said, /com\.unity\.pipeline/);
  assert.match(said, /unity-cli-loop\.git/);
  project.remove();
});

test("doctor: Unity CLI Loop 3, ready, of another protocol, and gone", async () => {
  const editor = await FakeCliLoop.start();
  assert.match(await doctor(editor.project.root), /Unity CLI Loop 3\.6\.0 at \/tmp\/uloop-\d+\/\S+: ready, 8 tools/);
  editor.protocol = 9;
  editor.always("get-version", ({ reply }) => reply({ Other: 1 }));
  const refused = await doctor(editor.project.root);
  assert.match(refused, /misconfigured: .*speaks protocol 9, and jig speaks 5/);
  assert.match(refused, /Update jig/);
  await editor.close();
  editor.process.stop();
  assert.match(
    await doctor(editor.project.root),
    /not running: Nothing listens at .*Unity is not running.*Open the project in Unity/,
  );
  await editor.stop();
});
