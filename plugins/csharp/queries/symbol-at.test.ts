/** Tests which symbol is at a position. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { indexForAll, queryFor } from "../../../test/csharp/index-thread.ts";
import type { ReferencePage } from "./requests/requests.ts";

const TEXT = `namespace Game {
  class Pool<T> { public void Get(int a) { } public void Get(T a) { } }
  class Player {
    int health; event System.Action Died;
    void Run(Pool<int> pool, int by) { pool.Get(by); var left = health - by; Died?.Invoke(); again: goto again; }
  }
  class Counter(int start) { int count = start;
    int All { get => start; set { start = value; } }
    /// <summary>See <paramref name="more"/>.</summary>
    public void Add(int more) { _ = more; }
    void Run() { Counter c; Add(more: 1); c.Each((item) => item + 1); }
    int Local() { int Twice(int number) { return number; } return Twice(number: 2); }
    void Each(System.Func<int, int> f) { }
    (int left, int right) Pair;
  }
  class Told {
    System.Func<int, int> next = step => step + 1;
    /// <summary>As <see cref="Pool{TItem}.Get(TItem)"/>; <see cref="Pool{TItem}"/> again.</summary>
    void Some() { }
    /// <summary>Adds <paramref
    /// name="more"/>.</summary>
#if NEWER
    public int Add(int more)
#else
    public int Add(short more)
#endif
    { return more; }
    /// <summary>Takes <paramref
    /// name="less"/>.</summary>
    public int Take(int less) => less;
  }
  static class Added {
    extension<T>(Pool<T> pool) where T : class { public T First(T other) => other; public int Count => pool.Has; }
  }
  class Kept { int k; int K { get => k; private set => k = value + 1; } int this[int i] { [Far] set { k = value; k += value; } } }
  class Branches {
    int M() {
#if NEWER
      var id = 1;
#else
      var id = 2;
#endif
      return id;
    }
  }
  static class Documented {
    /// <summary>Extends <paramref name="word"/>.</summary>
    /// <typeparam name="TKind">Any.</typeparam>
    extension<TKind>(string word) {
      /// <param name="by">Beside <paramref name="word"/>.</param>
      public string Cut(int by) => word.Substring(by);
    }
  }
  delegate int Step(int by);
  class Steps { void Run(Step step, Step? other) { step.Invoke(1); other?.Invoke(2); } }
  unsafe class Raw { void Copy(byte* to, int len) { do { *to++ = 255; } while (len > 9); *to++ = (byte)len; } }
  record Base(int Start);
  class Whole { event Step Own; void Run((int left, string right) pair) { Own?.GetInvocationList(); _ = pair.right; var made = new { Items = 1 }; _ = made.Items; } }
  /// <param name="Width">In points.</param>
  record Box(int Width) : Base(Width);
  struct Meters { public static implicit operator Meters(Box box) => default; public static explicit operator int(Meters m) { nuint n = 1; return (int)n; } }
  ref partial struct Read<T> { T one; }
  record Shape(int Sides) { public override int GetHashCode() => 1; public sealed override string ToString() => ""; }
  record Tile(int Sides) : Shape(Sides) { public int Twice() => GetHashCode(); }
  class Tiles { void Run(Tile tile, Shape shape) { tile.GetHashCode(); tile.ToString(); shape.GetHashCode(); tile?.Equals(shape); tile.Deconstruct(out var sides); tile.GetType(); } }
  /// <summary>A <see cref="Pool&lt;Player&gt;"/>.</summary>
  class Escaped { void Run() { var all = Find(static file => file.Length > 1); } }
  class Inner { void Run() { Do<Player>(1); TF Do<TF>(int i) where TF : Player { TF one = Get<TF>(); return one; } } TF Get<TF>() => default; }
}
`;
const index = indexForAll({ "Assets/Player.cs": TEXT });

/** Returns the symbol at the first letter of the last word of `words`. */
async function at(words: string, line: number, shift = 0): Promise<string> {
  const text = TEXT.split("\n")[line - 1] ?? "";
  const column = text.indexOf(words) + words.search(/\w+$/) + 1 + shift;
  const request = { op: "symbolAt" as const, path: index.path("Assets/Player.cs"), line, column };
  return await index.ask(request).then(
    ({ symbolPath, local }) => symbolPath ?? `${local.kind} ${local.name} ${local.line}:${local.column}`,
    ({ code, message }) => `${code}: ${message}`,
  );
}

