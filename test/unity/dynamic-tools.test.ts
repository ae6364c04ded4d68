/** Additional Editor tools: listed if the connected Editor has them, updated on change, correct effects, and rejected before sending if missing. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { cli, McpDriver } from "./driver.ts";
import { FakeCliLoop } from "./fake/cli-loop.ts";
import { FakeCoplay } from "./fake/coplay.ts";
import { FakePipeline } from "./fake/pipeline.ts";
import { FakeProject } from "./fake/project.ts";

const FURTHER = [
  "unity-build",
  "unity-edit",
  "unity-hot-reload",
  "unity-input",
  "unity-packages",
  "unity-play-mode",
  "unity-profile",
  "unity-screenshot",
];

const listed = async (jig: McpDriver) =>
  (await jig.tools()).map(({ name }) => name).filter((name) => FURTHER.includes(name));

/** Number of list change notifications. */
const changes = (jig: McpDriver) =>
  jig.mcp.received.filter(({ method }) => method === "notifications/tools/list_changed").length;

/** The list after the next notification. */
async function afterChange(jig: McpDriver, before: number): Promise<string[]> {
  while (changes(jig) <= before) await jig.mcp.next((message) => changes(jig) > before && message.method !== undefined);
  return listed(jig);
}

test("further tools are listed once the Editor was found to have them, and told when that changes", async () => {
  const editor = await FakeCliLoop.start();
  const jig = await McpDriver.open([editor.project.root]);
  try {
    assert.deepEqual(await listed(jig), [], "no list waits for an Editor");
    assert.deepEqual(await afterChange(jig, 0), ["unity-play-mode"]);
    editor.custom.push("screenshot", "hot-reload", "simulate-keyboard");
    await jig.call("unity-tools");
    const more = ["unity-hot-reload", "unity-input", "unity-play-mode", "unity-screenshot"];
    assert.deepEqual(await afterChange(jig, 1), more);
    for (let times = 0; times < 3; times++) await jig.call("get-logs");
    assert.deepEqual(await listed(jig), more);
    assert.equal(changes(jig), 2, "nothing changed since");
    const playMode = (await jig.tools()).find(({ name }) => name === "unity-play-mode");
    assert.equal(playMode?.annotations.readOnlyHint, false);
    assert.equal(playMode?.annotations.destructiveHint, false);
    await editor.close();
    editor.process.stop();
    await jig.call("unity-status");
    assert.deepEqual(await afterChange(jig, 2), [], "an Editor that is gone offers nothing");
  } finally {
    await jig.close();
    await editor.stop();
  }
});

test("a project without an Editor lists none of them, and a call says what is missing", async () => {
  const project = new FakeProject();
  const jig = await McpDriver.open([project.root]);
  await listed(jig);
  const { value, failed } = await jig.call("unity-play-mode", { Action: "Play" });
  assert.equal(failed, true);
  assert.equal(value.Code, "EDITOR_NOT_REACHABLE", JSON.stringify(value));
  assert.equal(value.Details.Dispatched, false);
  assert.deepEqual(await listed(jig), []);
  await jig.close();
  const strict = await cli(["unity-play-mode", "--action", "Play", "--read-only", "--root", project.root]);
  assert.equal(JSON.parse(strict.stdout).Code, "PERMISSION_DENIED", strict.stdout);
  project.remove();
});

