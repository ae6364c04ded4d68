/** Connections for sandboxed programs end with the program. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { test } from "node:test";
import { joinSockets } from "./relay.ts";

test("a program that left while the host connected leaves no connection open", async () => {
  const server = createServer((socket) => socket.on("error", () => {}));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const opened = async (): Promise<Socket> => {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    await once(socket, "connect");
    return socket;
  };
  const [near, far] = [await opened(), await opened()];
  near.destroy();
  await once(near, "close");
  joinSockets(near, far);
  assert.ok(far.destroyed);
  server.close();
});
