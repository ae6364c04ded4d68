/** Tests the outlines of small files in languages whose uses are only known by name. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { linesOf, outlineOf } from "../../../../test/code/outline-lines.ts";

/** Returns `kind Container/name` for each declaration. */
async function outlined(file: string, text: string): Promise<string[]> {
  return (await linesOf(file, text)).map((line) => line.replace(/ \d+-\d+$/, ""));
}

test("Kotlin: constructor properties, companions, enums, extensions, modifiers before a constructor", async () => {
  const text =
    "class Box<T>\ninternal constructor(val owner: Int, plain: Int) : Base() {\n  companion object {\n    const val MAX = 1\n  }\n  fun draw() {\n    val local = 1\n  }\n}\n" +
    "enum class Color {\n  RED, GREEN\n}\ninterface Shape {\n  fun area(): Int\n}\nfun String.ext() = 1\nval top = 1\ntypealias Alias = Int\nobject One\n";
  assert.deepEqual(await outlined("a.kt", text), [
    ...["class Box", "property Box/owner", "object Box/Companion", "constant Box/Companion/MAX", "method Box/draw"],
    ...["enum Color", "enumMember Color/RED", "enumMember Color/GREEN", "interface Shape", "method Shape/area"],
    ...["function ext", "variable top", "type Alias", "object One"],
  ]);
});

test("Swift: members of extensions, initializers, operators, several variables, enum cases", async () => {
  const text =
    "struct Box<T>: P {\n  var x = 1, y = 2\n  init?(a: Int) { let local = 1 }\n  static func == (l: Box, r: Box) -> Bool { true }\n  subscript(i: Int) -> Int { 1 }\n  enum E: Int { case a = 1, b }\n}\n" +
    "protocol P { associatedtype I; func m() }\nextension Array.Inner { func more() {} }\nactor A { func f() {} }\nlet top = 1\n";
  assert.deepEqual(await outlined("a.swift", text), [
    ...[
      "struct Box",
      "property Box/x",
      "property Box/y",
      "constructor Box/init",
      "method Box/==",
      "method Box/subscript",
    ],
    ...["enum Box/E", "enumMember Box/E/a", "enumMember Box/E/b", "interface P", "type P/I", "method P/m"],
    ...["method Inner/more", "class A", "method A/f", "constant top"],
  ]);
});

test("Ruby: modules in names, accessors, methods of the class, constants that are classes", async () => {
  const text =
    "# Doc.\nmodule A\n  class B::C < D\n    attr_reader :x, :y\n    LIMIT = 1\n    def draw?(a) = 1\n    def self.make; end\n    private def priv; end\n    alias old draw?\n    Point = Struct.new(:a) do\n      def dist; end\n    end\n  end\nend\ndef top; end\n";
  assert.deepEqual(await outlined("a.rb", text), [
    ...[
      "module A",
      "class A/B/C",
      "property A/B/C/x",
      "property A/B/C/y",
      "constant A/B/C/LIMIT",
      "method A/B/C/draw?",
    ],
    ...[
      "method A/B/C/make",
      "method A/B/C/priv",
      "method A/B/C/old",
      "class A/B/C/Point",
      "method A/B/C/Point/dist",
      "function top",
    ],
  ]);
  assert.equal((await outlineOf("a.rb", text)).declarations[0]?.documentation, "Doc.");
});

test("PHP and Lua: promoted parameters, constants; tables and their methods", async () => {
  const php =
    "<?php\nnamespace A;\nclass S extends B {\n  const MAX = 1;\n  private ?int $x = 1;\n  function __construct(private int $p, int $q) {}\n  static function make() {}\n}\nenum E { case One; }\ntrait T { function t() {} }\nfunction f() {}\ndefine('DEF', 1);\n";
  assert.deepEqual(await outlined("a.php", php), [
    ...["namespace A", "class S", "constant S/MAX", "property S/x", "constructor S/__construct", "property S/p"],
    ...["method S/make", "enum E", "enumMember E/One", "class T", "method T/t", "function f", "constant DEF"],
  ]);
  const lua =
    "-- Doc.\nlocal M = {}\nfunction M.f(a) local z = 1 end\nfunction M:m() end\nM.g = function() end\nlocal function priv() end\nlocal T = { a = 1, b = function() end }\nreturn M\n";
  assert.deepEqual(await outlined("a.lua", lua), [
    ...[
      "variable M",
      "method M/f",
      "method M/m",
      "method M/g",
      "function priv",
      "variable T",
      "field T/a",
      "method T/b",
    ],
  ]);
});

