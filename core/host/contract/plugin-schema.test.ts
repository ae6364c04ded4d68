/** Manifest schema: type parameters, and strictness about paths, names and numbers. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as v from "valibot";
import type { JsonObject } from "./outcome.ts";
import { outputOf } from "./output-schema.ts";
import { pluginFile } from "./plugin-file.ts";
import { placeBelowRoot, plugin } from "./plugin-schema.ts";

const about = { name: "trees", version: "1.0.0", title: "Trees", description: "Counts trees.", host: "^1" };
const oneTool = { title: "T", description: "D.", effect: "read", input: { type: "object" }, handler: "./t.ts" };
const refusedAt = (given: unknown) => v.safeParse(pluginFile, given).issues?.map((issue) => v.getDotPath(issue));
const at = (more: object) => refusedAt({ ...about, ...more });
const inTool = (more: object) => at({ tools: { t: { ...oneTool, ...more } } });
const inRow = (more: object) => inTool({ output: { rows: [{ at: "/rows", ...more }] } });
const accepted = undefined;

/** Checks valid and invalid values for one place. */
function tried(place: (value: unknown) => unknown, good: readonly unknown[], bad: readonly unknown[]): void {
  for (const value of good) assert.deepEqual(place(value), accepted, JSON.stringify(value));
  for (const value of bad) assert.notDeepEqual(place(value), accepted, JSON.stringify(value));
}

test("a place below a root leads nowhere else and has few stars", () => {
  const place = placeBelowRoot(2);
  tried(
    (value) => v.safeParse(place, value).issues?.map(() => "refused"),
    ["a", "a/b", "*.cs", "*a*/b", "*/*/c", "a/*/*", ".a/..b"],
    ["", "/a", "a/", "a//b", ".", "a/./b", "..", "../a", "a/..", "***", "*a*b*", "*/*/*", "*/*/*/d", 1, null],
  );
  assert.equal(v.is(placeBelowRoot(3), "*/*/*"), true);
  assert.equal(v.is(placeBelowRoot(3), "*/*/*/*"), false);
  assert.deepEqual(at({ when: { workspaceHas: ["*/*/x"] } }), accepted);
  assert.deepEqual(at({ when: { workspaceHas: ["a", "*/*/*"] } }), ["when.workspaceHas.1"]);
  assert.deepEqual(at({ when: { workspaceHas: [] } }), ["when.workspaceHas"]);
});

test("names, versions and hosts have their form", () => {
  tried(
    (name) => at({ name }),
    ["a", "a-1", `a${"x".repeat(31)}`],
    ["", "A", "1a", "a_b", "-x", `a${"x".repeat(32)}`, 1],
  );
  tried((version) => at({ version }), ["1.0.0", "10.2.3-rc.1+b"], ["1", "1.0", "v1.0.0", "1.0.0 ", "", 1]);
  for (const key of Object.keys(about)) assert.deepEqual(refusedAt({ ...about, [key]: undefined }), [key]);
  assert.deepEqual(at({ other: 1 }), ["other"]);
});

test("numbers have their bounds", () => {
  tried((memoryMb) => at({ memoryMb }), [64, 16_384], [63, 16_385, 64.5, "64"]);
  tried((storageMb) => at({ storageMb }), [1, 16_384], [0, 16_385, 1.5]);
  tried((threads) => at({ workers: { w: { module: "./w.ts", threads } } }), [1, 9], [0, 1.5]);
  tried((defaultMs) => inTool({ timeout: { defaultMs } }), [1, 2.5], [0, "1"]);
  tried(
    (minLength) => at({ contributes: { finders: [{ title: "t", tool: "t", parameter: "q", minLength }] } }),
    [1],
    [0, 1.5],
  );
  tried((limit) => inTool({ output: { textTokens: { default: limit } } }), [100], [99, 100.5]);
});

test("permissions name what a person can judge", () => {
  const of = (kind: string) => (value: unknown) => at({ permissions: { [kind]: [value] } });
  for (const kind of ["read", "write"])
    tried(of(kind), ["workspace", "/a", "C:\\a", "c:/a"], ["a", "./a", "~", "/a\n", ""]);
  tried(of("run"), ["git", "./a.sh"], ["-rf", " git", "", "a\u0007"]);
  tried(of("net"), ["a.b", "a.b:80", "[::1]:80", "unix"], ["", "a b", "$NAME", "http://a"]);
  tried(of("env"), ["A_B", "_a1"], ["1A", "A-B", "", "A=1"]);
  tried(of("invoke"), ["find", "a-1"], ["1a", "a b", ""]);
  assert.deepEqual(at({ permissions: { all: ["x"] } }), ["permissions.all"]);
});

