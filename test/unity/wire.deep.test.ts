/** Bytes of requests and replies at every generation of the protocol. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { SOON_MS } from "../soon.ts";
import { frame, resultBody } from "./fake/wire.ts";
import { LIST_CHANGED, ordinary } from "./ordinary-frames.ts";
import { everywhere, pause } from "./scenario.ts";

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
