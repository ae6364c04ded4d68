/** References in a generated project, and types with the same name in two assemblies. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { createTestHost, testRuntime } from "../../core/host/testing.ts";
import csharp from "../../plugins/csharp/plugin.ts";

import { type Answer, referencesAreRight } from "./reference-score.ts";

test("certain is right, nothing is missed, little is undecided", { timeout: 120_000 }, () =>
  referencesAreRight([1], 1),
);

test("a declaration asked with its file is none of a same-named type in another assembly", async () => {
  const folder = mkdtempSync(join(tmpdir(), "jig-references-"));
  const project = join(folder, "project");
  const files: Record<string, string> = {
    "ProjectSettings/ProjectVersion.txt": "m_EditorVersion: 6000.0.1f1\n",
    "Assets/One/One.asmdef": '{ "name": "One" }',
    "Assets/One/Tool.cs": "public partial class Tool { public int Size; public void Run() { Size = 1; } }",
    "Assets/One/More.cs": "public partial class Tool { public void Run(int times) { Run(); } }",
    "Assets/Two/Two.asmdef": '{ "name": "Two" }',
    "Assets/Two/Tool.cs": "public class Tool { public int Size; public void Run() { Size = 2; } }",
    "Assets/Two/User.cs": "class User { void Use(Tool tool) { tool.Run(); tool.Size = 3; } }",
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
  const host = await createTestHost({ roots: [project], builtIns: [csharp], runtime: testRuntime(folder) });
  try {
    const paths = async (input: object): Promise<string[]> => {
      const { results } = (await host.invoke("script_refs_find", input)).value as Answer;
      return [...new Set(results.map(({ path, line, column }) => `${path}:${line}:${column}`))];
    };
    assert.deepEqual(await paths({ name: "Size", path: "Assets/One/Tool.cs" }), [
      "Assets/One/Tool.cs:1:40",
      "Assets/One/Tool.cs:1:66",
    ]);
    assert.deepEqual(await paths({ name: "Run", path: "Assets/One/Tool.cs" }), [
      "Assets/One/More.cs:1:41",
      "Assets/One/More.cs:1:58",
      "Assets/One/Tool.cs:1:58",
    ]);
    assert.deepEqual(await paths({ name: "Tool", path: "Assets/Two/Tool.cs" }), [
      "Assets/Two/Tool.cs:1:14",
      "Assets/Two/User.cs:1:23",
    ]);
  } finally {
    await host.close();
    rmSync(folder, { recursive: true });
  }
});
