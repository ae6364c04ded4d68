/** Answers during indexing, stale copies in the package cache, and a read-only cache. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { createTestHost, testRuntime } from "../../core/host/testing.ts";
import csharp from "../../plugins/csharp/plugin.ts";

function project(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), "jig-half-built-"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

test("an answer from a half-built index is not kept", { timeout: 120_000 }, async () => {
  const files: Record<string, string> = { "Assets/Target.cs": "public class Base { public void Hit() { } }" };
  for (let at = 0; at < 400; at++)
    files[`Assets/F${at}.cs`] =
      `class D${at} : ${at === 0 ? "Base" : `D${at - 1}`} { public int Pad${at}() { Other(); return ${at}; } void Other() { } }`;
  files["Assets/User.cs"] = "class User { void M(D399 d) { d.Hit(); } }";
  const root = project(files);
  const host = await createTestHost({ roots: [root], builtIns: [csharp], runtime: testRuntime(`${root}-home`) });
  try {
    const ask = async () => (await host.invoke("script_refs_find", { name: "Hit" })).value as Record<string, number>;
    await ask();
    await host.invoke("script_index_status", { wait: true });
    const after = await ask();
    assert.deepEqual([after.certain, after.possible, after.other], [2, 0, 0]);
    assert.equal(after.warnings, undefined);
  } finally {
    await host.close();
  }
});

test("a half-built index says that it may lack Unity roles", { timeout: 120_000 }, async () => {
  const files: Record<string, string> = {
    "ProjectSettings/ProjectVersion.txt": "m_EditorVersion: 6000.0.1f1\n",
    "Assets/Base.cs": "public class Between : UnityEngine.MonoBehaviour { }",
    "Assets/Wanted.cs": "public class Wanted : Between { }",
    "Assets/Known.cs": "public class Known : UnityEngine.MonoBehaviour { }",
  };
  for (let at = 0; at < 400; at++) files[`Assets/F${at}.cs`] = `class Other${at} { int Pad() { return ${at}; } }`;
  const root = project(files);
  const host = await createTestHost({ roots: [root], builtIns: [csharp], runtime: testRuntime(`${root}-home`) });
  // The part of the tool's output schema that is compared.
  type Found = { results: { symbol: { unity?: string } }[]; unread?: string };
  try {
    const ask = async (name: string) =>
      (await host.invoke("script_symbol_find", { name, exact: true, scope: "all" })).value as Found;
    const [wanted, known] = await Promise.all([ask("Wanted"), ask("Known")]);
    // Which files are parsed by then depends on the machine, so either the role is there or the gap is named.
    if (wanted.results[0]?.symbol.unity === undefined) assert.match(wanted.unread ?? "", /Unity roles .* left out/);
    assert.equal(known.results[0]?.symbol.unity, "component");
    await host.invoke("script_index_status", { wait: true });
    const whole = await ask("Wanted");
    assert.equal(whole.results[0]?.symbol.unity, "component");
    assert.equal(whole.unread, undefined);
  } finally {
    await host.close();
  }
});

test("a stale copy in the package cache is not indexed", async () => {
  const root = project({
    "Assets/A.cs": "class A { }",
    "Packages/manifest.json": '{"dependencies":{"com.x.y":"2.0.0"}}',
    "Library/PackageCache/com.x.y@2.0.0/package.json": '{"name":"com.x.y","version":"2.0.0"}',
    "Library/PackageCache/com.x.y@2.0.0/New.cs": "class Fresh { }",
    "Library/PackageCache/com.x.y@1.0.0/package.json": '{"name":"com.x.y","version":"1.0.0"}',
    "Library/PackageCache/com.x.y@1.0.0/Old.cs": "class Stale { }",
  });
  const host = await createTestHost({ roots: [root], builtIns: [csharp], runtime: testRuntime(`${root}-home`) });
  try {
    const total = async (name: string) =>
      ((await host.invoke("script_symbol_find", { name, scope: "all" })).value as { total: number }).total;
    assert.deepEqual([await total("Fresh"), await total("Stale")], [1, 0]);
  } finally {
    await host.close();
  }
});

test("a cache that cannot be written costs nothing but speed, and is named", async () => {
  const root = project({ "Assets/A.cs": "class Found { }" });
  const open = () => createTestHost({ roots: [root], builtIns: [csharp], runtime: testRuntime(`${root}-home`) });
  const statusOf = async (host: Awaited<ReturnType<typeof open>>) =>
    (await host.invoke("script_index_status", { wait: true })).value as Record<string, unknown>;
  const first = await open();
  const index = String((await statusOf(first)).codeIndexRoot);
  await first.close();
  // Put a file where the folder should be, so it's neither readable nor writable.
  rmSync(index, { recursive: true, force: true });
  writeFileSync(index, "");
  const host = await open();
  try {
    const status = await statusOf(host);
    assert.equal(status.ready, true, JSON.stringify(status));
    assert.ok(String(status.cacheProblem).includes(dirname(index)), JSON.stringify(status));
    const { value } = await host.invoke("script_symbol_find", { name: "Found" });
    assert.equal((value as { total: number }).total, 1);
  } finally {
    await host.close();
  }
});
