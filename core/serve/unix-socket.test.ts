/** Unix socket: owner-only, replaces stale sockets but no other files. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fakeHost } from "../../test/frontends/fake-host.ts";
import { openHttp } from "../../test/frontends/http-frontend.ts";
import { listenOnSocket } from "./unix-socket.ts";

const folder = mkdtempSync(join(tmpdir(), "jig-socket-"));
after(() => rmSync(folder, { recursive: true }));
const skip = process.platform === "win32" ? "pipes of Windows have no mode" : false;

test("serves over a socket of mode 0600, without a token", { skip }, async () => {
  const path = join(folder, "a.sock");
  const served = await openHttp(fakeHost({}), {
    listen: `unix:${path}`,
    token: { platform: process.platform, folder },
  });
  assert.equal(served.url, `unix:${path}`);
  assert.equal(statSync(path).mode & 0o777, 0o600);
  const status = await new Promise((settle) =>
    request({ socketPath: path, path: "/metrics" }, (response) => settle(response.statusCode)).end(),
  );
  assert.equal(status, 200);
  await assert.rejects(openHttp(fakeHost({}), { listen: `unix:${path}` }), { code: "UNAVAILABLE" });
  assert.equal(await served.stop(), 0);
});

test("a socket that nobody listens on is replaced, another file is not", { skip }, async () => {
  const path = join(folder, "b.sock");
  const first = createServer();
  await listenOnSocket(first, path);
  await new Promise((settle) => first.close(settle));
  const second = createServer();
  await listenOnSocket(second, path);
  second.close();
  const file = join(folder, "file");
  writeFileSync(file, "text");
  await assert.rejects(listenOnSocket(createServer(), file), { code: "INVALID_ARGUMENT" });
});

test("a folder made while it begins to listen keeps its mode", { skip }, async () => {
  const path = join(folder, "c.sock");
  const server = createServer();
  const listening = listenOnSocket(server, path);
  const made = join(folder, "made");
  mkdirSync(made);
  await listening;
  server.close();
  assert.equal(statSync(made).mode & 0o777, 0o777 & ~process.umask());
});

/** Listens without accepting connections until end of input. */
const BUSY = `
const { createServer } = require("node:net");
const { readSync, writeSync } = require("node:fs");
createServer().listen(process.argv[1], () => { writeSync(1, "x"); readSync(0, new Uint8Array(1)); process.exit(); });
`;
const linux = process.platform === "linux" ? false : "only Linux names the sockets that listen";

test("a server whose queue of connections is full is not taken for one that left", { skip: linux }, async () => {
  const path = join(folder, "d.sock");
  const busy = spawn(process.execPath, ["-e", BUSY, path], { stdio: ["pipe", "pipe", "inherit"] });
  const waiting: Socket[] = [];
  try {
    await once(busy.stdout, "data");
    for (let isFull = false; !isFull; ) {
      const socket = connect(path);
      waiting.push(socket);
      isFull = await new Promise((settle) =>
        socket.once("connect", () => settle(false)).once("error", () => settle(true)),
      );
    }
    await assert.rejects(listenOnSocket(createServer(), path), { code: "UNAVAILABLE" });
    assert.ok(existsSync(path));
  } finally {
    for (const socket of waiting) socket.destroy();
    busy.stdin.end();
    await once(busy, "exit");
  }
});
