/** Each line is a message or gets an error, and never crashes the parser. */
import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import fc from "fast-check";
import { toStream } from "../host/runtime/standard-streams.ts";
import { type Message, parseMessage } from "./messages.ts";
import { StdioTransport } from "./stdio-transport.ts";

const part = fc.oneof(fc.jsonValue(), fc.constantFrom("2.0", "ping", "notifications/cancelled"));
const almost = fc.record(
  { jsonrpc: part, id: part, method: part, params: part, result: part, error: part },
  { requiredKeys: [] },
);

test("any JSON, and what is none", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        almost.map((value) => JSON.stringify(value)),
      ),
      (line) => {
        const parsed = parseMessage(line);
        if ("refusal" in parsed) assert.ok("error" in parsed.refusal && parsed.refusal.error.code <= -32600);
        else assert.equal(parsed.message.jsonrpc, "2.0");
      },
    ),
    { numRuns: 500 },
  );
});

test("messages do not depend on how the bytes are cut", async () => {
  const texts = fc.array(fc.string({ unit: "grapheme" }), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(texts, fc.array(fc.nat(20), { minLength: 1, maxLength: 50 }), async (methods, cuts) => {
      const input = new PassThrough();
      const received: Message[] = [];
      const transport = new StdioTransport(input, toStream(new PassThrough()), () => {});
      transport.onmessage = (message) => received.push(message);
      const ended = new Promise<void>((resolve) => (transport.onend = () => resolve()));
      transport.start();
      let rest = Buffer.from(methods.map((method) => `${JSON.stringify({ jsonrpc: "2.0", method })}\r\n`).join(""));
      for (const cut of cuts) {
        input.write(rest.subarray(0, cut));
        rest = rest.subarray(cut);
      }
      input.end(rest);
      await ended;
      assert.deepEqual(
        received.map((message) => "method" in message && message.method),
        methods,
      );
    }),
  );
});

test("a progress token that JSON cannot carry is left out, and the call goes on", () => {
  const parse = (token: string) =>
    parseMessage(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"progressToken":${token},"a":1}}}`);
  for (const token of ["1796000000000000000", "9007199254740992", "1.5", "true", "null"])
    assert.deepEqual(parse(token), {
      message: { jsonrpc: "2.0", id: 1, method: "ping", params: { _meta: { a: 1 } } },
    });
  for (const token of ["9007199254740991", '"a"'])
    assert.match(JSON.stringify(parse(token)), new RegExp(`"progressToken":${token}`));
});
