// Results shaped for people and models: hierarchies, saved rows, paths, views and cuts, and C# that cannot be broken out of.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Json, textOf } from "../../../core/host/plugin-api.ts";
import { fit as fitCompile, view as viewCompile } from "../compile.ts";
import { literal } from "../equivalents/run-code.ts";
import { cutRows } from "../fit.ts";
import { fit as fitHierarchy, view as viewHierarchy } from "../get-hierarchy.ts";
import { view as viewLogs } from "../get-logs.ts";
import { hierarchyOf } from "./hierarchy-file.ts";
import { withAbsolutePaths } from "./printable-paths.ts";
import { savedRowsOf } from "./saved-rows.ts";

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

test("a hierarchy is cut by levels, then by roots, and says so", () => {
  const tree = (depth: number, name: string): Json => ({
    name,
    depth: 0,
    children: depth === 0 ? [] : [tree(depth - 1, `${name}a`), tree(depth - 1, `${name}b`)],
  });
  const value: Json = { hierarchy: [tree(6, "x"), tree(6, "y")], context: {}, Ver: "1" };
  for (const budget of [textOf(value).length, 3_000, 700, 420]) {
    const cut = fitHierarchy(value, budget);
    assert.ok(cut !== undefined && textOf(cut).length <= budget, String(budget));
  }
  assert.equal(fitHierarchy(value, 60), undefined);
  assert.match(textOf(fitHierarchy(value, 700)!), /"childrenCut":2/);
  const rows = viewHierarchy(value, { ProjectPath: "Game" }).rows;
  assert.deepEqual(rows[2]?.links?.[0]?.input, {
    NamePattern: "x/xa/xaa",
    SearchMode: "Path",
    IncludeInactive: true,
    ProjectPath: "Game",
  });
});

test("lists are cut in order, with counts, and Ver stays last", () => {
  const value: Json = {
    Errors: ["e".repeat(50)],
    Warnings: Array.from({ length: 20 }, () => "w".repeat(50)),
    Ver: "1",
  };
  const cut = fitCompile(value, 600) as Record<string, Json>;
  assert.ok(textOf(cut).length <= 600);
  assert.deepEqual(cut.Errors, value.Errors);
  assert.equal(Object.keys(cut).at(-1), "Ver");
  const { Lists } = cut.Cut as { Lists: Record<string, { Shown: number; Of: number }> };
  assert.equal(Lists.Warnings?.Of, 20);
  assert.equal(Lists.Warnings?.Shown, (cut.Warnings as Json[]).length);
  assert.equal(cutRows({ Result: "x".repeat(500) }, ["Logs"], 100, ""), undefined);
  assert.equal(cutRows(value, ["Warnings"], 10_000, ""), value);
});

test("views point to places in files", () => {
  const compiled = viewCompile({
    Errors: [{ Message: "m", File: "Assets/A.cs", Line: 3 }],
    Warnings: null,
    ProjectRoot: "/work/Game",
  });
  assert.deepEqual(compiled.rows[0]?.location, {
    absolute: "/work/Game/Assets/A.cs",
    display: "/work/Game/Assets/A.cs",
    startLine: 3,
    startColumn: 1,
  });
  const logs = viewLogs({
    ProjectRoot: "/work/Game",
    Logs: [
      {
        Type: "Error",
        Message: "NullReferenceException",
        StackTrace: "A.B () (at Assets/A.cs:12)\nC.D () (at Assets/C.cs:1)",
      },
      { Type: "Error", Message: "Assets/B.cs(7,3): error CS1002: ; expected", StackTrace: null },
      { Type: "Log", Message: "plain", StackTrace: null },
    ],
  });
  assert.deepEqual(
    logs.rows.map((row) => [row.tone, row.location?.absolute, row.location?.startLine]),
    [
      ["error", "/work/Game/Assets/A.cs", 12],
      ["error", "/work/Game/Assets/B.cs", 7],
      [undefined, undefined, undefined],
    ],
  );
  for (const odd of [null, 3, [], { Errors: 1, Logs: "x", hierarchy: [1, null] }] as Json[]) {
    for (const view of [viewCompile, viewLogs]) assert.ok(Array.isArray(view(odd).rows));
    assert.ok(Array.isArray(viewHierarchy(odd, {}).rows));
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
