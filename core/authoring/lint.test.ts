/** Lint rules of `jig plugin check`, with location and fix. */
import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { type JsonObject, parsedPluginFile } from "../host/frontend-api.ts";
import { lint } from "./lint.ts";
import { lintNames } from "./lint-names.ts";
import { lintPrograms } from "./lint-programs.ts";

const SCHEMA = {
  type: "object",
  properties: {
    rows: {
      type: "array",
      items: { type: "object", properties: { name: { type: "string" }, place: { $ref: "#/x" }, below: {} } },
    },
    count: { type: "integer" },
    open: { type: "object", additionalProperties: { type: "array", items: { type: "string" } } },
  },
};

/** Errors of a plugin with one tool, as `place: what. write`. */
function errorsOf(change: JsonObject, rows?: JsonObject): string[] {
  const folder = mkdtempSync(join(tmpdir(), "jig-lint-"));
  writeFileSync(join(folder, "t.js"), "");
  const tool = {
    title: "T",
    description: "Does something that is long enough.",
    effect: "read",
    input: { type: "object", properties: { file: { type: "string", description: "A file" } }, required: ["file"] },
    output: { schema: SCHEMA, ...(rows && { rows: [rows] }) },
    examples: [{ title: "Try", input: { file: "a" } }],
    handler: "./t.js",
    ...change,
  };
  const about = { name: "p", version: "1.0.0", title: "P", description: "Tries.", host: "^1" };
  const file = parsedPluginFile({
    ...about,
    permissions: { run: ["sh", "no-such-program"] },
    tools: { t: tool },
  });
  assert.ok(file, JSON.stringify(change));
  const others = [{ name: "open_file", plugin: "files", parameters: ["path", "line"] }];
  return [...lint(file, folder, process.env), ...lintNames(file, others)]
    .filter(({ level }) => level === "error")
    .map(({ where, what, write }) => `${where.replace("tools.t.", "")}: ${what}. ${write}`);
}

const input = (properties: JsonObject, required?: JsonObject[string]): JsonObject => ({
  input: { type: "object", properties, ...(required !== undefined && { required }) },
  examples: [],
});

test("a column of a tree may belong to the rows below others", () => {
  const place = { type: "object", properties: { file: { type: "string" } } };
  const group = (below: JsonObject) => ({ properties: { name: {}, places: { type: "array", ...below } } });
  const schema = (below: JsonObject) => ({ properties: { groups: { type: "array", items: group(below) } } });
  const row = (field: string) => ({ at: "/groups", children: "/places", columns: [{ field: "name" }, { field }] });
  const faults = (below: JsonObject, field: string) =>
    errorsOf({ output: { schema: schema(below), rows: [row(field)] } });
  assert.deepEqual(faults({ items: place }, "file"), []);
  assert.deepEqual(faults({}, "file"), []);
  assert.match(faults({ items: place }, "fiel").join("\n"), /output\.rows\.0\.columns\.1: is "\/fiel", and/);
});

test("a tool without faults has none, however open its schemas are", () => {
  assert.deepEqual(errorsOf({}), []);
  for (const rows of [
    { at: "/rows", count: "/count", columns: [{ field: "name" }], text: "{/name} {/place/any} {/below/deep} {@file}" },
    { at: "/rows", location: { path: "@file", base: "#/open/x/0" }, links: [link("open_file", { path: "/name" })] },
    { at: "/open", text: "{}" },
    { at: "/open/*" },
    { at: "/rows", links: [link("t", { file: "^" })] },
  ])
    assert.deepEqual(errorsOf({}, rows as JsonObject), [], JSON.stringify(rows));
  assert.deepEqual(errorsOf({ output: { schema: {}, rows: [{ at: "/any" }], notices: [{ at: "/more" }] } }), []);
  assert.deepEqual(errorsOf({ handler: { command: ["sh", "t.js", "-c", "gone.sh"] } }), []);
});

const link = (tool: string, input: Record<string, string>) => ({
  rel: "definition",
  tool,
  input: Object.fromEntries(Object.entries(input).map(([name, at]) => [name, { at }])),
});

