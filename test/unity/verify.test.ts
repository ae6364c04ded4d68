/** What an agent does after an edit: which tests failed and where, and one call that compiles and tests what the change reaches. */
import assert from "node:assert/strict";
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { cli, McpDriver } from "./driver.ts";
import { FakeCliLoop } from "./fake/cli-loop.ts";
import { FakeCoplay } from "./fake/coplay.ts";
import { FakePipeline } from "./fake/pipeline.ts";
import { pause, scenario } from "./scenario.ts";

const RESULTS = ".uloop/outputs/TestResults/results.xml";

function write(root: string, files: Record<string, string | object>): void {
  for (const [name, content] of Object.entries(files)) {
    const file = join(root, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  }
}

const failure = (name: string, message: string, stack: string) =>
  `<test-case fullname="${name}" result="Failed"><failure><message><![CDATA[${message}]]></message><stack-trace><![CDATA[${stack}]]></stack-trace></failure></test-case>`;

const xml = (root: string) =>
  `<?xml version="1.0"?><test-run result="Failed" total="3" passed="1" failed="2" skipped="0"><test-suite>${failure("Game.Tests.PlayerTests.Jumps", "Expected: 1", `at NUnit.X () in <1>:0\nat Game.Tests.PlayerTests.Jumps () [0x1] in ${root}/Assets/Game/Tests/PlayerTests.cs:7`)}${failure("Game.Tests.PlayerTests.Lands(3)", "boom 灯", "")}<test-case fullname="Game.Tests.PlayerTests.Ok" result="Passed"/></test-suite></test-run>`;

const PLAYER_TESTS = `using NUnit.Framework;
namespace Game.Tests
{
  public class PlayerTests
  {
    [Test]
    public void Jumps() { Assert.AreEqual(1, 2); }

    [TestCase(3)]
    public void Lands(int n) { throw new System.Exception("boom"); }
  }
}
`;

test("run-tests names each failed test with message, stack and place: from the result file and the scripts", async () => {
  await scenario({ generation: "v2" }, async (editor, jig) => {
    const { root } = editor.project;
    write(root, { [RESULTS]: xml(root), "Assets/Game/Tests/PlayerTests.cs": PLAYER_TESTS });
    const red = { Success: false, TestCount: 3, PassedCount: 1, FailedCount: 2, XmlPath: RESULTS };
    editor.always("run-tests", ({ reply, result }) => reply({ ...result(), ...red }));
    const { value, failed } = await jig.call("run-tests");
    assert.equal(failed, true);
    assert.deepEqual(
      value.FailedTests.map(({ FullName, Message, File, Line }: Record<string, unknown>) => [
        FullName,
        Message,
        File,
        Line,
      ]),
      [
        ["Game.Tests.PlayerTests.Jumps", "Expected: 1", "Assets/Game/Tests/PlayerTests.cs", 7],
        // Without a stack: where the method stands.
        ["Game.Tests.PlayerTests.Lands(3)", "boom 灯", "Assets/Game/Tests/PlayerTests.cs", 9],
      ],
      JSON.stringify(value),
    );
    const { stdout } = await cli(["run-tests", "--root", root, "--as", "text"]);
    assert.match(
      stdout,
      /FAILED Game\.Tests\.PlayerTests\.Jumps {2}Assets\/Game\/Tests\/PlayerTests\.cs:7\n {2}Expected: 1\n/,
    );
    assert.match(value.FailedTests[0].StackTrace, /PlayerTests\.Jumps/);
    assert.equal(value.FailedCount, 2);
    for (const XmlPath of ["../../../../etc/passwd", "gone.xml", null]) {
      editor.once("run-tests", ({ reply, result }) => reply({ ...result(), ...red, XmlPath }));
      const unnamed = (await jig.call("run-tests")).value;
      assert.equal(unnamed.FailedTests, undefined);
      assert.match(String(unnamed.warnings), /not named/);
    }
  });
});

test("failed tests are named on every backend, and the receipt of a run names them too", async () => {
  const loop = await FakeCliLoop.start();
  const jig = await McpDriver.open([loop.project.root]);
  const { root } = loop.project;
  write(root, { [RESULTS]: xml(root), "Assets/Game/Tests/PlayerTests.cs": PLAYER_TESTS });
  const red = { Success: false, HasFailures: true, FailedCount: 2, XmlPath: RESULTS, FailedTests: ["a"] };
  loop.once("run-tests", ({ reply, result }) => reply({ ...result(), ...red }));
  const told = (await jig.call("run-tests")).value;
  assert.equal(told.FailedTests.length, 2, JSON.stringify(told));
  const { Receipts } = (await jig.call("unity-receipt")).value;
  const receipt = (await jig.call("unity-receipt", { Id: Receipts[0].Id })).value;
  assert.equal(receipt.Result.FailedTests[0].Line, 7, JSON.stringify(receipt));
  await jig.close();
  await loop.stop();

  const coplay = await FakeCoplay.start();
  const byCoplay = await McpDriver.open([coplay.project.root], {
    env: { JIG_UNITY_COPLAY_PORT: String(coplay.port) },
  });
  const red2 = (await byCoplay.call("run-tests", { FilterType: "regex", FilterValue: "fail" })).value;
  assert.equal(red2.FailedTests.length, 1, JSON.stringify(red2));
  assert.equal(typeof red2.FailedTests[0].Line, "number");
  await byCoplay.close();
  await coplay.stop();
});

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

test("where runs have no ids, the receipt shows the result file that was written since, and says so", async () => {
  await scenario({ generation: "v2" }, async (editor, jig) => {
    const { root } = editor.project;
    write(root, { ".uloop/outputs/TestResults/old.xml": xml(root) });
    utimesSync(join(root, ".uloop/outputs/TestResults/old.xml"), 1, 1);
    editor.once("run-tests", ({ socket }) => void socket.destroy());
    const lost = (await jig.call("run-tests")).value;
    const ask = async () => (await jig.call("unity-receipt", { Id: lost.Details.Receipt })).value;
    assert.equal((await ask()).Result, undefined, "an older file is no sign of it");
    write(root, { [RESULTS]: xml(root) });
    const told = await ask();
    assert.equal(told.Verdict, "unknown");
    assert.match(told.Why, /results\.xml was written after/, JSON.stringify(told));
    assert.equal(told.Result.FailedCount, 2);
    assert.equal(told.Result.FailedTests.length, 2);
  });
});

const asmdef = (name: string, references: string[] = [], more: object = {}) => ({ name, references, ...more });
const TESTS = { includePlatforms: ["Editor"], defineConstraints: ["UNITY_INCLUDE_TESTS"] };

/** Core ← Game ← Game.Tests (Edit Mode), Core ← Core.Tests, Game ← Game.Play (Play Mode); Other ← Other.Tests. */
function tree(root: string): void {
  write(root, {
    "Assets/Core/Core.asmdef": asmdef("Core"),
    "Assets/Core/Core.asmdef.meta": "fileFormatVersion: 2\nguid: 0123456789abcdef0123456789abcdef\n",
    "Assets/Core/Core.cs": "class Core {}",
    "Assets/Core/Tests/Core.Tests.asmdef": asmdef("Core.Tests", ["GUID:0123456789abcdef0123456789abcdef"], TESTS),
    "Assets/Core/Tests/CoreTests.cs": "class CoreTests {}",
    "Assets/Game/Game.asmdef": asmdef("Game", ["GUID:0123456789ABCDEF0123456789ABCDEF"]),
    "Assets/Game/Game.cs": "class Game {\n  var x = ;\n}",
    "Assets/Game/Tests/Game.Tests.asmdef": asmdef("Game.Tests", ["Game"], TESTS),
    "Assets/Game/Tests/PlayerTests.cs": PLAYER_TESTS,
    "Assets/Game/Play/Game.Play.asmdef": asmdef("Game.Play", ["Game"], { optionalUnityReferences: ["TestAssemblies"] }),
    "Assets/Game/Play/PlayTests.cs": "class PlayTests {}",
    "Assets/GameMore/More.asmref": { reference: "Game" },
    "Assets/GameMore/More.cs": "class More {}",
    "Packages/mine/Other.asmdef": asmdef("Other"),
    "Packages/mine/Other.cs": "class Other {}",
    "Packages/mine/Tests/Other.Tests.asmdef": asmdef("Other.Tests", ["Other"], TESTS),
    "Packages/mine/Tests/OtherTests.cs": "class OtherTests {}",
    "Assets/Loose.cs": "class Loose {}",
    "Assets/Hidden~/Game.Broken.asmdef": "{ nope",
  });
}

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
    assert.match(loose.value.Message, /reaches no assembly with tests/);

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

test("unity-verify stops at errors and shows their lines; a lost run is told with its receipt", async () => {
  await scenario({ generation: "v2" }, async (editor, jig) => {
    const { root } = editor.project;
    tree(root);
    editor.once("compile", ({ reply, result }) =>
      reply({
        ...result(),
        Success: false,
        ErrorCount: 1,
        Errors: [{ Message: "error CS1525: Invalid expression term ';'", File: "Assets/Game/Game.cs", Line: 2 }],
      }),
    );
    const broken = await jig.call("unity-verify");
    assert.equal(broken.failed, true);
    assert.equal(broken.value.Stage, "compile");
    assert.equal(broken.value.Errors[0].Source, "var x = ;", JSON.stringify(broken.value));
    assert.equal(editor.count("run-tests"), 0);
    editor.once("run-tests", ({ socket }) => void socket.destroy());
    const lost = (await jig.call("unity-verify")).value;
    assert.equal(lost.Code, "LOST_AFTER_DISPATCH", JSON.stringify(lost));
    assert.equal(lost.Details.Stage, "tests");
    assert.match(lost.Details.Receipt, /^run-tests_/);
    assert.equal(editor.count("run-tests"), 1, "the runs after it were not begun");
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
