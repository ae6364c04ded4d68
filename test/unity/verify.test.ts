/** After an edit: failed tests with locations, and one call that compiles and runs affected tests. */
import assert from "node:assert/strict";
import { utimesSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { cli, McpDriver } from "./driver.ts";
import { FakeCliLoop } from "./fake/cli-loop.ts";
import { FakeCoplay } from "./fake/coplay.ts";
import { scenario } from "./scenario.ts";
import { PLAYER_TESTS, RESULTS, tree, write, xml } from "./verify-project.ts";

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
        // Without a stack trace, use the method's location.
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