test("files lie in the folder of the plugin", () => {
  const bad = ["t.ts", "/t.ts", "./../t.ts", "./a/../t.ts", "./a\\t.ts", "./t\0.ts", ""];
  tried((handler) => inTool({ handler }), ["./t.ts", "./a/t.mjs", "./t.cts", "./t.js"], [...bad, "./t.py", "./t"]);
  const grammar = (value: unknown) =>
    at({ contributes: { languages: [{ id: "a", title: "A", extensions: [".a"], grammar: value }] } });
  tried(grammar, ["./a.wasm", "./a"], bad);
  const command = (...words: unknown[]) => inTool({ handler: { command: words } });
  tried((word) => command(word), ["git", "./a.sh", "/usr/bin/a", "./a..b"], ["", "../a", "./../a", "./a/../b", "a\0"]);
  assert.notDeepEqual(command(), accepted);
});

test("texts have their lengths", () => {
  tried((title) => inTool({ title }), ["x".repeat(80)], ["", "x".repeat(81)]);
  tried((description) => inTool({ description }), ["x".repeat(2048)], ["", "x".repeat(2049)]);
  tried((keywords) => inTool({ keywords }), ["x".repeat(200)], ["", "x".repeat(201)]);
});

test("a pointer begins with a slash, a reference at a row", () => {
  tried((cut) => inTool({ output: { cut } }), ["", "/a", "/a/*", "/a~0b~1c"], ["a", "/a~", "/a~2", "#/a"]);
  const good = ["", "/a", "//a", "#", "#/a", "^", "^/a", "@a-b", "/{/a}"];
  tried((depth) => inRow({ depth }), good, ["a", "@", "@a b", "^a", "##", "/a~2"]);
});

test("words of a contribution have their form", () => {
  const finder = (more: object) =>
    at({ contributes: { finders: [{ title: "t", tool: "t", parameter: "q", ...more }] } });
  tried((prefix) => finder({ prefix }), ["@", "#", "é\u0301".slice(1)], ["a", "1", "_", ">", " ", "##", ""]);
  const alias = (more: object) => at({ contributes: { cliAliases: [{ tool: "t", description: "D.", ...more }] } });
  tried((flag) => alias({ flag }), ["--a", "--a-1"], ["-a", "a", "--A", "--1", `--a${"x".repeat(48)}`]);
  tried((command) => alias({ command }), ["a", "a_b-1"], ["A", "1", "a b", `a${"x".repeat(48)}`]);
  tried((positional) => alias({ positional }), ["q", ["q"]], ["", [""], 1]);
  const language = (more: object) =>
    at({ contributes: { languages: [{ id: "a", title: "A", extensions: [".a"], ...more }] } });
  tried((id) => language({ id }), ["c++", "c#", "x".repeat(32)], ["", "a b", "x".repeat(33)]);
  tried((extensions) => language({ extensions }), [[".a"], [".d.ts", ".b"]], [[], ["a"], [".A"]]);
  tried(
    (prefix) => at({ contributes: { paths: [{ prefix, module: "./p.ts" }] } }),
    ["A/", "a-b:"],
    ["A", "1/", "/", "a b/"],
  );
  const prompt = { title: "P", description: "D.", text: "T" };
  tried(
    (name) => at({ contributes: { prompts: [{ ...prompt, name }] } }),
    ["p q", "x".repeat(64)],
    ["", "a\n", "x".repeat(65)],
  );
});

test("a synonym has one of six forms", () => {
  const good = [
    "q",
    { to: "q", with: {} },
    { list: "q", not: "r" },
    { values: { a: { b: 1 } } },
    { file: "f", directory: "d" },
    { each: ["a"] },
  ];
  tried((synonym) => inTool({ synonyms: { s: synonym } }), good, [
    "",
    1,
    {},
    { to: "q" },
    { file: "f" },
    { each: "a" },
    { list: "q", and: "r" },
  ]);
});