/** Returns the places and kinds of all uses of that symbol. */
async function usesAt(words: string, line: number): Promise<string> {
  const text = TEXT.split("\n")[line - 1] ?? "";
  const column = text.indexOf(words) + words.search(/\w+$/) + 1;
  const path = index.path("Assets/Player.cs");
  const { local } = await index.ask({ op: "symbolAt", path, line, column });
  const page = { pageSize: 100, counts: "matches" as const, perFile: 100, startAfter: "" };
  const query = queryFor(local.name, { local });
  const found = await index.ask({ op: "refs", query, page, snippetContext: 0, candidates: [path] });
  const rows = (found as ReferencePage).files.flatMap(({ references }) => references);
  return rows.map((use) => `${use.line}:${use.column} ${use.kind}${use.certainty === "certain" ? "" : "?"}`).join(", ");
}

test("declarations and uses of types and members", async () => {
  assert.equal(await at("class Pool", 2), "Game.Pool<>");
  assert.equal(await at("class Pool", 2, 2), "Game.Pool<>");
  assert.equal(await at("void Get", 2), "Game.Pool<>/Get(int)");
  assert.equal(await at("namespace Game", 1), "Game");
  assert.equal(await at("Run(Pool", 5), "Game.Pool<>");
  assert.equal(await at("left = health", 5), "Game.Player/health");
  assert.equal(await at("left = health", 5, 6), "Game.Player/health");
  assert.equal(await at("; Died", 5), "Game.Player/Died");
});

test("what a member declares, by the identifier that declares it", async () => {
  assert.equal(await at("Get(by", 5), "parameter by 5:34");
  assert.equal(await at("var left", 5), "local left 5:58");
  assert.equal(await at("goto again", 5), "label again 5:94");
  assert.equal(await at("(T", 2), "type parameter T 2:14");
  assert.equal(await at("int start", 7), "parameter start 7:21");
  assert.equal(await at("= start", 7), "parameter start 7:21");
  assert.equal(await at("((item", 11), "parameter item 11:51");
  assert.equal(await at("Add(more", 11), "parameter more 10:25");
  assert.equal(await at("return Twice", 12), "local function Twice 12:23");
  assert.equal(await at("Twice(number", 12), "parameter number 12:33");
  assert.equal(await at("set { start = value", 8), "implicit parameter value 8:29");
});

test("all uses of what a member declares", async () => {
  assert.equal(await usesAt("int start", 7), "7:21 declaration, 7:42 read, 8:22 read, 8:35 write");
  assert.equal(await usesAt("int more", 10), "9:38 cref, 10:25 declaration, 10:37 read, 11:33 argument");
  assert.equal(await usesAt("int number", 12), "12:33 declaration, 12:50 read, 12:73 argument");
  assert.equal(await usesAt("Pool<T", 2), "2:14 declaration, 2:62 type");
  assert.equal(await usesAt("set { start = value", 8), "8:43 read");
  assert.equal(await usesAt("k = value + 1".slice(0, 9), 35), "35:60 read");
  assert.equal(await usesAt("{ k = value", 35), "35:107 read, 35:119 read");
});

test("the parameter of a function that a field begins with", async () => {
  assert.equal(await at("=> step", 17), "parameter step 17:34");
  assert.equal(await usesAt("= step", 17), "17:34 declaration, 17:42 read");
});

test("a type parameter that a comment gives is declared between its braces", async () => {
  assert.equal(await at("Pool{TItem", 18), "type parameter TItem 18:37");
  assert.equal(await at("Get(TItem", 18), "type parameter TItem 18:37");
  assert.equal(await usesAt("Get(TItem", 18), "18:37 declaration, 18:48 cref");
});

test("a comment of a header under #if means the parameter of each branch", async () => {
  assert.match(await at('name="more', 21), /^SYMBOL_AMBIGUOUS: .* may refer to any of 2 declarations/);
  assert.equal(await usesAt("(short more", 25), "21:15 cref?, 25:26 declaration");
});

test("a local that each branch declares is one of several", async () => {
  assert.match(await at("return id", 43), /^SYMBOL_AMBIGUOUS: "id" at .* may refer to any of 2 declarations/);
  assert.equal(await at("var id", 41), "local id 41:11");
});

test("an element of a comment that goes on in the next line", async () => {
  assert.equal(await at('name="less', 29), "parameter less 30:25");
});

