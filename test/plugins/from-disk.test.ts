/** Plugins from disk in the compiled binary: through the command line and MCP, good ones and broken ones. */
import assert from "node:assert/strict";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { callJig, runJig, scratch } from "../jig.ts";
import { McpProcess } from "../mcp/mcp-process.ts";
import { children, has, stillCarrying } from "./paths.ts";

const FIXTURES = join(import.meta.dirname, "fixtures");
const root = scratch({ "a.txt": "some text\n", "names.fixture": "one\ntwo\n" });
const options = { cwd: root };

/** Of the fixtures; a machine without Python does without its plugin. */
const PREFIXES = has("python3") ? ["ts", "py", "sh"] : ["ts", "sh"];

/** A plugin folder that answers `value`. */
function pluginOf(name: string, tool: string, extra: object = {}, code = "export default async () => ({ value: 1 });") {
  const manifest = {
    name,
    version: "1.0.0",
    title: name,
    description: "A plugin of a test.",
    host: "^1",
    tools: {
      [tool]: {
        title: tool,
        description: "A tool.",
        effect: "read",
        input: { type: "object", properties: {} },
        handler: "./tool.ts",
      },
    },
    ...extra,
  };
  return { [`${name}/plugin.json`]: JSON.stringify(manifest), [`${name}/tool.ts`]: code };
}

test("jig call reaches TypeScript, Python and shell plugins", () => {
  for (const prefix of PREFIXES) {
    const { code, stderr } = runJig(["call", `${prefix}_echo`], options);
    assert.deepEqual([code, stderr.includes("Unknown tool")], [2, true], "not without --plugins");
  }
  for (const prefix of PREFIXES) {
    const ran = runJig(["call", `${prefix}_echo`, "--text", "héllo", "--plugins", FIXTURES, "--as", "json"], options);
    assert.deepEqual([ran.code, JSON.parse(ran.stdout)], [0, { echo: { text: "héllo", times: 1 } }], ran.stderr);
  }
});

test("services, workers and the rest of the context work in the binary's own child", () => {
  const doing = (what: string, rest = {}) => {
    const input = JSON.stringify({ do: what, ...rest });
    const ran = runJig(["call", "ts_context", "--input", input, "--plugins", FIXTURES, "--as", "json"], options);
    return JSON.parse(ran.stdout);
  };
  assert.deepEqual(doing("worker"), { answer: 49, heard: ["squaring 7"] });
  assert.equal(doing("service").text, "some text\n");
  assert.equal(doing("symbols", { path: "names.fixture" }).length, 2);
  assert.deepEqual(doing("invoke"), { value: { echo: { text: "again", times: 1 } } });
});

test("prints go to stderr, stdout holds the answer only", () => {
  const ran = runJig(["call", "ts_print", "--plugins", FIXTURES, "--as", "json"], options);
  assert.equal(ran.stdout, '"printed"\n'.replaceAll('"', ran.stdout.startsWith('"') ? '"' : ""));
  assert.match(ran.stderr, /a print/);
  assert.match(ran.stderr, /half a line/);
});

test("they stand in tools/list and answer over MCP, and leave no process behind", async () => {
  // Its children have it too, and nobody else's have.
  const home = scratch();
  const mcp = new McpProcess(["--plugins", FIXTURES], { ...options, env: { HOME: home } });
  await mcp.initialize();
  const { result } = await mcp.ask(1, "tools/list");
  const names = result.tools.map((tool: { name: string }) => tool.name);
  for (const name of PREFIXES.map((prefix) => `${prefix}_echo`)) assert.ok(names.includes(name), name);
  for (const name of PREFIXES.map((prefix) => `${prefix}_echo`)) {
    const answer = await mcp.call(name, name, { text: "x" });
    assert.equal(answer.result.content[0].text, '{"echo":{"text":"x","times":1}}');
  }
  const waiting = mcp.call("wait", "ts_wait", { deaf: true });
  assert.equal((await mcp.call("beside", "sh_echo", { text: "y" })).result.isError ?? false, false);
  assert.equal((await waiting).result.isError, true);
  await mcp.call("again", "ts_echo", { text: "z" });
  assert.ok(children(mcp.child.pid!, /plugin-(process|child)/) > 0);
  mcp.child.stdin.end();
  const { code } = await mcp.ended;
  assert.equal(code, 0);
  assert.deepEqual(await stillCarrying("HOME", home), []);
});