test("rows, columns and links know their words", () => {
  tried((unit) => inRow({ unit }), [["a", "b"]], [[], ["a"], ["a", ""], "a"]);
  tried(
    (tone) => inRow({ tone }),
    ["error", "warning", "muted", { at: "/a", error: ["e", true] }],
    ["loud", { error: [] }, { at: "/a", error: [1] }],
  );
  tried((keep) => inRow({ keep }), ["ends", "head"], ["tail"]);
  tried((columnFrom) => inRow({ location: { path: "/p", columnFrom } }), [0, 1], [2, -1]);
  tried(
    (kind) => inRow({ columns: [{ field: "a", kind }] }),
    ["path", "line", "number", "text", "code", "symbol", "bytes", "time"],
    ["date"],
  );
  const input = (value: unknown) => inRow({ links: [{ rel: "open", tool: "t", input: { a: value } }] });
  const good = [
    { at: "/a", required: true, list: true },
    { template: "{/a}" },
    { path: "one" },
    { path: "list" },
    { value: null },
    { fields: { b: "/b" } },
  ];
  tried(input, good, ["/a", {}, { path: "all" }, { at: "a" }, { fields: { b: "b" } }]);
  tried((by) => inTool({ output: { next: { parameter: "p", by } } }), ["page", "offset", "line", "cursors"], ["rows"]);
});

const module = v.function();
const builtIn = plugin({
  ...{
    handler: module,
    service: module,
    worker: module,
    path: module,
    doctor: module,
    availableTools: module,
    failure: module,
  },
  ...{
    input: v.number(),
    output: v.exactOptional(outputOf(v.number())),
    net: v.literal("$HOST"),
    place: v.literal("Trees"),
  },
  ofLanguage: { symbols: module },
  ofWorker: { shared: v.boolean() },
  ofContributes: { sources: v.exactOptional(v.array(v.string())) },
});

test("each reference is taken as it was made for", () => {
  const call = () => undefined;
  const whole = {
    ...{ ...about, when: { workspaceHas: ["Trees"], enforce: false }, permissions: { net: ["$HOST"] } },
    tools: { t: { ...oneTool, input: 1, handler: call, output: { schema: 2, rows: [] } } },
    contributes: {
      ...{
        languages: [{ id: "a", title: "A", extensions: [".a"], symbols: call }],
        paths: [{ prefix: "A/", module: call }],
      },
      ...{ doctor: call, availableTools: call, sources: ["far"] },
    },
    ...{ service: call, workers: { w: { module: call, shared: true } }, failure: call },
  };
  const { output, issues } = v.safeParse(builtIn, whole);
  assert.deepEqual(issues, undefined);
  const { tools, ...rest } = whole;
  assert.deepEqual(output, {
    ...{ ...rest, memoryMb: 512, storageMb: 256 },
    tools: { t: { ...tools.t, view: "json", examples: [] } },
  });
  const wrongly = (more: object) =>
    v.safeParse(builtIn, { ...whole, ...more }).issues?.map((issue) => v.getDotPath(issue));
  const references: [JsonObject, string][] = [
    [{ tools: { t: { ...oneTool, input: 1 } } }, "tools.t.handler"],
    [{ when: { workspaceHas: ["Oaks"] } }, "when.workspaceHas.0"],
    [{ permissions: { net: ["host"] } }, "permissions.net.0"],
    [{ service: "./s.ts" }, "service"],
    [{ failure: { message: "/m" } }, "failure"],
    [{ contributes: { doctor: "./d.ts" } }, "contributes.doctor"],
    [{ contributes: { availableTools: "./a.ts" } }, "contributes.availableTools"],
    [{ contributes: { paths: [{ prefix: "A/", module: "./p.ts" }] } }, "contributes.paths.0.module"],
  ];
  for (const [more, where] of references) assert.deepEqual(wrongly(more), [where]);
  assert.deepEqual(wrongly({ workers: { w: { module: call } } }), ["workers.w.shared"]);
  assert.deepEqual(wrongly({ contributes: { languages: [{ id: "a", title: "A", extensions: [".a"] }] } }), [
    "contributes.languages.0.symbols",
  ]);
  assert.deepEqual(wrongly({ contributes: { sources: [1] } }), ["contributes.sources.0"]);
});
