/** What failures before sending say, and the menus that hints name. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { McpDriver } from "./driver.ts";
import { FakeProject } from "./fake/project.ts";
import { SIDE_EFFECTS, scenario } from "./scenario.ts";

test("every failure before sending says that nothing was sent", async () => {
  const project = new FakeProject();
  project.writeSettings("v2", 1);
  const jig = await McpDriver.open([project.root]);
  const calls = SIDE_EFFECTS.flatMap(([tool, input]) =>
    [{ Nonsense: 1 }, { ProjectPath: "Assets" }, {}].map((more) => [tool, { ...input, ...more }] as const),
  );
  await Promise.all(
    calls.map(async ([tool, input]) => {
      const { value, failed } = await jig.call(tool, input);
      assert.equal(failed, true);
      assert.equal(value.Details.Dispatched, false, `${tool}: ${JSON.stringify(value)}`);
    }),
  );
  await jig.close();
  project.remove();
});

test("hints name the menus that Editors have today", async () => {
  await scenario({ generation: "v2" }, async (editor, jig) => {
    editor.once("run-tests", ({ fail }) =>
      fail("Tool blocked by security settings", { type: "security_blocked", command: "run-tests", reason: "off" }),
    );
    assert.match((await jig.call("run-tests")).value.Hint, /Window > Unity CLI Loop > Settings/);
    editor.project.settingsText('{"customPort":0}');
    assert.match((await jig.call("get-logs")).value.Hint, /Window > Unity CLI Loop > Server/);
  });
});
