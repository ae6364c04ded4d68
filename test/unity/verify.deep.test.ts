/** Slow `unity-verify` tests: until tests pass, and a run that outlives jig. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { McpDriver } from "./driver.ts";
import { FakeCoplay } from "./fake/coplay.ts";
import { FakePipeline } from "./fake/pipeline.ts";
import { pause, scenario } from "./scenario.ts";
import { RESULTS, tree, write, xml } from "./verify-project.ts";

test("a run of tests outlives the jig that began it: another one has its result by the receipt", async () => {
  const coplay = await FakeCoplay.start();
  const env = { JIG_UNITY_COPLAY_PORT: String(coplay.port) };
  coplay.testsMs = 3_000;
  const second = await McpDriver.open([coplay.project.root], { env });
  const first = await McpDriver.open([coplay.project.root], { env });
  first.begin("run-tests").told.catch(() => {});
  while (coplay.count("get_test_job") === 0) await pause(20);
  first.mcp.child.kill("SIGKILL");
  await first.mcp.ended;
  const { Receipts } = (await second.call("unity-receipt")).value;
  assert.equal(Receipts[0].Tool, "run-tests");
  const ask = async () => (await second.call("unity-receipt", { Id: Receipts[0].Id })).value;
  assert.equal((await ask()).Verdict, "still running");
  let told = await ask();
  for (; told.Verdict === "still running"; told = await ask()) await pause(200);
  assert.equal(told.Verdict, "ran", JSON.stringify(told));
  assert.equal(told.Result.TestCount, 3);
  assert.equal(coplay.count("run_tests"), 1);
  await second.close();
  await coplay.stop();

  const pipeline = await FakePipeline.start({});
  const third = await McpDriver.open([pipeline.project.root]);
  pipeline.once("run_tests", ({ result, request }) => {
    result();
    request.socket.destroy();
  });
  const lost = (await third.call("run-tests")).value;
  assert.equal(lost.Code, "LOST_AFTER_DISPATCH", JSON.stringify(lost));
  await pause(500);
  const unsure = (await third.call("unity-receipt", { Id: lost.Details.Receipt })).value;
  assert.equal(unsure.Verdict, "unknown");
  assert.match(unsure.Why, /no ids; .*latest run/, JSON.stringify(unsure));
  assert.equal(typeof unsure.Result.TestCount, "number");
  await third.close();
  await pipeline.stop();
});

test("unity-verify compiles and runs the tests that the change reaches, until they pass", async () => {
  await scenario({ generation: "v2" }, async (editor, jig) => {
    const { root } = editor.project;
    tree(root);
    const sent = () =>
      editor.log
        .filter(({ method }) => method === "run-tests")
        .map(({ params }) => `${params?.TestMode} ${params?.FilterType} ${params?.FilterValue}`.trim());
    const verify = async (input: object = {}) => {
      const before = sent().length;
      const { value, failed } = await jig.call("unity-verify", input);
      return { value, failed, runs: sent().slice(before) };
    };

    const first = await verify();
    assert.equal(first.failed, false, JSON.stringify(first.value));
    assert.deepEqual(first.runs, ["EditMode all", "PlayMode assembly Game.Play"]);
    assert.deepEqual(first.value.Reached, ["Core.Tests", "Game.Play", "Game.Tests", "Other.Tests"]);
    assert.equal(first.value.TestCount, 6);
    assert.deepEqual((await verify()).runs, [], "nothing changed");

    write(root, { "Assets/GameMore/More.cs": "class More { int changed; }" });
    const more = await verify();
    assert.deepEqual(more.value.Changed, ["Game"], JSON.stringify(more.value));
    assert.deepEqual(more.runs, ["EditMode assembly Game.Tests", "PlayMode assembly Game.Play"]);

    write(root, { "Assets/Core/Core.cs": "class Core { int changed; }" });
    assert.deepEqual((await verify({ TestMode: "EditMode" })).runs, [
      "EditMode assembly Core.Tests",
      "EditMode assembly Game.Tests",
    ]);
    assert.deepEqual((await verify()).runs, ["PlayMode assembly Game.Play"], "Play Mode had not been tested");

    write(root, { "Assets/Loose.cs": "class Loose { int changed; }" });
    const loose = await verify();
    assert.deepEqual(loose.runs, []);
    assert.match(loose.value.Message, /No assembly with tests depends/);

    write(root, { [RESULTS]: xml(root), "Packages/mine/Other.cs": "class Other { int changed; }" });
    editor.always("run-tests", ({ reply, result }) =>
      reply({ ...result(), Success: false, PassedCount: 1, FailedCount: 2, XmlPath: RESULTS }),
    );
    for (let time = 0; time < 2; time++) {
      const red = await verify();
      assert.equal(red.failed, true);
      assert.deepEqual(red.runs, ["EditMode assembly Other.Tests"], "what failed is tested again");
      assert.equal(red.value.FailedTests[0].Line, 7, JSON.stringify(red.value));
      assert.match(red.value.Message, /Other\.Tests \(EditMode\) did not pass/);
    }
    editor.always("run-tests", ({ reply, result }) =>
      reply({
        ...result(),
        Success: false,
        TestCount: 0,
        PassedCount: 0,
        Message: "No tests found matching the filter",
      }),
    );
    assert.equal((await verify()).failed, false, "no test is none that failed");
    write(root, { "Packages/mine/Other.cs": "class Other { int again; }" });
    editor.always("run-tests", ({ reply, result }) =>
      reply({ ...result(), Success: false, TestCount: 0, Message: "There are unsaved scenes" }),
    );
    const refused = await verify();
    assert.equal(refused.failed, true, "a refusal is no pass");
    assert.match(refused.value.Runs[0].Message, /unsaved scenes/);
    assert.deepEqual((await verify({ Tests: "none" })).runs, []);
  });
});

test("unity-verify tells its way as progress", async () => {
  await scenario({ generation: "v2" }, async (editor, jig) => {
    tree(editor.project.root);
    editor.always("run-tests", async ({ reply, result }) => {
      await pause(700);
      reply(result());
    });
    const told: string[] = [];
    jig.mcp.listeners.add((message) => {
      if (message.method === "notifications/progress") told.push(String(message.params.message));
    });
    const answer = await jig.mcp.call("v", "unity-verify", {}, { progressToken: "p" });
    assert.notEqual(answer.result.isError, true, JSON.stringify(answer));
    for (const part of [/^Compiling/, /Tests of all assemblies, EditMode \(run 1 of 2\)/, /Game\.Play, PlayMode/])
      assert.ok(
        told.some((message) => part.test(message)),
        `${part}: ${told.join(" | ")}`,
      );
  });
});
