/** Unity processes in the output of ps and PowerShell. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { editorsIn } from "./unity-processes.ts";

test("the Unity process of a project, in what ps and PowerShell print", () => {
  const linux = [
    "  11 /bin/bash -projectPath /work/My Game",
    "  12 /opt/Unity/Editor/Unity -projectPath /work/My Game Two -useHub",
    "  13 /opt/Unity/Editor/Unity -adb2 -batchMode -name AssetImportWorker0 -projectpath /work/My Game -logFile x",
    "  14 /opt/Unity/Editor/Unity -useHub -projectpath /work/My Game -hubIPC",
  ].join("\n");
  assert.deepEqual(editorsIn(linux, "/work/My Game", false), {
    ours: { pid: 14, system: "linux", version: "" },
    batch: undefined,
    others: [{ pid: 12, system: "linux", version: "", project: "/work/My Game Two" }],
  });
  const { ours, others } = editorsIn(linux, "/work/My", false);
  assert.equal(ours, undefined);
  assert.deepEqual(
    others.map(({ project }) => project),
    ["/work/My Game Two", "/work/My Game"],
  );
  const mac =
    "77 /Applications/Unity/Hub/Editor/6000.0.23f1/Unity.app/Contents/MacOS/Unity -projectpath /Users/me/Game";
  assert.deepEqual(editorsIn(mac, "/Users/me/Game", false), {
    ours: { pid: 77, system: "macos", version: "6000.0.23f1" },
    batch: undefined,
    others: [],
  });
  const windows = '4120 "C:\\Program Files\\Unity\\Editor\\Unity.exe" -projectpath "C:\\Work\\Game" -useHub';
  assert.deepEqual(editorsIn(windows, "c:\\work\\game\\", true), {
    ours: { pid: 4120, system: "windows", version: "" },
    batch: undefined,
    others: [],
  });
  assert.deepEqual(editorsIn(windows, "c:\\work\\other", true).others[0]?.project, "C:\\Work\\Game");
});
