/** Queries for sets: several names, all members of a type or file, whole answers in one call. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { callJig, runJig, scratch } from "../jig.ts";

const root = scratch({
  "ProjectSettings/ProjectVersion.txt": "m_EditorVersion: 6000.0.1f1\n",
  "Packages/manifest.json": '{"dependencies":{}}',
  "Assets/Units.cs": `using UnityEngine;
namespace Game {
  public interface IUnit { void Hit(int by); }
  public abstract partial class Unit : MonoBehaviour, IUnit {
    int health;
    public int Health { get => health; set { health = value; } }
    public void Hit(int by) { Health -= by; }
    public void Nowhere() { }
    public void Pressed() { }
    void Awake() { Hit(0); }
    public virtual void Step() { }
    public override string ToString() => "";
    int forgotten;
  }
  public partial class Unit { public static Unit operator +(Unit a, Unit b) => a; }
  public class Knight : Unit { public new void Hit(int by) { base.Hit(by); } }
}
`,
  "Assets/Arena.cs":
    "class Arena { Game.Knight one; Game.IUnit other; void Round() { one.Hit(1); other.Hit(2); one.Health = 3; } }",
  "Assets/Menu.unity": "%YAML 1.1\n--- !u!1 &1\nMonoBehaviour:\n  m_MethodName: Pressed\n",
});

const events = scratch({
  "a.csproj": "<Project />",
  "Door.cs": "public class Door { public event System.Action Opened; public void Open() { Opened?.Invoke(); } }",
  "Counter.cs": "class Counter { void Count() { } void Watch(Door d) { d.Opened += Count; d.Opened -= Count; } }",
});

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
type Answer = any;
const ask = (tool: string, input: object): Answer => callJig(tool, { ...input }, { cwd: root }).value;

test("every member of a type, those that nothing uses first, with who uses the others", () => {
  const { members, unused, targetCount, total } = ask("script_refs_find", { name: "Unit", members: true });
  assert.deepEqual([unused, targetCount, total], [3, 10, 7]);
  const rows = members.map(({ symbol_path: path, uses, users, reached }: Record<string, unknown>) => {
    const by = Object.entries(users as Record<string, string[]>).map(([kind, names]) => `${kind} ${names.join(" ")}`);
    return [path, uses ?? "?", ...by, ...(reached ? [reached] : [])].join("; ");
  });
  assert.deepEqual(rows, [
    "Game.Unit/Nowhere; 0",
    "Game.Unit/Step; 0",
    "Game.Unit/forgotten; 0",
    "Game.Unit/health; 2; read Unit/Health; write Unit/Health",
    "Game.Unit/Health; 2; set Arena/Round Unit/Hit",
    "Game.Unit/Hit; 3; call Arena/Round Unit/Awake Knight/Hit; implements Game.IUnit/Hit",
    "Game.Unit/Pressed; 0; an event or animation in an asset refers to it",
    "Game.Unit/Awake; 0; Unity calls it",
    "Game.Unit/ToString; 0; overrides a member declared outside the sources",
    "Game.Unit/operator +(Unit,Unit); ?",
  ]);
  const { lines } = members.find(({ symbol_path: path }: Answer) => path === "Game.Unit/Hit");
  assert.deepEqual([lines.call.length, lines.call[0]], [3, [1]]);
});

test("several names in one answer, each with all its uses; a name that nothing declares is said", () => {
  const input = { names: ["Knight/Hit", "IUnit/Hit", "Missing"] };
  const { symbols, hint, total } = ask("script_refs_find", input);
  const uses = symbols.map(({ symbol_path: path, uses: each }: { symbol_path: string; uses: { text: string }[] }) => [
    path,
    each.length,
  ]);
  assert.deepEqual(uses, [
    ["Game.Knight/Hit", 1],
    ["Game.IUnit/Hit", 3],
  ]);
  assert.equal(total, 4);
  assert.match(hint, /No script declares Missing/);
});

test("uses in the package that declares a symbol count, although the scope is the assets", () => {
  const embedded = scratch({
    "ProjectSettings/ProjectVersion.txt": "m_EditorVersion: 6000.0.1f1\n",
    "Packages/manifest.json": '{"dependencies":{}}',
    "Packages/com.near/package.json": '{"name":"com.near","version":"1.0.0"}',
    "Packages/com.near/Near.asmdef": '{"name":"Near"}',
    "Packages/com.near/Kit.cs": "public class Kit { int parts; public void Open() { Count(); } int Count() => parts; }",
    "Packages/com.near/Other.cs": "class Other { void Do(Kit kit) { kit.Open(); } }",
    "Assets/Game.cs": "class Game { void Play(Kit kit) { kit.Open(); } }",
  });
  const asked = (input: object) => callJig("script_refs_find", input, { cwd: embedded }).value;
  const { members, unused } = asked({ name: "Kit", members: true });
  assert.deepEqual(
    members.map(({ symbol_path, uses }: Record<string, unknown>) => `${symbol_path} ${uses}`),
    ["Kit/parts 1", "Kit/Open 2", "Kit/Count 1"],
  );
  assert.equal(unused, 0);
  assert.equal(asked({ name: "Kit/Count" }).total, 2);
});

test("pages of a set go on where they ended, and a whole file is a set", () => {
  const all = ask("script_refs_find", { path: "Assets/Units.cs", members: true, pageSize: 100 }).members;
  const paged: unknown[] = [];
  for (let startAfter = ""; ; ) {
    const page = ask("script_refs_find", { path: "Assets/Units.cs", members: true, pageSize: 5, startAfter });
    paged.push(...page.members);
    if (page.cursor === undefined) break;
    startAfter = page.cursor;
  }
  assert.deepEqual(paged, all);
  assert.ok(all.some(({ symbol_path: path }: { symbol_path: string }) => path === "Game.IUnit"));
});

test("a hierarchy as a table of members, the type itself first, overrides of outside contracts named", () => {
  const { results } = ask("script_hierarchy_find", { name: "Unit", direction: "down", members: true });
  const rows = results.map(({ path: _, line: __, symbol: ___, ...row }: Record<string, unknown>) => row);
  assert.deepEqual(rows, [
    {
      relation: "itself",
      depth: 0,
      symbol_path: "Game.Unit",
      kind: "class",
      abstract: true,
      declares: ["health", "Health", "Nowhere", "Pressed", "Awake", "Step (virtual)", "forgotten", "operator +"],
      overrides: ["Hit", "ToString (declared outside)"],
      inherits: {},
    },
    {
      relation: "derived",
      depth: 1,
      symbol_path: "Game.Knight",
      kind: "class",
      declares: ["Hit"],
      overrides: [],
      inherits: { Unit: ["Step", "ToString"] },
    },
  ]);
  const { code } = runJig(["script_hierarchy_find", "--name", "Unit/Step", "--members"], { cwd: root });
  assert.notEqual(code, 0);
});

test("names and members are refused where they cannot mean anything", () => {
  const refusals = [
    { names: ["A"], name: "B" },
    { members: true },
    { names: [] },
    { names: ["Missing"] },
    { name: "Unit", members: true, startAfter: "x|1|1" },
  ];
  for (const input of refusals) {
    const { code } = runJig(["script_refs_find", "--json", JSON.stringify(input)], { cwd: root });
    assert.notEqual(code, 0, JSON.stringify(input));
  }
});

const ID = (digit: string) => digit.repeat(32);
const script = (guid: string) => `  m_Script: {fileID: 11500000, guid: ${guid}, type: 3}\n`;
const object =
  "%YAML 1.1\n--- !u!1 &1\nGameObject:\n  m_Name: Hero\n--- !u!114 &2\nMonoBehaviour:\n  m_GameObject: {fileID: 1}\n";
const nested = (guid: string, parent: string) =>
  `%YAML 1.1\n--- !u!1001 &9\nPrefabInstance:\n  m_Modification:\n    m_TransformParent: {fileID: ${parent}}\n  m_SourcePrefab: {fileID: 100100000, guid: ${guid}, type: 3}\n`;
const assets = scratch({
  "ProjectSettings/ProjectVersion.txt": "m_EditorVersion: 6000.0.1f1\n",
  "Packages/manifest.json": '{"dependencies":{}}',
  "Assets/Hero.cs": "using UnityEngine; public class Hero : MonoBehaviour { }",
  "Assets/Hero.cs.meta": `guid: ${ID("a")}\n`,
  "Assets/Hero.prefab": object + script(ID("a")),
  "Assets/Hero.prefab.meta": `guid: ${ID("b")}\n`,
  "Assets/Boss.prefab": `${nested(ID("b"), "0")}--- !u!114 &3 stripped\nMonoBehaviour:\n${script(ID("a"))}`,
  "Assets/Boss.prefab.meta": `guid: ${ID("c")}\n`,
  "Assets/Main.unity": nested(ID("c"), "7"),
  "Assets/Main.unity.meta": `guid: ${ID("d")}\n`,
  "Assets/Spawner.prefab": `%YAML 1.1\n--- !u!114 &1\nMonoBehaviour:\n  made: {fileID: 1, guid: ${ID("b")}, type: 3}\n`,
  "Assets/Spawner.prefab.meta": `guid: ${ID("f")}\n`,
  "Assets/Level.unity": nested(ID("f"), "7"),
  "Assets/List.asset": `%YAML 1.1\n--- !u!114 &1\nMonoBehaviour:\n  all: {fileID: 1, guid: ${ID("f")}, type: 3}\n`,
  "Assets/List.asset.meta": `guid: ${ID("0")}\n`,
  "Assets/Title.unity": `%YAML 1.1\n--- !u!114 &1\nMonoBehaviour:\n  list: {fileID: 1, guid: ${ID("0")}, type: 3}\n`,
  "Assets/Data.cs":
    "using UnityEngine; public class Data : ScriptableObject { } public class Never : Data { } public abstract class Part : Data { }",
  "Assets/Data.cs.meta": `guid: ${ID("e")}\n`,
  "Assets/One.asset": `%YAML 1.1\n--- !u!114 &1\nMonoBehaviour:\n  m_Name: One\n${script(ID("e"))}`,
  "Assets/Far.unity": "version https://git-lfs.github.com/spec/v1\n",
  "Assets/Bin.asset": "\u0001\u0002binary",
});
// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
const usages = (input: object): any => callJig("script_asset_usages", { ...input }, { cwd: assets }).value;

test("what carries a component, what those are in, and so on, in one answer; unread assets are counted by reason", () => {
  const { results, unread } = usages({ path: "Assets/Hero.cs", depth: 5 });
  const rows = results.map(({ path, depth, of, uses }: Record<string, unknown>) => {
    const kinds = (uses as { kind: string }[]).map(({ kind }) => kind).join("+");
    return `${path} ${kinds}${depth === undefined ? "" : ` ${depth} ${of}`}`;
  });
  assert.deepEqual(rows, [
    "Assets/Boss.prefab inherited",
    "Assets/Main.unity instance 2 Assets/Boss.prefab",
    "Assets/Hero.prefab component",
    "Assets/Boss.prefab variant 2 Assets/Hero.prefab",
    // References to a prefab are followed through other prefabs.
    "Assets/Spawner.prefab reference 2 Assets/Hero.prefab",
    "Assets/Level.unity instance 3 Assets/Spawner.prefab",
    "Assets/List.asset reference 3 Assets/Spawner.prefab",
  ]);
  assert.match(unread, /^2 assets are not text: 1 not fetched by Git LFS, such as Assets\/Far.unity; 1 binary/);
  const paged = usages({ path: "Assets/Hero.cs", depth: 5, pageSize: 4 });
  const rest = usages({ path: "Assets/Hero.cs", depth: 5, pageSize: 4, startAfter: paged.cursor });
  assert.deepEqual([...paged.results, ...rest.results], results);
});

test("all types below one with their assets, and those without", () => {
  const { results, note, total } = usages({ derived: "ScriptableObject" });
  assert.deepEqual(
    results.map(({ path, uses }: { path: string; uses: { value: string }[] }) => [path, uses[0]?.value]),
    [["Assets/One.asset", "Data"]],
  );
  assert.deepEqual([total, note], [1, "1 types without assets: Never"]);
});

test("callers of several names in one call: who raises an event calls its handlers, who subscribes does not", () => {
  const input = { names: ["Counter/Count", "Door/Opened", "Counter/Missing"] };
  const { symbols, hint, total } = callJig("script_calls_find", input, { cwd: events }).value as Answer;
  const rows = symbols.map(({ symbol_path: path, calls }: Answer) => [
    path,
    ...calls.map((row: Answer) => [row.symbol, row.how ?? "call", row.via ?? "", row.calls.join()].join(" ")),
  ]);
  assert.deepEqual(rows, [
    ["Counter/Count", "Door/Open raise Door/Opened 1"],
    ["Door/Opened", "Door/Open call  1"],
  ]);
  assert.equal(total, 2);
  assert.match(hint, /Counter\/Missing/);
});

test("a hierarchy of generic types gives their arguments, downwards and upwards, inside and outside the sources", () => {
  const cwd = scratch({
    "a.csproj": "<Project />",
    "Channels.cs": `using System;
namespace Game {
  public abstract class Channel<T> : IEquatable<T> { public bool Equals(T other) => true; }
  public class Scores : Channel<System.Collections.Generic.List<int>> { }
  public class Names : Channel<string>, IComparable<Names>, IComparable<int> {
    public int CompareTo(Names other) => 0;
    public int CompareTo(int other) => 0;
  }
  public class Short : Names { }
}
`,
  });
  const named = (name: string, direction: string) =>
    callJig("script_hierarchy_find", { name, direction }, { cwd }).value.results.map(
      ({ symbol, as }: Answer) => `${symbol} ${as}`,
    );
  assert.deepEqual(named("Channel", "down"), [
    "Game.Scores Channel<System.Collections.Generic.List<int>>",
    "Game.Names Channel<string>",
    "Game.Short undefined",
  ]);
  assert.deepEqual(named("IComparable", "down"), [
    "Game.Names IComparable<Names>, IComparable<int>",
    "Game.Short undefined",
  ]);
  assert.deepEqual(named("Short", "up").slice(0, 3), [
    "Game.Names undefined",
    "Game.Channel Channel<string>",
    "System.IComparable<T> IComparable<Names>, IComparable<int>",
  ]);
  const { stdout } = runJig(["script_hierarchy_find", '{"name":"Channel","direction":"down"}', "--as", "text"], {
    cwd,
  });
  assert.match(stdout, /derived class Names \(as Channel<string>\) /);
});
