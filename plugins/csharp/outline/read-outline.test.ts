/** Tests the outline reader with every kind of declaration, in realistic code. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { KIND, KINDS } from "./declaration-table.ts";
import { readHeader } from "./header-details.ts";
import { readOutline } from "./read-outline.ts";

/** Returns `kind name` for every declaration, indented by its depth. */
function outline(text: string): string[] {
  const { declarations } = readOutline(text);
  return declarations.map((one) => {
    let depth = 0;
    for (let at = one.parent; at >= 0; at = declarations[at]!.parent) depth++;
    return `${"  ".repeat(depth)}${KINDS[one.kind]} ${one.name}${one.condition ? ` [${one.condition}]` : ""}`;
  });
}

describe("readOutline", () => {
  test("an extern alias is a directive, and alias is a name elsewhere", () => {
    assert.deepEqual(outline("extern alias Old;\nusing Old::A;\nclass B { }"), ["class B"]);
    assert.deepEqual(outline("class B { alias x; static extern alias Load(); }"), [
      "class B",
      "  field x",
      "  method Load",
    ]);
  });

  test("tells every kind of declaration", () => {
    const text = `
      using A = B.C;
      namespace Game.Core {
        [Serializable] public sealed partial class Player<T> : Base<int>, IFoo where T : class, new() {
          private int a = 1, b = f<int,int>(2), c;
          public Dictionary<int, List<string>> Map { get; set; } = new();
          void IFoo.Bar<TX>(ref int x) where TX : struct { if (a < b) { } }
          public static Player<T> operator +(Player<T> l, Player<T> r) => null;
          public static implicit operator int(Player<T> p) => 0;
          public event Action<int> Changed, Other;
          public event Action Custom { add { } remove { } }
          ~Player() { }
          public Player(int q = 3) : base(q) { }
          public int this[int i] { get => 0; }
          public delegate void D<in K>(K k);
          (int a, string b) Tup((int, int) z) => default;
          int async; bool required; int partial => 1;
          enum E : byte { [X] A = 1 << 2, B, @C }
          record R(int X, string Y = "a,b");
          record struct RS;
        }
      }`;
    assert.deepEqual(outline(text), [
      "namespace Game.Core",
      "  class Player",
      ...[
        "field a",
        "field b",
        "field c",
        "property Map",
        "method Bar",
        "operator operator +",
        "operator implicit operator int",
      ].map((one) => `    ${one}`),
      ...[
        "event Changed",
        "event Other",
        "event Custom",
        "destructor Player",
        "constructor Player",
        "indexer this",
        "delegate D",
      ].map((one) => `    ${one}`),
      ...["method Tup", "field async", "field required", "property partial", "enum E"].map((one) => `    ${one}`),
      ...["enumMember A", "enumMember B", "enumMember C"].map((one) => `      ${one}`),
      "    class R",
      "      property X",
      "      property Y",
      "    struct RS",
    ]);
  });

  test("a positional parameter whose type has several arguments is one property", () => {
    const text =
      "record R(\n  Map<Key, Value?> Of, /* , */ [A(1, 2)] (int, Key) Pair,\n  Func<Key, (int, string), T[]> Get = null, Map<int, string>? Last = default(Map<Key, int>));";
    const names = readOutline(text).declarations.map(({ name, kind }) => `${kind === KIND.property} ${name}`);
    assert.deepEqual(names, ["false R", "true Of", "true Pair", "true Get", "true Last"]);
  });

  test("braces in strings, characters, comments and regions do not count", () => {
    const text = `class A {
      #region Don't {
      string s = "}" + @"""}" + $"{(x ? "}" : "{")}}}" + $@"{{{y:}}}" + """ } " } """;
      char c = '}', d = '\\'';
      void M() { /* } */ // }
      }
      #endregion
      int z;
    }
    class B { }`;
    assert.deepEqual(outline(text), [
      "class A",
      "  field s",
      "  field c",
      "  field d",
      "  method M",
      "  field z",
      "class B",
    ]);
  });

  test("a type whose kind the branches of #if decide is one", () => {
    const text = "public\n#if NET\nstruct\n#else\nclass\n#endif\nA\n{\n int a;\n#if NET\n int b;\n#endif\n}";
    assert.deepEqual(outline(text), ["struct A", "  field a", "  field b [NET]"]);
  });

  test("both branches of #if are seen, with their condition", () => {
    const text = `
#if UNITY_EDITOR
using X;
#endif
class A
#if NET
  : IFoo
#endif
{
#if A || B
  void M(int a)
#elif C
  void M(string a)
#else
  void M()
#endif
  { }
#if false
  int never;
#endif
  int last;
}`;
    assert.deepEqual(outline(text), [
      "class A",
      "  method M [A || B]",
      "  method M [!(A || B) && C]",
      "  method M [!(A || B) && !C]",
      "  field never [false]",
      "  field last",
    ]);
  });

  test("an extension block's members belong to the class around it", () => {
    assert.deepEqual(outline("static class E { extension(string s) { public bool IsEmpty() => true; } int x; }"), [
      "class E",
      "  method IsEmpty",
      "  field x",
    ]);
  });

  test("statements are not declarations, and unbalanced braces are told", () => {
    const program = ["class Program", "  method <Main>$"];
    assert.deepEqual(outline("if (a) { b(); } foreach (var x in y) { } Console.WriteLine(1);"), program);
    assert.equal(readOutline("class A { void M() {").degraded, "unbalanced braces");
    assert.equal(readOutline("class A { } } class B { }").declarations.length, 2);
  });

  test("an unterminated raw string does not hang or throw", () => {
    assert.equal(outline('class A { string s = """\n abc').length, 2);
    assert.equal(outline('class A { string s = $"{').length, 2);
  });

  test("ends where the declaration ends", () => {
    const text = "class A {\n  int P { get; }\n\n\n  void M() { }\n\n}\n";
    const [, property, method] = readOutline(text).declarations;
    assert.equal(text.slice(property!.start, property!.end), "int P { get; }");
    assert.equal(text.slice(method!.start, method!.end), "void M() { }");
  });
});

