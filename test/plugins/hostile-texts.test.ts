/** A plugin that drives terminals and whispers to models: none of what it says reaches either, at any door. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { before, test } from "node:test";
import { runJig, scratch } from "../jig.ts";
import { McpProcess } from "../mcp/mcp-process.ts";
import { WITH_DENO, WITHOUT_DENO } from "./paths.ts";

/** OSC 52 (clipboard), clear screen, right-to-left override, zero-width space, a tag, an 8-bit CSI, a line of its own. */
const EVIL = "\u001b]52;c;ZXZpbA==\u0007\u001b[2J\u202eX\u200b\u{e0041}\u009b31m\r";
/** What drives a terminal, and what nobody sees. */
const DRIVES = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u;
const HIDES = /[\u200b\u{e0000}-\u{e0fff}]/u;

const says = (word: string) => `${word}${EVIL} and more to read`;
const SCHEMA = {
  type: "object",
  description: says("schema"),
  properties: {
    a: { type: "string", description: says("parameter"), enum: ["one", `two${EVIL}`] },
    deep: {
      type: "object",
      description: "d",
      properties: { inner: { type: "string", description: says("buried") } },
    },
  },
};
const MANIFEST = {
  name: "evil",
  version: "1.0.0",
  title: says("title"),
  description: says("plugin"),
  host: "^1",
  permissions: { read: ["workspace"] },
  tools: {
    evil_do: {
      title: says("tool"),
      description: says("tool"),
      effect: "read",
      input: SCHEMA,
      view: "table",
      rows: { at: "/rows", columns: { [`Column${EVIL}`]: "/cell" } },
      fit: { cut: "/rows", hint: says("hint") },
      examples: [{ title: says("example"), input: { a: "one" } }],
      handler: "./do.ts",
    },
    evil_view: {
      title: "View",
      description: "Draws what no door can draw.",
      effect: "read",
      input: { type: "object", properties: {} },
      view: "tree",
      handler: "./view.ts",
    },
  },
  contributes: {
    languages: [{ id: "evil", title: says("language"), extensions: [".evl"], symbols: "./symbols.ts" }],
    prompts: [
      {
        name: "evil",
        title: says("prompt"),
        description: says("prompt"),
        arguments: [{ name: "x", description: says("argument") }],
        text: says("text"),
      },
    ],
    cliAliases: [{ flag: "--evil-flag", tool: "evil_do", description: says("alias"), positional: "a" }],
    doctor: "./doctor.ts",
  },
};
const module = (code: string) => `const EVIL = ${JSON.stringify(EVIL)};\n${code}\n`;
const FILES = {
  "evil/plugin.json": JSON.stringify(MANIFEST),
  "evil/do.ts": module(`export default async (_, { log, progress }) => {
  log.info("log" + EVIL);
  console.log("print" + EVIL);
  progress({ done: 1, message: "progress" + EVIL });
  throw new Error("failure" + EVIL);
};`),
  "evil/view.ts": module(`export default async () => ({ value: { rows: ["x" + EVIL] } });
export const view = () => ({
  rows: [
    { text: "row" + EVIL, marks: "x", depth: 1e9, tone: "loud", cells: { a: {} }, location: { absolute: 5 }, links: [null, { rel: "open", tool: 5 }] },
    { text: "placed", location: { absolute: "/x", display: "x" + EVIL, startLine: -1, startColumn: "1" } },
    null,
    { text: 5 },
  ],
  columns: "none",
  notes: ["note" + EVIL],
});`),
  "evil/symbols.ts": module(`export default async () => [
  { name: "named" + EVIL, kind: "k", container: 5, startLine: "x", endLine: -1 }, null, 5, { name: 5 },
];`),
  "evil/doctor.ts": module(`export default async () => [
  { what: "w" + EVIL, state: "nope", detail: "d" + EVIL, fix: "f" + EVIL }, null, 7,
];`),
};

