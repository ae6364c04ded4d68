/** Fuzzes the C# and AngelScript parsers: they terminate in time and never throw. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Names } from "../../plugins/angelscript/lexer/interned-names.ts";
import { tokenize } from "../../plugins/angelscript/lexer/lexer.ts";
import { parseFile } from "../../plugins/angelscript/parser/declaration-parser.ts";
import { maskCode } from "../../plugins/csharp/lexer/mask.ts";
import { readOutline } from "../../plugins/csharp/outline/read-outline.ts";
import { TOP } from "../jig.ts";
import { fuzz, mutated, TIMEOUT_MS } from "./fuzz.ts";

const fixture = (path: string) => readFileSync(join(TOP, "test/fixtures/game", path), "utf8");
/** Processor time. Inputs here are just a few KB. */
const PATIENCE_MS = 2000;
function spentMs(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

const CSHARP = [
  fixture("Assets/Scripts/Player.cs"),
  fixture("Assets/Scripts/EnemyController.cs"),
  `#if A\nclass A<T> where T : struct { string s = $@"a {b:X} ""{c}"""; }\n#else\nenum E { X = 1, Y }\n#endif\n`,
  `record R(int X) { public static R operator +(R a, R b) => a; ~R() {} event System.Action E { add {} remove {} } }`,
  `namespace N; var raw = """\n  {"a": 1}\n  """; int this[int i] { get => i; set { } } char c = '\\'';`,
];
const CSHARP_SPICES = [
  "{",
  "}",
  '"',
  "'",
  "\\",
  '"""',
  '$"',
  '@"',
  '$@"',
  "/*",
  "*/",
  "//",
  "#if X\n",
  "#endif\n",
  "#else\n",
  "<",
  ">",
  "(",
  ")",
  "[",
  "=>",
  ";",
  "class ",
  "\r\n",
  "\0",
  "\u2028",
  "🙂",
];

test("C#: masking keeps the length, the outline has places in the text", { timeout: TIMEOUT_MS }, async () => {
  await fuzz([mutated(CSHARP, CSHARP_SPICES)], (text) => {
    const start = process.cpuUsage();
    assert.equal(maskCode(text).length, text.length);
    readOutline(text);
    assert.ok(spentMs(start) < PATIENCE_MS);
  });
});

const ANGELSCRIPT = [
  fixture("Script/Example.as"),
  fixture("Script/Engine.as"),
  `enum E : uint8 { One, Two UMETA(DisplayName = "2"), Three = 1 << 3, }\nevent void FOn(int A);\nmixin int Count(A Self, float Step = 1.f) { return 0; }`,
  `namespace N::M { const float K = .5; namespace Inner { void Deep() {} } } asset Best of A { X = 3; }`,
  `void F() { for (auto& X : Xs) { if (Cast<A>(B) != nullptr) Print(f"{X.Name:04} and {Y}"); } switch (E) { case 1: break; default: return; } }`,
];
const ANGELSCRIPT_SPICES = [
  "{",
  "}",
  '"',
  'f"',
  'n"',
  '"""',
  "/*",
  "*/",
  "//",
  "#if EDITOR\n",
  "#endif\n",
  "<",
  ">",
  ">>",
  "::",
  "(",
  ")",
  ";",
  "UFUNCTION(",
  "class ",
  "\r\n",
  "\0",
  "@",
  "🙂",
];

test("AngelScript: every text is a file, with its faults listed", { timeout: TIMEOUT_MS }, async () => {
  await fuzz([mutated(ANGELSCRIPT, ANGELSCRIPT_SPICES)], (text) => {
    const start = process.cpuUsage();
    const { declarations, errors } = parseFile(tokenize(text, new Names()));
    assert.ok(Array.isArray(declarations) && Array.isArray(errors));
    assert.ok(spentMs(start) < PATIENCE_MS);
  });
});

test("nesting beyond all reason is no crash", { timeout: TIMEOUT_MS }, () => {
  for (const [open, close] of [
    ["{", "}"],
    ["(", ")"],
    ["<", ">"],
    ["a<", ">"],
    ["A<B<", ">>"],
    ["a<b, ", ""],
    ["[", "]"],
    ["class A { ", "}"],
    ["if (a) ", ""],
    ["a + (", ")"],
    ["-", ""],
    ['$"{', '}"'],
    ["#if A\n", "#endif\n"],
  ] as const) {
    for (const depth of [1000, 50_000]) {
      const many = open.repeat(depth);
      for (const text of [`class A { void F() { x = ${many} 1 ${close.repeat(depth)}; } }`, many]) {
        const start = process.cpuUsage();
        assert.equal(maskCode(text).length, text.length);
        readOutline(text);
        parseFile(tokenize(text, new Names()));
        assert.ok(spentMs(start) < PATIENCE_MS * 2, `${text.slice(0, 40)}… takes ${spentMs(start)} ms`);
      }
    }
  }
});
