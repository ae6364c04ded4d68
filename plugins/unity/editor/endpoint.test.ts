/** Endpoints from settings and from the project path. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { parseSettings } from "./editor-settings.ts";
import { endpointsOf, ipcPath } from "./endpoint.ts";

test("a second port of the file is a doubtful place", () => {
  const settings = { ...parseSettings('{"serverPort":8702,"customPort":8701}')!, file: "f", mtimeMs: 0 };
  assert.equal(settings.otherPort, 8701);
  assert.deepEqual(endpointsOf("/work/Game", settings, false).slice(0, 2), [
    { kind: "tcp", host: "127.0.0.1", port: 8702 },
    { kind: "tcp", host: "127.0.0.1", port: 8701, doubtful: true },
  ]);
  assert.equal(parseSettings('{"serverPort":8702,"customPort":8701,"serverSessionId":"s"}')?.otherPort, undefined);
  assert.equal(parseSettings('{"serverPort":8702,"customPort":8702}')?.otherPort, undefined);
});

test("the socket of 3.0 is named after the project's path", () => {
  // printf %s /work/Game | sha256sum
  assert.equal(ipcPath("/work/Game/", false), "/tmp/uloop/UnityCliLoop-8b8c5b2d05ce3786.sock");
  assert.equal(ipcPath("/work/Game", true), "\\\\.\\pipe\\uloop-UnityCliLoop-8b8c5b2d05ce3786");
  const settings = { ...parseSettings('{"customPort":8701}')!, file: "f", mtimeMs: 0 };
  assert.deepEqual(
    endpointsOf("/work/Game", settings, false).map(({ kind }) => kind),
    ["tcp", "ipc"],
  );
  assert.deepEqual(
    endpointsOf("/work/Game", settings, true).map(({ kind }) => kind),
    ["ipc", "tcp"],
  );
});
