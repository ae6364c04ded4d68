/** Hostile input to `jig mcp`: errors have a code, and the next call works. */
import assert from "node:assert/strict";
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { scratch } from "../jig.ts";
import { SOON_MS } from "../soon.ts";
import { McpProcess } from "./mcp-process.ts";

let root: string;
let mcp: McpProcess;

before(async () => {
  root = scratch({ "src/a.ts": "const x = 1; // -x\n--pre=/bin/cat\n", "b.txt": "needle\n" });
  const outside = scratch({ "secret.txt": "needle SECRET\n" });
  await symlink(outside, join(root, "link-out"));
  await symlink(join(outside, "secret.txt"), join(root, "secret-link.txt"));
  mcp = new McpProcess(["--root", root]);
  await mcp.initialize();
});

after(async () => {
  const { code, ms } = await mcp.end();
  assert.equal(code, 0);
  assert.ok(ms < SOON_MS, `ended after ${ms} ms`);
});

const search = async (id: unknown, input: object) => {
  const { result, error } = await mcp.call(id, "search_content", input);
  assert.equal(error, undefined);
  return { failed: result.isError, value: JSON.parse(result.content[0].text) };
};

test("queries that look like flags are text", async () => {
  const dash = await search("-x", { query: "-x" });
  assert.deepEqual([dash.failed, dash.value.count], [false, 1]);
  const pre = await search("pre", { query: "--pre=/bin/cat" });
  assert.deepEqual([pre.failed, pre.value.results[0].line_text], [false, "--pre=/bin/cat"]);
});

test("a NUL and a megabyte in the query", async () => {
  const nul = await search("nul", { query: "\0" });
  assert.ok(nul.failed === false ? nul.value.count === 0 : nul.value.code);
  const long = await search("long", { query: "x".repeat(1_000_000) });
  assert.ok(long.failed === false ? long.value.count === 0 : long.value.code);
});

test("roots outside, missing and of the wrong kind are refused with a code, and nothing is read", async () => {
  const cases: [string, RegExp][] = [
    ["..", /PATH_OUTSIDE/],
    ["src/../../", /PATH_OUTSIDE/],
    ["link-out", /PATH_OUTSIDE/],
    ["/etc", /PATH_OUTSIDE/],
    ["/proc/self", /PATH_OUTSIDE/],
    ["missing", /PATH_NOT_FOUND/],
    ["b.txt", /INVALID_ARGUMENT|NOT_A_/],
    ["a\0b", /INVALID_ARGUMENT|PATH_/],
    ["C:\\Windows", /INVALID_ARGUMENT|PATH_/],
    ["\\\\server\\share", /INVALID_ARGUMENT|PATH_/],
  ];
  for (const [path, code] of cases) {
    const { failed, value } = await search(path, { query: "needle", roots: [path] });
    assert.equal(failed, true, path);
    assert.match(String(value.code), code, path);
    assert.ok(!JSON.stringify(value).includes("SECRET"), path);
  }
  const file = await search("file", { query: "needle", files: ["secret-link.txt"] });
  assert.ok(!JSON.stringify(file.value).includes("SECRET"));
  const whole = await search("whole", { query: "needle" });
  assert.deepEqual(
    whole.value.results.map((row: { file: string }) => row.file),
    [join(root, "b.txt")],
  );
});

test("arguments of the wrong name or type say what to write", async () => {
  const cases: [object, RegExp][] = [
    [{ qery: "x" }, /query/],
    [{}, /query/],
    [{ query: 5 }, /query/],
    [{ query: null }, /query/],
    [{ query: ["x"] }, /query/],
    [{ query: "x", roots: "src" }, /roots/],
    [{ query: "x", max_count: true }, /max_count/],
    [{ query: "x", max_count: 2.9 }, /max_count/],
    [{ query: "x", constructor: 1 }, /constructor/],
    [JSON.parse('{"query":"x","__proto__":{"roots":["/"]}}'), /__proto__/],
    [{ query: "(" }, /regex/i],
  ];
  for (const [index, [input, message]] of cases.entries()) {
    const { failed, value } = await search(`bad ${index}`, input);
    assert.equal(failed, true, JSON.stringify(input));
    assert.ok(value.code, JSON.stringify(value));
    assert.match(value.error, message);
  }
  const number = await search("number as text", { query: "needle", max_count: "5" });
  assert.equal(number.failed, false);
});

test("lines that are no requests", async () => {
  for (const line of ["{bad", "[]", "null", '"x"', "[".repeat(100_000), `{"jsonrpc":"2.0","id":{},"method":"x"}`])
    mcp.write(line);
  mcp.write("\xff\xfe");
  assert.deepEqual((await mcp.ask("alive", "ping")).result, {});
  const refused = mcp.received.filter((message) => message.id === null).map((message) => message.error.code);
  assert.deepEqual(refused, [-32700, -32600, -32600, -32600, -32700, -32600, -32700]);
  assert.equal((await mcp.call("u", "no_such_tool", {})).error.code, -32602);
  assert.equal((await mcp.ask("m", "no/such/method")).error.code, -32601);
});

test("a cursor that no list issued is invalid; none, null and nothing in it mean the first page", async () => {
  for (const list of ["tools", "prompts", "resources", "resources/templates"]) {
    const ask = (cursor: unknown) => mcp.ask(`${list} ${JSON.stringify(cursor)}`, `${list}/list`, { cursor });
    for (const cursor of ["x", "eyJhIjoxfQ==", 7, {}]) assert.equal((await ask(cursor)).error?.code, -32602, list);
    for (const cursor of [undefined, null, ""]) assert.ok((await ask(cursor)).result, list);
  }
});

test("a line beyond the limit is refused, and reading goes on", async () => {
  mcp.write(`{"jsonrpc":"2.0","id":"huge","method":"ping","params":{"x":"${"x".repeat(17 * 1024 * 1024)}"}}`);
  assert.deepEqual((await mcp.ask("after huge", "ping")).result, {});
  assert.match(mcp.received.findLast((message) => message.id === null).error.message, /over the limit/);
});

test("a hundred calls at once, answered each by its id", async () => {
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) => mcp.call(index, "search_content", { query: "needle" })),
  );
  for (const { result } of answers) assert.equal(JSON.parse(result.content[0].text).count, 1);
});
