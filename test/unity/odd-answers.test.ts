/** Unexpected response formats: nothing is made up, and a missing list doesn't count as empty. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { loop } from "./cli-loop-scenario.ts";
import { coplay } from "./coplay-scenario.ts";
import type { McpDriver } from "./driver.ts";
import type { FakePipeline } from "./fake/pipeline.ts";
import { pipeline } from "./pipeline-scenario.ts";
import { scenario } from "./scenario.ts";

const ODD: unknown[] = [{}, { Tools: 9, logs: "x", items: 3 }, { Success: true, Tools: null, logs: {}, items: null }];

async function refuses(jig: McpDriver, tool: string, said: RegExp): Promise<void> {
  const { value, failed } = await jig.call(tool);
  assert.equal(failed, true, `${tool}: ${JSON.stringify(value).slice(0, 300)}`);
  assert.equal(value.Code, "EDITOR_ERROR", tool);
  assert.match(value.ErrorMessage, said, tool);
}

test("a list of tools that is missing is no empty list", async () => {
  await scenario({ generation: "v2" }, async (editor, jig) => {
    for (const odd of ODD) {
      editor.always("get-tool-details", ({ reply }) => reply(odd as Record<string, unknown>));
      await refuses(jig, "unity-tools", /could not list its tools/);
    }
  });
  await loop({}, async (editor, jig) => {
    for (const odd of ODD) {
      editor.always("get-tool-details", ({ reply }) => reply(odd));
      await refuses(jig, "unity-tools", /could not list its tools/);
    }
  });
});

test("logs and menu items that are missing are not none", async () => {
  const always = (editor: FakePipeline, name: string, odd: unknown) => editor.always(name, ({ reply }) => reply(odd));
  await pipeline({}, async (editor, jig) => {
    for (const odd of [...ODD, null, 42, "text", []]) {
      for (const name of ["get_console_logs", "menu"]) always(editor, name, odd);
      await refuses(jig, "get-logs", /could not read its logs/);
      await refuses(jig, "get-menu-items", /could not list its menu/);
    }
  });
});

test("a compile of which Unity does not say the end is no failure to compile, and runs no tests", async () => {
  await loop({}, async (editor, jig) => {
    editor.always("compile", ({ reply }) => reply({ Success: null, ErrorCount: null, Errors: null }));
    const { value, failed } = await jig.call("unity-verify");
    assert.equal(failed, true);
    assert.match(value.Message, /^Unity does not say whether it compiles, so no test was run/);
    assert.equal(editor.count("run-tests"), 0);
  });
});

test("a run of tests without an id is not one that matched no tests", async () => {
  await coplay(async (editor, jig) => {
    editor.always("run_tests", ({ reply }) => reply({ success: true, message: "Started.", data: {} }));
    await refuses(jig, "run-tests", /does not say which test run it started/);
    editor.always("spawn_enemy", ({ answer }) => answer(200, { status: "success", result: [1, 2] }));
    const { value } = await jig.call("unity-call", { Tool: "spawn_enemy", Parameters: {} });
    assert.deepEqual(value.Result, [1, 2]);
  });
});
