// What Editors and operating systems write, read by the pure parts: settings, endpoints, catalogs, process and window lists.
import assert from "node:assert/strict";
import { test } from "node:test";
import { parseSettings } from "./editor-settings.ts";
import { endpointsOf, ipcPath } from "./endpoint.ts";
import { checksStamps, projectOfVersion, samePath, stampFor } from "./identity.ts";
import { windowOf } from "./raise-window.ts";
import { parseToolCatalog, unknownParameters } from "./tool-catalog.ts";
import { editorsIn } from "./unity-processes.ts";

const port = (json: object) => parseSettings(JSON.stringify(json))?.port;

test("the port: customPort where there is a session, else serverPort, then customPort", () => {
  assert.equal(port({ customPort: 8701, serverPort: 1, serverSessionId: "s" }), 8701);
  assert.equal(port({ customPort: 8701, serverPort: 8702 }), 8702);
  assert.equal(port({ customPort: 8701 }), 8701);
  for (const bad of [0, -1, 65_536, 8700.5, "8700", null, true])
    assert.equal(port({ serverPort: bad, customPort: bad }), undefined, String(bad));
  assert.match(parseSettings('{"customPort":70000}')?.portFault ?? "", /70000/);
  for (const text of ["", "{", "[]", "null", '"x"']) assert.equal(parseSettings(text), undefined, text);
  assert.equal(parseSettings('{"isReconnecting":true}')?.reloading, true);
});

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

test("identity: stamps carry the Editor's own spelling; projects are compared without trailing slashes", () => {
  const tcp = { kind: "tcp", host: "127.0.0.1", port: 1 } as const;
  const settings = (root: string) => ({
    ...parseSettings(JSON.stringify({ projectRootPath: root, serverSessionId: "s" }))!,
    file: "f",
    mtimeMs: 0,
  });
  assert.deepEqual(stampFor("/work/Game", settings("/work/Game/"), tcp), {
    expectedProjectRoot: "/work/Game/",
    expectedServerSessionId: "s",
  });
  assert.equal(stampFor("/work/Game", settings("/work/Other"), tcp), undefined);
  assert.equal(projectOfVersion({ DataPath: "C:\\Game\\Assets" }), "C:\\Game");
  assert.equal(projectOfVersion({ DataPath: "/work/Game/Assets/" }), "/work/Game");
  assert.equal(projectOfVersion({}), undefined);
  assert.ok(samePath("/work/Game", "/work/Game/"));
  assert.ok(!samePath("/work/Game", "/work/Game2"));
  assert.deepEqual(["0.59.1", "1.7.3", "2.1.1", "3.0.0-beta.1", "", undefined].map(checksStamps), [
    false,
    false,
    true,
    true,
    true,
    true,
  ]);
});

test("a catalog: mixed casing, enums without their misleading default, entries of other shapes left out", () => {
  const Tools = [
    {
      name: "run-tests",
      description: "d",
      parameterSchema: {
        Properties: {
          TestMode: { Type: "string", Description: "m", DefaultValue: 1, Enum: ["EditMode", "PlayMode"] },
          Count: { Type: "number", DefaultValue: 3, Enum: null },
        },
        Required: [],
      },
    },
    { nothing: true },
    null,
  ];
  const { tools, ver } = parseToolCatalog({ Tools, Ver: "2.1.1" });
  assert.equal(ver, "2.1.1");
  assert.deepEqual(tools, [
    {
      name: "run-tests",
      description: "d",
      parameters: [
        { name: "TestMode", type: "string", description: "m", choices: ["EditMode", "PlayMode"] },
        { name: "Count", type: "number", description: "", default: 3 },
      ],
    },
  ]);
  assert.deepEqual(unknownParameters(tools[0]!, ["testmode", "Nope"]), ["Nope"]);
  assert.deepEqual(parseToolCatalog({}).tools, []);
});

test("the Unity process of a project, in what ps and PowerShell print", () => {
  const linux = [
    "  11 /bin/bash -projectPath /work/My Game",
    "  12 /opt/Unity/Editor/Unity -projectPath /work/My Game Two -useHub",
    "  13 /opt/Unity/Editor/Unity -adb2 -batchMode -name AssetImportWorker0 -projectpath /work/My Game -logFile x",
    "  14 /opt/Unity/Editor/Unity -useHub -projectpath /work/My Game -hubIPC",
  ].join("\n");
  assert.deepEqual(editorsIn(linux, "/work/My Game", false), {
    ours: { pid: 14, system: "linux" },
    others: [{ pid: 12, system: "linux", project: "/work/My Game Two" }],
  });
  const { ours, others } = editorsIn(linux, "/work/My", false);
  assert.equal(ours, undefined);
  assert.deepEqual(
    others.map(({ project }) => project),
    ["/work/My Game Two", "/work/My Game"],
  );
  const mac =
    "77 /Applications/Unity/Hub/Editor/6000.0.23f1/Unity.app/Contents/MacOS/Unity -projectpath /Users/me/Game";
  assert.deepEqual(editorsIn(mac, "/Users/me/Game", false), { ours: { pid: 77, system: "macos" }, others: [] });
  const windows = '4120 "C:\\Program Files\\Unity\\Editor\\Unity.exe" -projectpath "C:\\Work\\Game" -useHub';
  assert.deepEqual(editorsIn(windows, "c:\\work\\game\\", true), {
    ours: { pid: 4120, system: "windows" },
    others: [],
  });
  assert.deepEqual(editorsIn(windows, "c:\\work\\other", true).others[0]?.project, "C:\\Work\\Game");
});

test("the window of a process, in what wmctrl prints", () => {
  const listing = "0x03e00003  0 999    host Terminal\n0x04800007 -1 14     host My Game - Unity 6\n";
  assert.equal(windowOf(listing, 14), "0x04800007");
  assert.equal(windowOf(listing, 15), undefined);
});