describe("readHeader", () => {
  test("reads type, parameters, constraints and attributes", () => {
    const text =
      'class C { [A, B("x")] public static T Make<T>(this List<T> list, ref int n, params string[] rest) where T : Base, new() { } }';
    const header = readHeader(text, readOutline(text).declarations[1]!);
    assert.deepEqual(header.attributes, ["A", 'B("x")']);
    assert.equal(header.type, "T");
    assert.deepEqual(header.typeParameters, ["T"]);
    assert.deepEqual(
      header.parameters.map((one) => `${one.passing} ${one.type} ${one.name}`),
      ["this List<T> list", "ref int n", "params string[] rest"],
    );
    assert.deepEqual([...header.constraints], [["T", ["Base", "new()"]]]);
  });

  test("the second declarator has the first one's type", () => {
    const text = "class C { int a = 1, b; }";
    assert.equal(readHeader(text, readOutline(text).declarations[2]!).type, "int");
  });

  test("a long signature has its name whole", () => {
    const name = "n".repeat(400);
    const text = `class ${name} { public void ${name}M(int first, int second) {} }`;
    const signatures = readOutline(text).declarations.map((one) => readHeader(text, one).signature);
    assert.deepEqual(signatures, [`class ${name}`, `public void ${name}M…`]);
  });
});

