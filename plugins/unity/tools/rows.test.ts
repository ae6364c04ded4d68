/** Rows as text, even if the Editor omitted something. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json } from "../../../core/host/plugin-api.ts";
import { lines as objectLines } from "./find-game-objects.ts";
import { lines as nodeLines } from "./get-hierarchy.ts";
import { lines as logLines } from "./get-logs.ts";
import { lines as resultLines } from "./unity-search.ts";
import { lines as toolLines } from "./unity-tools.ts";

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
