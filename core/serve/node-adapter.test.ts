/** Conversion between Node and web requests: size limits, order, disconnects. */
import assert from "node:assert/strict";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { after, before, test } from "node:test";
import { pump, readBody, release, sendJson, webRequest } from "./node-adapter.ts";

const MEGABYTES_4 = 4 * 1024 * 1024;

let handle: (request: IncomingMessage, response: ServerResponse) => unknown = () => {};
const server = createServer((request, response) => void handle(request, response));
let port = 0;
before(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});
after(() => {
  server.closeAllConnections();
  server.close();
});

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** Status, headers and text. */
function ask({ method = "POST", headers = {}, body }: Sent = {}) {
  return new Promise<{ status: number; headers: IncomingMessage["headers"]; text: string }>((resolve, reject) => {
    // A new connection each time, as the server may be closing the previous one.
    const sent = { connection: "close", ...headers };
    const asked = request({ port, host: "127.0.0.1", method, headers: sent }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => (text += part));
      response.on("end", () => resolve({ status: response.statusCode!, headers: response.headers, text }));
      response.on("error", reject);
    });
    asked.on("error", reject);
    asked.end(body);
  });
}

/** Result for a body sent via a raw socket. */
const ROOM = { fits: () => true, hold: () => true };

async function bodyOver(write: (socket: Socket) => void): Promise<Awaited<ReturnType<typeof readBody>>> {
  const read = Promise.withResolvers<Awaited<ReturnType<typeof readBody>>>();
  handle = async (request) => read.resolve(await readBody(request, ROOM));
  const socket = connect(port, "127.0.0.1", () => write(socket));
  socket.on("error", () => {});
  try {
    return await read.promise;
  } finally {
    socket.destroy();
  }
}

const head = (length: number) => `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`;

test("readBody() gives the bytes, also where its letters arrive in halves", async () => {
  const bytes = Buffer.from("häuser");
  const body = await bodyOver((socket) => {
    socket.write(head(bytes.length));
    socket.write(bytes.subarray(0, 2));
    setTimeout(() => socket.write(bytes.subarray(2)), 20);
  });
  assert.deepEqual(body, { bytes: new Uint8Array(bytes) });
});

test("the memory of what came is given back at once, but not that of a buffer's parts", async () => {
  const parts: Uint8Array[] = [];
  const read = Promise.withResolvers<Awaited<ReturnType<typeof readBody>>>();
  handle = async (request, response) => {
    request.on("data", (part: Uint8Array) => parts.push(part));
    read.resolve(await readBody(request, ROOM));
    response.end();
  };
  await ask({ body: Buffer.alloc(2 << 20, 0x61) });
  const body = await read.promise;
  assert.ok(typeof body === "object");
  assert.equal(Buffer.from(body.bytes).toString("latin1"), "a".repeat(2 << 20));
  assert.ok(parts.length > 1);
  const left = parts.filter(({ byteLength, buffer }) => byteLength > 0 && byteLength === buffer.byteLength);
  assert.deepEqual(left, []);
  release(body.bytes);
  assert.equal(body.bytes.byteLength, 0);
  const whole = new Uint8Array([1, 2, 3]);
  release(whole.subarray(1));
  assert.deepEqual([...whole], [1, 2, 3]);
});

