/** References in TypeScript that depend on types, with the compiled binary. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { callJig, scratch } from "../jig.ts";

interface Use {
  path: string;
  line: number;
  column: number;
  kind: string;
  certainty: string;
}

function places(root: string, at: string): string[] {
  // The host has validated this against the output schema.
  const { uses } = callJig("code_refs_find", { at }, { cwd: root }).value as { uses: Use[] };
  return uses.map(
    ({ line, column, kind, certainty }) => `${line}:${column} ${kind}${certainty === "possible" ? "?" : ""}`,
  );
}

test("TypeScript: the results of calls with type arguments after `await` and `!`", () => {
  const root = scratch({
    "a.ts": [
      "export interface Row<T> { count: number; of: T }",
      "declare function load<T>(): Promise<Row<T>>;",
      "declare function has<T>(row: Row<T>): boolean;",
      "async function f<T>(row: Row<T>) {",
      "  const loaded = await load<T>();",
      "  if (!has<T>(row)) return 0;",
      "  return loaded.count;",
      "}",
    ].join("\n"),
  });
  assert.deepEqual(places(root, "a.ts:1:27"), ["1:27 declaration", "7:17 read"]);
  assert.deepEqual(places(root, "a.ts:2:18"), ["2:18 declaration", "5:24 call"]);
  assert.deepEqual(places(root, "a.ts:3:18"), ["3:18 declaration", "6:8 call"]);
});

test("TypeScript: functions that test the type of their argument", () => {
  const root = scratch({
    "a.ts": [
      "interface Props { name: string; driver: string }",
      "interface Config { name: string }",
      "function isProps(of: unknown): of is Props { return !!of; }",
      "function f(of: Props | Config, other: unknown) {",
      "  if (isProps(of)) of.name;",
      "  else of.name;",
      "  if (!isProps(other)) return;",
      "  other.name;",
      "}",
    ].join("\n"),
  });
  assert.deepEqual(places(root, "a.ts:1:19"), ["1:19 declaration", "5:23 read", "8:9 read"]);
  assert.deepEqual(places(root, "a.ts:2:20"), ["2:20 declaration", "6:11 read"]);
});

test("TypeScript: a literal for a type parameter has the type of itself", () => {
  const root = scratch({
    "a.ts": [
      "interface Node { kind: string; of?: Node }",
      "declare function freeze<T>(of: T): Readonly<T>;",
      "declare function plain(of: Node): Node;",
      "declare function make<T>(of: () => T[]): T;",
      "class Box<T> { constructor(public of: T) {} }",
      'const a: Node = freeze({ kind: "a", of: { kind: "b" } });',
      'const b: Node = freeze<Node>({ kind: "a" });',
      'const c: Node = plain({ kind: "a" });',
      'const d: Node = make(() => [{ kind: "a" }]);',
      'const e: Box<Node> = new Box({ kind: "a" });',
    ].join("\n"),
  });
  assert.deepEqual(places(root, "a.ts:1:18"), [
    "1:18 declaration",
    "7:32 write",
    "8:25 write",
    "6:26 write?",
    "6:43 write?",
    "9:31 write?",
    "10:32 write?",
  ]);
});

test("TypeScript: members in links of JSDoc", () => {
  const root = scratch({
    "a.ts": [
      "export class App {",
      "  /** See {@link stop}. */",
      "  start() {}",
      "  stop() {}",
      "  static stop2() {}",
      "}",
      "/** @see {@link http://a/stop} {@link App.stop} and {@link App#start}, not {@link Other.stop} or {@link http://a/start}. */",
      "export const a = 1;",
      "interface Other { stop(): void }",
    ].join("\n"),
  });
  assert.deepEqual(places(root, "a.ts:4:3"), ["2:18 type", "4:3 declaration", "7:43 type"]);
  assert.deepEqual(places(root, "a.ts:3:3"), ["3:3 declaration", "7:64 type"]);
  assert.deepEqual(places(root, "a.ts:9:19"), ["7:89 type", "9:19 declaration"]);
});

test("TypeScript: elements that the workspace declares, members of globalThis", () => {
  const root = scratch({
    "jsx.d.ts":
      "declare namespace JSX { interface IntrinsicElements { header: object; main: object } }\ndeclare namespace Host {}\n",
    "a.tsx":
      "globalThis.Host = 1;\nconst header = { main: 1 };\nexport const a = <header><main>{header.main}</main></header>;\n",
  });
  assert.deepEqual(places(root, "jsx.d.ts:1:55"), ["3:19 call", "3:54 call", "1:55 declaration"]);
  assert.deepEqual(places(root, "jsx.d.ts:1:71"), ["3:27 call", "3:47 call", "1:71 declaration"]);
  assert.deepEqual(places(root, "jsx.d.ts:2:19"), ["1:12 write", "2:19 declaration"]);
});

test("TypeScript: exports out of a module that is imported later, values of an index signature", () => {
  const root = scratch({
    "made.ts": "export function make() {}\nexport function other() {}\n",
    "a.ts":
      "const load = () => import('./made.ts');\nasync function f() {\n  const { make, other: own } = await load();\n  const { make: none } = {};\n}\n",
    "b.ts": [
      "interface Head { value: string }",
      "interface Heads { [name: string]: Head[] }",
      "function f(heads: Heads) { return heads.host?.[0]?.value; }",
      'f({ host: [{ value: "" }] });',
    ].join("\n"),
  });
  assert.deepEqual(places(root, "made.ts:1:17"), ["3:11 read", "1:17 declaration"]);
  assert.deepEqual(places(root, "made.ts:2:17"), ["3:17 read", "2:17 declaration"]);
  assert.deepEqual(places(root, "b.ts:1:18"), ["1:18 declaration", "3:52 read", "4:14 write"]);
});

test("TypeScript: types of modules that are imported later", () => {
  const root = scratch({
    "made.ts": "export function make() {}\nexport class Box { static of() {} }\n",
    "a.ts": [
      "type Made = typeof import('./made.ts');",
      "type Make = typeof import('./made.ts').make;",
      "let make: Made['make'];",
      "let Box: Made['Box'];",
      "async function f() {",
      "  ({ make, Box } = await import('./made.ts'));",
      "  Box.of();",
      "}",
    ].join("\n"),
  });
  assert.deepEqual(places(root, "made.ts:1:17"), ["2:40 type", "3:17 read", "6:6 read", "1:17 declaration"]);
  assert.deepEqual(places(root, "made.ts:2:27"), ["7:7 call", "2:27 declaration"]);
  assert.deepEqual(places(root, "a.ts:3:5"), ["3:5 declaration", "6:6 read"]);
});

test("TypeScript: global declarations of a module, members by a symbol of the workspace", () => {
  const root = scratch({
    "a.ts":
      "export const share = Symbol('share');\ndeclare global {\n  interface Host { size: number }\n}\nexport interface Other { size: number }\n",
    "b.ts":
      "import { share } from './a.ts';\nfunction f(host: Host, all: string[]) {\n  host.size;\n  all[0].size;\n  document[share]().size;\n}\n",
  });
  assert.deepEqual(places(root, "a.ts:3:13"), ["3:13 declaration", "2:18 type"]);
  assert.deepEqual(places(root, "a.ts:3:20"), ["3:20 declaration", "3:8 read", "5:21 read?"]);
  assert.deepEqual(places(root, "a.ts:5:18"), ["5:18 declaration"]);
});
