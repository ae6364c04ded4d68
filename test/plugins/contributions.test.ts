/** Contributions other than tools, with the compiled binary: a language, prompts, CLI flags. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { runJig, scratch } from "../jig.ts";
import { McpProcess } from "../mcp/mcp-process.ts";
import { WITH_DENO, WITHOUT_DENO } from "./paths.ts";
import { pythonIsKnown } from "./python-symbols.ts";

pythonIsKnown("without");

test("a language whose grammar is no grammar costs its symbols only; its author is told by test", () => {
  const root = scratch({
    "a.odd": "x",
    "odd/test/workspace/a.odd": "x",
    "odd/plugin.json": JSON.stringify({
      name: "odd",
      version: "1.0.0",
      title: "Odd",
      description: "Odd.",
      host: "^1",
      permissions: { read: ["workspace"] },
      contributes: {
        languages: [{ id: "odd", title: "Odd", extensions: [".odd"], grammar: "./odd.wasm", tags: "./tags.scm" }],
      },
    }),
    "odd/odd.wasm": "not wasm",
    "odd/tags.scm": "",
  });
  const { stdout, stderr } = runJig(
    ["call", "check_code_scale", "--file-path", "a.odd", "--plugins", "odd", "--as", "json"],
    { cwd: root },
  );
  const { success, structure, metrics } = JSON.parse(stdout);
  assert.deepEqual([success, structure, metrics.total_lines], [true, null, 1]);
  const why = /odd\.wasm cannot be used: it is not compiled to wasm: it begins with "not wasm"/;
  assert.match(stderr, why);
  assert.match(
    runJig(["plugin", "check", "odd"], { cwd: root }).stdout,
    /names \.\/odd\.wasm, which is not compiled to wasm/,
  );
  const [, hash] = /--hash ([0-9a-f]+)/.exec(runJig(["plugin", "test", "odd"], { cwd: root }).stderr) ?? [];
  {
    const { code, stdout } = runJig(["plugin", "test", "odd", "--hash", hash!], { cwd: root });
    assert.equal(code, 1);
    assert.match(stdout, /symbols of a\.odd.*odd\.wasm cannot be used/);
    assert.match(stdout, why);
  }
});

test("prompts reach MCP, aliases the command line", async () => {
  const root = scratch({
    "more/plugin.json": JSON.stringify({
      name: "more",
      version: "1.0.0",
      title: "More",
      description: "A prompt and an alias.",
      host: "^1",
      tools: {
        more_echo: {
          title: "Echo",
          description: "Answers what it was given.",
          effect: "read",
          input: {
            type: "object",
            properties: { words: { type: "array", items: { type: "string" } }, loud: { type: "boolean" } },
          },
          handler: "./echo.ts",
        },
      },
      contributes: {
        prompts: [
          {
            name: "explain",
            title: "Explain",
            description: "Explains a file.",
            arguments: [{ name: "file", description: "Which", required: true }],
            text: "Explain {{file}} to me.",
          },
        ],
        cliAliases: [
          {
            flag: "--echo-words",
            tool: "more_echo",
            description: "Echoes.",
            positional: "words",
            fixed: { loud: true },
          },
        ],
      },
    }),
    "more/echo.ts": "export default async (input) => ({ value: input });\n",
  });
  const ran = runJig(["--echo-words", "a", "b", "--plugins", "more"], { cwd: root });
  assert.deepEqual(JSON.parse(ran.stdout), { words: ["a", "b"], loud: true }, ran.stderr);
  const mcp = new McpProcess(["--plugins", "more"], { cwd: root });
  await mcp.initialize();
  const { result } = await mcp.ask(1, "prompts/list");
  assert.ok(result.prompts.some((prompt: { name: string }) => prompt.name === "explain"));
  const got = await mcp.ask(2, "prompts/get", { name: "explain", arguments: { file: "a.ts" } });
  assert.match(JSON.stringify(got.result), /Explain a\.ts to me/);
  mcp.child.stdin.end();
  await mcp.ended;
});

for (const [setting, path] of [
  ["under Deno", WITH_DENO],
  ["without", WITHOUT_DENO],
] as const) {
  test(`tools that an open program has only at times are listed by what the plugin says, ${setting}`, async () => {
    const common = {
      title: "T",
      effect: "read",
      input: { type: "object", properties: {} },
      view: "json",
      examples: [],
    };
    const root = scratch({
      "has.txt": "odd_one",
      "odd/plugin.json": JSON.stringify({
        name: "odd",
        version: "1.0.0",
        title: "Odd",
        description: "Odd.",
        host: "^1",
        permissions: { read: ["workspace"] },
        contributes: { availableTools: "./offers.ts" },
        tools: {
          odd_always: { ...common, description: "Always there.", handler: "./tool.ts" },
          odd_one: { ...common, description: "There at times.", dynamic: true, handler: "./tool.ts" },
          odd_two: { ...common, description: "There at other times.", dynamic: true, handler: "./tool.ts" },
        },
      }),
      "odd/tool.ts": "export default async () => ({ value: { ok: true } });",
      "odd/offers.ts": `export default async (context: { files: { readText(path: string): Promise<{ text: string }> }; workspace: { roots: { path: string }[] } }) =>
        (await context.files.readText(context.workspace.roots[0].path + "/has.txt")).text.split(" ");`,
    });
    const mcp = new McpProcess(["--root", root, "--plugins", join(root, "odd")], { cwd: root, env: { PATH: path } });
    await mcp.initialize();
    let asked = 0;
    const listed = async () => {
      const { result } = await mcp.ask(`list-${++asked}`, "tools/list", {});
      return result.tools.map(({ name }: { name: string }) => name).filter((name: string) => name.startsWith("odd_"));
    };
    const told = (times: number) => {
      const heard = () => mcp.received.filter(({ method }) => method === "notifications/tools/list_changed").length;
      return mcp.next(() => heard() >= times);
    };
    assert.deepEqual(await listed(), ["odd_always"]);
    await told(1);
    assert.deepEqual(await listed(), ["odd_always", "odd_one"]);
    writeFileSync(join(root, "has.txt"), "odd_two odd_always nonsense");
    await mcp.call("call", "odd_one", {});
    await told(2);
    assert.deepEqual(await listed(), ["odd_always", "odd_two"]);
    await mcp.end();
  });
}