test("what the header of an extension block names", async () => {
  assert.equal(await at("(Pool", 33), "Game.Pool<>");
  assert.equal(await at("Pool<T", 33), "type parameter T 33:15");
  assert.equal(await at("where T", 33), "type parameter T 33:15");
  assert.equal(await at("public T", 33), "type parameter T 33:15");
  assert.equal(await usesAt("(T", 33), "33:15 declaration, 33:23 type, 33:38 type, 33:57 type, 33:65 type");
  assert.equal(await at("=> pool", 33), "parameter pool 33:26");
  const page = { pageSize: 100, counts: "matches" as const, perFile: 100, startAfter: "" };
  const path = index.path("Assets/Player.cs");
  const found = await index.ask({ op: "refs", query: queryFor("Pool"), page, snippetContext: 0, candidates: [path] });
  const rows = (found as ReferencePage).files.flatMap(({ references }) => references);
  assert.deepEqual(
    rows.filter(({ line }) => line === 33).map(({ kind, certainty }) => `${kind} ${certainty}`),
    ["type certain"],
  );
});

test("the receiver of an extension block, from its header, its comment and the comments in it", async () => {
  assert.equal(await at("(string word", 49), "parameter word 49:29");
  assert.equal(await at('name="word', 47), "parameter word 49:29");
  assert.equal(await at('name="TKind', 48), "type parameter TKind 49:15");
  assert.equal(await at('name="word', 50), "parameter word 49:29");
  assert.equal(await at('name="by', 50), "parameter by 51:29");
  assert.equal(await usesAt("(string word", 49), "47:42 cref, 49:29 declaration, 50:51 cref, 51:36 read");
});

test("Invoke means the delegate that it calls", async () => {
  assert.equal(await at("step.Invoke", 55), "Game.Step");
  assert.equal(await at("other?.Invoke", 55), "Game.Step");
});

test("a parameter of a record means its property, in comments and in the call of the base too", async () => {
  assert.equal(await at("(int Width", 60), "Game.Box/Width");
  assert.equal(await at('name="Width', 59), "Game.Box/Width");
  assert.equal(await at("Base(Width", 60), "Game.Box/Width");
});

test("the type that an operator converts to", async () => {
  assert.equal(await at("operator Meters", 61), "Game.Meters");
  assert.equal(await at("implicit operator", 61), "Game.Meters/implicit operator Meters(Box)");
  assert.equal(await at("explicit operator", 61), "Game.Meters/explicit operator int(Meters)");
  assert.match(await at("{ nuint", 61), /^SYMBOL_NOT_FOUND: "nuint" at .* is declared outside the sources/);
});

test("a type parameter of a ref partial struct", async () => {
  assert.equal(await at("Read<T", 62), "type parameter T 62:27");
  assert.equal(await at("{ T", 62), "type parameter T 62:27");
});

test("a member that a record has without declaring it", async () => {
  const added = /^SYMBOL_NOT_FOUND: "(\w+)" at .* is a member that the compiler adds to the record Game\.Tile/;
  for (const call of ["tile.GetHashCode", "tile?.Equals", "tile.Deconstruct"]) assert.match(await at(call, 65), added);
  assert.equal(await at("tile.ToString", 65), "Game.Shape/ToString");
  assert.equal(await at("shape.GetHashCode", 65), "Game.Shape/GetHashCode");
  assert.match(await at("tile.GetType", 65), /declared outside the sources/);
});

test("a type parameter in a comment with escaped brackets", async () => {
  assert.equal(await at("Pool&lt;Player", 66), "type parameter Player 66:37");
});

test("a parameter with the name of a keyword", async () => {
  assert.equal(await at("static file", 67), "parameter file 67:54");
  assert.equal(await at("=> file", 67), "parameter file 67:54");
});

test("a type parameter of a local function", async () => {
  for (const use of ["where TF", "{ TF", "Get<TF"]) assert.equal(await at(use, 68), "type parameter TF 68:51");
  assert.equal(await usesAt("Do<TF", 68), "68:45 type, 68:51 declaration, 68:68 type, 68:82 type, 68:95 type");
  assert.equal(await at("TF Get<TF", 68), "type parameter TF 68:125");
});

test("what is written through a pointer that moves on", async () => {
  assert.equal(await at("(byte)len", 56), "parameter len 56:46");
  assert.equal(await usesAt("int len", 56), "56:46 declaration, 56:80 read, 56:104 read");
});

test("what has no symbol path is said", async () => {
  assert.match(
    await at("Died?.Invoke", 5),
    /^SYMBOL_NOT_FOUND: "Invoke" at Assets\/Player\.cs:5:\d+ is declared outside the sources/,
  );
  assert.match(await at("void", 5), /is not a name in the code/);
  assert.match(await at("namespace Game {", 1, 400), /^SYMBOL_NOT_FOUND: There is no name/);
  assert.match(await at("(int left", 14), /the name of a tuple element/);
  assert.match(await at("pair.right", 58), /the name of a tuple element/);
  assert.match(await at("made.Items", 58), /of a member of an anonymous type/);
  assert.match(await at("?.GetInvocationList", 58), /declared outside the sources/);
});
