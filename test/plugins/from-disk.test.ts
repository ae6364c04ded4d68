/** Plugins on disk with the compiled binary, through CLI and MCP: working and broken ones. */
import assert from "node:assert/strict";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { callJig, runJig, scratch } from "../jig.ts";
import { McpProcess } from "../mcp/mcp-process.ts";
import { options, pluginOf, root } from "./answering-plugin.ts";
import { children, has, stillCarrying } from "./paths.ts";

const FIXTURES = join(import.meta.dirname, "fixtures");

/** Skip the Python fixture if it isn't installed. */
const PREFIXES = has("python3") ? ["ts", "py", "sh"] : ["ts", "sh"];

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
  // Its child processes have the permission too, others don't.
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
  assert.match(clash.replace(/\s+/g, " "), /"same_tool" of plugin "beta" already exists in plugin "alpha"/);
  assert.match(clash.replace(/\s+/g, " "), /"search_content" of plugin "gamma" already exists in plugin "search"/);
  assert.equal(callJig("search_content", { query: "some", total_only: true }, options).value, 1);
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
