/**
 * A hundred hostile clients in a process of their own, each again and again until it is ended:
 *
 *     bun test/serve/flooding-clients.ts PORT TOKEN SESSION
 *
 * Those with a token have addresses of their own, as other machines would; those without share the address of the honest ones, as
 * other users of this machine do. Prints how many requests of each kind were answered with which status.
 */
import { request } from "node:http";
import { connect } from "node:net";
import process from "node:process";
import { newRequest } from "../frontends/http-client.ts";

const [port = 0] = process.argv.slice(2).map(Number);
const [, token = "", session = ""] = process.argv.slice(2);
const counts: Record<string, number> = {};
const count = (kind: string, status: number | string) => {
  counts[`${kind} ${status}`] = (counts[`${kind} ${status}`] ?? 0) + 1;
};

const PAUSE_MS = 5;
const pause = (ms = PAUSE_MS) => new Promise((settle) => setTimeout(settle, ms));
const JSON_TYPES = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const withToken = { authorization: `Bearer ${token}` };
const call = newRequest(1, "tools/call", { name: "search_content", arguments: { query: "needle" } } as object);
const hello = {
  ...{ jsonrpc: "2.0", id: 1, method: "initialize" },
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "flood", version: "1" } },
};

interface Sent {
  kind: string;
  address?: string;
  headers: Record<string, string>;
  body: string | Buffer;
  /** Doesn't read the response for this long. */
  readMs?: number;
}

function send({ kind, address = "127.0.0.1", headers, body, readMs = 0 }: Sent): Promise<void> {
  return new Promise((settle) => {
    const sent = request({ port, path: "/mcp", method: "POST", localAddress: address, agent: false, headers });
    const finish = (status: number | string) => {
      count(kind, status);
      sent.destroy();
      settle();
    };
    sent.on("error", () => finish("closed"));
    sent.on("response", (response) => {
      response.on("error", () => {});
      setTimeout(() => response.resume(), readMs);
      response.on("end", () => finish(response.statusCode ?? 0));
      response.on("close", () => finish(response.statusCode ?? 0));
    });
    sent.end(body);
  });
}

/** Sends headers or a body one byte at a time. */
function slow(kind: string, address: string, first: string, ms: number): Promise<void> {
  return new Promise((settle) => {
    const socket = connect({ port, host: "127.0.0.1", localAddress: address }, () => socket.write(first));
    const timer = setInterval(() => socket.write("x"), ms);
    socket.on("error", () => {});
    socket.on("data", () => socket.destroy());
    socket.on("close", () => {
      clearInterval(timer);
      count(kind, "closed");
      settle();
    });
  });
}

const HUGE = Buffer.alloc(16 << 20, 0x20);
/** Valid and within the limit: spaces in front of the message. */
const LARGE = Buffer.concat([Buffer.alloc(3 << 20, 0x20), Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...call[0] }))]);
/** A body with half a million one-byte chunks. */
const BYTE_CHUNKS = Buffer.from("1\r\n \r\n".repeat(500_000));
const text = JSON.stringify({ jsonrpc: "2.0", ...call[0] });

const KINDS: Record<string, (own: string, at: number) => Promise<void>> = {
  "invented session": (address) =>
    send({
      kind: "invented session",
      address,
      headers: { ...JSON_TYPES, ...withToken, "mcp-session-id": crypto.randomUUID() },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
    }),
  "stolen session": (address) =>
    send({
      kind: "stolen session",
      address,
      headers: { ...JSON_TYPES, ...withToken, "mcp-session-id": session },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
    }),
  "without a token": () => send({ kind: "without a token", headers: { ...JSON_TYPES, ...call[1] }, body: text }),
  "two hosts": async () => {
    await new Promise<void>((settle) => {
      const socket = connect(port, "127.0.0.1", () =>
        socket.write("POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\nContent-Length: 2\r\n\r\n{}"),
      );
      socket.on("error", () => {});
      socket.on("data", (data) => {
        count("two hosts", String(data).slice(9, 12));
        socket.destroy();
      });
      socket.on("close", () => settle());
    });
  },
  "huge body": (address) =>
    send({ kind: "huge body", address, headers: { ...JSON_TYPES, ...withToken, ...call[1] }, body: HUGE }),
  "huge body without a length": (address) =>
    send({
      kind: "huge body without a length",
      address,
      headers: { ...JSON_TYPES, ...withToken, ...call[1], "transfer-encoding": "chunked" },
      body: HUGE,
    }),
  "huge body without a token": () =>
    send({ kind: "huge body without a token", headers: { ...JSON_TYPES, ...call[1] }, body: HUGE }),
  "large body": (address) =>
    send({ kind: "large body", address, headers: { ...JSON_TYPES, ...withToken, ...call[1] }, body: LARGE }),
  "chunks of a byte": (address) =>
    new Promise((settle) => {
      const socket = connect({ port, host: "127.0.0.1", localAddress: address }, () => {
        socket.write(
          `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\nMCP-Protocol-Version: 2026-07-28\r\nTransfer-Encoding: chunked\r\n\r\n`,
        );
        socket.write(BYTE_CHUNKS);
      });
      socket.on("error", () => {});
      socket.on("data", (data) => {
        count("chunks of a byte", String(data).slice(9, 12));
        socket.destroy();
      });
      socket.on("close", () => settle());
    }),
  "unread answer": (address) =>
    send({
      kind: "unread answer",
      address,
      headers: { ...JSON_TYPES, ...withToken, ...call[1] },
      body: text,
      readMs: 5000,
    }),
  "many sessions": (address) =>
    send({
      kind: "many sessions",
      address,
      headers: { ...JSON_TYPES, ...withToken },
      body: JSON.stringify(hello),
    }),
  "slow head": (address) => slow("slow head", address, "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ", 1000),
  "slow body": (address) =>
    slow(
      "slow body",
      address,
      `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\nMCP-Protocol-Version: 2026-07-28\r\nContent-Length: 4000000\r\n\r\n`,
      500,
    ),
};

const HOW_MANY = 100;
/** `JIG_FLOOD_KIND` limits it to one kind, to find memory problems. */
const only = process.env.JIG_FLOOD_KIND;
const kinds = Object.entries(KINDS).filter(([kind]) => only === undefined || kind === only);
for (let at = 0; at < HOW_MANY; at++) {
  const [, act] = kinds[at % kinds.length]!;
  void (async () => {
    for (;;) {
      await act(`127.0.9.${at + 1}`, at);
      await pause();
    }
  })();
}
process.on("SIGTERM", () => {
  console.log(JSON.stringify(counts));
  process.exit(0);
});
