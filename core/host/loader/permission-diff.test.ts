/** Permissions added by a version, including defaults. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { addedPermissions, manifestIn } from "./permission-diff.ts";

const tool = { title: "T", description: "D", effect: "read", input: { type: "object" }, handler: "./a.ts" };

function manifest(more: object) {
  const written = {
    name: "a",
    version: "1.0.0",
    title: "A",
    description: "A",
    host: "^1",
    tools: { t: tool },
    ...more,
  };
  const bytes = Buffer.from(`\ufeff${JSON.stringify(written)}`);
  return manifestIn({ hash: "", files: [{ path: "plugin.json", bytes, executable: false }] })!;
}

test("every kind of growth is named, and nothing else", () => {
  const cases: [object, object, string[]][] = [
    [{}, {}, []],
    [{ memoryMb: 1024 }, {}, []],
    [{}, { memoryMb: 1024, storageMb: 300 }, ["memory 1024 MB", "storage 300 MB"]],
    [{}, { permissions: { net: ["a.b:1"], env: ["X"] } }, ["net a.b:1", "env X"]],
    [{ permissions: { run: ["git"] } }, { permissions: { run: ["git", "sh"] } }, ["run sh"]],
    [{}, { tools: { t: { ...tool, effect: "write" } } }, ["t: write"]],
    [{}, { tools: { t: { ...tool, parameterEffects: { out: "write" } } } }, ["t: write"]],
    [{ tools: { t: { ...tool, effect: "write" } } }, { tools: { t: { ...tool, effect: "execute" } } }, ["t: execute"]],
    [{}, { tools: { t: tool, u: { ...tool, openWorld: true } } }, ["u: openWorld"]],
  ];
  for (const [before, after, more] of cases)
    assert.deepEqual(addedPermissions(manifest(before), manifest(after)), more);
});

test("what is no manifest is none", () => {
  assert.equal(manifestIn({ hash: "", files: [] }), undefined);
  const bytes = Buffer.from('{"name": 1}');
  assert.equal(manifestIn({ hash: "", files: [{ path: "plugin.json", bytes, executable: false }] }), undefined);
});
