/** Local functions and delegates as callers, callees, and in symbol paths. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { callJig, scratch } from "../jig.ts";

const TEXT = `delegate int Change(int by);
struct Size { public Size(int x) { } }
class Player {
  Change change;
  void Move(Change given) {
    int Step(int by) { return Half(by); int Half(int of) => of / 2; }
    Step(1); change(2); given.Invoke(3); change?.Invoke(4); new Size();
    System.Action later = Again;
    void Again() => Step(5);
  }
  void Stop() { { void Once() { } Once(); } { void Once() { } Once(); } }
}
`;

const OTHERS = `namespace Own { static class Debug { public static void Assert(bool holds) { } } class Near { void M() { Debug.Assert(true); } } }
namespace Own.Inner { using System.Diagnostics; class Far { void M() { Debug.Assert(true); } } }
abstract class Base<T> { protected Base(int size) { } public abstract void Go(); }
class Pair(int size) : Base<(int, string)>(size) { public override void Go() { } }
class Built {
#if OLD
  int Size(int of) => of;
#else
  int Size(int of) => of + 1;
#endif
  int M() => Size(1);
}
class Shown(int by) {
  public Shown() : this(1) { }
  public static void Name(int by) { } public static void Name(string by) { }
}
class Shows {
  Shown One() => new Shown(2);
  Shown Two() => new Shown();
  void Three(Missing it) {
    Shown.Name(1);
    Shown.Name(it.Value);
  }
}
class Held { Change kept; bool M(bool on) => on && kept?.Invoke(1) == 2; }
`;

const FORWARDED = `[assembly: Forward(typeof(Gone))]
class Gone { public Gone() { } }
class ForwardAttribute : System.Attribute { public ForwardAttribute(System.Type type) { } }
`;

const BRANCHES = `class Branches {
#if NEW
  static int M(Branches of)
#else
  static int M(this Branches of)
#endif
  { return Local(1); int Local(int of) => of; }
}
`;

const cwd = scratch({ "Branches.cs": BRANCHES, "Player.cs": TEXT, "Others.cs": OTHERS, "Forwarded.cs": FORWARDED });
const call = (tool: string, input: object) => callJig(tool, input, { cwd }).value;

interface Row {
  symbol_path: string;
  kind: string;
  calls: number[];
}

function calls(input: object): string[] {
  return call("script_calls_find", input).results.map(
    ({ symbol_path, kind, calls: lines }: Row) => `${kind} ${symbol_path} ${lines.join()}`,
  );
}

test("what a member calls", () => {
  assert.deepEqual(calls({ name: "Player/Move", direction: "callees" }), [
    "local function Player/Move/Step/Half 6",
    "local function Player/Move/Step 7,9",
    "delegate Change 7",
    "constructor Size 7",
    "local function Player/Move/Again 8",
  ]);
});

test("what a local function calls, and who calls it", () => {
  assert.deepEqual(calls({ name: "Player/Move/Step", direction: "callees" }), [
    "local function Player/Move/Step/Half 6",
  ]);
  assert.deepEqual(calls({ name: "Player/Move(Change)/Step" }), ["method Player/Move 7,9"]);
  assert.deepEqual(calls({ at: "Player.cs:9:10" }), ["method Player/Move 8"]);
});

test("a delegate is called in the right operand of an operator too", () => {
  assert.deepEqual(calls({ name: "Held/M", direction: "callees" }), ["delegate Change 25"]);
});

test("a primary constructor is not the one that is declared beside it", () => {
  assert.deepEqual(calls({ name: "Shows/One", direction: "callees" }), ["constructor Shown 18"]);
  assert.deepEqual(calls({ name: "Shown/.ctor()", direction: "callees" }), ["constructor Shown 14"]);
  assert.deepEqual(calls({ name: "Shown/.ctor()" }), ["method Shows/Two 19"]);
});

test("a static constructor is not what new calls", () => {
  const text = `class Pool {
  static Pool() { }
  Pool() { }
  static Pool Make() => new Pool();
}
class Plain { static Plain() { } static Plain Make() => new Plain(); }
`;
  const folder = scratch({ "Pool.cs": text });
  for (const [name, called] of [
    ["Pool/Make", "Pool/.ctor() 3 certain"],
    ["Plain/Make", "Plain 6 certain"],
  ]) {
    const { results } = callJig("script_calls_find", { name, direction: "callees" }, { cwd: folder }).value;
    const rows = results.map(({ symbol_path, line, certainty }: Record<string, unknown>) =>
      [symbol_path, line, certainty].join(" "),
    );
    assert.deepEqual(rows, [called]);
  }
});

test("a type that an attribute of the assembly names is not created", () => {
  assert.deepEqual(calls({ name: "Gone/.ctor()" }), []);
  assert.equal(calls({ name: "ForwardAttribute/.ctor(System.Type)" }).length, 1);
});

test("lines that possibly call have a row of their own", () => {
  const rows = call("script_calls_find", { name: "Shown/Name(int)" }).results;
  assert.deepEqual(
    rows.map(({ calls: lines, certainty }: { calls: number[]; certainty: string }) => [lines, certainty]),
    [
      [[21], "certain"],
      [[22], "possible"],
    ],
  );
});

test("every tool takes its path", () => {
  const name = "Player/Move/Step";
  const { symbols } = call("script_symbols_get", { path: "Player.cs" });
  const paths = symbols.filter(({ kind }: Row) => kind === "localFunction").map((row: Row) => row.symbol_path);
  assert.deepEqual(paths, [
    "Player/Move/Step",
    "Player/Move/Step/Half",
    "Player/Move/Again",
    "Player/Stop/Once @Player.cs:11",
    "Player/Stop/Once @Player.cs:11",
  ]);
  const [found] = call("script_symbol_find", { name, exact: true }).results;
  assert.deepEqual([found.symbol.symbol_path, found.symbol.nameLine], [name, 6]);
  const refs = call("script_refs_find", { name });
  assert.deepEqual([refs.targets[0].symbol_path, refs.total], [name, 3]);
  assert.equal(call("script_impact_find", { name }).targets[0].symbol_path, name);
  const read = call("script_read", { name });
  assert.deepEqual([read.symbol_path, read.startLine, read.endLine], [name, 6, 6]);
  assert.match(JSON.stringify(call("script_rename", { name, to: "Stride" })), /Step to Stride/);
});

test("one in the body that both branches of an #if share is a single function", () => {
  const { symbols } = call("script_symbols_get", { path: "Branches.cs" });
  const [path] = symbols.filter(({ kind }: Row) => kind === "localFunction").map((row: Row) => row.symbol_path);
  const { results } = call("script_symbol_find", { name: path, exact: true });
  assert.deepEqual(
    results.map(({ symbol }: { symbol: { nameLine: number } }) => symbol.nameLine),
    [7],
  );
});

test("two of one name are told apart by a position", () => {
  assert.equal(call("script_refs_find", { name: "Player/Stop/Once" }).code, "SYMBOL_AMBIGUOUS");
});

test("a type that the inner namespace imports hides one of the outer namespace", () => {
  assert.deepEqual(calls({ name: "Own.Debug/Assert" }), ["method Own.Near/M 1"]);
});

test("a base with a tuple among its arguments and arguments of its own", () => {
  const { results } = call("script_hierarchy_find", { name: "Base<>/Go", direction: "down" });
  assert.deepEqual(
    results.map((row: Row) => row.symbol_path),
    ["Pair/Go"],
  );
});

test("of an #if and its #else a call means whichever is compiled", () => {
  const rows = call("script_calls_find", { name: "Built/M", direction: "callees" }).results;
  assert.deepEqual(
    rows.map(({ line, certainty }: { line: number; certainty: string }) => `${line} ${certainty}`),
    ["7 certain", "9 certain"],
  );
});

test("a call of what a call with an enum's member gives is a callee", () => {
  const root = scratch({
    "a.cs": `using System; class Q { public override string ToString() => ""; public static Q Create() => null; public Q On(DayOfWeek day) => this; }
class C { void M() { Q.Create().On(DayOfWeek.Monday).ToString(); } }`,
  });
  const { value } = callJig("script_calls_find", { name: "C/M", direction: "callees" }, { cwd: root });
  assert.deepEqual(
    value.results.map(({ symbol }: { symbol: string }) => symbol),
    ["Q/Create", "Q/On", "Q/ToString"],
  );
});
