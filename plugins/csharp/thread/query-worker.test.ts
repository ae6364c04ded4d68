/**
 * Tests the answers of the index thread about declarations: uses in pages, callers and callees in steps, bases and
 * overrides, and hints.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { indexForAll, queryFor } from "../../../test/csharp/index-thread.ts";
import type { ReferenceQuery } from "../queries/requests/requests.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
type Any = any;

const FILES = {
  "ProjectSettings/ProjectVersion.txt": "m_EditorVersion: 6000.0.1f1\n",
  "Packages/manifest.json": '{"dependencies":{}}',
  "Assets/Units.cs": `using UnityEngine;
namespace Game {
  public interface IUnit { void Hit(int by); int Health { get; } }
  public abstract class Unit : MonoBehaviour, IUnit {
    public int Health { get; set; }
    public virtual void Hit(int by) { Health -= by; if (Health < 0) Fall(); }
    protected abstract void Fall();
    void Awake() { Reset(); }
    void Reset() { Health = 10; }
  }
  public class Knight : Unit {
    public Knight() : base() { }
    public override void Hit(int by) { base.Hit(by / 2); Hit(1); }
    protected override void Fall() { new Sword(3); Sword.Count++; }
  }
}
class Lamp { public void SetActive(bool on) { } }
class Shown { void M(Lamp l, Transform t) { l.SetActive(true); t.gameObject.SetActive(false); } void SetActive(int i) { } }
`,
  "Assets/Swords.cs": `namespace Game {
  public class Sword { public static int Count; public Sword(int size) { } public Sword() : this(1) { } }
  public class Long : Sword { public Long() : base(2) { } }
  [Blunt] public class Club { Sword inside; void Swing(Unit at, IUnit other) { at.Hit(3); other.Hit(4); System.Action<int> later = at.Hit; /* Hit */ } }
  public class BluntAttribute : System.Attribute { }
}
`,
  "Assets/Arena.cs": `using Game;
public class Arena {
  Knight one;
  /// <see cref="Unit.Hit(int)"/>
  public void Start() { Round(); Round(); one.Hit(1); }
  void Round() { one.Hit(2); Local(); void Local() { one.Hit(5); } }
  public int Left => one.Health;
}
`,
  "Assets/Named.cs": `using Named = UnityEngine.ScriptableObject; using Other = Lib.ScriptableObject;
