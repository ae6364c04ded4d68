/** Slow Unity CLI Loop 3 tests: restarts, reloads, hangs and busy Editors. */

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { SOON_MS } from "../soon.ts";
import { loop } from "./cli-loop-scenario.ts";
import { McpDriver } from "./driver.ts";
import { FakeCliLoop, type LoopExchange } from "./fake/cli-loop.ts";
import { frame, resultBody } from "./fake/wire.ts";
import { pause } from "./scenario.ts";

test("3.x: a busy Editor is asked again; at the end its command is named and nothing ran", async () => {
  await loop({}, async (editor, jig) => {
    editor.running = "run-tests";
    setTimeout(() => (editor.running = undefined), 400);
    const waited = await jig.call("clear-console");
    assert.equal(waited.failed, false);
    editor.running = "run-tests";
    const { value } = await jig.call("clear-console", { TimeoutSeconds: 0.5 });
    assert.equal(value.Code, "EDITOR_BUSY");
    assert.match(value.ErrorMessage, /Unity is running run-tests/);
    assert.equal(value.Details.Dispatched, false);
    editor.running = undefined;
    assert.equal(editor.tally.counts.size, 0);
  });
});

test("3.x: a hang with heartbeats ends at TimeoutSeconds", async () => {
  await loop({}, async (editor, jig) => {
    editor.always("clear-console", () => new Promise(() => {}));
    const { value, ms } = await jig.call("clear-console", { TimeoutSeconds: 0.5 });
    assert.equal(value.Code, "TIMEOUT");
    assert.equal(value.Details.Dispatched, true);
    assert.ok(ms < SOON_MS, `${ms} ms`);
    assert.equal(editor.count("clear-console"), 1);
  });
});

test("3.x: an Editor that restarted during a compile has forgotten it, and is not asked to compile again", async () => {
  await loop({}, async (editor, jig) => {
    editor.once("compile", ({ editor: fake }) => void fake.restart(100));
    const { value } = await jig.call("compile");
    assert.equal(value.Code, "LOST_AFTER_DISPATCH", JSON.stringify(value));
    assert.match(value.ErrorMessage, /restarted and lost the compilation/);
    assert.equal(editor.count("compile"), 1);
  });
});

test("3.x: a reload is waited out while the process lives; an Editor that quit is told at once", async () => {
  await loop({}, async (editor, jig) => {
    assert.equal((await jig.call("get-logs")).failed, false);
    const reload = editor.reload(1_800);
    await pause(30);
    const waited = await jig.call("clear-console");
    assert.equal(waited.failed, false, JSON.stringify(waited.value));
    assert.ok(waited.ms > 1_500);
    await reload;
    await editor.close();
    editor.process.stop();
    const gone = await jig.call("clear-console");
    assert.equal(gone.value.Code, "EDITOR_NOT_REACHABLE");
    assert.match(
      gone.value.ErrorMessage,
      /Nothing listens at \/tmp\/uloop-\d+\/UnityCliLoop-[0-9a-f]{16}\.sock; Unity is not running/,
    );
    assert.ok(gone.ms < SOON_MS, `${gone.ms} ms`);
  });
});

const LOSSES: [how: string, behavior: (exchange: LoopExchange) => void | Promise<void>][] = [
  ["accepted, then closed", ({ socket }) => void socket.end()],
  ["accepted, then reset", ({ socket }) => void socket.resetAndDestroy()],
  ["half an answer", ({ socket }) => void socket.end('Content-Length: 900\r\n\r\n{"jsonrpc"')],
  [
    "heartbeats, then closed",
    async ({ socket }) => {
      await pause(200);
      socket.end();
    },
  ],
  ["a null result", ({ request, send }) => send(frame(resultBody(request.id, null)))],
];

