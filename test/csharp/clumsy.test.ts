/** Careless callers: each answer says how to fix the call, and truncated answers can be continued. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { scratch } from "../jig.ts";
import { McpProcess } from "../mcp/mcp-process.ts";

const PROJECT = {
  "ProjectSettings/ProjectVersion.txt": "m_EditorVersion: 6000.0.1f1\n",
  "Packages/manifest.json": '{"dependencies":{"com.cached.one":"1.2.0"}}',
};
const GUID = "a0000000000000000000000000000001";
// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
type Any = any;

async function session(root: string) {
  const jig = new McpProcess(["--root", root]);
  await jig.initialize();
  let id = 0;
  return {
    async call(tool: string, input: object): Promise<Any> {
      const { result } = await jig.call(++id, tool, input);
      return JSON.parse(result.content[0].text);
    },
    async end() {
      jig.child.stdin.end();
      await jig.ended;
    },
  };
}

describe("paths and names as people write them", async () => {
  const root = scratch({
    ...PROJECT,
    "Assets/Scripts/Player.cs":
      "public class Player\r\n{\r\n    public int health;\r\n    void Update()\r\n    {\r\n        Move(1);\r\n    }\r\n    public void Move(int n) { health += n; }\r\n    public void Move(float f) { }\r\n    class Inner<T> { T item; }\r\n}\r\n",
    "Assets/Editor/PlayerEditor.cs": "class PlayerEditor { void M(Player p) { p.Move(2); } } // Mover",
    "Assets/Scripts/Player.cs.meta": `fileFormatVersion: 2\nguid: ${GUID}\n`,
    "Assets/Prefabs/Hero.prefab": `%YAML 1.1\n--- !u!1 &1\nGameObject:\n  m_Name: Hero\n--- !u!114 &2\nMonoBehaviour:\n  m_GameObject: {fileID: 1}\n  m_Script: {fileID: 11500000, guid: ${GUID}, type: 3}\n  health: 4\n`,
    "Assets/Prefabs/Hero.prefab.meta": `fileFormatVersion: 2\nguid: b${GUID.slice(1)}\n`,
    "Library/PackageCache/com.cached.one@1.2.0/package.json": '{"name":"com.cached.one","version":"1.2.0"}',
    "Library/PackageCache/com.cached.one@1.2.0/One.cs": "public class OneThing { }",
  });
  const jig = await session(root);
  after(() => jig.end());

  for (const [path, advice] of [
    ["Player.cs", "Did you mean Assets/Scripts/Player.cs?"],
    ["Scripts/Player.cs", "Did you mean Assets/Scripts/Player.cs?"],
    ["some-repo/Assets/Scripts/Player.cs", "Did you mean Assets/Scripts/Player.cs?"],
    ["/Assets/Scripts/Player.cs", "Did you mean Assets/Scripts/Player.cs?"],
    ["C:\\game\\Assets\\Scripts\\Player.cs", "Did you mean Assets/Scripts/Player.cs?"],
    ["assets/scripts/player.cs", "Did you mean Assets/Scripts/Player.cs?"],
    ["Assets/Scripts/Player", "Did you mean Assets/Scripts/Player.cs?"],
    ["Assets/Scripts/Player.cs:10:4", "Did you mean Assets/Scripts/Player.cs?"],
    ["Assets/Scripts/Player.cs#L10", "Did you mean Assets/Scripts/Player.cs?"],
    [" `Assets/Scripts/Player.cs` ", "Did you mean Assets/Scripts/Player.cs?"],
    ["Assets/Scripts/Playr.cs", "Did you mean Assets/Scripts/Player.cs?"],
    ["Packages/com.cachd.one/One.cs", "Did you mean Packages/com.cached.one/One.cs?"],
    ["Assets/Scripts", "pattern Assets/Scripts/**/*.cs"],
    ["Packages/manifest.json", "names end in .cs"],
    ["../elsewhere/Oner.cs", "--root"],
  ] as const) {
    test(`${path} is answered with a path that exists`, async () => {
      for (const tool of ["script_read", "script_symbols_get", "script_refs_find"]) {
        const { error } = await jig.call(tool, { path, ...(tool === "script_refs_find" ? { name: "Move" } : {}) });
        assert.ok(error.includes(advice), `${tool}: ${error}`);
      }
    });
  }

  test("a package's script is printed as Unity spells it, however it is asked for", async () => {
    for (const path of [
      "Packages/com.cached.one/One.cs",
      "Packages\\com.cached.one\\One.cs",
      "Library/PackageCache/com.cached.one@1.2.0/One.cs",
    ]) {
      assert.equal((await jig.call("script_read", { path })).path, "Packages/com.cached.one/One.cs");
      assert.equal((await jig.call("script_symbols_get", { path })).path, "Packages/com.cached.one/One.cs");
    }
  });

  test("names copied from code find what they name", async () => {
    for (const name of ["Player::Move", "Player\\Move", "Player/Move", "Player#Move", "Player->Move", "Player:Move"]) {
      assert.equal((await jig.call("script_symbol_find", { name, exact: true })).total, 2, name);
      assert.deepEqual((await jig.call("script_refs_find", { name })).targets.length, 2, name);
    }
    const whole = await jig.call("script_symbol_find", { name: "OneThing", exact: true });
    assert.deepEqual(
      whole.results.map((each: Any) => each.symbol.symbol_path),
      ["OneThing"],
    );
    const none = await jig.call("script_symbol_find", { name: "Move()" });
    assert.deepEqual([none.total, none.candidates], [0, ["Player/Move(int)", "Player/Move(float)"]]);
    const { code, candidates } = await jig.call("script_refs_find", { name: "Move()" });
    assert.deepEqual([code, candidates], ["SYMBOL_NOT_FOUND", none.candidates]);
    for (const [name, line] of [
      ["Move(int n)", 8],
      ["void Player.Move( System.Int32 n )", 8],
      ["Player.Move(float)", 9],
      ["Move[1]", 9],
      ["Player/Move[0]", 8],
    ] as const) {
      for (const tool of ["script_refs_find", "script_calls_find", "script_hierarchy_find", "script_impact_find"]) {
        const { targets } = await jig.call(tool, { name });
        const lines = targets.map((each: Any) => each.line);
        assert.deepEqual(lines, [line], `${tool} ${name}`);
      }
    }
    for (const name of ["Inner<T>", "class Player.Inner<T>", "Player+Inner"])
      assert.equal((await jig.call("script_symbol_find", { name, exact: true })).total, 1, name);
    assert.equal((await jig.call("script_symbol_find", { name: "Inner<A, B<C, D>>" })).total, 0);
  });

  for (const [input, hint] of [
    [{ name: "Plyer" }, "Did you mean Player?"],
    [{ name: "OneThing" }, "1 in other scopes: pass scope all"],
    [{ name: "Player", kind: "enum" }, "2 of other kinds: omit kind"],
    [{ name: "player", exact: true }, "2 without exact, which compares whole names, case-sensitively"],
    [{ name: "Assets/Scripts/Player.cs" }, "That is a path: script_symbols_get lists its declarations"],
    [{ name: "Enemy/Move" }, "2 named Move are declared elsewhere or are other overloads: search for the name alone"],
  ] as const) {
    test(`script_symbol_find ${JSON.stringify(input)}: ${hint}`, async () => {
      await jig.call("script_index_status", { wait: true });
      const answer = await jig.call("script_symbol_find", input);
      assert.deepEqual([answer.total, answer.hint], [0, hint]);
    });
  }

  test("names of parameters that other tools have are taken", async () => {
    const same = async (tool: string, own: object, other: object) =>
      assert.deepEqual(await jig.call(tool, other), await jig.call(tool, own), JSON.stringify(other));
    const path = "Assets/Scripts/Player.cs";
    await same("script_symbols_get", { path }, { file_path: path });
    await same("script_read", { path, startLine: 2, endLine: 3 }, { filePath: path, start_line: "2", end_line: 3 });
    await same("script_symbol_find", { name: "Player", kind: "class" }, { query: "Player", type: "class" });
    await same("script_refs_find", { name: "Move", container: "Player" }, { symbol: "Move", className: "Player" });
    await same("script_calls_find", { name: "Player/Move", depth: 2 }, { method: "Player.Move", max_depth: 2 });
    await same("script_hierarchy_find", { name: "Player" }, { className: "Player" });
    await same("script_project_check", { check: "assemblies" }, { type: "assemblies" });
    const { error } = await jig.call("script_refs_find", { name: "Move", symbol: "Move" });
    assert.match(error, /Write only "name"/);
  });

  test("what is no name of a declaration says what to write", async () => {
    const said = async (tool: string, name: string) => {
      const { error, note, hint } = await jig.call(tool, { name });
      return [error, note, hint].filter(Boolean).join(" | ");
    };
    for (const tool of ["script_refs_find", "script_calls_find", "script_hierarchy_find"]) {
      assert.match(await said(tool, "Assets/Scripts/Player.cs"), /is a path, not a name\. .*such as "Player"/);
      assert.match(
        await said(tool, "Player/Mo*"),
        /no wildcards.*script_symbol_find finds all names that contain "Mo"/,
      );
      assert.match(await said(tool, "Player/Mvoe"), /No script declares Mvoe in Player\. Did you mean Player\/Move\?/);
      assert.match(await said(tool, "Playr/Move"), /Did you mean Player\/Move\?/);
      assert.match(await said(tool, "player/move"), /Did you mean Player\/Move\?/);
    }
    assert.doesNotMatch(await said("script_hierarchy_find", "List<T>"), /Type\//);
    assert.match(await said("script_calls_find", "AddForce"), /No script declares AddForce/);
    const { candidates } = await jig.call("script_calls_find", {
      name: "Move",
      container: "Player",
      namespace: "Game",
    });
    assert.deepEqual(candidates, ["Player/Move(int)", "Player/Move(float)"]);
  });

  test("script_asset_usages takes what people copy from assets", async () => {
    const carried = async (input: object) => {
      const { results, error, hint } = await jig.call("script_asset_usages", input);
      return error ?? hint ?? results.map((each: Any) => each.path).join();
    };
    const path = "Assets/Scripts/Player.cs";
    for (const input of [
      { path },
      { path: `${path}.meta` },
      { script: path },
      { guid: GUID.toUpperCase() },
      { guid: `guid: ${GUID}` },
      { guid: `{fileID: 11500000, guid: ${GUID}, type: 3}` },
      { path, member: "Player.health" },
      { path, field: "health" },
    ])
      assert.equal(await carried(input), "Assets/Prefabs/Hero.prefab", JSON.stringify(input));
    assert.equal(await carried({ path, member: "Health" }), "Did you mean Player/health?");
    assert.match(await carried({ path: "Hero.prefab" }), /Did you mean Assets\/Prefabs\/Hero\.prefab\?/);
    assert.match(await carried({ path: "Prefabs/Hero" }), /Did you mean Assets\/Prefabs\/Hero\.prefab\?/);
    assert.match(await carried({ path: "Player" }), /Did you mean Assets\/Scripts\/Player\.cs\?/);
    assert.match(await carried({ guid: GUID.slice(1) }), /32 hexadecimal digits/);
  });

  test("script_refs_find says which declarations of the name there are", async () => {
    await jig.call("script_index_status", { wait: true });
    const said = async (input: object) => (await jig.call("script_refs_find", input)).error;
    const namesakes = /Declarations with that name: Player\/Move\(int\), Player\/Move\(float\)$/;
    assert.match(await said({ name: "Move", container: "Enemy" }), namesakes);
    assert.match(await said({ name: "Mvoe" }), /Did you mean Move\?/);
    assert.match(await said({ name: "operator +" }), /No script declares operator \+/);
  });

  test("script_search takes folders and Windows separators, and says why nothing was found", async () => {
    for (const include of [
      "Assets/Scripts",
      "Assets/Scripts/",
      "Assets\\Scripts\\*.cs",
      "/Assets/Scripts/**",
      "./Assets/Scripts",
    ])
      assert.deepEqual((await jig.call("script_search", { pattern: "Move", include })).pathTable, [
        "Assets/Scripts/Player.cs",
      ]);
    const hint = async (input: object) => (await jig.call("script_search", input)).hint;
    assert.match(await hint({ pattern: "x", include: "Nowhere/**" }), /No script in scope assets is included/);
    assert.match(await hint({ pattern: "Move(1);\n    }" }), /line by line/);
    assert.match(await hint({ pattern: "/Move/", patternType: "regex" }), /without slashes/);
    assert.match(await hint({ pattern: "Mover" }), /codeOnly false/);
    assert.match(await hint({ pattern: "Move", container: "Enemy" }), /without container/);
    assert.match(await hint({ pattern: "Play", patternType: "glob" }), /\*Play\*\.cs/);
    assert.equal(await hint({ pattern: "Move" }), undefined);
    assert.equal((await jig.call("script_search", { pattern: "x", include: "[z-a].cs" })).code, "INVALID_ARGUMENT");
  });
});

