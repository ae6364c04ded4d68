/** Protocol tests with literal bytes in both directions, and execution counts. */

import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { SOON_MS } from "../soon.ts";
import type { Exchange } from "./fake/editor.ts";
import { frame, notificationBody, resultBody } from "./fake/wire.ts";
import { everywhere, pause, scenario } from "./scenario.ts";

const LIST_CHANGED =
  'Content-Length: 134\r\n\r\n{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{"timestamp":"2026-01-01T00:00:00.000Z","message":"registered"}}';

/** Bytes of a regular reply. */
const ordinary = (exchange: Exchange) => frame(resultBody(exchange.request.id, exchange.result()));

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

everywhere(
  "8, 9: notifications before, in the same packet as, and after the reply are skipped: one execution",
  async (editor, jig) => {
    editor
      .once("clear-console", async (exchange) => {
        exchange.send(LIST_CHANGED);
        await pause(20);
        exchange.reply();
      })
      .once("clear-console", (exchange) =>
        exchange.send(Buffer.concat([Buffer.from(LIST_CHANGED), ordinary(exchange), Buffer.from(LIST_CHANGED)])),
      );
    for (const expected of [1, 2]) {
      assert.equal((await jig.call("clear-console")).failed, false);
      assert.equal(editor.count("clear-console"), expected);
    }
  },
);

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

everywhere("11, 12: numeric ids; extra headers, other case, padded values", async (editor, jig) => {
  editor.once("get-logs", (exchange) => {
    assert.equal(typeof exchange.request.id, "number");
    const body = Buffer.from(resultBody(exchange.request.id, exchange.result()));
    exchange.send(`X-Other: 1\r\ncontent-LENGTH:   ${body.length}  \r\nContent-Type: application/json\r\n\r\n`);
    exchange.send(body);
  });
  assert.equal((await jig.call("get-logs")).failed, false);
});

everywhere("13: replies of 2 and 20 MiB arrive whole", async (editor, jig) => {
  for (const megabytes of [2, 20]) {
    editor.once("get-logs", ({ reply, result }) => {
      const Logs = Array.from({ length: megabytes * 64 }, () => ({
        Type: "Log",
        Message: "é".repeat(8_000),
        StackTrace: null,
      }));
      reply({ ...result(), TotalCount: Logs.length, Logs });
    });
    const { value, failed } = await jig.call("get-logs");
    assert.equal(failed, false, JSON.stringify(value).slice(0, 300));
    assert.equal(value.TotalCount, megabytes * 64);
    assert.equal(value.DisplayedCount, value.Logs.length);
    assert.ok(value.Logs.length > 0 && value.Logs.length < megabytes * 64);
    assert.match(value.next.cursor, /^[0-9a-z]/);
    assert.equal(value.truncated, true);
    assert.ok(JSON.stringify(value).length <= 40_000);
  }
});

everywhere("14: a request over 1 MiB is refused before anything is sent", async (editor, jig) => {
  const { value, failed } = await jig.call("execute-dynamic-code", { Code: `return "${"x".repeat(1_100_000)}";` });
  assert.equal(failed, true);
  assert.equal(value.Code, "REQUEST_TOO_LARGE");
  assert.equal(editor.count("execute-dynamic-code"), 0);
  const almost = await jig.call("execute-dynamic-code", { Code: `return "${"x".repeat(1_040_000)}";` });
  assert.equal(almost.failed, false);
});

const MALFORMED: [what: string, bytes: string][] = [
  ["a length that is no number", 'Content-Length: abc\r\n\r\n{"jsonrpc":"2.0","id":2,"result":{}}'],
  ["a length with a tail", 'Content-Length: 12abc\r\n\r\n{"jsonrpc":"2.0","id":2,"result":{}}'],
  ["a negative length", "Content-Length: -5\r\n\r\nhello"],
  ["bare line feeds", 'Content-Length: 36\n\n{"jsonrpc":"2.0","id":2,"result":{}}'],
  ["no body", "Content-Length: 0\r\n\r\n"],
  ["bad JSON", "Content-Length: 5\r\n\r\n{nope"],
  ["no object", "Content-Length: 4\r\n\r\nnull"],
  ["another protocol", "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n"],
  ["endless header", "x".repeat(10_000)],
];

everywhere("15: anything but a frame is a protocol error at once, and nothing is sent again", async (editor, jig) => {
  for (const [index, [what, bytes]] of MALFORMED.entries()) {
    editor.once("clear-console", ({ send }) => send(bytes));
    const { value, failed, ms } = await jig.call("clear-console");
    assert.equal(failed, true, what);
    assert.equal(value.Code, "PROTOCOL_ERROR", what);
    assert.match(value.Hint, /not sent again/, what);
    assert.ok(ms < SOON_MS, `${what}: ${ms} ms`);
    assert.equal(editor.count("clear-console"), index + 1, what);
  }
});

everywhere("40: calls at the same time get their own answers", async (editor, jig) => {
  editor.always("get-logs", async ({ request, reply, result }) => {
    await pause(Number(request.params.MaxCount) % 7);
    reply({ ...result(), TotalCount: request.params.MaxCount });
  });
  const counts = Array.from({ length: 40 }, (_, index) => index + 1);
  const told = await Promise.all(counts.map((MaxCount) => jig.call("get-logs", { MaxCount })));
  assert.deepEqual(
    told.map(({ value }) => value.TotalCount),
    counts,
  );
  assert.equal(editor.count("get-logs"), 40);
});

everywhere("42: a null or missing result is a protocol error, not a reason to send again", async (editor, jig) => {
  editor
    .once("clear-console", ({ reply }) => reply(null))
    .once("clear-console", ({ send, request }) => send(frame(`{"jsonrpc":"2.0","id":${request.id}}`)));
  for (const expected of [1, 2]) {
    const { value, failed } = await jig.call("clear-console");
    assert.equal(failed, true);
    assert.equal(value.Code, "PROTOCOL_ERROR");
    assert.equal(editor.count("clear-console"), expected);
  }
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
