/** Slow MCP for Unity tests: unreadable data and waiting. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { coplay } from "./coplay-scenario.ts";
import type { CoplayExchange } from "./fake/coplay.ts";
import { pause } from "./scenario.ts";

test("MCP for Unity: the server's two seconds are not the Editor's answer", async () => {
  await coplay(async (editor, jig) => {
    // The original server times out after two seconds for these commands, with this message, but Unity executes them later.
    const slow = ({ type, result, answer }: CoplayExchange) => {
      result();
      const error = `Unity did not respond to '${type}' within 2.0s; please retry`;
      answer(200, { success: false, message: null, error, data: null, hint: "retry" });
    };
    for (let times = 0; times < 6; times++) editor.once("read_console", slow);
    const logs = await jig.call("get-logs");
    assert.equal(logs.failed, false, JSON.stringify(logs.value));
    assert.equal(logs.value.TotalCount, 2);
    assert.equal(editor.count("read_console"), 7, "what only reads is asked until it answers");

    editor.once("read_console", slow);
    const { value } = await jig.call("clear-console");
    assert.equal(value.Code, "TIMEOUT", JSON.stringify(value));
    assert.equal(value.Details.Dispatched, true);
    assert.match(value.Hint, /unity-receipt/);
    assert.equal(editor.count("read_console"), 8, "what changes something is not sent again");

    for (let times = 0; times < 6; times++) editor.once("get_editor_state", slow);
    editor.compileMs = 400;
    editor.errors = ["Assets/A.cs(3,5): error CS1002: ; expected"];
    const compiled = await jig.call("compile");
    assert.equal(compiled.value.ErrorCount, 1, JSON.stringify(compiled.value));
    assert.equal(editor.count("refresh_unity"), 1);
  });
});

test("MCP for Unity: only this project's Editor is used; status says what is missing", async () => {
  await coplay(async (editor, jig) => {
    assert.equal((await jig.call("unity-status")).value.Ready, true);
    editor.others = [{ project: "Game", hash: "0123456789abcdef" }];
    editor.connected = false;
    editor.process.stop();
    const away = await jig.call("clear-console");
    assert.equal(away.value.Code, "EDITOR_NOT_REACHABLE", JSON.stringify(away.value));
    assert.match(away.value.ErrorMessage, /only Game connected, not this project/);
    assert.match((await jig.call("unity-status")).value.Fix, /HTTP transport/);
    assert.deepEqual(
      editor.log.filter(({ type }) => type !== "get_editor_state"),
      [],
    );
    await editor.close();
    const dead = await jig.call("clear-console");
    assert.match(dead.value.ErrorMessage, /Nothing listens at 127\.0\.0\.1:\d+/);
    assert.match(dead.value.Hint, /start its local server/);
  });
});

test("MCP for Unity: what could not be read is not called empty, and a lost connection not a reload", async () => {
  await coplay(async (editor, jig) => {
    const refuse = ({ answer }: CoplayExchange) =>
      answer(200, { status: "success", result: { success: false, error: "LogEntries could not be found" } });
    editor.once("read_console", refuse);
    const logs = await jig.call("get-logs");
    assert.equal(logs.failed, true, JSON.stringify(logs.value));
    assert.match(logs.value.ErrorMessage, /LogEntries could not be found/);
    editor.once("get_menu_items", refuse);
    assert.equal((await jig.call("get-menu-items")).failed, true);
    editor.codeDisabled = true;
    editor.once("read_console", refuse);
    const compiled = await jig.call("compile");
    assert.equal(compiled.failed, true, JSON.stringify(compiled.value));
    assert.match(compiled.value.ErrorMessage, /has compiled, but its Console could not be read/);
    assert.equal(compiled.value.Details.Dispatched, true);

    // The import takes a while, and the server loses the Editor during that time.
    editor.errors = ["Assets/A.cs(3,5): error CS1002: ; expected"];
    editor.once("refresh_unity", async ({ editor: fake, result, reply }) => {
      reply({ success: true, message: "Refresh requested." });
      fake.connected = false;
      await pause(1_500);
      fake.connected = true;
      await pause(700);
      result();
    });
    const late = await jig.call("compile");
    assert.equal(late.value.ErrorCount, 1, JSON.stringify(late.value));
    assert.equal(editor.tally.of("tok-0-0"), 2);
  });
});

test("MCP for Unity: compile is watched to its end, and its errors are the Console's", async () => {
  await coplay(async (editor, jig) => {
    const clean = await jig.call("compile");
    assert.equal(clean.value.Success, true, JSON.stringify(clean.value));
    editor.errors = ["Assets/A.cs(3,5): error CS1002: ; expected"];
    const broken = await jig.call("compile");
    assert.equal(broken.failed, true);
    assert.deepEqual(broken.value.Errors, [{ Message: editor.errors[0], File: "Assets/A.cs", Line: 3 }]);
    editor.errors = [];
    editor.once("refresh_unity", ({ result, editor: fake }) => {
      result();
      void fake.reload(100);
    });
    const lost = await jig.call("compile");
    assert.equal(lost.value.Success, true, JSON.stringify(lost.value));
    assert.equal(editor.count("refresh_unity"), 3);
  });
});

const LOSSES: [how: string, behavior: (exchange: CoplayExchange) => void][] = [
  [
    "the session is dropped, with a hint to retry",
    ({ result, editor }) => {
      result();
      void editor.reload(50);
    },
  ],
  [
    "the server's timeout",
    ({ result, answer }) => {
      result();
      answer(500, { success: false, error: "" });
    },
  ],
  [
    "the server dies",
    ({ result, request }) => {
      result();
      request.socket.destroy();
    },
  ],
];

for (const [how, behavior] of LOSSES) {
  test(`MCP for Unity: ${how}: lost once, never sent again`, async () => {
    await coplay(async (editor, jig) => {
      editor.once("execute_menu_item", behavior);
      const { value } = await jig.call("execute-menu-item", { MenuItemPath: "tok-4-1" });
      assert.equal(value.Code, "LOST_AFTER_DISPATCH", JSON.stringify(value));
      assert.equal(value.Details.Dispatched, true);
      await pause(100);
      assert.equal(editor.tally.of("tok-4-1"), 1);
      editor.once("read_console", behavior);
      assert.equal((await jig.call("get-logs")).failed, false);
    });
  });
}

test("MCP for Unity: refusals by which nothing ran are waited out or told", async () => {
  await coplay(async (editor, jig) => {
    editor.testsRunning = true;
    setTimeout(() => (editor.testsRunning = false), 300);
    assert.equal((await jig.call("run-tests")).failed, false);
    editor.once("execute_menu_item", ({ answer }) =>
      answer(500, { success: false, error: "Plugin session s1 not connected" }),
    );
    assert.equal((await jig.call("execute-menu-item", { MenuItemPath: "tok-4-2" })).failed, false);
    assert.equal(editor.tally.of("tok-4-2"), 1);
    editor.codeDisabled = true;
    const disabled = await jig.call("execute-dynamic-code", { Code: "return 1;" });
    assert.equal(disabled.value.Code, "TOOL_DISABLED");
    assert.equal(disabled.value.Details.Dispatched, false);
    editor.codeDisabled = false;
    const blocked = await jig.call("execute-dynamic-code", { Code: 'System.Diagnostics.Process.Start("x");' });
    assert.equal(blocked.value.Code, "PARAMETER_REFUSED");
    assert.equal(blocked.value.Details.Dispatched, false);
    const empty = await jig.call("execute-menu-item", { MenuItemPath: "" });
    assert.equal(empty.value.Details.Dispatched, false);
    editor.once("execute_menu_item", ({ answer }) => answer(200, { status: "error", error: "boom", command: "x" }));
    const thrown = await jig.call("execute-menu-item", { MenuItemPath: "Tools/Build" });
    assert.equal(thrown.value.Code, "EDITOR_ERROR");
    assert.equal(thrown.value.Details.Dispatched, true);
  });
});

test("MCP for Unity: a restart forgets the run of tests, which is told and not begun again", async () => {
  await coplay(async (editor, jig) => {
    editor.testsMs = 60_000;
    const tests = jig.call("run-tests");
    await pause(600);
    await editor.restart(200);
    const { value } = await tests;
    assert.equal(value.Code, "LOST_AFTER_DISPATCH", JSON.stringify(value));
    assert.equal(editor.count("run_tests"), 1);
  });
});