test("Bash, GDScript and Zig", async () => {
  const bash = "f() { local x=1; }\nfunction h { :; }\nX=1\nX=2\nexport Y=3\nalias ll='ls'\n";
  assert.deepEqual(await outlined("a.sh", bash), [
    "function f",
    "function h",
    "variable X",
    "variable Y",
    "function ll",
  ]);
  const gdscript =
    "class_name Shape\nsignal hit(a)\nenum Kind { A, B }\n@export var x: int = 1\nconst MAX = 1\nfunc _init():\n\tpass\nfunc draw(t):\n\tvar local = 1\nclass In:\n\tvar q\n\tfunc f(): pass\n";
  assert.deepEqual(await outlined("a.gd", gdscript), [
    ...[
      "class Shape",
      "event hit",
      "enum Kind",
      "enumMember Kind/A",
      "enumMember Kind/B",
      "variable x",
      "constant MAX",
    ],
    ...["constructor _init", "function draw", "class In", "property In/q", "method In/f"],
  ]);
  const zig =
    'const Box = struct {\n  x: i32,\n  pub fn draw(self: *Box) void { const local = 1; }\n  const E = enum { a, b };\n};\nfn List(comptime T: type) type { return struct { items: []T }; }\nvar g: i32 = 1;\ntest "name" {}\n';
  assert.deepEqual(await outlined("a.zig", zig), [
    ...["struct Box", "field Box/x", "method Box/draw", "enum Box/E", "enumMember Box/E/a", "enumMember Box/E/b"],
    ...["function List", "field List/items", "variable g", "function name"],
  ]);
});

test("Scala and Dart: case classes, instances of type classes; named constructors, extensions", async () => {
  const scala =
    "package a\ncase class D(a: Int)\ntrait T {\n  def m: Int\n  type Al = Int\n}\nobject O {\n  val order = new Order[D] {\n    def compare = 1\n  }\n  def f = { val local = 1; local }\n}\nenum Color { case Red, Green }\n";
  assert.deepEqual(await outlined("a.scala", scala), [
    ...["class D", "property D/a", "interface T", "method T/m", "type T/Al", "object O", "property O/order"],
    ...["method O/order/compare", "method O/f", "enum Color", "enumMember Color/Red", "enumMember Color/Green"],
  ]);
  const dart =
    "class S<T> extends B {\n  static const int max = 1, min = 2;\n  S.named(this.x);\n  factory S.make() => S.named();\n  int get area => 1;\n  void draw() { var local = 1; }\n  bool operator ==(Object o) => true;\n}\nenum Color { red, green }\nextension on String { int get len => 1; }\ntypedef Fn = int Function(int);\nvoid free() {}\nconst top = 1;\n";
  assert.deepEqual(await outlined("a.dart", dart), [
    ...["class S", "property S/max", "property S/min", "constructor S/named", "constructor S/make", "property S/area"],
    ...["method S/draw", "method S/operator==", "enum Color", "enumMember Color/red", "enumMember Color/green"],
    ...["property String/len", "type Fn", "function free", "constant top"],
  ]);
});

test("Elixir: modules by their dotted names, clauses, macros, attributes, tests", async () => {
  const text =
    'defmodule A.Shape do\n  @moduledoc """\n  Says it.\n  """\n  @limit 1\n  @type t :: integer\n  defstruct [:a, b: 1]\n  @doc "Draws."\n  def draw(a) when a > 1 do\n    x = 1\n  end\n  def draw(_), do: 1\n  defp priv, do: 1\n  defmacro mac(a) do\n  end\nend\ndefimpl P, for: Integer do\n  def m(a), do: 1\nend\n';
  assert.deepEqual(await outlined("a.ex", text), [
    ...["module A/Shape", "constant A/Shape/limit", "type A/Shape/t", "field A/Shape/a", "field A/Shape/b"],
    ...["function A/Shape/draw", "function A/Shape/draw", "function A/Shape/priv", "macro A/Shape/mac", "function P/m"],
  ]);
  const { declarations } = await outlineOf("a.ex", text);
  assert.deepEqual([declarations[0]?.documentation, declarations[5]?.documentation], ["Says it.", "Draws."]);
});

test("Objective-C: selectors, properties, categories, enums by macro; a header by its content", async () => {
  const text =
    "#import <A.h>\nNS_ASSUME_NONNULL_BEGIN\n@interface Shape : Base <P>\n@property (nonatomic, strong) NSString *title NS_AVAILABLE(1);\n- (int)draw:(int)a with:(id)b;\n+ (instancetype)make;\n@end\n@interface Shape (Cat)\n- (void)cat;\n@end\n@protocol P <NSObject>\n@optional\n- (void)o;\n@end\n" +
    'typedef NS_ENUM(NSInteger, Kind) { KindA, KindB = 2 };\nNSString * const Key = @"k";\nNS_ASSUME_NONNULL_END\n';
  assert.deepEqual(await outlined("a.h", text), [
    ...["class Shape", "property Shape/title", "method Shape/draw:with:", "method Shape/make", "method Shape/cat"],
    ...["interface P", "method P/o", "enum Kind", "enumMember Kind/KindA", "enumMember Kind/KindB", "variable Key"],
  ]);
  const body =
    "@implementation Shape\n- (void)cat { for (Pair *p in pairs()) {} }\nstatic void helper(void) {}\n@end\n";
  assert.deepEqual(await outlined("a.m", body), ["method Shape/cat", "function helper"]);
});