describe("answers cut to the size that fits", async () => {
  const files: Record<string, string> = { ...PROJECT };
  const long = "x".repeat(300);
  for (let at = 0; at < 60; at++)
    files[`Assets/F${at}.cs`] =
      `class F${at} {\n${Array.from({ length: 8 }, (_, line) => `  void Needle${line}() { Target.needle("${long}"); }\n`).join("")}}`;
  files["Assets/Target.cs"] = "static class Target { public static void needle(string s) { } }";
  files["Assets/Many.cs"] =
    `class Many {\n${Array.from({ length: 400 }, (_, at) => `  public static void Method${at}(int number, string text) { }\n`).join("")}}`;
  const jig = await session(scratch(files));
  after(() => jig.end());

  async function pages(tool: string, input: object, rows: (answer: Any) => string[]): Promise<string[]> {
    const seen: string[] = [];
    let startAfter = "";
    let cuts = 0;
    do {
      const answer = await jig.call(tool, { ...input, startAfter });
      assert.equal(answer.error, undefined, answer.error);
      seen.push(...rows(answer));
      if (answer.truncated) cuts++;
      startAfter = answer.cursor ?? "";
    } while (startAfter !== "");
    assert.ok(cuts > 0, "the test is about answers that are cut");
    assert.equal(new Set(seen).size, seen.length, "nothing comes twice");
    return seen;
  }

  test("script_search", async () => {
    const rows = (answer: Any) =>
      answer.results.flatMap((one: Any) =>
        one.snippets.map((each: Any) => `${answer.pathTable[one.fileId]}:${each.line}`),
      );
    const input = { pattern: "Target.needle", pageSize: 100, maxBytes: 1_000_000, maxMatchesPerFile: 3 };
    assert.equal((await pages("script_search", input, rows)).length, 480);
  });

  test("script_refs_find", async () => {
    const rows = (answer: Any) => answer.results.map((one: Any) => `${one.path}:${one.line}:${one.column}`);
    const input = { name: "needle", pageSize: 1000, maxBytes: 1_000_000, maxMatchesPerFile: 5 };
    assert.equal((await pages("script_refs_find", input, rows)).length, 481);
  });

  test("script_symbol_find", async () => {
    const rows = (answer: Any) => answer.results.map((one: Any) => `${one.path}:${one.symbol.nameLine}`);
    assert.equal(
      (await pages("script_symbol_find", { name: "Needle", kind: "method", pageSize: 1000 }, rows)).length,
      481,
    );
  });

  test("script_symbols_get", async () => {
    const rows = (answer: Any) => answer.symbols.map((one: Any) => one.name);
    assert.equal((await pages("script_symbols_get", { path: "Assets/Many.cs" }, rows)).length, 401);
    assert.equal(
      (await jig.call("script_symbols_get", { path: "Assets/Many.cs", startAfter: "x" })).code,
      "INVALID_ARGUMENT",
    );
  });
});