class Card : Named { Named next; Other beside; void Make() { var one = (Named)next; } }
`,
};

const index = indexForAll(FILES);

const scripts = () => Object.keys(FILES).flatMap((file) => (file.endsWith(".cs") ? [index.path(file)] : []));

async function uses(asked: ReferenceQuery, pageSize = 1000, startAfter = ""): Promise<Any> {
  const page = { pageSize, counts: "matches" as const, perFile: 1000, startAfter };
  return await index.ask({ op: "refs", query: asked, page, snippetContext: 0, candidates: scripts() });
}

const places = (answer: Any): string[] =>
  answer.files.flatMap(({ display, references }: Any) =>
    references.map(
      (use: Any) =>
        `${display.slice(7)}:${use.line}:${use.column} ${use.kind} ${use.certainty} in ${use.symbol}@${use.symbolLine}${use.via ? ` via ${use.via}` : ""}`,
    ),
  );

const rows = (answer: Any): string[] =>
  answer.rows.map(
    ({ symbol, kind, path, line, certainty, calls }: Any) =>
      `${symbol} ${kind} ${path.slice(7)}:${line} ${certainty} ${calls}`,
  );

describe("uses", () => {
  test("of one override: where, in what, as what, and by which related member", async () => {
    const answer = await uses(queryFor("Hit", { container: "Knight" }));
    assert.deepEqual(places(answer), [
      "Arena.cs:4:23 cref certain in Arena@2 via Game.Unit/Hit",
      "Arena.cs:5:47 call certain in Arena/Start@5",
      "Arena.cs:6:22 call certain in Arena/Round@6",
      "Arena.cs:6:58 call certain in Arena/Round@6",
      "Swords.cs:4:83 call certain in Club/Swing@4 via Game.Unit/Hit",
      "Swords.cs:4:97 call certain in Club/Swing@4 via Game.IUnit/Hit",
      "Swords.cs:4:135 read certain in Club/Swing@4 via Game.Unit/Hit",
      "Units.cs:3:33 declaration certain in IUnit/Hit@3 via Game.IUnit/Hit",
      "Units.cs:6:25 declaration certain in Unit/Hit@6 via Game.Unit/Hit",
      "Units.cs:13:26 declaration certain in Knight/Hit@13",
      "Units.cs:13:45 call certain in Knight/Hit@13 via Game.Unit/Hit",
      "Units.cs:13:58 call certain in Knight/Hit@13",
    ]);
    assert.deepEqual([answer.certain, answer.possible, answer.other, answer.total, answer.more], [12, 0, 0, 12, false]);
    assert.deepEqual(answer.targets, [
      { path: "Assets/Units.cs", line: 13, kind: "method", symbol: "Game.Knight/Hit", symbol_path: "Game.Knight/Hit" },
    ]);
    assert.deepEqual([answer.warnings, answer.hint, answer.note], [[], undefined, undefined]);
  });
  test("in texts where they are asked for, possible and not counted", async () => {
    const answer = await uses(queryFor("Hit", { container: "Knight", includeText: true }));
    assert.deepEqual(
      places(answer).filter((place) => place.includes("text")),
      ["Swords.cs:4:143 text possible in Club/Swing@4"],
    );
    assert.deepEqual([answer.certain, answer.possible, answer.total], [12, 0, 13]);
  });
  test("of constructors other words, of types their constructors, of namespaces parts of names", async () => {
    const constructors = await uses(queryFor("Sword", { kinds: ["constructor"] }));
    assert.deepEqual(places(constructors), [
      "Swords.cs:2:56 declaration certain in Sword/Sword@2",
      "Swords.cs:2:83 declaration certain in Sword/Sword@2",
      "Swords.cs:2:93 call certain in Sword/Sword@2",
      "Swords.cs:3:47 call certain in Long/Long@3",
      "Units.cs:14:42 call certain in Knight/Fall@14",
    ]);
    assert.equal(constructors.other, 4);
    assert.deepEqual(places(await uses(queryFor("Game"))), [
      "Arena.cs:1:7 namespace certain in Arena.cs@0",
      "Swords.cs:1:11 declaration certain in Game@0",
      "Units.cs:2:11 declaration certain in Game@0",
    ]);
    assert.deepEqual(places(await uses(queryFor("BluntAttribute"))), [
      "Swords.cs:4:4 attribute certain in Club@4",
      "Swords.cs:5:16 declaration certain in BluntAttribute@5",
    ]);
  });
  test("of the engine's types, with a word about them", async () => {
    const answer = await uses(queryFor("MonoBehaviour"));
    assert.deepEqual(places(answer), ["Units.cs:4:32 type certain in Unit@4"]);
    assert.match(
      answer.note,
      /^class UnityEngine\.MonoBehaviour is declared outside the sources, according to the names in Unity /,
    );
    assert.equal(answer.hint, undefined);
  });
  test("of the engine's types by an alias, not by that of another of the name", async () => {
    assert.deepEqual(places(await uses(queryFor("ScriptableObject"))), [
      "Named.cs:1:27 type certain in Named.cs@0",
      "Named.cs:2:14 type certain in Card@2",
      "Named.cs:2:22 type certain in Card/next@2",
      "Named.cs:2:73 type certain in Card/Make@2",
    ]);
  });
  test("of members of the engine's types, of that type alone", async () => {
    const answer = await uses(queryFor("SetActive", { container: "GameObject" }));
    assert.deepEqual(places(answer), ["Units.cs:18:77 call certain in Shown/M@18"]);
    assert.match(
      answer.note,
      /^UnityEngine\.GameObject\.SetActive has no source here, according to the names in Unity/,
    );
    assert.deepEqual(places(await uses(queryFor("SetActive", { container: "Transform" }))), []);
  });
  test("pages begin where the one before ended, and an answer is not searched twice", async () => {
    const asked = queryFor("Hit", { container: "Knight" });
    const first = await uses(asked, 5);
    assert.deepEqual([places(first).length, first.more, first.total, first.paths.length], [5, true, 12, 3]);
    const page = { pageSize: 5, counts: "matches" as const, perFile: 1000, startAfter: "" };
    const again = await index.ask({ op: "refs", query: asked, page, snippetContext: 0 });
    assert.deepEqual(again, first);
    const unknown = await index.ask({ op: "refs", query: queryFor("Fall"), page, snippetContext: 0 });
    assert.deepEqual([unknown.needText, unknown.words], [true, ["Fall"]]);
  });
  test("none of what is not declared: what else there is, or what is written like it", async () => {
    assert.equal((await uses(queryFor("Hitt"))).hint, "Did you mean Hit?");
    assert.equal(
      (await uses(queryFor("Hit", { container: "Arena" }))).hint,
      "Declarations with that name: Game.IUnit/Hit, Game.Unit/Hit, Game.Knight/Hit",
    );
  });
  test("the declaration by its file, its line, its namespace and its container", async () => {
    const path = index.path("Assets/Units.cs");
    const lines = async (more: Partial<ReferenceQuery>) =>
      (await uses(queryFor("Hit", more))).targets.map(({ line }: Any) => line);
    assert.deepEqual(await lines({ path, line: 6 }), [6]);
    assert.deepEqual(await lines({ path, line: 7 }), []);
    assert.deepEqual(await lines({ container: "Game.Unit" }), [6]);
    assert.deepEqual(await lines({ container: "Unit", namespace: "Game" }), [6]);
    assert.deepEqual(await lines({ container: "Unit", namespace: "Other" }), []);
    assert.deepEqual(await lines({ namespace: "Game" }), [3, 6, 13]);
    assert.deepEqual(await lines({}), [3, 6, 13]);
    assert.deepEqual(await lines({ kinds: ["property"] }), []);
  });
});

describe("callees", () => {
  const of = async (name: string, more: Partial<ReferenceQuery> = {}) =>
    await index.ask({ op: "callees", query: queryFor(name, more) });
  test("methods, constructors, local functions' calls and methods that are handed on", async () => {
    assert.deepEqual(rows(await of("Fall", { container: "Knight" })), [
      "Game.Sword/Sword constructor Swords.cs:2 certain 14",
    ]);
    assert.deepEqual(rows(await of("Swing")), [
      "Game.Unit/Hit method Units.cs:6 certain 4",
      "Game.IUnit/Hit method Units.cs:3 certain 4",
    ]);
    assert.deepEqual(rows(await of("Start")), [
      "Arena/Round method Arena.cs:6 certain 5",
      "Game.Knight/Hit method Units.cs:13 certain 5",
    ]);
    assert.deepEqual(rows(await of("Round")), [
      "Game.Knight/Hit method Units.cs:13 certain 6",
      "Arena/Round/Local local function Arena.cs:6 certain 6",
    ]);
  });
  test("base(…) and this(…), each with the constructor that takes its arguments", async () => {
    assert.deepEqual(rows(await of("Long", { kinds: ["constructor"] })), [
      "Game.Sword/Sword constructor Swords.cs:2 certain 3",
    ]);
  });
  test("none of what is not declared", async () => {
    const answer = await of("Fal");
    assert.deepEqual([answer.rows, answer.targets, answer.hint], [[], [], "Did you mean Fall?"]);
    assert.equal((await of("Fall")).hint, undefined);
  });
});

describe("what stands above and below", () => {
  const of = async (name: string, depth: number, more: Partial<ReferenceQuery> = {}, up = true, down = true) =>
    (await index.ask({ op: "hierarchy", query: queryFor(name, more), depth, up, down })).rows.map(
      (row: Any) =>
        `${row.relation} ${row.depth} ${row.symbol} ${row.kind} ${row.path ? `${row.path.slice(7)}:${row.line}` : "outside"}${row.of ? ` of ${row.of}` : ""}`,
    );
  test("of interfaces and classes, step by step", async () => {
    assert.deepEqual(await of("IUnit", 1), ["implemented by 1 Game.Unit class Units.cs:4 of Game.IUnit"]);
    assert.deepEqual(await of("IUnit", 2), [
      "implemented by 1 Game.Unit class Units.cs:4 of Game.IUnit",
      "derived 2 Game.Knight class Units.cs:11 of Game.Unit",
    ]);
    assert.deepEqual(await of("Knight", 9, { kinds: ["class"] }), [
      "base 1 Game.Unit class Units.cs:4 of Game.Knight",
      "base 2 UnityEngine.MonoBehaviour class outside of Game.Unit",
      "base 3 UnityEngine.Behaviour class outside of UnityEngine.MonoBehaviour",
      "base 4 UnityEngine.Component class outside of UnityEngine.Behaviour",
      "base 5 UnityEngine.Object class outside of UnityEngine.Component",
      "implements 2 Game.IUnit interface Units.cs:3 of Game.Unit",
    ]);
    assert.deepEqual(await of("Knight", 1, { kinds: ["class"] }), ["base 1 Game.Unit class Units.cs:4 of Game.Knight"]);
    assert.deepEqual(await of("Unit", 9, {}, false, true), ["derived 1 Game.Knight class Units.cs:11 of Game.Unit"]);
    assert.deepEqual(await of("Sword", 9, { kinds: ["class"] }), [
      "derived 1 Game.Long class Swords.cs:3 of Game.Sword",
    ]);
  });
  test("of members, and of the engine's types", async () => {
    assert.deepEqual(await of("Hit", 9, { container: "Unit" }), [
      "implements 1 Game.IUnit/Hit method Units.cs:3",
      "overridden by 1 Game.Knight/Hit method Units.cs:13",
    ]);
    assert.deepEqual(await of("Hit", 9, { container: "Unit" }, true, false), [
      "implements 1 Game.IUnit/Hit method Units.cs:3",
    ]);
    assert.deepEqual(await of("Health", 9, { container: "IUnit" }), [
      "implemented by 1 Game.Unit/Health property Units.cs:5",
    ]);
    assert.deepEqual(await of("MonoBehaviour", 9), [
      "derived 1 Game.Unit class Units.cs:4",
      "derived 2 Game.Knight class Units.cs:11 of Game.Unit",
    ]);
    assert.deepEqual(await of("MonoBehaviour", 9, {}, true, false), []);
  });
});

describe("steps of a walk along calls", () => {
  const step = async (direction: "callers" | "callees", names: [string, string, number][], candidates?: string[]) => {
    const nodes = names.map(([name, file, line]) => ({ name, path: index.path(`Assets/${file}.cs`), line }));
    const rows: Any[] = [];
    // On a busy machine, the answer comes in several parts.
    for (let from = 0; ; ) {
      const request = { op: "callStep" as const, direction, scope: "all" as const, nodes, from };
      const answer = await index.ask({ ...request, ...(candidates ? { candidates } : {}) });
      if (answer.words) return answer;
      rows.push(...answer.rows);
      from = answer.next;
      if (from >= answer.total) return { ...answer, rows };
    }
  };
  const met = (answer: Any): string[] =>
    answer.rows.map(
      ({ node, row }: Any) =>
        `${node} ${row.symbol} ${row.kind} ${row.path.slice(7)}:${row.line} ${row.certainty} ${row.calls}${row.via ? ` via ${row.via}` : ""}${row.unity ? ` ${row.unity}` : ""}`,
    );
  const NODES: [string, string, number][] = [
    ["Hit", "Units", 13],
    ["Reset", "Units", 9],
    ["Health", "Units", 5],
    ["Gone", "Units", 3],
  ];
  test("the text is looked for of what is not private alone", async () => {
    assert.deepEqual((await step("callers", NODES)).words, ["Hit", "Health"]);
    assert.deepEqual((await step("callers", NODES.slice(1, 2))).words, []);
  });
  test("callers of each, file by file, with what Unity calls", async () => {
    const answer = await step("callers", NODES, scripts());
    assert.deepEqual(met(answer), [
      "0 Arena/Start method Arena.cs:5 certain 5",
      "0 Arena/Round method Arena.cs:6 certain 6",
      "2 Arena/Left property Arena.cs:7 certain 7",
      "0 Game.Club/Swing method Swords.cs:4 certain 4 via Game.Unit/Hit",
      "0 Game.Knight/Hit method Units.cs:13 certain 13 via Game.Unit/Hit",
      "1 Game.Unit/Awake method Units.cs:8 certain 8 message",
      "2 Game.Unit/Hit method Units.cs:6 certain 6",
      "2 Game.Unit/Reset method Units.cs:9 certain 9 message",
    ]);
    assert.deepEqual([answer.next, answer.total], [4, 4]);
  });
  test("of what is private its own files, of constructors those of derived classes", async () => {
    assert.deepEqual(met(await step("callers", [["Reset", "Units", 9]], [])), [
      "0 Game.Unit/Awake method Units.cs:8 certain 8 message",
    ]);
    const { rows: found } = await step("callers", [["Sword", "Swords", 2]], []);
    assert.deepEqual(
      [...new Set(found.map(({ row }: Any) => row.symbol))],
      ["Game.Sword", "Game.Long", "Game.Club/inside"],
    );
  });
  test("callees of each", async () => {
    const answer = await step(
      "callees",
      [
        ["Hit", "Units", 13],
        ["Awake", "Units", 8],
      ],
      [],
    );
    assert.deepEqual(met(answer), [
      "0 Game.Unit/Hit method Units.cs:6 certain 13",
      "0 Game.Knight/Hit method Units.cs:13 certain 13",
      "1 Game.Unit/Reset method Units.cs:9 certain 8",
    ]);
    assert.deepEqual([answer.next, answer.total], [2, 2]);
  });
});
