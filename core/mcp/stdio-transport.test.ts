/** Line-based transport with unusual input. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fakeHost } from "../../test/frontends/fake-host.ts";
import type { Message } from "./messages.ts";
import { serveMcp } from "./stdio-server.ts";
import { StdioTransport } from "./stdio-transport.ts";

/** Messages received from this input. */
function read(input: AsyncIterable<Uint8Array>, said: string[] = []): Promise<Message[]> {
  const taken: Message[] = [];
  const output = {
    write(line: string, done: () => void) {
      said.push(line);
      done();
    },
    onBroken: () => {},
  };
  const transport = new StdioTransport(input, output, () => {});
  return new Promise((resolve) => {
    transport.onmessage = (message) => taken.push(message);
    transport.onend = () => resolve(taken);
    transport.start();
  });
}

test("an input that always has more leaves the process its turns", async () => {
  let ended = false;
  let chunks = 0;
  const timer = setTimeout(() => (ended = true), 20);
  // Never idle, so the timer only runs if the transport yields.
  async function* flood() {
    while (!ended && chunks < 1_000_000) {
      chunks++;
      yield new Uint8Array(1);
    }
  }
  await read(flood());
  clearTimeout(timer);
  assert.ok(ended, `${chunks} chunks were read before the timer ran`);
});

test("the last line of an input needs no line end", async () => {
  async function* lines() {
    yield new TextEncoder().encode('{"jsonrpc":"2.0","id":1,"method":"ping"}\n{"jsonrpc":"2.0",');
    yield new TextEncoder().encode('"id":2,"method":"ping"}');
  }
  const taken = await read(lines());
  assert.deepEqual(
    taken.map((message) => "id" in message && message.id),
    [1, 2],
  );
});

test("a line that is not UTF-8 is refused under its id, and the next one is taken", async () => {
  const said: string[] = [];
  async function* lines() {
    yield Buffer.from('{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"\xff"}}\n', "latin1");
    yield Buffer.from('{"jsonrpc":"2.0","id":2,"method":"ping","params":{"a":"é"}}\n');
  }
  const taken = await read(lines(), said);
  assert.deepEqual(
    taken.map((message) => "id" in message && message.id),
    [2],
  );
  assert.deepEqual(
    said.map((line) => JSON.parse(line)),
    [{ jsonrpc: "2.0", id: 1, error: { code: -32700, message: "Parse error: the message is not UTF-8" } }],
  );
});

test("an input that cannot be read is said, and no success", async () => {
  const said: string[] = [];
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield new Uint8Array();
    throw Object.assign(new TypeError("EISDIR: illegal operation on a directory, read"), { code: "EISDIR" });
  }
  const code = await serveMcp(() => Promise.resolve(fakeHost({})), {
    input: broken(),
    output: { write: (_, done) => done(), onBroken: () => {} },
    error: { write: (line) => said.push(line) },
    version: "1",
  });
  assert.equal(code, 2);
  assert.match(said.join(""), /jig mcp: The input cannot be read: /);
});