test("pointers that lead nowhere, unknown tools and arguments are errors", () => {
  const cases: [change: JsonObject, rows: object | undefined, ...expected: RegExp[]][] = [
    [{}, { at: "/row" }, /^output\.rows\.0\.at: is "\/row", and .* has no "row" there\. Did you mean "rows"\?/],
    [{}, { at: "/count" }, /^output\.rows\.0\.at: .*has the type integer/],
    [{}, { at: "/rows", total: "/totl" }, /^output\.rows\.0\.total: .*Known there: rows, count, open/],
    [{}, { at: "/rows", columns: [{ field: "nam" }] }, /^output\.rows\.0\.columns\.0: .*Did you mean "name"\?/],
    [{}, { at: "/rows", location: { path: "/path" } }, /^output\.rows\.0\.location\.path: /],
    [{}, { at: "/rows", text: "{/name} {/nope} {@fil}" }, /rows\.0\.text: .*"nope"/, /the argument "fil", which/],
    [{}, { at: "/rows", links: [link("open_fil", { path: "/name" })] }, /links\.0\.tool: .*mean "open_file"\?/],
    [
      {},
      { at: "/rows", links: [link("open_file", { pth: "/nme" })] },
      /input\.pth\.at: is "\/nme"/,
      /input\.pth: is not/,
    ],
    [{ examples: [{ title: "x", input: { file: "a", fil: 1 } }] }, undefined, /^examples\.0\.input: .*"fil"/],
    [{ examples: [{ title: "x", input: {} }] }, undefined, /^examples\.0\.input: .*"file" is required/],
    [{ handler: { command: ["no-such-program"] } }, undefined, /^handler\.command\.0: .*not on the PATH.*name another/],
    [{ handler: { command: ["bsh"] } }, undefined, /^handler\.command\.0: .*not on the PATH.*Write "bash", or/],
    [
      { handler: { command: ["sh", "gone.sh"] } },
      undefined,
      /^handler\.command\.1: names gone\.sh, which does not exist/,
    ],
    [input({}, "file"), undefined, /^input\.required: is "file", not a list/],
    [{ input: { type: "object", required: ["a"] }, examples: [] }, undefined, /^input\.required: names parameters/],
    [
      input({ a: { description: "A", anyOf: [{ type: "string" }, { type: "object" }] } }),
      undefined,
      /^input\.a\.anyOf: mixes objects or lists with other values/,
    ],
  ];
  for (const [change, rows, ...expected] of cases) {
    const errors = errorsOf(change, rows as JsonObject | undefined);
    assert.equal(errors.length, expected.length, errors.join("\n"));
    for (const [at, pattern] of expected.entries()) assert.match(errors[at] ?? "", pattern);
  }
});

