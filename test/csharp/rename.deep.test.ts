/** Renames of what assets save, and what stands against a name. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { callJig, scratch } from "../jig.ts";
import { files, GUID, project } from "./renamed-project.ts";

test("names that an expression gives to a tuple stay, and words that mean an alias", () => {
  const { read, rename } = project();
  assert.equal(rename({ at: "Assets/Mover.cs:17:18", to: "first" }).value.state, "applied");
  assert.match(
    read("Assets/Mover.cs"),
    /int first, int two\) \{ var pair = \(one: first, two\); \(first, two\) = \(two, first\); return pair\.one;/,
  );
  // Element names come from the declared type. The compiler warns about a name in the literal.
  assert.equal(rename({ at: "Assets/Mover.cs:18:29", to: "first" }).value.state, "applied");
  assert.match(
    read("Assets/Mover.cs"),
    /= \(first, 1\); .* return \(first, 2\); .*\(one: first, 3\); .* \? \(first, 4\)/,
  );
  assert.equal(rename({ at: "Assets/Mover.cs:19:26", to: "second" }).value.state, "applied");
  assert.match(read("Assets/Mover.cs"), /Short\(int second\) => \(second, 5\);/);
  assert.equal(rename({ name: "Game.Mover", to: "Walker" }).value.state, "applied");
  assert.equal(
    read("Assets/Alias.cs"),
    "using Mover = Game.Walker;\nclass Aliased { Mover mover; Game.Walker other; }\n",
  );
});

test("a local that another branch of #if declares too is refused, whole members in branches are not", () => {
  const { cwd, rename } = project();
  const code = `class Branches {
  int Sum() {
#if SERVER
    var many = 1;
#else
    var many = 2;
#endif
    return many;
  }
#if SERVER
  int Whole() { var own = 1; return own; }
#else
  int Whole() { var own = 2; return own; }
#endif
}
`;
  writeFileSync(join(cwd, "Assets/Branches.cs"), code);
  for (const at of ["Assets/Branches.cs:4:9", "Assets/Branches.cs:6:9"])
    assert.match(JSON.stringify(rename({ at, to: "few" }).value), /another branch of #if also has a many/);
  assert.equal(rename({ at: "Assets/Branches.cs:13:21", to: "mine" }).value.state, "applied");
});

test("a call that means another overload in another branch of #if is refused with its place, or renamed on request", () => {
  const { cwd, read, rename } = project();
  const code = `class Log {
  public void Put(int n) { }
  public void Put(string s) { }
#if SERVER
  void Two(int n) { }
  void Same(int n) { }
#else
  void Two(long n) { }
  void Same(int n) { Put(3); }
#endif
  void Use() {
#if SERVER
    int v = 1; Log it = null;
#else
    string v = ""; Other it = null;
#endif
    Put(v);
    it.Put(v);
    Two(1);
    Same(2);
  }
  void Alone() {
#if SERVER
    Two(1);
    Put(4);
#elif NEVER
    Put("5");
#else
    Two(2);
    Put("6");
#endif
#if false
    Put(7);
#endif
  }
}
class Other { public void Put(int n) { } public void Put(string s) { } }
`;
  const path = "Assets/Branches.cs";
  writeFileSync(join(cwd, path), code);
  const lines = () =>
    read(path)
      .split("\n")
      .flatMap((line, at) => (line.includes("Kept") ? [at + 1] : []));
  const refused = (name: string) => {
    const { value } = rename({ name, to: "Kept" });
    assert.equal(read(path), code, name);
    return [...String(value.error).matchAll(/:(\d+): means (\S+) in another/g)].map(
      ([, line, what]) => `${line} ${what}`,
    );
  };
  assert.deepEqual(refused("Log/Put(int)"), ["17 Log/Put(string)", "18 Other/Put(string)"]);
  assert.deepEqual(refused("Log/Put(string)"), ["17 Log/Put(int)"]);
  assert.deepEqual(refused("Other/Put(string)"), ["18 Log/Put(int)"]);
  assert.deepEqual(refused("Log/Two(int)"), ["19 Log/Two(long)"]);
  assert.deepEqual(refused("Log/Two(long)"), ["19 Log/Two(int)"]);
  assert.equal(rename({ name: "Other/Put(int)", to: "Kept" }).value.state, "applied");
  assert.deepEqual(lines(), [37]);
  writeFileSync(join(cwd, path), code);
  assert.equal(rename({ name: "Log/Same", to: "Kept" }).value.state, "applied");
  assert.deepEqual(lines(), [6, 9, 20], "one member that both branches declare");
  writeFileSync(join(cwd, path), code);
  assert.equal(rename({ name: "Log/Put(int)", to: "Kept", possible: "list" }).value.state, "applied");
  assert.deepEqual(lines(), [2, 9, 25, 33]);
  writeFileSync(join(cwd, path), code);
  assert.equal(rename({ name: "Log/Two(int)", to: "Kept", possible: "include" }).value.state, "applied");
  assert.deepEqual(lines(), [5, 19, 24]);
  assert.equal(rename({ name: "Log/Two(long)", to: "Kept" }).value.state, "applied");
  assert.deepEqual(lines(), [5, 8, 19, 24, 29], "the other branch follows");
});

test("the name of another overload, and an extension beside an instance method", () => {
  const { cwd, read, rename } = project();
  const code = `using System;
class Bag {
  public void Add(int n) { }
  public void Add(string s) { }
  public void Put(long n) { }
  public void Run(Func<int> f) { }
  void Use() { Add(1); Put(2); Put(3L); }
}
static class Bags {
  public static void Fill(this Bag bag, int n) { }
  public static void Fill(this Bag bag, string s) { }
  public static void Pour(this Bag bag, Func<string> f) { }
  static void Use(Bag bag) { bag.Fill(1); bag.Fill("2"); Fill(bag, 3); bag.Pour(() => ""); }
}
`;
  const path = "Assets/Bag.cs";
  writeFileSync(join(cwd, path), code);
  for (const [name, to, why] of [
    ["Bag/Add(int)", "Put", /Bag\/Put is already declared/],
    ["Bag/Put", "Add", /Bag\/Add is already declared/],
    ["Bags/Fill(Bag, int)", "Add", /Bag\/Add takes the same number of arguments on the same receivers/],
    ["Bag/Add(string)", "Fill", /Bags\/Fill takes the same number of arguments on the same receivers/],
    ["Bags/Pour", "Run", /Bag\/Run takes the same number of arguments on the same receivers/],
  ] as const) {
    assert.match(JSON.stringify(rename({ name, to }).value), why);
    assert.equal(read(path), code);
  }
  assert.equal(rename({ name: "Bags/Fill(Bag, int)", to: "Tip" }).value.state, "applied");
  const expected = code
    .replace("void Fill(this Bag bag, int", "void Tip(this Bag bag, int")
    .replace("bag.Fill(1)", "bag.Tip(1)");
  assert.equal(read(path), expected.replace("Fill(bag, 3)", "Tip(bag, 3)"));
});

test("Unity's names: saved fields, events, strings", () => {
  const { read, rename } = project();
  assert.equal(rename({ name: "Mover/speed", to: "pace" }).value.state, "applied");
  assert.match(
    read("Assets/Mover.cs"),
    /\[UnityEngine\.Serialization\.FormerlySerializedAs\("speed"\)\] \[SerializeField\] int pace/,
  );
  assert.match(read("Assets/Level.unity"), /^ {2}speed: 5$/m);
  const { value } = rename({ name: "Mover/Fire", to: "Shoot" });
  assert.equal(value.state, "applied", JSON.stringify(value));
  assert.match(read("Assets/Level.unity"), /m_MethodName: Shoot/);
  assert.match(read("Assets/Mover.cs"), /Invoke\("Fire"/);
  assert.ok(value.untouched.some(({ why }: { why: string }) => /a string with the name/.test(why)));
  const other = project();
  assert.equal(other.rename({ name: "Mover/speed", to: "pace", saved: "keys" }).value.state, "applied");
  assert.match(other.read("Assets/Level.unity"), /^ {2}pace: 5$/m);
  other.rename({ name: "Mover/Fire", to: "Shoot", strings: true });
  assert.match(other.read("Assets/Mover.cs"), /Invoke\("Shoot"/);
  assert.equal(other.read("Assets/Top.cs"), "new Game.Mover().Shoot();\n");
});

test("what assets save and call for a script that inherits the member", () => {
  const { cwd, read, rename } = project();
  const guid = GUID.replace("0123", "fedc");
  writeFileSync(join(cwd, "Assets/Sprinter.cs"), "public class Sprinter : Game.Mover { }\n");
  writeFileSync(join(cwd, "Assets/Sprinter.cs.meta"), `fileFormatVersion: 2\nguid: ${guid}\n`);
  writeFileSync(join(cwd, "Assets/Track.unity"), files["Assets/Level.unity"]?.replace(GUID, guid) ?? "");
  assert.equal(rename({ name: "Mover/speed", to: "pace", saved: "keys" }).value.state, "applied");
  assert.equal(rename({ name: "Mover/Fire", to: "Shoot" }).value.state, "applied");
  for (const scene of ["Assets/Level.unity", "Assets/Track.unity"]) {
    assert.match(read(scene), /^ {2}pace: 5$/m);
    assert.match(read(scene), /m_MethodName: Shoot/);
  }
});

test("what an instance of a prefab changes is renamed for the script of the object that it changes", () => {
  const { cwd, read, rename } = project();
  const [other, prefab, variant] = ["a", "b", "c"].map((digit) => digit.repeat(32));
  const write = (path: string, text: string, guid?: string) => {
    writeFileSync(join(cwd, "Assets", path), text);
    if (guid !== undefined) writeFileSync(join(cwd, "Assets", `${path}.meta`), `fileFormatVersion: 2\nguid: ${guid}\n`);
  };
  const object = (id: string, script = "") =>
    `--- !u!114 &${id}\nMonoBehaviour:\n  m_Script: {fileID: 11500000, guid: ${script}, type: 3}\n  speed: 1\n`;
  const instance = (
    id: string,
    of = "",
    changes: [id: string, guid: string, path: string, value: string, to?: string][],
  ) =>
    `--- !u!1001 &${id}\nPrefabInstance:\n  m_Modification:\n    m_Modifications:\n${changes
      .map(
        ([target, guid, path, value, to = "{fileID: 0}"]) =>
          `    - target: {fileID: ${target}, guid: ${guid},\n        type: 3}\n      propertyPath: ${path}\n` +
          `      value: ${value}\n      objectReference: ${to}\n`,
      )
      .join("")}  m_SourcePrefab: {fileID: 100100000, guid: ${of}, type: 3}\n`;
  const call = "OnGo.m_PersistentCalls.m_Calls.Array.data[0]";
  write(
    "Other.cs",
    "public class Other : UnityEngine.MonoBehaviour { public float speed; public void Fire() { } }\n",
    other,
  );
  write("Unit.prefab", `%YAML 1.1\n${object("5", GUID)}${object("6", other)}`, prefab);
  write("Variant.prefab", `%YAML 1.1\n${instance("48", prefab, [])}`, variant);
  // In a prefab instance, an object's id is that of the prefab's object XOR the instance's id.
  const scene = `%YAML 1.1\n${instance("70", variant, [
    [String(5 ^ 48), variant ?? "", "speed", "2"],
    [String(6 ^ 48), variant ?? "", "speed", "3"],
    [String(6 ^ 48), variant ?? "", `${call}.m_Target`, "", "{fileID: 81}"],
    [String(6 ^ 48), variant ?? "", `${call}.m_MethodName`, "Fire"],
    [String(5 ^ 48), variant ?? "", `${call}.m_Target`, "", "{fileID: 82}"],
    [String(5 ^ 48), variant ?? "", `${call}.m_MethodName`, "Fire"],
  ])}--- !u!114 &81 stripped\nMonoBehaviour:\n  m_CorrespondingSourceObject: {fileID: ${5 ^ 48}, guid: ${variant}, type: 3}\n${object("82", other)}`;
  write("Stage.unity", scene);
  assert.equal(rename({ name: "Mover/speed", to: "pace", saved: "keys" }).value.state, "applied");
  const paced = scene.replace("propertyPath: speed", "propertyPath: pace");
  assert.equal(read("Assets/Stage.unity"), paced);
  assert.equal(
    read("Assets/Unit.prefab"),
    `%YAML 1.1\n${object("5", GUID).replace("speed", "pace")}${object("6", other)}`,
  );
  assert.equal(rename({ name: "Mover/Fire", to: "Shoot" }).value.state, "applied");
  assert.equal(read("Assets/Stage.unity"), paced.replace("value: Fire", "value: Shoot"));
});

test("saved fields of a held type, of a base outside the sources, and of a type that another has the name of", () => {
  const { cwd, read, rename } = project();
  const write = (path: string, text: string) => writeFileSync(join(cwd, "Assets", path), text);
  write(
    "Panel.cs",
    "using System; using UnityEngine; using UnityEngine.UI;\n[Serializable] public class Row {\n  public int count;\n}\n" +
      "public class Panel : PackageWindow {\n  public Row[] rows;\n  [SerializeField]\n  Image icon;\n  public int shown;\n  public int never;\n}\n",
  );
  write("Panel.cs.meta", `guid: ${"d".repeat(32)}\n`);
  const asset = `%YAML 1.1\n--- !u!114 &1\nMonoBehaviour:\n  m_Script: {fileID: 11500000, guid: ${"d".repeat(32)}, type: 3}\n  rows:\n  - count: 1\n  icon: {fileID: 0}\n  shown: 3\n`;
  write("Panel.asset", asset);
  const { value } = rename({ name: "Row/count", to: "amount", saved: "keys" });
  assert.match(JSON.stringify(value), /Panel\.asset.*a key inside another object/);
  for (const name of ["Row/count", "Panel/icon", "Panel/shown", "Panel/never"])
    assert.equal(rename({ name, to: `${name.split("/")[1]}2` }).value.state, "applied", name);
  assert.equal(read("Assets/Panel.asset"), asset);
  const formers = [...read("Assets/Panel.cs").matchAll(/FormerlySerializedAs\("(\w+)"\)/g)].map(([, name]) => name);
  assert.deepEqual(formers, ["count", "icon", "shown"]);
});

test("assets that name a type: arguments and targets of events, managed references", () => {
  const { cwd, read, rename } = project();
  writeFileSync(
    join(cwd, "Assets/Data.cs"),
    "namespace Game.Data {\n  [System.Serializable] public class Step { [System.Serializable] public class Part { } }\n}\npublic class Step { }\n",
  );
  const asset = `%YAML 1.1
--- !u!114 &1
MonoBehaviour:
      - m_Target: {fileID: 0}
        m_TargetAssemblyTypeName: Game.Data.Step, Assembly-CSharp
        m_Arguments:
          m_ObjectArgumentAssemblyTypeName: Game.Data.Step+Part, Assembly-CSharp
      - m_Target: {fileID: 0}
        m_TargetAssemblyTypeName: Step, Assembly-CSharp
    - target: {fileID: 4, guid: ${GUID}, type: 3}
      propertyPath: managedReferences[1]
      value: Assembly-CSharp Game.Data.Step/Part
  references:
    - rid: 1
      type: {class: Step/Part, ns: Game.Data, asm: Assembly-CSharp}
    - rid: 2
      type: {class: Step, ns: , asm: Assembly-CSharp}
`;
  writeFileSync(join(cwd, "Assets/Steps.asset"), asset);
  assert.equal(rename({ name: "Game.Data.Step", to: "Stage" }).value.state, "applied");
  const renamed = asset.replaceAll("Game.Data.Step", "Game.Data.Stage").replace("class: Step/", "class: Stage/");
  assert.equal(read("Assets/Steps.asset"), renamed);
  assert.equal(rename({ name: "Game.Data.Stage/Part", to: "Piece" }).value.state, "applied");
  assert.equal(read("Assets/Steps.asset"), renamed.replaceAll(/(Stage[+/])Part/g, "$1Piece"));
});

test("properties that events set, and clips of imported models", () => {
  const { cwd, read, rename } = project();
  writeFileSync(
    join(cwd, "Assets/Level.unity"),
    `${files["Assets/Level.unity"]}  - m_Target: {fileID: 100}\n    m_MethodName: set_Power\n`,
  );
  writeFileSync(
    join(cwd, "Assets/Run.fbx.meta"),
    "guid: 1\nModelImporter:\n  events:\n  - time: 0.5\n    functionName: Fire\n",
  );
  assert.equal(rename({ name: "Mover/Power", to: "Force" }).value.state, "applied");
  assert.match(read("Assets/Level.unity"), /m_MethodName: set_Force\n/);
  assert.equal(rename({ name: "Mover/Fire", to: "Shoot" }).value.state, "applied");
  assert.match(read("Assets/Run.fbx.meta"), /functionName: Shoot\n/);
});

test("what stands against a name is refused, and nothing is written", () => {
  const { read, rename } = project();
  const refusals: [object, RegExp][] = [
    [{ name: "Mover/Dispose", to: "Close" }, /IDisposable\.Dispose, which is declared outside/],
    [{ name: "Mover/Update", to: "Tick" }, /Unity calls it by this name/],
    [{ name: "Mover/speed", to: "Power" }, /Game\.Mover\/Power is already declared/],
    [{ name: "Runner/Rest", to: "Runner" }, /cannot have the same name as its type/],
    [{ name: "Mover/speed", to: "left" }, /left means a local or a parameter there/],
    [{ name: "Game.Runner", to: "Mover" }, /class Game\.Mover is already declared/],
    [{ at: "Assets/Mover.cs:8:49", to: "steps" }, /steps is used or declared in the same member/],
    [{ name: "IWalker/Go", to: "Hop" }, /Game\.Extras\/Hop takes the same number of arguments/],
    [{ name: "Extras/Hop", to: "Go" }, /Game\.Mover\/Go takes the same number of arguments/],
    [{ name: "Runner/Count", to: "class" }, /is a keyword/],
    [{ name: "Runner/Count", to: "a b" }, /Invalid identifier/],
    [{ name: "Game", to: "Play" }, /is a namespace/],
    [{ name: "Missing", to: "Play" }, /No script declares Missing/],
  ];
  for (const [input, why] of refusals) assert.match(JSON.stringify(rename(input).value), why);
  for (const path of Object.keys(files)) assert.equal(read(path), files[path], path);
});

test("line ends and marks of a file stay", () => {
  const { cwd, read, rename } = project();
  const text = "\uFEFFclass Crlf {\r\n  int a;\r\n  int B() => a;\r\n}\r\n";
  writeFileSync(join(cwd, "Assets/Crlf.cs"), text);
  assert.equal(rename({ name: "Crlf/a", to: "b" }).value.state, "applied");
  assert.equal(read("Assets/Crlf.cs"), text.replaceAll(/\ba\b/g, "b"));
});

test("a position where a symbol is meant by another word is refused", () => {
  const text = `using System; using Own = Game.Unit;
namespace Game { class Unit { protected Unit(int i) { } Own one; } class Other : Unit { Other() : base(1) { } }
delegate int Step(int by); class Steps { event Step Done; event Action Died; void Run(Step step) { step.Invoke(1); Done?.Invoke(2); Died?.Invoke(); step(3); } } }
`;
  const cwd = scratch({ "Assets/A.cs": text });
  const rename = (line: number, word: string) => {
    const row = text.split("\n")[line - 1] ?? "";
    return callJig(
      "script_rename",
      { at: `Assets/A.cs:${line}:${row.indexOf(word) + word.search(/\w+$/) + 1}`, to: "Fire" },
      { cwd },
    );
  };
  for (const [line, word, meant] of [
    [2, "Own", "Unit"],
    [2, ": base", "Unit"],
    [3, "step.Invoke", "Step"],
    [3, "Done?.Invoke", "Step"],
  ] as const) {
    const { code, error } = rename(line, word).value;
    assert.equal(code, "CHANGE_REFUSED");
    assert.match(
      error,
      new RegExp(`^"${/\w+$/.exec(word)?.[0]}" at Assets/A\\.cs:${line}:\\d+ means ${meant}, but would not be renamed`),
    );
  }
  assert.match(rename(3, "Died?.Invoke").value.error, /declared outside the sources/);
  assert.notEqual(rename(3, "(Step").value.state, undefined);
  assert.notEqual(rename(3, " step").value.state, undefined);
});