describe("a file in the middle of a change", () => {
  const whole = `namespace N
{
    class A
    {
        int a = F(1, 2);
        void M(int x)
        {
            if (x > 0)
            {
                G("text");
            }
        }
        string P { get; set; }
        void Last() { }
    }

    class B
    {
        void Own() { }
    }
}
`;
  const all = outline(whole);
  const broken = (from: string, to: string) => {
    assert.ok(whole.includes(from), from);
    const text = whole.replace(from, to);
    return { kept: outline(text), degraded: readOutline(text).degraded };
  };
  const cases: [what: string, from: string, to: string][] = [
    ["a block's closing brace is missing", "            }\n        }\n        string", "        }\n        string"],
    [
      "a method's closing brace is missing",
      "            }\n        }\n        string",
      "            }\n        string",
    ],
    ["a type's closing brace is missing", "void Last() { }\n    }", "void Last() { }"],
    ["a closing brace too many in a method", 'G("text");', 'G("text");\n            }'],
    ["a closing brace too many in a type", "void Last()", "}\n        void Last()"],
    ["a parenthesis of the parameters is missing", "void M(int x)", "void M(int x"],
    ["a parenthesis of an initial value is missing", "F(1, 2);", "F(1, 2;"],
    ["a semicolon is missing", "F(1, 2);", "F(1, 2)"],
  ];
  for (const [what, from, to] of cases) {
    test(`${what}: every other declaration stays`, () => {
      const { kept, degraded } = broken(from, to);
      assert.deepEqual(kept, all);
      assert.equal(degraded, "unbalanced braces");
    });
  }
  test("an unterminated string costs its line", () => {
    assert.deepEqual(broken('G("text");', 'G("text);').kept, all);
  });
  const literals: [written: string, reason: string][] = [
    ['"text', "unterminated string"],
    ['"', "unterminated string"],
    ['"text\\"', "unterminated string"],
    ['$"text {1}', "unterminated string"],
    ['"""text', "unterminated string"],
    ['"""text""', "unterminated string"],
    ["'", "unterminated character"],
    ["'x", "unterminated character"],
    ['@"c:\\"', ""],
    ['$"{1:d \\"UTC\\"z}" + $@"{1:d ""UTC""z}"', ""],
    ['"c:\\\\" + "" + @"a""" + $"{"b"}" + """"a"""b"""" + \'\\\'\' + \'"\'', ""],
  ];
  for (const [written, reason] of literals) {
    test(`${written} in a body or an initial value ${reason === "" ? "is whole" : "calls the file degraded"}`, () => {
      const inBody = broken('G("text");', `G(\n${written}\n);`);
      assert.deepEqual(inBody, { kept: inBody.kept, degraded: reason });
      assert.equal(readOutline(`class C {\n  object o =\n${written}\n;\n  int After;\n}`).degraded, reason);
    });
  }
  test("what is left out by #if or stands in comments and directives may hold what it likes", () => {
    const text = `class C {\n#region don't "\n  // don't "\n  /* don't " */ int a;\n#if false\n don't\n#endif\n#pragma warning "don\n}\n#endregion`;
    assert.equal(readOutline(text).degraded, "");
  });
  test("a comment that does not end", () => {
    assert.equal(readOutline("class C { int a; }\n/* open").degraded, "unterminated comment");
    assert.equal(readOutline("class C { int a; }\n/*/").degraded, "unterminated comment");
  });
  test("of a conflict the first side is kept, and the file is called degraded", () => {
    const text = whole.replace(
      "        string P { get; set; }\n",
      "<<<<<<< HEAD\n        string P { get; set; }\n=======\n        int Q { get; }\n>>>>>>> theirs\n",
    );
    assert.deepEqual(outline(text), all);
    assert.equal(readOutline(text).degraded, "conflict markers");
  });
  test("a chain of #elif of any length, and groups inside of branches", () => {
    const names = Array.from({ length: 3000 }, (_, at) => `a${at}`);
    const chain = names.map((name, at) => `#${at === 0 ? "if" : "elif"} S${at}\nint ${name};`).join("\n");
    assert.equal(readOutline(`class C {\n${chain}\n#endif\n}`).declarations.length, 3001);
    const nested = "class C {\n#if A\nint a;\n#else\n#if B\nint b;\n#elif D\nint d;\n#else\nint e;\n#endif\n#endif\n}";
    assert.deepEqual(
      readOutline(nested).declarations.map(({ name }) => name),
      ["C", "a", "b", "d", "e"],
    );
  });
  test("attributes of a type parameter may combine values", () => {
    const text = "class C {\n internal void M<[A(K.X | K.Y & ~K.Z + 1, P = true)] T>(string s) where T : D { }\n}";
    assert.deepEqual(
      readOutline(text).declarations.map(({ name, arity }) => [name, arity]),
      [
        ["C", 0],
        ["M", 1],
      ],
    );
  });
  test("a directive right behind a property is met once", () => {
    const text = "class C {\n int P { get; }\n#if A\n int a;\n#endif\n}\n";
    assert.equal(readOutline(text).degraded, "");
  });
  test("directives in comments and strings end nothing, and send nobody back", () => {
    const text =
      'class C {\n#if A\n/*\n#endif\n*/\nint a;\n#endif\nstring s = @"\n#if X\n";\n#if B\nint b;\n#endif\nint c;\n}\n';
    const names = readOutline(text).declarations.map(({ name }) => name);
    for (const name of ["C", "a", "s", "b"]) assert.ok(names.includes(name), name);
  });
  test("thousands of declarators: each has its type, and none is read from the start of all", () => {
    const text = `class C { public int ${Array.from({ length: 8000 }, (_, at) => `field${at} = ${at}`).join(", ")}; }`;
    const { declarations } = readOutline(text);
    assert.equal(declarations.length, 8001);
    assert.ok(declarations.slice(1).every((one) => readHeader(text, one).type === "int"));
  });
});
