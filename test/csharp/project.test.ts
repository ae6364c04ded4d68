/** C# tools on a Unity project with all kinds of packages: lists, scopes, virtual paths, assets using scripts. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { callJig, runJig, scratch } from "../jig.ts";

const GUID = "aaaabbbbccccddddaaaabbbbccccdddd";
const outside = scratch({ "package.json": '{"name":"com.far.away","version":"9.0.0"}', "Far.cs": "class Far { }" });
const root = scratch({
  "ProjectSettings/ProjectVersion.txt": "m_EditorVersion: 6000.0.1f1\n",
  "Packages/manifest.json": JSON.stringify({
    dependencies: {
      "com.cached.one": "1.2.0",
      "com.git.two": "https://example.com/two.git",
      "com.local.three": "file:../Local/three",
      "com.far.away": `file:${outside}`,
      "com.unity.modules.ui": "1.0.0",
      "com.not.fetched": "3.0.0",
    },
  }),
  "Packages/packages-lock.json": JSON.stringify({
    dependencies: {
      "com.cached.one": { version: "1.2.0", depth: 0, source: "registry" },
      "com.git.two": { version: "https://example.com/two.git", depth: 0, source: "git", hash: "0123456789abcdef0123" },
      "com.local.three": { version: "file:../Local/three", depth: 0, source: "local" },
      "com.far.away": { version: `file:${outside}`, depth: 0, source: "local" },
      "com.unity.modules.ui": { version: "1.0.0", depth: 0, source: "builtin" },
      "com.embedded.four": { version: "file:src", depth: 0, source: "embedded" },
    },
  }),
  "Packages/src/package.json": '{"name":"com.embedded.four","displayName":"Four","version":"0.4.0"}',
  "Packages/src/Runtime/Four.cs": "namespace Four { public class FourThing { } }",
  "Packages/loose/package.json": '{"name":"com.loose.five","version":"0.5.0"}',
  "Library/PackageCache/com.cached.one@1.2.0/package.json":
    '{"name":"com.cached.one","displayName":"One","version":"1.2.0"}',
  "Library/PackageCache/com.cached.one@1.2.0/One.cs": "class OneThing { }",
  "Library/PackageCache/com.cached.one@1.1.0/package.json": '{"name":"com.cached.one","version":"1.1.0"}',
  "Library/PackageCache/com.cached.one@1.1.0/One.cs": "class OldThing { }",
  "Library/PackageCache/com.git.two@0123456789/package.json": '{"name":"com.git.two","version":"2.0.0"}',
  "Library/PackageCache/com.git.two@0123456789/Two.cs": "class TwoThing { }",
  "Library/PackageCache/com.git.two@0123456789/Samples~/Sample.cs": "class SampleThing { }",
  "Local/three/package.json": '{"name":"com.local.three","version":"3.0.0"}',
  "Local/three/Three.cs": "class ThreeThing { }",
  "Assets/Player.cs":
    "using UnityEngine;\npublic class Player : Character { [SerializeField] int health; public int Speed; void Update() { Move(); } void Move() { } }",
  "Assets/Character.cs": "public class Character : UnityEngine.MonoBehaviour { }",
  "Assets/Player.cs.meta": `fileFormatVersion: 2\nguid: ${GUID}\n`,
  "Assets/Main.unity": `--- !u!1 &1\nGameObject:\n  m_Name: Hero\n--- !u!114 &2\nMonoBehaviour:\n  m_GameObject: {fileID: 1}\n  m_Script: {fileID: 11500000, guid: ${GUID}, type: 3}\n`,
  "Assets/Other.prefab": "--- !u!1 &1\nGameObject:\n  m_Name: Nothing\n",
});
const call = (tool: string, input: object) => callJig(tool, input, { cwd: root });
// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
type Any = any;

describe("packages", () => {
  const list = () => call("script_packages_list", {}).value;
  const named = (name: string) => list().packages.find((one: Any) => one.name === name);

  test("every package once, with its real folder", () => {
    assert.deepEqual(
      list().packages.map((one: Any) => one.name),
      [
        "com.cached.one",
        "com.embedded.four",
        "com.far.away",
        "com.git.two",
        "com.local.three",
        "com.loose.five",
        "com.not.fetched",
      ],
    );
    assert.deepEqual(
      [named("com.cached.one").displayName, named("com.cached.one").resolvedPath, named("com.cached.one").isEmbedded],
      ["One", "Library/PackageCache/com.cached.one@1.2.0", false],
    );
    assert.equal(named("com.git.two").resolvedPath, "Library/PackageCache/com.git.two@0123456789");
    assert.deepEqual(
      [
        named("com.embedded.four").source,
        named("com.embedded.four").isEmbedded,
        named("com.embedded.four").resolvedPath,
      ],
      ["embedded", true, "Packages/src"],
    );
    assert.equal(named("com.loose.five").source, "embedded");
    assert.match(named("com.far.away").note, /--root/);
    assert.equal(named("com.not.fetched").note, "not on this disk");
    assert.equal(call("script_packages_list", { includeBuiltIn: true }).value.totalCount, 8);
  });

  test("virtual paths are printed and accepted, by other tools too", () => {
    const find = (name: string) =>
      call("script_symbol_find", { name, scope: "all", exact: true }).value.results[0]?.path;
    assert.equal(find("OneThing"), "Packages/com.cached.one/One.cs");
    assert.equal(find("FourThing"), "Packages/com.embedded.four/Runtime/Four.cs");
    assert.equal(find("ThreeThing"), "Packages/com.local.three/Three.cs");
    // Not in the lock file, so it's left over from an update.
    assert.equal(find("OldThing"), undefined);
    for (const path of [
      "Packages/com.cached.one/One.cs",
      "Packages/com.embedded.four/Runtime/Four.cs",
      "Packages/com.local.three/Three.cs",
    ]) {
      assert.equal(call("script_read", { path }).code, 0, path);
      assert.equal(call("script_symbols_get", { path }).code, 0, path);
    }
    assert.equal(call("script_read", { path: "Packages/com.far.away/Far.cs" }).value.code, "PATH_SCOPE_INVALID");
  });

  test("scopes", () => {
    const names = (scope: string) =>
      call("script_symbol_find", { name: "Thing", scope, kind: "class" })
        .value.results.map((one: Any) => one.symbol.name)
        .sort();
    assert.deepEqual(names("assets"), []);
    assert.deepEqual(names("embedded"), ["FourThing"]);
    assert.deepEqual(names("packages"), ["FourThing", "OneThing", "ThreeThing", "TwoThing"]);
    assert.deepEqual(names("library"), ["OneThing", "TwoThing"]);
    assert.deepEqual(names("all"), names("packages"));
  });
});

describe("what Unity makes of scripts", () => {
  test("components, messages and serialized fields are marked, through bases of the project", () => {
    const { symbols } = call("script_symbols_get", { path: "Assets/Player.cs" }).value;
    const roles = Object.fromEntries(symbols.map((one: Any) => [one.name, one.unity]));
    assert.deepEqual(roles, {
      Player: "component",
      health: "serialized",
      Speed: "serialized",
      Update: "message",
      Move: undefined,
    });
  });

  test("the scenes that use a script", () => {
    const { value } = call("script_asset_usages", { path: "Assets/Player.cs" });
    assert.deepEqual(value.results, [
      { path: "Assets/Main.unity", kind: "scene", count: 1, uses: [{ line: 7, kind: "component", object: "Hero" }] },
    ]);
    assert.equal(call("script_asset_usages", { guid: GUID }).value.total, 1);
    assert.equal(call("script_asset_usages", { guid: "zz" }).code, 2);
  });
});

describe("name paths, kinds and pages", () => {
  test("a name path, an overload, a kind", () => {
    const total = (input: object) => call("script_symbol_find", { exact: true, ...input }).value.total;
    assert.equal(total({ name: "Player/Move" }), 1);
    assert.equal(total({ name: "Character/Move" }), 0);
    assert.equal(total({ name: "Player/Move[1]" }), 0);
    assert.equal(total({ name: "Player", kind: "method" }), 0);
    assert.equal(call("script_symbol_find", { name: "Player", kind: "clas" }).value.code, "INVALID_ARGUMENT");
    assert.equal(call("script_symbol_find", { name: " " }).value.code, "NAME_REQUIRED");
  });

  test("pages of one are all of them, once", () => {
    const seen: string[] = [];
    let startAfter = "";
    do {
      const { value } = call("script_symbol_find", { name: "e", scope: "all", pageSize: 1, startAfter });
      for (const { path, symbol } of value.results) seen.push(`${path}:${symbol.nameLine}:${symbol.nameColumn}`);
      startAfter = value.cursor ?? "";
    } while (startAfter !== "");
    assert.equal(seen.length, call("script_symbol_find", { name: "e", scope: "all" }).value.total);
    assert.equal(new Set(seen).size, seen.length);
  });

  test("a search by glob lists files, by container keeps what is inside", () => {
    assert.deepEqual(call("script_search", { pattern: "**/P*.cs", patternType: "glob" }).value.pathTable, [
      "Assets/Player.cs",
    ]);
    assert.equal(call("script_search", { pattern: "MonoBehaviour", container: "Player" }).value.total, 0);
    assert.equal(call("script_search", { pattern: "MonoBehaviour", container: "Character" }).value.total, 1);
    const full = call("script_search", { pattern: "health", detail: "full" }).value;
    assert.match(full.results[0].snippets[0].snippet, /SerializeField/);
  });

  test("as text every line of an answer says its own place, once", () => {
    const lines = (args: string[]) =>
      runJig([...args, "--as", "text"], { cwd: root })
        .stdout.trimEnd()
        .split("\n");
    const source = readFileSync(join(root, "Assets/Player.cs"), "utf8").split("\n");
    for (const more of [[], ["--snippet-context", "1"], ["--detail", "full"]]) {
      const found = lines(["script_search", "--pattern", "health", ...more]);
      assert.equal(found[0], `root: ${root}`);
      assert.equal(found[1], "Assets/Player.cs");
      assert.ok(found.some((line) => /^!!! [1-9]\d* match(es)? in /.test(line)));
      const shown = found.slice(2).filter((line) => !line.startsWith("!!! "));
      for (const one of shown) {
        const [, number, mark, text] = /^(\d+)([:-])(.*)$/.exec(one)!;
        assert.equal(text!.trimEnd(), source[Number(number) - 1]!.trimEnd());
        assert.equal(mark === ":", text!.includes("health"));
      }
      assert.equal(new Set(shown).size, shown.length);
    }
    const uses = lines(["script_refs_find", "--name", "health"]);
    const [, line, code] = /^(\d+):(.*) {2}<- certain \w+ in \S+$/.exec(uses.find((one) => one.includes("<-"))!)!;
    assert.equal(code, source[Number(line) - 1]!);
    assert.ok(uses.includes("!!! of field Player/health  Assets/Player.cs:2"), uses.join("\n"));
  });
});
