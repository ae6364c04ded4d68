/** Tests the outlines of small files in each language. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { linesOf, outlineOf } from "../../../test/code/outline-lines.ts";
import { signatureOf } from "./outline-builder.ts";
import { symbolPaths } from "./symbol-paths.ts";

test("TypeScript: classes, interfaces, enums, namespaces, variables, and what is none of them", async () => {
  const text = `/** Draws. */
export abstract class Shape<T> extends Base {
  static count = 0
  readonly #id: string
  constructor(private owner: Owner, plain: number) { super() }
  get area(): number { return 1 }
  abstract draw(to: T): void
  [Symbol.iterator]() {}
}
interface Call {
  (x: number): void
  <A>(x: A): void
  key?: string
}
type Options = { deep: boolean } & Other
const enum Color { Red, "dark-blue" = 2 }
declare module "m" { export function f(): void }
namespace A.B { const inner = { notDeclared: 1 } }
export const make = async () => { const local = 1 }, { destructured } = other
function over(a: string): void
function over(a: any) {}
if (make) { var hidden = 1; function inBlock() {} }
export default class { method() {} }
`;
  assert.deepEqual(await linesOf("a.ts", text), [
    "class Shape 2-9",
    "property Shape/count 3-3",
    "property Shape/#id 4-4",
    "constructor Shape/constructor 5-5",
    "property Shape/owner 5-5",
    "property Shape/area 6-6",
    "method Shape/draw 7-7",
    "interface Call 10-14",
    "property Call/key 13-13",
    "type Options 15-15",
    "property Options/deep 15-15",
    "enum Color 16-16",
    "enumMember Color/Red 16-16",
    "enumMember Color/dark-blue 16-16",
    "namespace m 17-17",
    "function m/f 17-17",
    "namespace A 18-18",
    "namespace A/B 18-18",
    "constant A/B/inner 18-18",
    "function make 19-19",
    "function over 20-20",
    "function over 21-21",
    "function inBlock 22-22",
    "method method 23-23",
  ]);
  const { declarations, unread } = await outlineOf("a.ts", text);
  assert.equal(unread, 0);
  assert.equal(declarations[0]?.documentation, "Draws.");
  assert.equal(declarations[0] && signatureOf(text, declarations[0]), "abstract class Shape<T> extends Base");
  const paths = symbolPaths("src/a.ts", declarations);
  assert.equal(paths[1], "src/a.ts#Shape/count");
  // Overloads are the same symbol.
  assert.deepEqual(paths.slice(20, 22), ["src/a.ts#over", "src/a.ts#over"]);
});

test("a long signature has its name whole", async () => {
  const name = "n".repeat(5000);
  const text = `export class ${name} {}\nexport function ${name}F(first: number, second: number) {}\n`;
  const { declarations } = await outlineOf("a.ts", text);
  assert.deepEqual(
    declarations.map((each) => signatureOf(text, each)),
    [`class ${name}`, `function ${name}F…`],
  );
});

test("a call signature that begins a line is repaired, and nothing after it is lost", async () => {
  const text = "interface Get {\n  key: string\n  // comment\n  <T extends A>(key: T): T\n}\nclass After {}\n";
  const { declarations, unread } = await outlineOf("a.ts", text);
  assert.deepEqual([declarations.map(({ name }) => name), unread], [["Get", "key", "After"], 0]);
});

test("JavaScript declares by assignment too", async () => {
  const text =
    "exports.run = function (a) {}\nfunction F() {}\nF.prototype.go = function () {}\nmodule.exports.n = 1\nx.y = 1\n";
  assert.deepEqual(await linesOf("a.cjs", text), [
    "function run 1-1",
    "function F 2-2",
    "method F/go 3-3",
    "variable n 4-4",
  ]);
});

test("Python: definitions, first bindings, attributes set through self", async () => {
  const text = `LIMIT = 1
a, (b, *c) = d = f()
LIMIT = 2
@dec
def f(x):
    """

    Says it.
    """
    local = 1
class K(Base):
    field: int
    async def m(self):
        if x:
            self.q = self.r = 1
    class In: pass
try:
    import x
except E:
    x = None
type T = int
x.attr = 1
`;
  assert.deepEqual(await linesOf("a.py", text), [
    ...["constant LIMIT 1-1", "variable a 2-2", "variable b 2-2", "variable c 2-2", "variable d 2-2"],
    ...["function f 4-10", "class K 11-16", "property K/field 12-12", "method K/m 13-15"],
    ...["property K/q 15-15", "property K/r 15-15", "class K/In 16-16", "variable x 20-20", "type T 21-21"],
  ]);
  const { declarations } = await outlineOf("a.py", text);
  assert.equal(declarations.find(({ name }) => name === "f")?.documentation, "Says it.");
});

test("Go: receivers, groups; an embedded type is a use, not a field", async () => {
  const text = `package p