test("references of headings, pictures, tones and conditions lead somewhere", () => {
  const text = { type: "string" };
  const line = { type: "object", properties: { name: text, line: { type: "integer" } } };
  const lines = { type: "array", items: line };
  const file = { type: "object", properties: { path: text, lines } };
  const schema = {
    type: "object",
    properties: { root: text, files: { type: "array", items: file }, lines, byName: { additionalProperties: file } },
  };
  const found = (rows: JsonObject) => errorsOf({ output: { schema, rows: [rows] } });
  const grouped = (change: JsonObject) => found({ at: "/files/*/lines", ...change });
  const valid = {
    heading: { text: "{^/path} {#/root} {@file}", location: { path: "^/path" } },
    text: "{//name} {}",
    tone: { at: "/name", error: ["x"] },
    chart: { value: { from: "/line", to: "/line" }, name: "{^/path}/{/name}" },
    graph: [{ id: "/name", to: ["/line", "^/path"], when: { at: "/name" } }],
    code: { text: "/name", note: ["{/line}"] },
    depth: "/line",
  };
  assert.deepEqual(grouped(valid), []);
  assert.deepEqual(found({ at: "/files", chart: { value: "/lines/0/line", name: "{/path}" }, tone: "error" }), []);
  const cases: [rows: JsonObject, ...expected: RegExp[]][] = [
    [{ heading: { text: "{/path}" } }, /rows\.0\.heading\.text: is "\/path", and .*Did you mean "\^\/path"\?/],
    [{ heading: { text: "{/root}" } }, /heading\.text: .*Did you mean "#\/root"\?/],
    [{ heading: { text: "{^/pathh} {/oops}" } }, /is "\^\/pathh".*mean "path"/, /"\/oops".*Known there: name, line$/],
    [{ heading: { text: "x", location: { path: "^/pth" } } }, /heading\.location\.path: is "\^\/pth"/],
    [{ heading: { text: "x", links: [link("open_file", { path: "/path" })] } }, /heading\.links\.0\.input\.path\.at: /],
    [{ chart: { value: "/linez", name: "{/nam}" } }, /chart\.value: is "\/linez"/, /chart\.name: is "\/nam"/],
    [{ chart: { value: { from: "/line", to: "/en" }, name: "x" } }, /chart\.value\.to: is "\/en"/],
    [{ graph: { id: "/nam", to: "/linee" } }, /graph\.id: is "\/nam"/, /graph\.to: is "\/linee"/],
    [{ graph: [{ id: "/name", from: ["/line", "/oops"] }] }, /graph\.0\.from\.1: is "\/oops"/],
    [{ tone: { at: "/sev", error: ["x"] } }, /tone\.at: is "\/sev"/],
    [{ links: [{ ...link("open_file", {}), when: { at: "/knd" } }] }, /links\.0\.when\.at: is "\/knd"/],
    [{ code: { text: "/name", note: ["{/oops}"] } }, /code\.note\.0: is "\/oops"/],
    [{ depth: "/dept" }, /depth: is "\/dept"/],
    [{ columns: [{ field: "x", at: "/nme" }] }, /columns\.0\.at: is "\/nme"/],
  ];
  for (const [rows, ...expected] of cases) {
    const errors = grouped(rows);
    assert.equal(errors.length, expected.length, `${JSON.stringify(rows)}\n${errors.join("\n")}`);
    for (const [at, pattern] of expected.entries()) assert.match(errors[at] ?? "", pattern);
  }
  assert.match(
    found({ at: "/files", heading: { text: "{^/path}" } }).join(),
    /is "\^\/path", and these rows have no group\. Write "\/path"/,
  );
  assert.match(found({ at: "/byName/*/lines", text: "{^/pathh}" }).join(), /is "\^\/pathh".*Did you mean "path"\?/);
});

test("the message about a column of a tree knows the fields of the rows below", () => {
  const module = { type: "object", properties: { module: { type: "string" } } };
  const file = { type: "object", properties: { path: { type: "string" }, imports: { type: "array", items: module } } };
  const schema = { type: "object", properties: { files: { type: "array", items: file } } };
  const found = (field: string) =>
    errorsOf({ output: { schema, rows: [{ at: "/files", children: "/imports", columns: [{ field }] }] } }).join();
  assert.match(found("modul"), /Did you mean "module"\?/);
  assert.match(found("qqqq"), /Known there: path, imports, module$/);
});

test("entries of permissions.run are programs, and arguments are not for a shell", () => {
  const at = mkdtempSync(join(tmpdir(), "jig-lint-"));
  const about = { name: "p", version: "1.0.0", title: "P", description: "Tries.", host: "^1" };
  const found = (run: string[], command: string[]) => {
    const tool = { title: "T", description: "Does.", effect: "read", input: { type: "object" }, handler: { command } };
    const file = parsedPluginFile({ ...about, permissions: { run }, tools: { t: tool } });
    assert.ok(file);
    return lintPrograms(file, at, process.env).map(({ level, where }) => `${level} ${where}`);
  };
  assert.deepEqual(found(["sh"], ["sh", "-c", "cat a && true"]), []);
  assert.deepEqual(found(["sh a.sh"], ["sh"]), ["error permissions.run.0"]);
  assert.deepEqual(found(["shh"], ["shh"]), ["error tools.t.handler.command.0"]);
  const both = ["error permissions.run.0", "error tools.t.handler.command.0"];
  assert.deepEqual(found(["sh a.sh"], ["sh a.sh"]), both);
  assert.deepEqual(found(["sh"], ["sh a.sh"]), []);
  assert.deepEqual(found(["sh"], ["sh", "-c", "true", "&&", "true"]), ["warning tools.t.handler.command.3"]);
  assert.deepEqual(found(["sh"], ["sh", "-d", "|", "$HOME"]), ["warning tools.t.handler.command.3"]);
});
