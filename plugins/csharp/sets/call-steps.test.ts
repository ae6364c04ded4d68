/**
 * Tests the answers of the index thread about calls and bases in projects with several constructors, parts, assemblies
 * and types with the same name.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { indexForAll, queryFor } from "../../../test/csharp/index-thread.ts";
import { modelOf, testGrammar } from "../../../test/csharp/marks.ts";
import { namespaceReach } from "../queries/external-targets.ts";
import type { ReferenceQuery } from "../queries/requests/requests.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
type Any = any;

const FILES = {
  "ProjectSettings/ProjectVersion.txt": "m_EditorVersion: 6000.0.1f1\n",
  "Packages/manifest.json": '{"dependencies":{}}',
  "Assets/Calls.cs": `namespace Game {
  public class Plain { }
  public class Many { public Many() { } public Many(int i) { } public Many(string s) : this() { } }
  public class Gen<T> { public Gen(T t) { } public Gen(T t, int k) { } }
  public class Caller {
    public void Go(object o) {
      new Plain(); new Plain();
      new Many(1); new Many("");
      new Gen<int>(1, 2);
      Make<int>(); var n = nameof(Other);
      System.Action a = Other; @event();
      Over(Lib.Get());
      Over(1);
    }
    void Make<T>() { }
    void Other() { }
    void @event() { }
    void Over(int i) { }
    void Over(string s) { }
    [Mark(nameof(Make))] void Marked() { Over(1); Over(Lib.Get()); }
    [Mark] int Field;
  }
  public class MarkAttribute : System.Attribute { public MarkAttribute(string s = "") { } }
}
class Bare { void Alone() { new Bare(); this.Alone(); } }
`,
  "Assets/Bases.cs": `using Brief = Game.Many;
namespace Game {
  public interface IRoot { } public interface ILeft : IRoot { } public interface IRight : IRoot { }
  public class Both : Lib.Thing, ILeft, IRight, System.IDisposable { int kept; public void Dispose() { } }
  public class Deep : Both { } public class Deeper : Deep { }
  public class Aliased { Brief brief = new Brief(1); }
}
`,
  "Assets/PartA.cs": "namespace Game { public partial class Part { void Do(int i) { } class Plain { } } }\n",
  "Assets/PartB.cs":
    "namespace Game { public partial class Part { void Do(string s) { } } public class Mob : UnityEngine.MonoBehaviour { } public class Sub : Mob { } public class SubSub : Sub { } }\n",
  "Assets/Conditions.cs": `class Cond {
  public Cond(object o) { }
#if ONE_OF_MINE
  public Cond(int i) { }
#endif
}
class CondUser {
  void Always() { new Cond(1); new Cond(""); }
#if ONE_OF_MINE
  void Sometimes() { new Cond(2); }
#else
  void Otherwise() { new Cond(3); }
#endif
#if ONE_OF_MINE
  void Headed(int a)
#else
  void Headed(long a)
#endif
  { Always(); }
}
`,
  "Assets/Engine.cs": `using UnityEngine;
[CreateAssetMenu] class E0 : ScriptableObject { ScriptableObject field; void M() { var t = nameof(ScriptableObject); } }
[UnityEngine.CreateAssetMenu] class E1 : UnityEngine.ScriptableObject { }
[CreateAssetMenuAttribute] class E2 { }
`,
  "Assets/Plain.cs": "[CreateAssetMenu] class E3 { ScriptableObject no; UnityEngine.ScriptableObject yes; }\n",
  "Assets/Alias.cs": "using Alias = UnityEngine.ScriptableObject; class E4 : Alias { }\n",
  "Assets/Within.cs": "namespace UnityEngine.Mine { class E5 : ScriptableObject { } }\n",
  "Assets/Usings.cs": "global using Wide;\nglobal using static Wide.Tools;\n",
  "Assets/Usings2.cs": "global using Wider;\n",
  "Assets/Wide.cs":
    "namespace Wide { public class Thing { } public static class Tools { public static int Count; } } namespace Wider { public class Thing2 { } }\n",
  "Assets/User.cs": "class User { Thing thing; Thing2 other; int M() => Count; }\n",
  "Assets/Far/User.cs": "class FarUser { Thing thing; int M() => Count; }\n",
  "Assets/Far/Far.asmdef": '{"name":"Far"}',
  "Assets/Far/Part.cs": "namespace Game { public class Part { void Do(long i) { } } }\n",
};

const index = indexForAll(FILES);

const rows = (answer: Any): string[] =>
  answer.rows.map(
    ({ symbol, kind, path, line, certainty, calls }: Any) =>
      `${symbol} ${kind} ${path.slice(7)}:${line} ${certainty} ${calls}`,
  );

describe("callees", () => {
  const of = async (name: string, more: Partial<ReferenceQuery> = {}) =>
    rows(await index.ask({ op: "callees", query: queryFor(name, more) }));
  test("constructors that nobody wrote, those that take the arguments, generic methods, words with an @", async () => {
    assert.deepEqual(await of("Go"), [
      "Game.Plain/Plain constructor Calls.cs:2 certain 7",
      "Game.Many/Many constructor Calls.cs:3 certain 8",
      "Game.Gen/Gen constructor Calls.cs:4 certain 9",
      "Game.Caller/Make method Calls.cs:15 certain 10",
      "Game.Caller/Other method Calls.cs:16 certain 11",
      "Game.Caller/event method Calls.cs:17 certain 11",
      "Game.Caller/Over method Calls.cs:18 possible 12",
      "Game.Caller/Over method Calls.cs:19 possible 12",
      "Game.Caller/Over method Calls.cs:18 certain 13",
    ]);
    assert.deepEqual(await of("Alone"), [
      "Bare/Bare constructor Calls.cs:25 certain 25",
      "Bare/Alone method Calls.cs:25 certain 25",
    ]);
    assert.deepEqual(await of("Marked"), [
      "Game.Caller/Over method Calls.cs:18 certain 20",
      "Game.Caller/Over method Calls.cs:19 possible 20",
    ]);
  });
  test("a constructor under a condition is sure where the same holds, in the same assembly", async () => {
    assert.deepEqual(await of("Always"), [
      "Cond/Cond constructor Conditions.cs:4 possible 8",
      "Cond/Cond constructor Conditions.cs:2 certain 8",
    ]);
    assert.deepEqual(await of("Sometimes"), ["Cond/Cond constructor Conditions.cs:4 certain 10"]);
    // Both headers are included, and neither of them calls the other.
    assert.deepEqual(await of("Headed"), Array(2).fill("CondUser/Always method Conditions.cs:8 certain 19"));
    assert.deepEqual(await of("Otherwise"), [
      "Cond/Cond constructor Conditions.cs:2 possible 12",
      "Cond/Cond constructor Conditions.cs:4 possible 12",
    ]);
  });
  test("of a constructor only the one that its first line names", async () => {
    assert.deepEqual(await of("Many", { kinds: ["constructor"] }), ["Game.Many/Many constructor Calls.cs:3 certain 3"]);
  });
});

describe("callers", () => {
  const of = async (name: string, file: string, line: number) => {
    const nodes = [{ name, path: index.path(`Assets/${file}.cs`), line }];
    const scripts = [...Object.keys(FILES).filter((each) => each.endsWith(".cs")), "Assets/Gone.cs"];
    const found: string[] = [];
    for (let from = 0; ; ) {
      const answer: Any = await index.ask({
        op: "callStep",
        direction: "callers",
        scope: "all",
        nodes,
        from,
        candidates: scripts.map((each) => index.path(each)),
      });
      for (const { row } of answer.rows) found.push(`${row.symbol}:${row.line} ${row.certainty} ${row.calls}`);
      from = answer.next;
      if (from >= answer.total) return found;
    }
  };
  test("are certain or possible line by line", async () => {
    assert.deepEqual(await of("Over", "Calls", 18), [
      "Game.Caller/Go:6 possible 12",
      "Game.Caller/Go:6 certain 13",
      "Game.Caller/Marked:20 certain 20",
    ]);
    assert.deepEqual(await of("Over", "Calls", 19), [
      "Game.Caller/Go:6 possible 12",
      "Game.Caller/Marked:20 possible 20",
    ]);
  });
  test("name attributes shortly and types by an alias", async () => {
    assert.deepEqual(await of("MarkAttribute", "Calls", 23), [
      "Game.Caller/Marked:20 certain 20",
      "Game.Caller/Field:21 certain 21",
    ]);
    assert.deepEqual(await of("Many", "Calls", 3), [
      "Bases.cs:0 certain 1",
      "Game.Aliased/brief:6 certain 6",
      "Game.Many:3 certain 3",
      "Game.Caller/Go:6 certain 8",
    ]);
  });
});

describe("what stands above and below", () => {
  const of = async (name: string, depth: number, more: Partial<ReferenceQuery> = {}, up = true, down = true) =>
    (await index.ask({ op: "hierarchy", query: queryFor(name, more), depth, up, down })).rows.map(
      (row: Any) =>
        `${row.relation} ${row.depth} ${row.symbol} ${row.kind} ${row.outside === true ? "outside" : row.line}`,
    );
  test("each once, though several ways lead there, and what lies elsewhere", async () => {
    assert.deepEqual(await of("Both", 9, {}, true, false), [
      "base 1 Thing class outside",
      "implements 1 Game.ILeft interface 3",
      "implements 1 Game.IRight interface 3",
      "implements 1 System.IDisposable interface outside",
      "base 2 Game.IRoot interface 3",
    ]);
    assert.deepEqual(await of("IRoot", 9, {}, false, true), [
      "derived 1 Game.ILeft interface 3",
      "derived 1 Game.IRight interface 3",
      "implemented by 2 Game.Both class 4",
      "derived 3 Game.Deep class 5",
      "derived 4 Game.Deeper class 5",
    ]);
  });
  test("of fields nothing, of the engine's types as deep as is asked", async () => {
    assert.deepEqual(await of("kept", 9), []);
    assert.deepEqual(await of("MonoBehaviour", 1), ["derived 1 Game.Mob class 1"]);
    assert.deepEqual(await of("MonoBehaviour", 2), ["derived 1 Game.Mob class 1", "derived 2 Game.Sub class 1"]);
  });
});

describe("global usings", () => {
  test("count in every file of their assembly, those of several files together, and in no other", async () => {
    const uses = async (name: string) => {
      const page = { pageSize: 100, counts: "matches" as const, perFile: 100, startAfter: "" };
      const candidates = ["User", "Far/User", "Wide"].map((file) => index.path(`Assets/${file}.cs`));
      const answer: Any = await index.ask({ op: "refs", query: queryFor(name), page, snippetContext: 0, candidates });
      return answer.files.flatMap(({ display, references }: Any) =>
        references.map(({ kind, certainty }: Any) => `${display.slice(7)} ${kind} ${certainty}`),
      );
    };
    assert.deepEqual(await uses("Thing"), ["User.cs type certain", "Wide.cs declaration certain"]);
    assert.deepEqual(await uses("Thing2"), ["User.cs type certain", "Wide.cs declaration certain"]);
    assert.deepEqual(await uses("Count"), ["User.cs read certain", "Wide.cs declaration certain"]);
  });
  test("the engine's types count where their namespace is written or imported", async () => {
    const uses = async (name: string) => {
      const page = { pageSize: 100, counts: "matches" as const, perFile: 100, startAfter: "" };
      const candidates = ["Engine", "Plain", "Alias", "Within"].map((file) => index.path(`Assets/${file}.cs`));
      const answer: Any = await index.ask({ op: "refs", query: queryFor(name), page, snippetContext: 0, candidates });
      return answer.files.flatMap(({ display, references }: Any) =>
        references.map(({ line, kind, certainty }: Any) => `${display.slice(7)}:${line} ${kind} ${certainty}`),
      );
    };
    assert.deepEqual(await uses("ScriptableObject"), [
      "Alias.cs:1 type certain",
      "Alias.cs:1 type certain",
      "Engine.cs:2 type certain",
      "Engine.cs:2 type certain",
      "Engine.cs:2 nameof certain",
      "Engine.cs:3 type certain",
      "Plain.cs:1 type certain",
      "Within.cs:1 type certain",
    ]);
    assert.deepEqual(await uses("CreateAssetMenuAttribute"), [
      "Engine.cs:2 attribute certain",
      "Engine.cs:3 attribute certain",
      "Engine.cs:4 attribute certain",
    ]);
  });
  test("a name with an @ stands where that stands", async () => {
    const page = { pageSize: 100, counts: "matches" as const, perFile: 100, startAfter: "" };
    const candidates = [index.path("Assets/Calls.cs")];
    const answer: Any = await index.ask({ op: "refs", query: queryFor("event"), page, snippetContext: 0, candidates });
    assert.deepEqual(
      answer.files[0].references.map(({ line, column }: Any) => `${line}:${column}`),
      ["11:32", "17:10"],
    );
  });
});

describe("the declaration that is meant", () => {
  const targets = async (name: string, more: Partial<ReferenceQuery>) =>
    (
      await index.ask({
        op: "refs",
        query: queryFor(name, more),
        page: { pageSize: 100, counts: "matches", perFile: 100, startAfter: "" },
        snippetContext: 0,
        candidates: [],
      })
    ).targets.map(({ symbol, path, line }: Any) => `${symbol} ${path.slice(7)}:${line}`);
  test("by a file: all parts of its type, none of another assembly, none of another type", async () => {
    assert.deepEqual(await targets("Do", { path: index.path("Assets/PartA.cs") }), [
      "Game.Part/Do PartA.cs:1",
      "Game.Part/Do PartB.cs:1",
    ]);
    assert.deepEqual(await targets("Do", { path: index.path("Assets/Far/Part.cs") }), ["Game.Part/Do Far/Part.cs:1"]);
    assert.deepEqual(await targets("Plain", { path: index.path("Assets/Calls.cs") }), ["Game.Plain Calls.cs:2"]);
    assert.deepEqual(await targets("Plain", { path: index.path("Assets/PartA.cs") }), ["Game.Part/Plain PartA.cs:1"]);
  });
});

describe("words for types of elsewhere", () => {
  test("written with a namespace, imported, or neither", async () => {
    const grammar = await testGrammar();
    const outside = { name: "Thing", namespaces: ["Lib", "Lib.Deep"] };
    const reach = (text: string): string => {
      const file = [...modelOf(grammar, {}, [text]).files.values()][0]!;
      const offset = text.lastIndexOf("Thing");
      return namespaceReach(file, file.declarationAt(offset), offset, outside);
    };
    assert.equal(reach("class C { Lib.Thing x; }"), "written");
    assert.equal(reach("class C { global::Lib . Thing x; }"), "written");
    assert.equal(reach("class C { Deep.Thing x; }"), "written");
    assert.equal(reach("class C { Other.Thing x; }"), "no");
    assert.equal(reach("class C { Thing x; }"), "no");
    assert.equal(reach("using Lib; class C { Thing x; }"), "imported");
    assert.equal(reach("using Other; using Lib.Deep; class C { Thing x; }"), "imported");
    assert.equal(reach("using Other; class C { Thing x; }"), "no");
    assert.equal(reach("using global::Lib; class C { Thing x; }"), "imported");
    assert.equal(reach("using X = Lib.Thing; class C { Thing x; }"), "imported");
    assert.equal(reach("using X = Lib.Other; class C { Thing x; }"), "imported");
    assert.equal(reach("using X = Lib; class C { Thing x; }"), "no");
    assert.equal(reach("using X = Other.Thing; class C { Thing x; }"), "no");
    assert.equal(reach("using static Lib.Tools; class C { Thing x; }"), "imported");
    assert.equal(reach("namespace Lib.Mine { class C { Thing x; } }"), "imported");
    assert.equal(reach("namespace Lib { using Deep; class C { Thing x; } }"), "imported");
    assert.equal(reach("namespace Other { using Deep; class C { Thing x; } }"), "no");
    assert.equal(reach("namespace Library { class C { Thing x; } }"), "no");
  });
});
