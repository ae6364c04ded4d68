/** Command lines of editors with a project of this workspace. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { namesProject } from "./editor-process.ts";

const roots = [{ path: "/games/My Game/Script" }, { path: "/games/other" }];

test("a project of a root, or above a root named Script, in whatever place of the line", () => {
  assert.ok(namesProject("/ue/UnrealEditor /games/My Game/My Game.uproject -log", roots, false));
  assert.ok(namesProject('/ue/UnrealEditor "/games/other/Other.uproject"', roots, false));
  assert.ok(namesProject("/ue/UnrealEditor -project=/games/other/Other.uproject", roots, false));
  assert.ok(namesProject("C:\\UE\\UnrealEditor.exe C:\\Games\\A\\A.UPROJECT", [{ path: "c:/games/a" }], true));
});

test("another project, a project below or beside, no project, a path that only ends alike", () => {
  for (const line of [
    "/ue/UnrealEditor /games/another/Other.uproject",
    "/ue/UnrealEditor /games/other/Plugins/Deep.uproject",
    "/ue/UnrealEditor /elsewhere/games/other/Other.uproject",
    "/ue/UnrealEditor /games/other/Other.uproject.bak",
    "/ue/UnrealEditor /games/other/",
    "",
  ])
    assert.equal(namesProject(line, roots, false), false, line);
});
