/** Protocol tests with literal bytes in both directions, and execution counts. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { frame, notificationBody, resultBody } from "./fake/wire.ts";
import { LIST_CHANGED, ordinary } from "./ordinary-frames.ts";
import { everywhere, pause, scenario } from "./scenario.ts";

test("1: a request has exactly these bytes, a reply of exactly these bytes is understood", async () => {
  await scenario({ generation: "seed" }, async (editor, jig) => {
    editor.once("clear-console", ({ send }) =>
      send(
        'Content-Length: 181\r\n\r\n{"jsonrpc":"2.0","id":2,"result":{"Success":true,"ClearedLogCount":7,"ClearedCounts":{"ErrorCount":1,"WarningCount":2,"LogCount":4},"Message":"ok","ErrorMessage":"","Ver":"0.59.1"}}',
      ),
    );
    const { value, failed } = await jig.call("clear-console", { AddConfirmationMessage: false, TimeoutSeconds: 20 });
    assert.equal(failed, false);
    assert.equal(value.ClearedLogCount, 7);
    assert.equal(value.Ver, "0.59.1");
    assert.equal(
      editor.last("clear-console").bytes,
      'Content-Length: 111\r\n\r\n{"jsonrpc":"2.0","method":"clear-console","params":{"AddConfirmationMessage":false,"TimeoutSeconds":20},"id":2}',
    );
    assert.equal(editor.count("clear-console"), 1);
  });
});

test("1: with identity in the settings, the stamp is sent at the top level", async () => {
  await scenario({ generation: "v2" }, async (editor, jig) => {
    await jig.call("get-logs", { MaxCount: 5 });
    assert.equal(
      editor.last("get-logs").bytes.split("\r\n\r\n")[1],
      `{"jsonrpc":"2.0","method":"get-logs","params":{"MaxCount":5,"LogType":"All","SearchText":"","UseRegex":false,"SearchInStackTrace":false,"IncludeStackTrace":true,"TimeoutSeconds":180},"id":1,"x-uloop":{"expectedProjectRoot":"${editor.project.root}","expectedServerSessionId":"${editor.sessionId}"}}`,
    );
  });
});

everywhere("2: an error frame becomes a failure that keeps the Editor's data", async (editor, jig) => {
  editor.once("get-logs", ({ send, request }) =>
    send(
      frame(
        `{"jsonrpc":"2.0","id":${request.id},"error":{"code":-32603,"message":"Internal error","data":{"type":"internal_error","message":"no console"}}}`,
      ),
    ),
  );
  const { value, failed } = await jig.call("get-logs");
  assert.equal(failed, true);
  assert.equal(value.Success, false);
  assert.equal(value.Code, "EDITOR_ERROR");
  assert.equal(value.ErrorMessage, "Unity error: Internal error (no console)");
  assert.deepEqual(value.Details.Editor.data, { type: "internal_error", message: "no console" });
  assert.equal(editor.count("get-logs"), 1);
});

everywhere("6, 7: one byte per packet, split in the header, in CRLF, in CJK and emoji", async (editor, jig) => {
  const said = "日本語のログ 🎮 한국어";
  editor.once("get-logs", async (exchange) => {
    const logs = { ...exchange.result(), Logs: [{ Type: "Log", Message: said, StackTrace: null }] };
    for (const byte of frame(resultBody(exchange.request.id, logs))) {
      exchange.send(Buffer.from([byte]));
      await pause(0);
    }
  });
  assert.equal((await jig.call("get-logs")).value.Logs[0].Message, said);
  editor.once("clear-console", async (exchange) => {
    const bytes = ordinary(exchange);
    const crlf = bytes.indexOf("\r\n\r\n");
    for (const [from, to] of [
      [0, 9],
      [9, crlf + 1],
      [crlf + 1, crlf + 3],
      [crlf + 3, bytes.length],
    ] as const) {
      exchange.send(bytes.subarray(from, to));
      await pause(5);
    }
  });
  assert.equal((await jig.call("clear-console")).failed, false);
  assert.equal(editor.count("clear-console"), 1);
});

everywhere("10: a reply to a foreign id is ignored, the right one is waited for", async (editor, jig) => {
  editor.once("get-logs", async (exchange) => {
    exchange.send(frame(resultBody(4711, { TotalCount: 99, Ver: "x" })));
    exchange.send(frame(resultBody("ts_1_2_3_0001", { TotalCount: 98, Ver: "x" })));
    exchange.send(frame('{"jsonrpc":"2.0","id":4712,"result":null}'));
    await pause(20);
    exchange.reply();
  });
  assert.equal((await jig.call("get-logs")).value.TotalCount, 1);
  assert.equal(editor.count("get-logs"), 1);
});

test("the fake's own frames are literally those of Editors", () => {
  assert.equal(
    frame(
      notificationBody("notifications/tools/list_changed", {
        timestamp: "2026-01-01T00:00:00.000Z",
        message: "registered",
      }),
    ).toString(),
    LIST_CHANGED,
  );
});