test("a clash names both, whoever comes first keeps the name, and built-ins cannot be shadowed", () => {
  const folder = scratch({
    ...pluginOf("alpha", "same_tool"),
    ...pluginOf("beta", "same_tool"),
    ...pluginOf("gamma", "search_content"),
    ...pluginOf("search", "other_tool"),
  });
  const { stdout } = runJig(["settings", "--json", "--plugins", folder], options);
  const states = Object.fromEntries(
    JSON.parse(stdout).plugins.map((each: { name: string; state: string; source: string }) => [
      each.source.split("/").at(-1),
      each.state,
    ]),
  );
  assert.equal(states.alpha, "ready");
  assert.equal(states.beta, "unavailable");
  assert.equal(states.gamma, "unavailable");
  assert.equal(states.search, "unavailable");
  const clash = runJig(["doctor", "--plugins", folder], options).stdout;
  assert.match(clash.replace(/\s+/g, " "), /"same_tool" of plugin "beta" exists already in plugin "alpha"/);
  assert.match(clash.replace(/\s+/g, " "), /"search_content" of plugin "gamma" exists already in plugin "search"/);
  assert.equal(callJig("search_content", { query: "some", total_only: true }, options).value, 1);
});

test("a broken plugin is listed with where, what and what to write; the others work", () => {
  const folder = scratch({
    "torn/plugin.json": "{",
    "wrong/plugin.json": JSON.stringify({
      name: "wrong",
      version: "1.0.0",
      title: "x",
      description: "x",
      host: "^1",
      tools: { one: { title: "One", description: "x", efect: "read", handler: "./x.ts", input: {} } },
    }),
    ...pluginOf("later", "later_tool", { host: "^2" }),
    ...pluginOf("climbing", "climbing_tool", {
      tools: {
        climbing_tool: {
          title: "x",
          description: "x",
          effect: "read",
          input: { type: "object" },
          handler: "./../later/tool.ts",
        },
      },
    }),
    ...pluginOf("reserved", "doctor"),
    ...pluginOf("missing", "missing_tool", {}, "export {};\n"),
    ...pluginOf("syntax", "syntax_tool", {}, "export default async () => {\n  oh no\n};\n"),
    ...pluginOf("good", "good_tool"),
  });
  const said = runJig(["doctor", "--plugins", folder], options).stdout.replace(/\s+/g, " ");
  assert.match(said, /torn.*is not JSON/);
  assert.match(said, /"tools\.one\.efect" is not a known property.*Did you mean "effect"/);
  assert.match(said, /"later" is written for host "\^2"/);
  assert.match(said, /tools\.climbing_tool\.handler/);
  assert.match(said, /"doctor" is a subcommand/);
  const call = (tool: string) => {
    const { code, stdout } = runJig(["call", tool, "--plugins", folder, "--as", "json"], options);
    return { code, value: JSON.parse(stdout) };
  };
  assert.deepEqual(call("good_tool"), { code: 0, value: 1 });
  assert.equal(call("missing_tool").code, 1);
  assert.match(call("missing_tool").value.error, /exports no function as default/);
  assert.match(call("syntax_tool").value.error, /tool\.ts|expected/i);
});

test("a folder without a plugin is a usage error", () => {
  const { code, stderr } = runJig(["tools", "--plugins", root], options);
  assert.equal(code, 2);
  assert.match(stderr, /no plugin in/);
});

test("the binary runs plugins from an empty directory with the sources gone", () => {
  const away = scratch();
  cpSync(join(FIXTURES, "shell"), join(away, "plugins", "shell"), { recursive: true });
  const ran = runJig(["call", "sh_echo", "--text", "x", "--plugins", "plugins", "--as", "json"], { cwd: away });
  assert.equal(ran.code, 0, ran.stderr);
});