test("a body in chunks of a byte is gathered, and refused where they are too many", async () => {
  for (const [count, wanted] of [
    [1000, "x".repeat(1000)],
    [5000, "gone"],
  ] as const) {
    const read = Promise.withResolvers<Awaited<ReturnType<typeof readBody>>>();
    handle = async (request, response) => {
      read.resolve(await readBody(request, ROOM, 64_000));
      response.end();
    };
    const socket = connect(port, "127.0.0.1", () => {
      socket.write("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
      socket.write(`${"1\r\nx\r\n".repeat(count)}0\r\n\r\n`);
    });
    socket.on("error", () => {});
    const body = await read.promise;
    socket.destroy();
    assert.equal(typeof body === "string" ? body : Buffer.from(body.bytes).toString(), wanted);
  }
});

test("a body that there is no room for is given up, and not begun where it says its size", async () => {
  for (const [fits, wanted] of [
    [true, 1],
    [false, 0],
  ] as const) {
    const read = Promise.withResolvers<Awaited<ReturnType<typeof readBody>>>();
    let held = 0;
    const room = { fits: () => fits, hold: () => ++held === 0 };
    handle = async (request, response) => {
      read.resolve(await readBody(request, room));
      response.end();
    };
    await ask({ body: "small" });
    assert.equal(await read.promise, "full");
    assert.equal(held, wanted);
  }
});

test("a body may have 4 MB, said or sent", async () => {
  let read: Awaited<ReturnType<typeof readBody>> | undefined;
  handle = async (request, response) => {
    read = await readBody(request, ROOM);
    assert.equal(request.listenerCount("data"), 0, "nothing is kept of what comes later");
    response.end();
  };
  await ask({ body: Buffer.alloc(MEGABYTES_4, "x") });
  assert.ok(typeof read === "object" && read.bytes.length === MEGABYTES_4);
  assert.equal(await bodyOver((socket) => socket.write(head(MEGABYTES_4 + 1))), "large");
  const chunked = await bodyOver((socket) => {
    socket.write("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
    const part = "x".repeat(1024 * 1024);
    for (let at = 0; at < 5; at++) socket.write(`${part.length.toString(16)}\r\n${part}\r\n`);
  });
  assert.equal(chunked, "large");
});

test("a body that breaks off is gone", async () => {
  const body = await bodyOver((socket) => {
    socket.write(`${head(100)}half`);
    setTimeout(() => socket.destroy(), 20);
  });
  assert.equal(body, "gone");
});

test("webRequest() passes on the method and the headers that the transport reads, but for those left out", async () => {
  const seen: Request[] = [];
  handle = (request, response) => {
    seen.push(webRequest(request), webRequest(request, ["mcp-session-id", "accept"]));
    response.end();
  };
  const headers = { accept: "a", "mcp-session-id": "s", "last-event-id": "4", cookie: "c", authorization: "secret" };
  await ask({ method: "DELETE", headers });
  const [all, some] = seen;
  assert.equal(all!.method, "DELETE");
  assert.deepEqual(Object.fromEntries(all!.headers), { accept: "a", "last-event-id": "4", "mcp-session-id": "s" });
  assert.deepEqual(Object.fromEntries(some!.headers), { "last-event-id": "4" });
});

test("sendJson() answers once, and nothing to a client that has left", async () => {
  handle = (_, response) => {
    sendJson(response, 418, { a: 1 }, { allow: "GET" });
    sendJson(response, 500, { a: 2 });
  };
  const answer = await ask();
  assert.deepEqual([answer.status, answer.text, answer.headers.allow], [418, '{"a":1}', "GET"]);
  assert.equal(answer.headers["content-type"], "application/json");
  const left = Promise.withResolvers<ServerResponse>();
  handle = (_, response) => {
    response.destroy();
    sendJson(response, 200, {});
    left.resolve(response);
  };
  await assert.rejects(ask());
  assert.equal((await left.promise).headersSent, false);
});

test("pump() writes status, headers, what was read before, and the body to its end", async () => {
  handle = async (_, response) => {
    const answer = new Response("world", { status: 201, headers: { "x-one": "1" } });
    await pump(answer, response, { first: new TextEncoder().encode("hello ") });
  };
  const { status, headers, text } = await ask();
  assert.deepEqual([status, headers["x-one"], text], [201, "1", "hello world"]);
  handle = (_, response) => pump(new Response(null, { status: 202 }), response);
  assert.deepEqual({ ...(await ask()), headers: {} }, { status: 202, headers: {}, text: "" });
});

test("pump() waits for a client that reads slowly, and loses nothing", async () => {
  const PARTS = 300;
  const part = new Uint8Array(256 * 1024).fill(120);
  let parts = 0;
  const body = new ReadableStream({
    pull(controller) {
      if (parts++ < PARTS) controller.enqueue(part);
      else controller.close();
    },
  });
  const pumped = Promise.withResolvers<ServerResponse>();
  handle = async (_, response) => {
    await pump(new Response(body), response);
    pumped.resolve(response);
  };
  const response = await new Promise<IncomingMessage>((resolve) => {
    request({ port, host: "127.0.0.1", method: "POST" }, resolve).end();
  });
  let before = -1;
  while (parts !== before) {
    before = parts;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.ok(parts < PARTS, "no more is made than the client and the system have room for");
  let length = 0;
  for await (const chunk of response) length += (chunk as Buffer).length;
  assert.equal(length, PARTS * part.length);
  const answered = await pumped.promise;
  assert.equal(answered.listenerCount("drain"), 0);
  assert.ok(answered.listenerCount("close") < 3, "each wait takes its listeners away");
});

test("with onlyQueued what is there is written, and the rest not waited for", async () => {
  let cancelled = false;
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode("there")),
    cancel() {
      cancelled = true;
    },
  });
  handle = (_, response) => pump(new Response(body), response, { onlyQueued: true });
  assert.equal((await ask()).text, "there");
  assert.ok(cancelled);
});

test("a client that leaves ends the reading of the body", async () => {
  const cancelled = Promise.withResolvers<void>();
  const pumped = Promise.withResolvers<void>();
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode("first")),
    cancel: () => cancelled.resolve(),
  });
  let ended = 0;
  handle = (_, response) => {
    const end = response.end.bind(response);
    response.end = () => {
      ended++;
      return end();
    };
    return pump(new Response(body), response).then(pumped.resolve);
  };
  const asked = request({ port, host: "127.0.0.1", method: "POST" }, (response) => {
    response.on("error", () => {});
    response.once("data", () => asked.destroy());
  });
  asked.on("error", () => {});
  asked.end();
  await cancelled.promise;
  await pumped.promise;
  assert.equal(ended, 0, "nobody is there to be told of the end");
});

test("a client that had left before gets nothing, and holds nothing", async () => {
  const cancelled = Promise.withResolvers<void>();
  handle = async (_, response) => {
    response.destroy();
    await new Promise((resolve) => response.once("close", resolve));
    await pump(new Response(new ReadableStream({ cancel: () => cancelled.resolve() })), response).catch(() => {});
  };
  await assert.rejects(ask());
  await cancelled.promise;
});
