/** Slow Unity Pipeline tests: port files, reloads and restarts. */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { test } from "node:test";
import { SOON_MS } from "../soon.ts";
import type { PipelineExchange } from "./fake/pipeline.ts";
import { FakeProject } from "./fake/project.ts";
import { pipeline } from "./pipeline-scenario.ts";
import { pause } from "./scenario.ts";

test("Pipeline: a settling server is waited for; a token that changed is read again; a wrong one is told", async () => {
  await pipeline({}, async (editor, jig) => {
    editor.busy = true;
    setTimeout(() => (editor.busy = false), 300);
    assert.equal((await jig.call("clear-console")).failed, false);
    assert.equal(editor.count("clear_console"), 1);
    const old = editor.token;
    editor.token = "new";
    setTimeout(() => editor.notePort(), 20);
    const rotated = await jig.call("clear-console");
    assert.equal(rotated.failed, false, JSON.stringify(rotated.value));
    editor.token = "another";
    const refused = await jig.call("clear-console");
    assert.equal(refused.value.Code, "NOT_TRUSTED");
    assert.equal(refused.value.Details.Dispatched, false);
    assert.doesNotMatch(JSON.stringify(refused.value), new RegExp(old.slice(0, 20).replace(/[+/]/g, ".")));
    editor.busy = true;
    editor.notePort();
    const busy = await jig.call("clear-console", { TimeoutSeconds: 0.3 });
    assert.equal(busy.value.Code, "EDITOR_BUSY", JSON.stringify(busy.value));
    assert.equal(busy.value.Details.Dispatched, false);
  });
});

test("Pipeline: a port file that is half written is read again; broken, foreign or stale ones are told", async () => {
  await pipeline({}, async (editor, jig) => {
    editor.notePort(60);
    assert.equal((await jig.call("clear-console")).failed, false);
    const other = new FakeProject();
    writeFileSync(editor.portFile, editor.portText.replaceAll(editor.project.root, other.root));
    const foreign = await jig.call("clear-console");
    assert.equal(foreign.value.Code, "WRONG_PROJECT");
    await editor.close();
    editor.process.stop();
    mkdirSync(dirname(editor.portFile), { recursive: true });
    for (const text of ["", "{", '{"port":"7800"}', "\uFEFF[]", "\0\0"]) {
      writeFileSync(editor.portFile, text);
      const { value } = await jig.call("clear-console");
      assert.equal(value.Code, "EDITOR_NOT_REACHABLE", text);
    }
    writeFileSync(editor.portFile, editor.portText);
    const stale = await jig.call("clear-console");
    assert.match(stale.value.ErrorMessage, /Nothing listens at 127\.0\.0\.1:\d+; Unity is not running/);
    assert.ok(stale.ms < SOON_MS, `${stale.ms} ms`);
    other.remove();
  });
});

test("Pipeline: a reload is waited out, a restart's new token is found, a lost test run is reported", async () => {
  await pipeline({}, async (editor, jig) => {
    assert.equal((await jig.call("get-logs")).failed, false);
    const reload = editor.reload(1_500);
    await pause(30);
    const waited = await jig.call("clear-console");
    assert.equal(waited.failed, false, JSON.stringify(waited.value));
    await reload;
    await editor.restart(50);
    assert.equal((await jig.call("clear-console")).failed, false);
    editor.testsMs = 60_000;
    const tests = jig.call("run-tests");
    await pause(500);
    await editor.restart(300);
    const { value } = await tests;
    assert.equal(value.Code, "LOST_AFTER_DISPATCH", JSON.stringify(value));
    assert.equal(editor.count("run_tests"), 1);
  });
});

const LOSSES: [how: string, behavior: (exchange: PipelineExchange) => void | Promise<void>][] = [
  ["closed", ({ request }) => void request.socket.destroy()],
  [
    "half an answer",
    ({ response }) =>
      void response.writeHead(200, { "Content-Length": 500 }).write('{"success"', () => response.destroy()),
  ],
  ["reset", ({ request }) => void request.socket.resetAndDestroy()],
];

for (const [how, behavior] of LOSSES) {
  test(`Pipeline: ${how}: told as lost once, read again where it only reads`, async () => {
    await pipeline({}, async (editor, jig) => {
      editor.once("clear_console", behavior);
      const { value } = await jig.call("clear-console");
      assert.equal(value.Code, "LOST_AFTER_DISPATCH", JSON.stringify(value));
      assert.equal(value.Details.Dispatched, true);
      assert.equal(editor.count("clear_console"), 1);
      editor.once("get_console_logs", behavior);
      assert.equal((await jig.call("get-logs")).failed, false);
      assert.equal(editor.count("get_console_logs"), 2);
    });
  });
}

for (const version of ["0.4.0", "0.8.0", "1.0.0"] as const) {
  test(`Pipeline ${version}: the tools answer in this plugin's words under whichever names`, async () => {
    await pipeline({ version }, async (editor, jig) => {
      const logs = await jig.call("get-logs", { LogType: "Error", SearchText: "null" });
      assert.equal(logs.failed, false, JSON.stringify(logs.value));
      assert.equal(logs.value.TotalCount, 1);
      assert.equal(logs.value.Logs[0].Type, "Error");
      assert.equal(logs.value.Ver, version);
      const cleared = await jig.call("clear-console");
      assert.equal(cleared.value.Success, true);
      assert.equal(cleared.value.ClearedLogCount, null);
      const compiled = await jig.call("compile");
      assert.equal(compiled.value.Success, true, JSON.stringify(compiled.value));
      const tests = await jig.call("run-tests", { FilterType: "assembly", FilterValue: "Game.Other" });
      assert.equal(tests.failed, false, JSON.stringify(tests.value));
      const code = await jig.call("execute-dynamic-code", { Code: "return param0;", Parameters: { a: 'x"y' } });
      assert.equal(code.value.Result, "42");
      assert.match(
        String(editor.last(version === "1.0.0" ? "script eval" : "eval").parameters.code),
        /object param0 = @"x""y"; .*return param0;$/,
      );
      const menu = await jig.call("execute-menu-item", { MenuItemPath: "Tools/Build" });
      assert.equal(menu.value.Success, true);
      const missing = await jig.call("execute-menu-item", { MenuItemPath: "Tools/Missing" });
      assert.equal(missing.failed, true);
      assert.match(missing.value.ErrorMessage, /not found/);
      const items = await jig.call("get-menu-items", { FilterText: "build" });
      assert.deepEqual(
        items.value.MenuItems.map((item: { Path: string }) => item.Path),
        ["Tools/Build"],
      );
      const found = await jig.call("find-game-objects", { NamePattern: "Cube" });
      assert.equal(found.value.results[0].path, "Room/Cube");
      const tree = await jig.call("get-hierarchy");
      assert.equal(tree.value.hierarchy[0].children[0].name, "Cube");
      assert.equal(tree.value.hierarchy[1].name, "Light");
    });
  });
}
