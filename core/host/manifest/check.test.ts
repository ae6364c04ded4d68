/** Manifest rules beyond the schema: messages with problem and fix. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { toJigError } from "../contract/errors.ts";
import type { JsonObject } from "../contract/outcome.ts";
import type { PluginFile } from "../contract/plugin-file.ts";
import { faulty, HOST_API, RESERVED_WORDS } from "./check.ts";
import { runEntryFault } from "./command-words.ts";
import { normalize } from "./normalize.ts";
import { parsedPluginFile } from "./read-plugin-file.ts";

const TOOL = {
  title: "Trees",
  description: "Counts trees.",
  effect: "read",
  input: { type: "object", properties: { kind: { type: "string" } } },
  handler: "./trees.ts",
};

function file(more: JsonObject = {}): PluginFile {
  const parsed = parsedPluginFile({
    ...{ name: "trees", version: "1.0.0", title: "Trees", description: "Counts trees.", host: "^1" },
    tools: { trees: TOOL },
    ...more,
  });
  assert.ok(parsed, JSON.stringify(more));
  return parsed;
}
const made = (more: JsonObject = {}) => normalize(file(more), "/p/trees");
const withTool = (tool: JsonObject) => made({ tools: { trees: { ...TOOL, ...tool } } });
const refused = (more: JsonObject, message: string, hint: string) =>
  assert.throws(() => made(more), { code: "INVALID_ARGUMENT", message, hint });

test("words of the frontends are neither tools nor parameters", () => {
  assert.deepEqual(RESERVED_WORDS.join(" ").split(" "), [
    ...["call", "tools", "describe", "doctor", "settings", "completion", "mcp", "plugin", "tui", "help", "version"],
    ...["root", "plugins", "zoekt", "as", "quiet", "read-only", "audit", "input", "input-file", "all", "json"],
    ...["serve", "setup", "pick", "man", "toon"],
  ]);
  for (const word of RESERVED_WORDS) {
    refused({ tools: { [word]: TOOL } }, `The tool name "${word}" is a subcommand of jig`, "Choose another name");
    const input = { type: "object", properties: { kind: {}, [word]: {} } };
    const message = `The parameter "${word}" of "trees" is a flag of jig itself`;
    refused({ tools: { trees: { ...TOOL, input } } }, message, "Choose another name");
  }
});

test("a tool's name is a letter and up to 47 of letters, digits, _ and -", () => {
  for (const name of ["a", "A9_-", `t${"x".repeat(47)}`])
    assert.equal(made({ tools: { [name]: TOOL } }).tools[0]?.name, name);
  for (const name of ["9a", "_a", "-a", "a b", "a.b", "é", `t${"x".repeat(48)}`, "a\n", "\na"]) {
    const message = `The tool name ${JSON.stringify(name)} is not allowed`;
    refused({ tools: { [name]: TOOL } }, message, "Use a letter, then up to 47 letters, digits, _ and -");
  }
});

test("a manifest says for which versions of the host it is written", () => {
  assert.equal(HOST_API, 1);
  const fitting = ["^1", "1", "1.x", "1.2", "=1", ">=1", ">=0", "<=1", "<=2", "<2", ">0", ">=1 <2", ">= 1", "^1.0.0"];
  for (const host of fitting) assert.equal(made({ host }).host, host);
  for (const host of ["^2", "2", "0", "=2", ">=2", "<=0", "<1", ">1", ">=1 <1", ">=2 <3", "latest", "^x"])
    assert.throws(() => made({ host }), {
      code: "UNAVAILABLE",
      message: `The plugin "trees" is written for host ${JSON.stringify(host)}, but this is 1`,
      hint: "Install a version of the plugin for host ^1, or another version of jig",
    });
});

test("a chart and a graph have something to draw", () => {
  const said = (view: string) => `The view "${view}" of "trees" has nothing to draw`;
  const chart = { value: "/size", name: "{/name}" };
  const graph = { id: "/name" };
  const sized =
    'In a source of "output.rows", write how large a row is: "chart": {"value": "/size", "name": "{/name}"}';
  const linked = 'In a source of "output.rows", write what a row points to: "graph": {"id": "/name", "to": "/needs"}';
  const refusedTool = (tool: JsonObject, ...texts: [string, string]) =>
    refused({ tools: { trees: { ...TOOL, ...tool } } }, ...texts);
  for (const output of [{}, { rows: [] }, { rows: [{ at: "/a" }] }, { rows: [{ at: "/a", graph }] }])
    refusedTool({ view: "chart", output }, said("chart"), sized);
  refusedTool({ view: "graph", output: { rows: [{ at: "/a", chart }] } }, said("graph"), linked);
  const rows = [{ at: "/a" }, { at: "/b", chart, graph }];
  for (const view of ["chart", "graph"]) assert.equal(withTool({ view, output: { rows } }).tools[0]?.view, view);
  assert.equal(withTool({ view: "table" }).tools[0]?.view, "table");
});

test("a finder asks a tool of its plugin that reads", () => {
  const finder = { title: "trees", tool: "trees", parameter: "kind" };
  const contributes = (more: JsonObject) => ({ contributes: { finders: [finder, { ...finder, ...more }] } });
  assert.equal(made(contributes({ prefix: "@" })).finders[1]?.prefix, "@");
  refused(
    contributes({ tool: "oaks" }),
    'The finder "trees" calls "oaks", which is not a tool of this plugin',
    "Name one of its tools",
  );
  const tools = { trees: TOOL, fell: { ...TOOL, effect: "write" } };
  refused(
    { tools, ...contributes({ tool: "fell" }) },
    'The finder "trees" calls "fell", whose effect is write',
    "A finder's tool must have the effect read",
  );
});

test("an alias is a flag or a command, and none of jig's own", () => {
  const alias = (more: JsonObject) => ({
    contributes: { cliAliases: [{ tool: "trees", description: "D.", ...more }] },
  });
  for (const more of [{ flag: "--oaks" }, { command: "oaks", also: ["elms"] }])
    assert.deepEqual(made(alias(more)).cliAliases, [{ tool: "trees", description: "D.", ...more }]);
  for (const more of [{}, { flag: "--oaks", command: "oaks" }])
    refused(alias(more), 'The alias of "trees" needs either a flag or a command', "Write one of them");
  refused(alias({ flag: "--root" }), 'The flag "--root" is already used by jig itself', "Choose another one");
  refused(alias({ command: "man" }), 'The command "man" is already used by jig itself', "Choose another one");
  refused(
    alias({ command: "oaks", also: ["elms", "pick"] }),
    'The command "pick" is already used by jig itself',
    "Choose another one",
  );
});

test("an input that clients refuse is a fault of the file", () => {
  const fault = (input: JsonObject, where: string, what: string, write: string) =>
    assert.throws(() => withTool({ input }), {
      code: "INVALID_ARGUMENT",
      message: `/p/trees/plugin.json: "${where}" ${what}`,
      hint: write,
      details: { faults: [{ where, what, write }] },
    });
  const write = 'Write {"type": "object", "properties": {…}} and say what must go together in the description';
  fault({}, "tools.trees.input", 'The input schema of "trees" must have type "object" at its root', write);
  for (const word of ["anyOf", "oneOf", "allOf"]) {
    const what = `The input schema of "trees" must not have "${word}" at its root`;
    fault({ type: "object", [word]: [] }, "tools.trees.input", what, write);
  }
  for (const name of ["", "9a", "-a", "a b", "a.b", `p${"x".repeat(64)}`])
    fault(
      { type: "object", properties: { kind: {}, [name]: {} } },
      "tools.trees.input.properties",
      `has the parameter ${JSON.stringify(name)}`,
      "Use a letter, then up to 63 letters, digits, _ and -: clients reject other names",
    );
  const properties = { A9_: {}, "a-b": {}, [`p${"x".repeat(63)}`]: {} };
  assert.deepEqual(withTool({ input: { type: "object", properties } }).tools[0]?.inputSchema.properties, properties);
});

test("a command is a program that permissions.run lists, or a file of the plugin", () => {
  const handled = (command: string[], run: string[]) =>
    made({ permissions: { run }, tools: { trees: { ...TOOL, handler: { command } } } });
  assert.equal(handled(["git", "log"], ["gh", "git"]).tools.length, 1);
  assert.equal(handled(["./trees.sh"], []).tools.length, 1);
  assert.throws(() => handled(["git", "gh"], ["gh"]), {
    message: '/p/trees/plugin.json: "tools.trees.handler.command" starts "git", which permissions.run does not list',
    hint: 'Add "git" to permissions.run',
  });
  assert.throws(() => made({ tools: { trees: { ...TOOL, handler: { command: ["git"] } } } }), /starts "git"/);
});

test("a command line or a script in the place of a program is told how to write it", () => {
  const hint = (command: string[], run: string[]) => {
    try {
      made({ permissions: { run }, tools: { trees: { ...TOOL, handler: { command } } } });
    } catch (error) {
      return toJigError(error).hint;
    }
  };
  for (const [command, run, write] of [
    [["python3 a.py"], [], 'Write ["python3","a.py"] and add "python3" to permissions.run'],
    [["python3 a.py", "-x"], ["python3"], 'Write ["python3","a.py","-x"]'],
    [["a.py"], ["python3"], 'Write ["python3","a.py"]'],
    [["python3 a.py && true"], ["sh"], 'Write ["sh","-c","python3 a.py && true"]'],
    [["/opt/my tools/a"], [], 'Add "/opt/my tools/a" to permissions.run'],
  ] as [string[], string[], string][])
    assert.equal(hint(command, run), write);
});

test("an entry of permissions.run that is no program is told what to write", () => {
  for (const sound of ["git", "python3.12", "/usr/bin/python3", "C:\\Program Files\\Git\\git.exe", "g++", "sh"])
    assert.equal(runEntryFault(sound), undefined, sound);
  const write = (entry: string) => runEntryFault(entry)?.write ?? "";
  assert.equal(
    write("python3 h.py"),
    'Write "python3"; the rest belongs in the handler: "command": ["python3","h.py"]',
  );
  assert.match(write("h.py"), /^Write "python3"; .*"command": \["python3","h\.py"\]$/);
  assert.match(
    write("python3 h.py && true"),
    /^Write "sh"; .*\["sh","-c","python3 h\.py && true"\]\. Commands start without a shell/,
  );
  assert.equal(write("./bin/a"), 'Remove it. The handler is "command": ["./bin/a"]');
  assert.match(write("./h.py"), /^Write "python3", the program that runs it\. .*\["python3","h\.py"\]$/);
  assert.match(write("*"), /by its name/);
});

test("the first of several faults is said, and where to see the others", () => {
  const fault = (where: string) => ({ where, what: "is missing", write: `Write ${where}` });
  assert.equal(faulty("/p", [fault("a")]).message, '/p/plugin.json: "a" is missing');
  const several = faulty("/p", [fault("a"), fault("b"), fault("c")]);
  assert.equal(several.message, '/p/plugin.json: "a" is missing (and 2 more: run `jig plugin check`)');
  assert.deepEqual([several.code, several.hint], ["INVALID_ARGUMENT", "Write a"]);
  assert.deepEqual(several.details, { faults: [fault("a"), fault("b"), fault("c")] });
});
