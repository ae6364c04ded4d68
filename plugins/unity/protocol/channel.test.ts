// A connection: overlapping requests, notifications, and how it ends.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Connection } from "../../../core/host/plugin-api.ts";
import { Channel } from "./channel.ts";

/** A connection to the test itself. */
class Wire implements Connection {
  readonly written: string[] = [];
  closed = false;
  #feed: ReadableStreamDefaultController<Uint8Array> | undefined;
  readonly data: AsyncIterable<Uint8Array> = new ReadableStream<Uint8Array>({
    start: (controller) => {
      this.#feed = controller;
    },
  }) as unknown as AsyncIterable<Uint8Array>;

  async write(bytes: Uint8Array): Promise<void> {
    this.written.push(new TextDecoder().decode(bytes));
  }

  close(): void {
    this.closed = true;
  }

  send(...bodies: string[]): void {
    const text = bodies
      .map((body) => `Content-Length: ${new TextEncoder().encode(body).length}\r\n\r\n${body}`)
      .join("");
    this.#feed?.enqueue(new TextEncoder().encode(text));
  }

  end(): void {
    this.#feed?.close();
  }

  fail(): void {
    this.#feed?.error(new TypeError("reset"));
  }
}

test("8, 40: pipelined requests, replies in one packet and out of order, reach their askers", async () => {
  const wire = new Wire();
  const channel = new Channel(wire);
  const asked = [channel.request("a", {}), channel.request("b", {}), channel.request("c", {})];
  assert.equal(wire.written[1], 'Content-Length: 49\r\n\r\n{"jsonrpc":"2.0","method":"b","params":{},"id":2}');
  wire.send(
    '{"jsonrpc":"2.0","id":3,"result":{"n":3}}',
    '{"jsonrpc":"2.0","id":1,"result":{"n":1}}',
    '{"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"no","data":{"type":"t"}}}',
  );
  assert.deepEqual(await Promise.all(asked), [
    { kind: "result", result: { n: 1 } },
    { kind: "error", error: { message: "no", data: { type: "t" } } },
    { kind: "result", result: { n: 3 } },
  ]);
});

test("the farewell tells a reload from an end; a list change is kept", async () => {
  for (const [reason, closeReason] of [
    ["DomainReload", "reload"],
    ["EditorQuit", "quit"],
    ["Other", "quit"],
  ] as const) {
    const wire = new Wire();
    const channel = new Channel(wire);
    const asked = channel.request("a", {});
    wire.send(
      '{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{}}',
      `{"jsonrpc":"2.0","method":"notifications/server/shutdown","params":{"reason":"${reason}"}}`,
    );
    wire.end();
    assert.deepEqual(await asked, { kind: "closed", closeReason });
    assert.deepEqual(await channel.ended, { kind: "closed", closeReason });
    assert.equal(channel.toolsChanged, true);
    assert.equal(wire.closed, true);
  }
});

test("a break, a refused request and an own close end every request, later ones too", async () => {
  const broken = new Wire();
  const channel = new Channel(broken);
  const asked = channel.request("a", {});
  broken.fail();
  assert.deepEqual(await asked, { kind: "closed", closeReason: "unannounced" });
  assert.deepEqual(await channel.request("b", {}), { kind: "closed", closeReason: "unannounced" });
  assert.equal(broken.written.length, 1, "nothing is written to a dead connection");

  const unread = new Wire();
  const second = new Channel(unread).request("a", {});
  unread.send('{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"Internal error","data":{}}}');
  assert.equal((await second).kind, "garbled");

  const own = new Channel(new Wire());
  const third = own.request("a", {});
  own.close();
  assert.equal((await third).kind, "closed");
});

test("10, 42: replies to nobody are ignored, an empty one to somebody is told", async () => {
  const wire = new Wire();
  const channel = new Channel(wire);
  const asked = channel.request("a", {});
  wire.send('{"id":9,"result":null}', '{"id":"1","result":{"s":1}}', '{"id":null,"result":{}}', '{"id":1}');
  assert.equal((await asked).kind, "garbled");
});