for (const version of ["0.8.0", "1.0.0"] as const) {
  test(`Pipeline ${version}: play mode, packages and edits under its own names; a toggle is looked at first`, async () => {
    const editor = await FakePipeline.start({ version });
    const jig = await McpDriver.open([editor.project.root]);
    const count = (old: string, now: string) => editor.count(version === "1.0.0" ? now : old);
    try {
      await listed(jig);
      assert.deepEqual(await afterChange(jig, 0), ["unity-edit", "unity-packages", "unity-play-mode"]);
      const play = async (Action: string) => (await jig.call("unity-play-mode", { Action })).value;
      assert.equal((await play("Pause")).Success, false);
      assert.equal(count("editor_pause", "editor pause"), 0, "not in Play Mode");
      assert.equal((await play("Play")).Success, true);
      for (const Action of ["Pause", "Pause", "Resume", "Resume"]) assert.equal((await play(Action)).Success, true);
      assert.equal(
        count("editor_pause", "editor pause"),
        2,
        "it toggles, so it is sent only where that is what was asked",
      );
      assert.deepEqual([(await play("Status")).IsPlaying, (await play("Status")).IsPaused], [true, false]);
      assert.equal((await play("Step")).Code, "NOT_ON_THIS_VERSION");
      assert.equal((await play("Stop")).Message, "Exited play mode");
      editor.pausedInEditMode = true;
      const paused = await play("Status");
      assert.deepEqual([paused.IsPlaying, paused.IsPaused], [null, true], "it says so of both modes");
      const cannot = await play("Resume");
      assert.deepEqual([cannot.Success, cannot.Message], [false, "Cannot pause - not in play mode"]);

      const Parameters = { name: "Spawn", primitive: "Cube" };
      const made = await jig.call("unity-edit", { Target: "object", Action: "create", Parameters });
      assert.equal(made.value.name, "Spawn", JSON.stringify(made.value));
      const wrong = await jig.call("unity-edit", { Target: "object", Action: "create", Parameters: { nmae: "x" } });
      assert.equal(wrong.value.Code, "PARAMETER_REFUSED");
      assert.match(wrong.value.ErrorMessage, /no parameter nmae; it has name/);
      const none = await jig.call("unity-edit", { Target: "prefab", Action: "frobnicate" });
      assert.equal(none.value.Code, "NOT_ON_THIS_VERSION");
      assert.equal(none.value.Details.Dispatched, false);
      assert.equal(count("create_gameobject", "gameobject create"), 1);

      const add = { Action: "add", Package: "com.unity.cinemachine@3.1.0" };
      assert.equal((await jig.call("unity-packages", add)).failed, true, "not without its own confirmation");
      const added = await jig.call("unity-packages", { ...add, Parameters: { confirm: true } });
      assert.equal(added.failed, false, JSON.stringify(added.value));

      editor.once("create_gameobject", ({ request }) => void request.socket.destroy());
      const lost = (await jig.call("unity-edit", { Target: "object", Action: "create", Parameters })).value;
      assert.equal(lost.Code, "LOST_AFTER_DISPATCH");
      assert.equal(count("create_gameobject", "gameobject create"), 2);
    } finally {
      await jig.close();
      await editor.stop();
    }
  });
}

test("the list of a Unity project stays within its budget, what an Editor adds in a smaller one; what it leaves out is taken all the same", async () => {
  const coplay = await FakeCoplay.start();
  const jig = await McpDriver.open([coplay.project.root], { env: { JIG_UNITY_COPLAY_PORT: String(coplay.port) } });
  const { encode } = await import("gpt-tokenizer/encoding/o200k_base");
  const tokens = (tools: object[]) => encode(JSON.stringify(tools)).length;
  const before = await jig.tools();
  const usual = before.filter(
    ({ name }) => !/^(changes$|code_|script_|search_|list_|workspace_|extract_|check_)/.test(name),
  );
  await afterChange(jig, 0);
  const further = (await jig.tools()).filter(({ name }) => FURTHER.includes(name));
  assert.equal(usual.length, 19, usual.map(({ name }) => name).join(" "));
  assert.equal(further.length, 6);
  const counted = { before: tokens(before), usual: tokens(usual), further: tokens(further) };
  assert.ok(counted.before <= 9_000 && counted.usual <= 3_350 && counted.further <= 1_000, JSON.stringify(counted));

  const logs = usual.find(({ name }) => name === "get-logs")!.inputSchema.properties as object;
  assert.ok(!("TimeoutSeconds" in logs) && !("ProjectPath" in logs) && "MaxCount" in logs);
  const input = { TimeoutSeconds: 20, ProjectPath: coplay.project.root, limit: 5 };
  assert.equal((await jig.call("get-logs", input)).failed, false);
  const { instructions } = jig.mcp.received.find(({ id }) => id === "initialize").result;
  assert.match(instructions, /also take TimeoutSeconds, and ProjectPath/);
  await jig.close();
  await coplay.stop();
});
