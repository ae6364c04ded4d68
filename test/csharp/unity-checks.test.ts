/**
 * Queries about a whole Unity project, one call each: UnityEvents, serialized fields, scripts by assembly, code by define, names in
 * assets, and impact.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { callJig, scratch } from "../jig.ts";

const PLAYER = "0123456789abcdef0123456789abcdef";
const MENU = "fedcba9876543210fedcba9876543210";
const CALL = (target: string, type: string, method: string) => `      - m_Target: {fileID: ${target}}
        m_TargetAssemblyTypeName: ${type}
        m_MethodName: ${method}
        m_Mode: 1
`;

const root = scratch({
  "ProjectSettings/ProjectVersion.txt": "m_EditorVersion: 6000.0.1f1\n",
  "Packages/manifest.json": '{"dependencies":{}}',
  "Assets/Game/Game.asmdef": '{"name":"Game"}',
  "Assets/Game/Player.cs": `using UnityEngine;
namespace Game {
  public class Base : MonoBehaviour { public void Jump() { } public int Lives { get; set; } }
  public class Player : Base {
    public int speed; [SerializeField] string title; int hidden; [System.NonSerialized] public int not; public readonly int fixedOne;
    public System.Collections.Generic.Dictionary<int, int> map;
#if UNITY_EDITOR && DEMO
    public int only;
#endif
  }
}
`,
  "Assets/Game/Player.cs.meta": `guid: ${PLAYER}\n`,
  "Assets/Menu.cs":
    "#if DEMO\n#endif\n#if DEMO\n#endif\npublic class Menu : UnityEngine.MonoBehaviour { public float width; public void Hide() { } public void Jump() { } void Awake() { } }",
  "Assets/Menu.cs.meta": `guid: ${MENU}\n`,
  "Assets/Panel.prefab": `%YAML 1.1
--- !u!114 &10
MonoBehaviour:
  m_Script: {fileID: 11500000, guid: ${PLAYER}, type: 3}
--- !u!114 &11
MonoBehaviour:
  m_Script: {fileID: 11500000, guid: ${MENU}, type: 3}
  m_OnClick:
    m_PersistentCalls:
      m_Calls:
${CALL("10", "Old.Player, Assembly-CSharp", "Jump")}${CALL("10", "Game.Player, Game", "Fly")}${CALL("10", "Game.Player, Game", "set_Lives")}${CALL("12", "UnityEngine.GameObject, UnityEngine", "SetActive")}${CALL("13", "Away.Thing, Away", "Do")}`,
  "Assets/Door.prefab": `%YAML 1.1
--- !u!114 &30
MonoBehaviour:
  m_Script: {fileID: 11500000, guid: ${MENU}, type: 3}
  panels:
  - title: One
    prefab: {fileID: 1, guid: 11111111111111111111111111111111, type: 3}
  - prefab: {fileID: 2, guid: 11111111111111111111111111111111, type: 3}
--- !u!222 &31
Image:
  sprite: {fileID: 3, guid: 11111111111111111111111111111111, type: 3}
`,
  // Old versions of Unity saved no type, so the type is that of the called object.
  "Assets/Old.prefab": `%YAML 1.1
--- !u!82 &14
AudioSource:
  m_Enabled: 1
--- !u!114 &15
MonoBehaviour:
  m_Script: {fileID: 11500000, guid: ${MENU}, type: 3}
  m_OnClick:
    m_PersistentCalls:
      m_Calls:
      - m_Target: {fileID: 14}
        m_MethodName: Play
      - m_Target: {fileID: 14}
        m_MethodName: Rewind
      - m_Target: {fileID: 15}
        m_MethodName: Hide
`,
  "Assets/Panel.prefab.meta": "guid: 11111111111111111111111111111111\n",
  "Packages/near/package.json": '{"name":"near"}',
  "Packages/near/Near.asmdef": '{"name":"Near"}',
  "Packages/near/Near.cs": "#if NEAR\n#endif\nclass Near { }",
  "Assets/Far.unity": "version https://git-lfs.github.com/spec/v1\n",
  "Assets/Start.unity": `%YAML 1.1
--- !u!1001 &20
PrefabInstance:
  m_Modification:
    m_TransformParent: {fileID: 0}
    m_Modifications:
    - target: {fileID: 5}
      propertyPath: m_OnClick.m_PersistentCalls.m_Calls.Array.data[0].m_TargetAssemblyTypeName
      value: Game.Player, Game
    - target: {fileID: 5}
      propertyPath: m_OnClick.m_PersistentCalls.m_Calls.Array.data[0].m_MethodName
      value: Jump
    - target: {fileID: 6}
      propertyPath: m_OnClick.m_PersistentCalls.m_Calls.Array.data[0].m_Target
      value: 
      objectReference: {fileID: 21}
    - target: {fileID: 6}
      propertyPath: m_OnClick.m_PersistentCalls.m_Calls.Array.data[0].m_MethodName
      value: Jump
      objectReference: {fileID: 0}
  m_SourcePrefab: {fileID: 100100000, guid: 11111111111111111111111111111111, type: 3}
--- !u!114 &21
MonoBehaviour:
  m_Script: {fileID: 11500000, guid: ${PLAYER}, type: 3}
`,
});

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
type Answer = any;
const ask = (tool: string, input: object): Answer => callJig(tool, input, { cwd: root }).value;
const check = (which: string, name = ""): Answer => ask("script_project_check", { check: which, name });
const said = ({ results }: Answer): string[] =>
  results.map(({ kind, symbol, path, line }: Record<string, unknown>) => [kind, symbol, path, line].join(" ").trim());

test("targets of UnityEvents: the script of the called object counts, not the type of the day when it was set", () => {
  assert.deepEqual(said(check("events")), [
    "missing target UnityEngine.AudioSource/Rewind Assets/Old.prefab 14",
    "missing target Game.Player/Fly Assets/Panel.prefab 17",
    "target not known Away.Thing/Do Assets/Panel.prefab 29",
    "target Menu/Hide Assets/Old.prefab 16",
    "target Game.Base/Jump Assets/Panel.prefab 13",
    "target Game.Base/Lives Assets/Panel.prefab 21",
    "target Game.Base/Jump Assets/Start.unity 12",
    "target of the engine UnityEngine.AudioSource/Play Assets/Old.prefab 12",
    "target of the engine UnityEngine.GameObject/SetActive Assets/Panel.prefab 25",
  ]);
  // The second override names an object of this scene and no type; it calls the same method.
  const jumps = check("events", "Jump").results;
  assert.deepEqual(
    jumps.map(({ count, why, certainty }: Record<string, unknown>) => [count, why, certainty].join(" ")),
    ["1 declared at Assets/Game/Player.cs:3 certain", "2 by an override certain"],
  );
  assert.deepEqual(said(check("events", "Fly")).length, 1);
});

test("fields that Unity saves, of all types or of one", () => {
  const one = ["field Game.Player/speed", "field Game.Player/title", "field Game.Player/only"];
  const named = (answer: Answer) =>
    answer.results.map(({ kind, symbol }: Record<string, string>) => `${kind} ${symbol}`);
  assert.deepEqual(named(check("serialized", "Player")), one);
  assert.deepEqual(named(check("serialized")), [...one, "field Menu/width"]);
});

test("scripts of an assembly, those of none, and conditions by define and assembly", () => {
  assert.deepEqual(said(check("scripts", "Game")), ["script Game Assets/Game/Player.cs"]);
  assert.deepEqual(said(check("scripts")), ["script Assembly-CSharp Assets/Menu.cs"]);
  assert.match(
    check("scripts", "Nope").error,
    /No script here belongs to an assembly "Nope"\. Write one of Assembly-CSharp, Game, Near/,
  );
  // Names are found outside of the default scope too.
  assert.deepEqual(said(check("scripts", "Near")), ["script Near Packages/near/Near.cs"]);
  assert.deepEqual(said(check("defines", "NEAR")), ["define NEAR Packages/near/Near.cs 1"]);
  const rows = check("defines").results.map(
    ({ symbol, why, line }: Record<string, unknown>) => `${symbol} ${why} ${line}`,
  );
  assert.deepEqual(rows, ["DEMO in Assembly-CSharp 1", "DEMO in Game 7", "UNITY_EDITOR in Game 7"]);
  const demo = check("defines", "DEMO").results;
  assert.deepEqual(
    demo.map(({ path, lines }: Answer) => `${path} ${lines}`),
    ["Assets/Menu.cs 1,3", "Assets/Game/Player.cs 7"],
  );
  assert.match(check("dead", "DEMO").error, /"name" has no effect on dead/);
});

test("several names in one call: assets of each and what holds those, impact of each", () => {
  const { results } = ask("script_asset_usages", { names: ["Player", "Assets/Menu.cs"], depth: 2 });
  const rows = results.flatMap(({ path, uses }: Answer) =>
    uses.map(({ kind, value }: Answer) => `${path} ${kind} ${value}`),
  );
  assert.deepEqual(rows, [
    "Assets/Door.prefab component Assets/Menu.cs",
    "Assets/Old.prefab component Assets/Menu.cs",
    "Assets/Panel.prefab component Player",
    "Assets/Panel.prefab component Assets/Menu.cs",
    "Assets/Door.prefab reference undefined",
    "Assets/Start.unity instance undefined",
    "Assets/Start.unity component Player",
  ]);
  const impact = ask("script_impact_find", { names: ["Player", "Base/Jump", "Absentee"] });
  assert.match(impact.overview, /^Player: 1 code, 2 asset, 1 assembly; Base\/Jump: /);
  assert.equal(impact.hint, "No script declares Absentee");
  assert.ok(impact.results.every(({ of }: Answer) => of.length === 1));
  const unread = /1 asset is not text: 1 not fetched by Git LFS, such as Assets\/Far\.unity/;
  assert.match(ask("script_impact_find", { name: "Player/speed" }).notes.join(" "), unread);
});

test("calls by UnityEvents and by Unity: a zero says who else calls, and a namesake's event is not counted", () => {
  const called = ask("script_calls_find", { name: "Base/Jump" });
  assert.deepEqual([called.total, called.assets], [0, ["Assets/Panel.prefab", "Assets/Start.unity"]]);
  const namesake = ask("script_calls_find", { name: "Menu/Jump" });
  assert.deepEqual([namesake.total, namesake.assets], [0, undefined]);
  assert.equal(ask("script_calls_find", { name: "Menu/Awake" }).note, "Unity calls it");
  const several = ask("script_calls_find", { names: ["Base/Jump", "Menu/Jump", "Menu/Awake"] });
  assert.deepEqual(several.withoutCall, [
    "Base/Jump (in an event or animation of Assets/Panel.prefab, Assets/Start.unity)",
    "Menu/Jump",
    "Menu/Awake (Unity calls it)",
  ]);
});

test("a reference in an asset names the component and its field", () => {
  const { results } = ask("script_asset_usages", { path: "Assets/Panel.prefab" });
  const fields = results.flatMap(({ path, uses }: Answer) => uses.map((use: Answer) => `${path} ${use.fields}`));
  assert.deepEqual(fields, ["Assets/Door.prefab Menu.panels.prefab,Image.sprite", "Assets/Start.unity undefined"]);
});
