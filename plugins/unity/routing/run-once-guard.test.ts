/** Run-once guard for C#: placement, effect on the session, and interpretation of answers. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isObject, type Json, type JsonObject } from "../../../core/host/plugin-api.ts";
import { runCode, Session, Tally } from "../../../test/unity/fake/csharp.ts";
import type { Command } from "../command/command.ts";
import { guardOf, isCode, markQuery, markStateIn, withGuard, withOwnColumns } from "./run-once-guard.ts";

const ID = "execute-dynamic-code_1795204267906_031763";
const KEY = `"jig.receipt.${ID}"`;

const command = (Code: Json | undefined, more: JsonObject = {}): Command => ({
  method: "execute-dynamic-code",
  params: { ...(Code === undefined ? {} : { Code }), CompileOnly: false, ...more },
  repeatable: false,
});
const isGuarded = (code: string) => guardOf(command(code), ID) !== undefined;

test("only execute-dynamic-code sends code", () => {
  assert.ok(isCode(command("return 1;")));
  assert.ok(!isCode({ ...command("return 1;"), method: "compile" }));
});

test("statements are guarded", () => {
  const statements = [
    "return 1;",
    "  return 1;",
    "var using1 = 2;",
    "using (var writer = Open()) writer.Write(1);",
    "using var writer = Open();",
    "var list = new int[] { 1 };\nreturn list[0];",
    "classic.Run(); recorder.Stop(); structure.Clear();",
    "var subclass = 1;",
    "string s = ordinal ? a : b; // a class of its own",
  ];
  for (const code of statements.slice(0, -1)) assert.ok(isGuarded(code), code);
  // Matches inside a comment too. Unnecessary, but it does no harm.
  assert.ok(!isGuarded(statements.at(-1)!));
});

test("code is not guarded where it only reads, is not run, or where nothing can stand in front of it", () => {
  const code = "return 1;";
  assert.equal(guardOf({ ...command(code), repeatable: true }, ID), undefined);
  assert.equal(guardOf({ ...command(code), method: "unity-call" }, ID), undefined);
  assert.equal(guardOf(command(code, { CompileOnly: true }), ID), undefined);
  for (const absent of [undefined, null, 3, "", " \n\t"]) assert.equal(guardOf(command(absent), ID), undefined);
  const unguarded = [
    "#if UNITY_EDITOR\nreturn 1;\n#endif",
    "return 1;\n  #pragma warning disable",
    "namespace Game { }",
    "[Serializable] class A { }",
    "return 1;\n[MenuItem] void Run() { }",
    "extern alias Other;",
    "using System;\nreturn 1;",
    "return 1;\nusing System.Linq ;",
    "using static System.Math;",
    "using IO = System.IO;",
    "class A { }",
    "return 1;struct A { }",
    "return 1;} enum A { B }",
    "{interface IA { }",
    "record R(int X);",
    "public delegate void Done();",
  ];
  for (const each of unguarded) assert.ok(!isGuarded(each), each);
});

test("the guard stands on the caller's first line, and returns nowhere", () => {
  const guard = guardOf(command("return 1;"), ID)!;
  const params = withGuard({ Code: "return 1;\nreturn 2;", CompileOnly: false }, guard);
  assert.deepEqual(params, { Code: `${guard.prologue}return 1;\nreturn 2;`, CompileOnly: false });
  assert.ok(!/[\n\r]|return/.test(guard.prologue));
  assert.equal(
    guard.prologue,
    `if (UnityEditor.SessionState.GetInt(${KEY}, 0) != 0) throw new System.InvalidOperationException("jig: this command had already run, or was given up"); UnityEditor.SessionState.SetInt(${KEY}, 1); `,
  );
});

test("the question gives up what has not begun, and tells since when the Editor runs", () => {
  assert.equal(
    markQuery(ID),
    `var state = UnityEditor.SessionState.GetInt(${KEY}, 0); if (state == 0) UnityEditor.SessionState.SetInt(${KEY}, 2); return (state == 1 ? "begun" : "not begun") + " " + UnityEditor.EditorApplication.timeSinceStartup.ToString(System.Globalization.CultureInfo.InvariantCulture);`,
  );
});

test("in an Editor: code runs once for a receipt, and never after it was asked for in vain", () => {
  const [session, tally] = [new Session(), new Tally()];
  const send = (id: string, token: string) => {
    const code = `return "${token}";`;
    return runCode(String(withGuard({ Code: code }, guardOf(command(code), id)!).Code), session, tally);
  };
  const ask = (id: string) => {
    const ran = runCode(markQuery(id), session, tally);
    return markStateIn({ Success: ran.ok, Result: ran.ok ? String(ran.result) : "" })?.begun;
  };
  assert.ok(send("one", "tok-1-1").ok);
  assert.ok(!send("one", "tok-1-1").ok, "a second sending");
  assert.equal(ask("one"), true);
  assert.equal(ask("two"), false);
  assert.ok(!send("two", "tok-2-2").ok, "it was given up");
  assert.equal(ask("two"), false);
  assert.deepEqual([tally.of("tok-1-1"), tally.of("tok-2-2")], [1, 0]);
});

test("columns of the first line are those of the caller's own code", () => {
  const guard = { prologue: "x".repeat(50) };
  const errors = [
    { Line: 1, Column: 61, Message: "first" },
    { Line: 1, Column: 51, Message: "at the beginning" },
    { Line: 1, Column: 3, Message: "in the guard" },
    { Line: 2, Column: 61, Message: "second" },
    { Line: 1, Column: null, Message: "nowhere" },
    "text",
  ];
  const columns = (list: Json | undefined) =>
    Array.isArray(list) ? list.map((each) => (isObject(each) ? each.Column : each)) : [];
  for (const key of ["CompilationErrors", "Diagnostics"]) {
    const result = withOwnColumns({ Success: false, [key]: errors }, guard);
    assert.deepEqual(Object.keys(result), ["Success", key]);
    assert.equal(result.Success, false);
    assert.deepEqual(columns(result[key]), [11, 1, 1, 61, null, "text"]);
    assert.deepEqual([result[key]].flat()[0], { Line: 1, Column: 11, Message: "first" });
  }
  const plain = { Success: true, Result: "42", CompilationErrors: "none", Diagnostics: null };
  assert.deepEqual(withOwnColumns(plain, guard), plain);
});

test("what the question answered; anything else tells nothing", () => {
  const answer = (Result: Json, Success = true) => markStateIn({ Success, Result });
  assert.deepEqual(answer("begun 1234.5"), { begun: true, seconds: 1234.5 });
  assert.deepEqual(answer("not begun 7"), { begun: false, seconds: 7 });
  for (const other of ["begun", "begun x", "well begun 3", "was not begun 3", "", null, 3])
    assert.equal(answer(other), undefined, String(other));
  assert.equal(answer("begun 3", false), undefined);
  assert.equal(markStateIn({ Result: "begun 3" }), undefined);
});