for (const [setting, path] of [
  ["with Deno", WITH_DENO],
  ["without", WITHOUT_DENO],
] as const) {
  let cwd = "";
  const plugins = () => ["--plugins", join(cwd, "evil")];
  const jig = (...args: string[]) => runJig(args, { cwd, env: { PATH: path } });
  before(() => (cwd = scratch({ ...FILES, "a.evl": "x\n", "b.txt": "x\n" })));

  test(`no command drives the terminal with a plugin's words, ${setting}`, () => {
    const commands: string[][] = [
      ["plugin", "list", ...plugins()],
      ["plugin", "list", "--json", ...plugins()],
      ["plugin", "check", "evil"],
      ["plugin", "test", "evil"],
      ["plugin", "trust", "evil"],
      ["plugin", "pack", "evil", "--out", join(cwd, "..", `${cwd.split("/").at(-1)}.jigplugin`)],
      ["plugin", "install", join(cwd, "..", `${cwd.split("/").at(-1)}.jigplugin`)],
      ["tools", ...plugins()],
      ["tools", "--json", ...plugins()],
      ["describe", "evil_do", ...plugins()],
      ["evil_do", "--help", ...plugins()],
      ["doctor", ...plugins()],
      ["settings", ...plugins()],
      ["settings", "--json", ...plugins()],
      ["completion", "bash", ...plugins()],
      ["completion", "zsh", ...plugins()],
      ["completion", "fish", ...plugins()],
      ["evil_do", "--a", "none", ...plugins()],
      ["evil_do", "--as", "text", ...plugins()],
      ["evil_view", "--as", "text", ...plugins()],
      ["check_code_scale", "--file-path", "a.evl", "--as", "text", ...plugins()],
    ];
    for (const command of commands) {
      const { stdout, stderr } = jig(...command);
      assert.doesNotMatch(stdout, DRIVES, command.join(" "));
      assert.doesNotMatch(stderr, DRIVES, command.join(" "));
    }
    assert.match(
      jig("plugin", "trust", "evil").stdout,
      /buried⟨U\+001B⟩/,
      "a text deep in a schema is part of the review",
    );
    assert.match(jig("doctor", ...plugins()).stdout, /FAIL w/);
  });

  test(`rows, symbols and lines of doctor that are none are left out, ${setting}`, () => {
    const drawn = jig("evil_view", "--as", "text", ...plugins());
    assert.equal(drawn.code, 0, drawn.stderr);
    assert.match(drawn.stdout, /row/);
    const scale = jig("check_code_scale", "--file-path", "a.evl", "--as", "json", ...plugins());
    const [symbol, ...others] = JSON.parse(scale.stdout).structure;
    assert.deepEqual([others, symbol.container, symbol.startLine, symbol.endLine], [[], null, 1, 1]);
  });

  test(`a model is told nothing that a person cannot see, ${setting}`, async () => {
    const mcp = new McpProcess(plugins(), { cwd, env: { PATH: path } });
    await mcp.initialize();
    const { result } = await mcp.ask(1, "tools/list");
    const tool = result.tools.find((each: { name: string }) => each.name === "evil_do");
    const { enum: data, ...told } = tool.inputSchema.properties.a;
    assert.equal(data[1], `two${EVIL}`, "values stay what they are");
    const texts = [tool.title, tool.description, told.description, tool.inputSchema.properties.deep];
    const prompts = await mcp.ask(2, "prompts/list");
    for (const text of [...texts, prompts.result]) {
      const words = JSON.stringify(text);
      assert.doesNotMatch(words, DRIVES);
      assert.doesNotMatch(words, HIDES);
      assert.doesNotMatch(words, /\\u00/);
    }
    mcp.child.stdin.end();
    assert.doesNotMatch((await mcp.ended).stderr, DRIVES);
  });
}

test("names that would become part of a command line, a path or an environment are refused", () => {
  const refused = (change: object) => {
    const cwd = scratch({ "p/plugin.json": JSON.stringify({ ...MANIFEST, contributes: {}, ...change }) });
    return runJig(["plugin", "list", "--plugins", "p"], { cwd }).stdout;
  };
  for (const [change, where] of [
    [{ version: "1.0.0/../../x" }, "version"],
    [{ version: "1.0.0\nPermissions" }, "version"],
    [{ permissions: { env: ["A=B"] } }, "permissions.env.0"],
    [{ permissions: { env: ["A\u202e"] } }, "permissions.env.0"],
    [{ permissions: { net: ["a,b"] } }, "permissions.net.0"],
    [{ permissions: { run: ["--allow-all"] } }, "permissions.run.0"],
    [{ permissions: { run: ["git\nSandboxed"] } }, "permissions.run.0"],
    [{ permissions: { read: ["../.."] } }, "permissions.read.0"],
    [{ permissions: { read: ["/home\nx"] } }, "permissions.read.0"],
    [{ permissions: { invoke: ["x y"] } }, "permissions.invoke.0"],
    [{ contributes: { cliAliases: [{ flag: "-x", tool: "a", description: "b" }] } }, "contributes.cliAliases.0.flag"],
    [{ name: "-x" }, "name"],
    [{ name: "__proto__" }, "name"],
  ] as const) {
    const said = refused(change);
    assert.match(
      said,
      new RegExp(`unavailable[^]*"${where.replaceAll(".", "\\.")}" has the wrong form`),
      `${where}: ${said}`,
    );
  }
  const tool = MANIFEST.tools.evil_view;
  for (const name of ["constructor", "__proto__", "prototype"]) {
    const tools = JSON.parse(`{"${name}": ${JSON.stringify(tool)}}`);
    assert.match(refused({ tools }), new RegExp(`"tools\\.${name}" cannot be the name of a tool`));
  }
  for (const name of ["x y", "__proto__", "-x", "x\u202e"]) {
    const properties = JSON.parse(`{"${name}": {"type": "string"}}`);
    const tools = { a: { ...tool, input: { type: "object", properties } } };
    assert.match(refused({ tools }), /"tools\.a\.input\.properties" has the parameter "/, name);
  }
});
