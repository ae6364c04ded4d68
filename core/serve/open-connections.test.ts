/** Idle connections are closed first. */
import assert from "node:assert/strict";
import { createServer, request } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { test } from "node:test";
import { limitConnections, maxConnections } from "./open-connections.ts";

test("half of the handles are for connections", () => {
  assert.equal(maxConnections("Max open files            1024                 1048576              files"), 512);
  assert.equal(maxConnections("Max open files            1048576              1048576              files"), 8192);
  assert.equal(maxConnections("Max open files            unlimited            unlimited            files"), 512);
  assert.equal(maxConnections(""), 512);
});

test("the oldest half-open connections are closed for new ones, requests that run are not", async () => {
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const server = createServer(async ({ url }, response) => {
    if (url === "/slow") {
      begun.resolve();
      await end.promise;
    }
    response.end("answered");
  });
  limitConnections(server, 20);
  await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
  const { port } = server.address() as AddressInfo;
  const answerOf = (path: string) =>
    new Promise<string>((settle, fail) => {
      const sent = request({ port, path, agent: false }, async (response) => {
        settle((await response.toArray()).join(""));
      });
      sent.on("error", fail).end();
    });
  const slow = answerOf("/slow");
  await begun.promise;
  let closed = 0;
  const halves: Socket[] = [];
  for (let count = 0; count < 60; count++) {
    const half = connect(port, "127.0.0.1");
    half.on("error", () => {}).on("close", () => closed++);
    await new Promise((settle) => half.once("connect", settle));
    half.write("POST /mcp HTTP/1.1\r\nX-Slow: ");
    halves.push(half);
  }
  assert.equal(await answerOf("/"), "answered");
  end.resolve();
  assert.equal(await slow, "answered");
  assert.ok(closed >= 40, String(closed));
  for (const half of halves) half.destroy();
  server.closeAllConnections();
  server.close();
});