// Doc of T.
type T[K any] struct { a, b int; Embedded; *pkg.Ptr }
type I interface { M(x int) string; fmt.Stringer }
const ( A, _ = iota, 1
 B )
func (t *T[K]) M(x int) string { type local struct{ q int }; return "" }
func (T) N() {}
type Alias = int
var x, y = 1, 2
`;
  assert.deepEqual(await linesOf("a.go", text), [
    ...["struct T 3-3", "field T/a 3-3", "field T/b 3-3"],
    ...["interface I 4-4", "method I/M 4-4", "constant A 5-5", "constant B 6-6"],
    ...["method T/M 7-7", "method T/N 8-8", "type Alias 9-9", "variable x 10-10", "variable y 10-10"],
  ]);
  assert.equal((await outlineOf("a.go", text)).declarations[0]?.documentation, "Doc of T.");
});

test("Rust: impl and trait members, variants, macros; attributes belong to what follows", async () => {
  const text = `/// Holds.
#[derive(Debug)]
pub struct S<T> { pub a: T }
enum E { A, B(i32), C { x: i32 } }
impl<T> fmt::Display for m::S<T> { fn fmt(&self) { fn local() {} } }
trait Tr { type Item; const Z: i32; fn req(&self); }
mod m { pub fn inner() {} }
macro_rules! mac { () => {} }
extern "C" { fn ext(x: i32); }
static mut r#G: i32 = 2;
const _: () = ();
`;
  assert.deepEqual(await linesOf("a.rs", text), [
    ...["struct S 2-3", "field S/a 3-3", "enum E 4-4", "enumMember E/A 4-4", "enumMember E/B 4-4"],
    ...["enumMember E/C 4-4", "field E/C/x 4-4", "method S/fmt 5-5", "interface Tr 6-6", "type Tr/Item 6-6"],
    ...["constant Tr/Z 6-6", "method Tr/req 6-6", "module m 7-7", "function m/inner 7-7", "macro mac 8-8"],
    ...["function ext 9-9", "variable G 10-10"],
  ]);
  assert.equal((await outlineOf("a.rs", text)).declarations[0]?.documentation, "Holds.");
});

test("Java: types in types, several fields, enum constants, records, annotations", async () => {
  const text = `package a.b;
/** Doc. */
@Ann
public abstract class A<T> extends B {
  static final int X = 1, Y = 2;
  public A(int a) { int local = 1; }
  @Override public <R> R m(T t, int... xs) { class Local {} return null; }
  enum E { RED, BLUE(1) { void q() {} }; int z; }
  interface I { int K = 1; default void b() {} }
  record R(int x) { R { } }
  @interface Named { String value() default ""; }
}
`;
  assert.deepEqual(await linesOf("A.java", text), [
    ...["class A 3-12", "constant A/X 5-5", "constant A/Y 5-5", "constructor A/A 6-6", "method A/m 7-7"],
    ...["enum A/E 8-8", "enumMember A/E/RED 8-8", "enumMember A/E/BLUE 8-8", "field A/E/z 8-8"],
    ...["interface A/I 9-9", "constant A/I/K 9-9", "method A/I/b 9-9"],
    ...["class A/R 10-10", "field A/R/x 10-10", "constructor A/R/R 10-10"],
    ...["interface A/Named 11-11", "method A/Named/value 11-11"],
  ]);
  assert.equal((await outlineOf("A.java", text)).declarations[0]?.documentation, "Doc.");
});

test("a file that is no code, broken, or very deep still has an outline", async () => {
  assert.deepEqual(await linesOf("a.ts", ""), []);
  assert.ok((await outlineOf("a.go", "\u0000\u0001 }}}} ((( 🎉")).unread > 0);
  assert.ok((await outlineOf("a.ts", `const x = ${"[".repeat(20_000)}`)).unread > 0);
  const broken = "class A {\n  m() { if ( }\n}\nfunction after() {}\n";
  assert.ok((await linesOf("a.js", broken)).some((line) => line.startsWith("function after")));
  assert.deepEqual(await linesOf("a.py", "def é():\r\n    pass\r\nclass 名: pass\r\n"), [
    "function é 1-2",
    "class 名 3-3",
  ]);
});
