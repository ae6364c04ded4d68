/** A Unix socket: its owner's alone, replaced if a server left it behind, and no other file. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
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