for (const [how, behavior] of LOSSES) {
  test(`3.x: ${how}: told as lost once, read again where it only reads`, async () => {
    await loop({}, async (editor, jig) => {
      editor.once("clear-console", behavior);
      const { value } = await jig.call("clear-console");
      assert.equal(value.Code, "LOST_AFTER_DISPATCH", JSON.stringify(value));
      assert.equal(value.Details.Dispatched, true);
      assert.equal(value.Details.Editor, "ready");
      assert.match(value.Details.Receipt, /^clear-console_\d+_\d{6}$/);
      assert.equal(editor.count("clear-console"), 1);
      editor.once("get-logs", behavior);
      assert.equal((await jig.call("get-logs")).failed, false);
      assert.equal(editor.count("get-logs"), 2);
    });
  });
}

test("3.x: foreign ids and notifications are passed over, 20 MB and a split header are read, nonsense is told at once", async () => {
  await loop({}, async (editor, jig) => {
    editor.once("clear-console", ({ send, reply }) => {
      send(frame(resultBody(999, { Stray: true })));
      send(frame('{"jsonrpc":"2.0","method":"notifications/x","params":{}}'));
      reply();
    });
    const stray = await jig.call("clear-console");
    assert.equal(stray.value.Stray, undefined);
    assert.equal(stray.value.ClearedLogCount, 2);
    editor.once("unity-call-target", () => {});
    editor.custom.push("big");
    editor.once("big", async ({ request, send }) => {
      const bytes = frame(resultBody(request.id, { Success: true, Size: 20_000_000, Text: "語😀".repeat(2_900_000) }));
      send(bytes.subarray(0, 9));
      await pause(20);
      send(bytes.subarray(9));
    });
    const big = await jig.call("unity-call", { Tool: "big" });
    // The answer may be truncated to the client's budget, but it must have arrived.
    assert.doesNotMatch(JSON.stringify(big.value).slice(0, 400), /LOST_AFTER_DISPATCH|PROTOCOL_ERROR/);
    editor.once("clear-console", ({ socket }) => void socket.end("Content-Length: 9\r\n\r\nnot json!"));
    const nonsense = await jig.call("clear-console");
    assert.equal(nonsense.value.Code, "PROTOCOL_ERROR");
    assert.equal(nonsense.value.Details.Dispatched, true);
  });
});

test("3.x: compile outlives its reload, and its result is had by id", async () => {
  await loop({}, async (editor, jig) => {
    const { value, failed } = await jig.call("compile");
    assert.equal(failed, false, JSON.stringify(value));
    assert.equal(value.ErrorCount, 0);
    assert.equal(editor.count("compile"), 1);
    assert.match(String(editor.last("compile").params.RequestId), /^compile_\d+_\d{6}$/);
    assert.equal(editor.last("compile").params.WaitForDomainReload, true);
    editor.once("compile", ({ editor: fake, request, socket }) => {
      fake.keep(request.params.RequestId, {
        Success: false,
        ErrorCount: 1,
        Errors: [{ Message: "CS1002", File: "Assets/A.cs", Line: 3 }],
      });
      socket.end();
    });
    const broken = await jig.call("compile");
    assert.equal(broken.failed, true);
    assert.equal(broken.value.Errors[0].Line, 3);
    assert.equal(editor.count("compile"), 2);
  });
});

test("3.x: a stale socket file is nobody", async () => {
  await loop({}, async (editor, jig) => {
    await editor.close();
    editor.process.stop();
    writeFileSync(editor.socketPath, "");
    assert.equal((await jig.call("clear-console")).value.Code, "EDITOR_NOT_REACHABLE");
  });
});

test("a setting chooses among several backends, a wrong one is told", async () => {
  const editor = await FakeCliLoop.start();
  writeFileSync(join(editor.project.root, "UserSettings/UnityMcpSettings.json"), '{"customPort":1}');
  const jig = await McpDriver.open([editor.project.root], { env: { JIG_UNITY_BACKEND: "uloop" } });
  assert.equal((await jig.call("clear-console")).value.Code, "EDITOR_NOT_REACHABLE");
  await jig.close();
  const other = await McpDriver.open([editor.project.root], { env: { JIG_UNITY_BACKEND: "best" } });
  const { value } = await other.call("clear-console");
  assert.equal(value.Code, "SETTINGS_INVALID");
  assert.match(value.Hint, /cli-loop, pipeline, uloop, gamedev, coplay/);
  await other.close();
  await editor.stop();
});
