/** Tests symbol paths in the form that answers print, and in the forms that people write. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { looseType, readParameterTypes, typeText } from "./parameter-types.ts";
import { parseSymbolPath } from "./parse-symbol-path.ts";

/** Formats the segments with their arities and parameters. */
function shown(written: string): string {
  const { outer, last } = parseSymbolPath(written);
  return [...outer, last]
    .map(({ name, arity, parameters }) => [name, arity ?? "", parameters ? `(${parameters.join()})` : ""].join(""))
    .join(" | ");
}

test("printed paths are read as they are", () => {
  assert.equal(shown("Ns.Sub.Outer/Inner<,>/Get(int,ref T)"), "Ns | Sub | Outer | Inner2 | Get(int,ref T)");
  assert.equal(shown("A.B/.ctor()"), "A | B | .ctor()");
  assert.equal(shown("A.B/.cctor()"), "A | B | .cctor()");
  assert.equal(shown("A.B/~Finalize()"), "A | B | ~Finalize()");
  assert.equal(shown("A.B/this[int,string]"), "A | B | this(int,string)");
  assert.equal(shown("A.B/operator +(A,List<B>)"), "A | B | operator +(A,List<B>)");
  assert.equal(shown("A.B/operator true(B)"), "A | B | operator true(B)");
  assert.equal(shown("B/implicit operator List<int>(C)"), "B | implicit operator List<int>(C)");
  assert.equal(shown("A.B/IDisposable.Dispose()"), "A | B | IDisposable | Dispose()");
  assert.equal(shown("A.B/IEnumerable<T>.GetEnumerator()"), "A | B | IEnumerable1 | GetEnumerator()");
  assert.equal(shown("A.B/M<>(T)"), "A | B | M1(T)");
  assert.equal(shown("Outer/Run()/Local"), "Outer | Run() | Local");
  assert.equal(shown("Program/<Main>$"), "Program | <Main>$");
  assert.deepEqual(parseSymbolPath("A.B @Assets/my a.cs:3").place, { path: "Assets/my a.cs", line: 3 });
});

test("other spellings of the same", () => {
  for (const written of ["IFactory`2", "IFactory<,>", "IFactory<A,B>", "IFactory<A, List<B, C>>"])
    assert.equal(shown(written), "IFactory2", written);
  assert.equal(shown("Ns.Outer.Inner.Get"), "Ns | Outer | Inner | Get");
  assert.equal(shown("A.B..ctor(int)"), "A | B | .ctor(int)");
  for (const written of [
    "Player::Move",
    "Player#Move",
    "Player->Move",
    "Player\\Move",
    "/Player/Move",
    "global::Player.Move",
  ])
    assert.equal(shown(written), "Player | Move", written);
  assert.equal(
    shown("public static void Player.Move(ref System.Int32 by, float f = 1) {"),
    "Player | Move(ref System.Int32,float)",
  );
  assert.equal(shown("Dictionary<int, string> Make<T>() where T : class"), "Make1()");
  assert.equal(shown("@class"), "class");
  assert.equal(parseSymbolPath("Move[1]").overload, 1);
});

test("parameter types lose names, defaults, attributes, tuple names and whitespace", () => {
  const read = (list: string) => readParameterTypes(list).join(" | ");
  assert.equal(read("int a, ref T b, out List< (int x, string y) > c"), "int | ref T | out List<(int,string)>");
  assert.equal(read("this string s, params object[] rest"), "string | params object[]");
  assert.equal(read("[CallerMemberName] string? name = null, int[,] grid"), "string? | int[,]");
  assert.equal(read("ref readonly Big b, scoped Span<int> s"), "ref Big | Span<int>");
  assert.equal(read(""), "");
  assert.equal(typeText("global::System.Func< int , T? >"), "global::System.Func<int,T?>");
  assert.equal(typeText("delegate* unmanaged[Cdecl]< int, void >"), "delegate* unmanaged[Cdecl]<int,void>");
  assert.equal(looseType("ref System.Collections.Generic.List<System.Int32?>"), "List<int>");
});

test("nothing makes it hang or throw", () => {
  for (const written of [
    "",
    "/",
    "<",
    "(((",
    "A<B",
    "A(",
    "operator",
    "operator (",
    "~",
    "@",
    "A[",
    "`",
    "🙂",
    "A`x",
    ")]>",
    "a b c (",
  ])
    assert.ok(parseSymbolPath(written), written);
});
