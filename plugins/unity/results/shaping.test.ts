// Results shaped for people and models: hierarchies, saved rows, paths, rows as text, and C# that cannot be broken out of.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json } from "../../../core/host/plugin-api.ts";
import { literal } from "../fallbacks/run-code.ts";
import { lines as objectLines } from "../tools/find-game-objects.ts";
import { lines as nodeLines } from "../tools/get-hierarchy.ts";
import { lines as logLines } from "../tools/get-logs.ts";
import { lines as resultLines } from "../tools/unity-search.ts";
import { lines as toolLines } from "../tools/unity-tools.ts";
import { hierarchyOf } from "./hierarchy-file.ts";
import { withAbsolutePaths } from "./project-paths.ts";
import { savedRowsOf } from "./saved-files.ts";

test("a hierarchy file with a lookup table and two scenes becomes the nested answer", () => {
  const node = (name: string, componentsIdx: number[], children: object[] = []) => ({
    name,
    isActive: true,
    componentsIdx,
    children,
  });
  const file = {
    Context: { sceneName: "A" },
    Hierarchy: [
      { sceneName: "A", componentsLut: ["Transform", "Camera"], roots: [node("Eye", [0, 1], [node("Lens", [0])])] },
      { sceneName: "B", roots: [{ name: "Bare", isActive: false }] },
    ],
  };
  assert.deepEqual(hierarchyOf(file as unknown as Json), {
    context: { sceneName: "A" },
    hierarchy: [
      {
        scene: "A",
        name: "Eye",
        depth: 0,
        isActive: true,
        components: ["Transform", "Camera"],
        children: [{ name: "Lens", depth: 1, isActive: true, components: ["Transform"], children: [] }],
      },
      { scene: "B", name: "Bare", depth: 0, isActive: false, children: [] },
    ],
  });
  for (const other of [null, [], {}, { Hierarchy: 3 }]) assert.equal(hierarchyOf(other), undefined);
});

test("a log points to the first place in its message or stack", () => {
  const answer = { ProjectRoot: "/work/Game" };
  const logs: Json[] = [
    {
      Type: "Error",
      Message: "NullReferenceException",
      StackTrace: "A.B () (at Assets/A.cs:12)\nC.D () (at Assets/C.cs:1)",
    },
    { Type: "Error", Message: "Assets/B.cs(7,3): error CS1002: ; expected", StackTrace: null },
    { Type: "Log", Message: "plain", StackTrace: null },
  ];
  assert.deepEqual(
    logs
      .flatMap((row) => logLines({ row }, answer))
      .map((row) => [row.text.split("\n")[0], row.tone, row.location?.absolute, row.location?.startLine]),
    [
      ["[Error] NullReferenceException", "error", "/work/Game/Assets/A.cs", 12],
      ["[Error] Assets/B.cs(7,3): error CS1002: ; expected", "error", "/work/Game/Assets/B.cs", 7],
      ["[Log] plain", undefined, undefined, undefined],
    ],
  );
});

test("rows say what the Editor said, whatever it left out", () => {
  const camera = {
    name: "Eye",
    path: "Room/Eye",
    isActive: false,
    components: [
      { type: "Transform", fullTypeName: "UnityEngine.Transform", properties: [] },
      {
        type: "Camera",
        fullTypeName: "UnityEngine.Camera",
        properties: [{ name: "depth", type: "Single", value: -1 }],
      },
      { type: "Health", fullTypeName: "Game.Health", properties: null },
    ],
  };
  assert.deepEqual(
    objectLines({ row: camera }).map(({ text, tone }) => [text, tone]),
    [
      ["Room/Eye  Transform, Camera, Health", "muted"],
      ["UnityEngine.Camera: depth=-1", undefined],
      ["Game.Health: ", undefined],
    ],
  );
  const node = { name: "Eye", depth: 1, isActive: false, components: ["Camera"], tag: "Player", children: [] };
  assert.equal(nodeLines({ row: node })[0]?.text, "Eye  Camera  (inactive)  tag=Player");
  const asset = { Label: "A.cs", Path: "Assets/A.cs" };
  assert.equal(resultLines({ row: asset }, { ProjectRoot: "/g" })[0]?.location?.absolute, "/g/Assets/A.cs");
  assert.equal(resultLines({ row: { Label: "Cube", Path: "Room/Cube" } }, {})[0]?.location, undefined);
  const tool = {
    Name: "play",
    Description: "Plays",
    Parameters: [{ Name: "Action", Type: "string", Description: "What", Choices: ["Play", "Stop"] }],
  };
  assert.deepEqual(
    toolLines({ row: tool }).map(({ text }) => text),
    ["play  Plays", "Action (string: Play | Stop) What"],
  );
  for (const row of [null, 3, [], "x", {}, { components: 1, Parameters: [null] }] as Json[]) {
    for (const draw of [logLines, objectLines, nodeLines, resultLines, toolLines])
      assert.ok(draw({ row }, null).every(({ text }) => typeof text === "string"));
  }
});

test("paths of a nested project become absolute, other texts stay", () => {
  const result = {
    hierarchyFilePath: ".uloop\\x.json",
    XmlPath: null,
    Errors: [{ File: "Assets/A.cs" }, { File: "" }],
    Results: [{ Path: "Packages/p/a.cs" }, { Path: "Room/Cube" }],
  };
  assert.deepEqual(withAbsolutePaths(result, "/repo/Game"), {
    hierarchyFilePath: "/repo/Game/.uloop/x.json",
    XmlPath: null,
    Errors: [{ File: "/repo/Game/Assets/A.cs" }, { File: "" }],
    Results: [{ Path: "/repo/Game/Packages/p/a.cs" }, { Path: "Room/Cube" }],
  });
});

test("saved rows: the file itself or its first list", () => {
  assert.deepEqual(savedRowsOf([{ a: 1 }]), [{ a: 1 }]);
  assert.deepEqual(savedRowsOf({ Query: "x", Results: [{ a: 1 }] }), [{ a: 1 }]);
  assert.equal(savedRowsOf({ Query: "x" }), undefined);
  assert.equal(savedRowsOf(undefined), undefined);
});

test("text in C# literals stays text", () => {
  assert.equal(literal('a"); System.Environment.Exit(1); //'), '@"a""); System.Environment.Exit(1); //"');
  assert.equal(literal("back\\slash\nline"), '@"back\\slash\nline"');
});
