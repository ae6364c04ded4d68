/** Sockets with real connections: data, end, errors, timeouts, permissions. */
import assert from "node:assert/strict";
import { lookup } from "node:dns/promises";
import { mkdtempSync } from "node:fs";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { createNet, type Traffic } from "./network.ts";

const net = createNet({ allows: () => true, guarded: false });

async function serve(
  handle: (socket: Socket) => void,
  at: number | string = 0,
): Promise<{ server: Server; port: number }> {
  const server = createServer((socket) => {
    // Errors are expected, as the test breaks connections.
    socket.on("error", () => {});
    handle(socket);
  });
  await new Promise<void>((ready) =>
    server.listen(at as number, ...(typeof at === "number" ? ["127.0.0.1"] : []), () => ready()),
  );
  return { server, port: (server.address() as AddressInfo).port };
}

test("connect() sends and receives until the peer ends", async () => {
  const { server, port } = await serve((socket) => socket.once("data", (data) => socket.end(`got ${data}`)));
  const connection = await net.connect({ host: "127.0.0.1", port });
  await connection.write(Buffer.from("hello"));
  let text = "";
  for await (const chunk of connection.data) text += Buffer.from(chunk).toString();
  assert.equal(text, "got hello");
  connection.close();
  await assert.rejects(connection.write(Buffer.from("x")), { code: "UNAVAILABLE" });
  server.close();
});

test("connect() reaches a local socket", async () => {
  const path = join(mkdtempSync(join(tmpdir(), "jig-net-")), "s");
  const { server } = await serve((socket) => socket.end("hi"), path);
  const connection = await net.connect({ path });
  for await (const chunk of connection.data) assert.equal(Buffer.from(chunk).toString(), "hi");
  server.close();
});

test("a broken connection is told, not swallowed", async () => {
  const { server, port } = await serve((socket) => {
    socket.write("part");
    setTimeout(() => socket.resetAndDestroy(), 20);
  });
  const connection = await net.connect({ host: "127.0.0.1", port });
  await assert.rejects(
    async () => {
      for await (const _chunk of connection.data);
    },
    { code: "UNAVAILABLE" },
  );
  server.close();
});

test("nobody there, not allowed, cancelled: each is a coded error", async () => {
  const { server, port } = await serve(() => {});
  await new Promise((closed) => server.close(closed));
  await assert.rejects(net.connect({ host: "127.0.0.1", port }), { code: "UNAVAILABLE" });
  await assert.rejects(net.connect({ path: "/no/such/socket" }), { code: "UNAVAILABLE" });
  const strict = createNet({ allows: (target) => target === "127.0.0.1:1", guarded: false });
  await assert.rejects(strict.connect({ host: "127.0.0.1", port }), { code: "PERMISSION_DENIED" });
  await assert.rejects(strict.connect({ path: "/x" }), { code: "PERMISSION_DENIED" });
  await assert.rejects(net.connect({ host: "127.0.0.1", port }, { signal: AbortSignal.abort() }));
});

test("a third party's names are resolved here: private addresses are for those that name them", async (t) => {
  const { server, port } = await serve((socket) => socket.end("x".repeat(100)));
  const name = hostname();
  const found = await lookup(name).catch(() => undefined);
  const ends: Traffic[] = [];
  const of = (...named: string[]) =>
    createNet({ allows: (target) => named.includes(target), guarded: true, onEnd: (each) => ends.push(each) });
  const { data, close } = await of(`localhost:${port}`).connect({ host: "localhost", port });
  for await (const _chunk of data);
  close();
  if (found?.address.startsWith("127.")) {
    await assert.rejects(of(`${name}:${port}`).connect({ host: name, port }), { code: "PERMISSION_DENIED" });
    const both = of(`${name}:${port}`, `${found.address}:${port}`);
    (await both.connect({ host: name, port })).close();
  } else t.diagnostic("this machine's name is no private address");
  server.close();
  assert.deepEqual(ends[0], { target: `localhost:${port}`, sentBytes: 0, receivedBytes: 100 });
});
