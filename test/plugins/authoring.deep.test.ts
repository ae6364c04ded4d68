/** Writing a plugin, the slow cases: `plugin dev`, `plugin test` and `plugin build`. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { startJig, TOP } from "../jig.ts";
import { McpProcess } from "../mcp/mcp-process.ts";
import { fresh } from "./fresh-user.ts";

test("what new writes passes the strict type checker, and wrong use of the input does not", () => {
  const { cwd, jig } = fresh();
  jig("plugin", "new", "hello");
  const folder = join(cwd, "hello");
  const check = () => {
    const flags = [
      "--noEmit",
      "--strict",
      "--target",
      "esnext",
      "--module",
      "preserve",
      "--allowImportingTsExtensions",
    ];
    try {
      execFileSync(
        join(TOP, "node_modules", ".bin", "tsc"),
        [...flags, "--exactOptionalPropertyTypes", "hello.ts", "jig.d.ts"],
        {
          cwd: folder,
          encoding: "utf8",
          stdio: "pipe",
        },
      );
      return "";
    } catch (error) {
      return String((error as { stdout: string }).stdout);
    }
  };
  assert.equal(check(), "");
  const handler = join(folder, "hello.ts");
  writeFileSync(handler, readFileSync(handler, "utf8").replace("{ who, file }", "{ whom, file }"));
  assert.match(check(), /Property 'whom' does not exist/);
});

test("test compares with golden answers and shows the difference; --update takes them over", () => {
  const { cwd, jig } = fresh();
  jig("plugin", "new", "hello");
  writeFileSync(join(cwd, "hello", "test", "workspace", "notes.txt"), "one\ntwo\nthree\n");
  const { code, stdout } = jig("plugin", "test", "hello");
  assert.equal(code, 1);
  assert.match(stdout, /- {3}"lines": 2\n\+ {3}"lines": 3/);
  assert.equal(jig("plugin", "test", "hello", "--update").code, 0);
  assert.equal(jig("plugin", "test", "hello").code, 0);
});

test("build runs plugin.ts without any permission and names its faults", () => {
  const { cwd, jig } = fresh();
  jig("plugin", "new", "hello");
  const path = join(cwd, "hello", "plugin.ts");
  const good = readFileSync(path, "utf8");
  writeFileSync(path, good.replace('effect: "read"', 'effect: "maybe"'));
  assert.match(jig("plugin", "build", "hello").stderr, /tools\.hello\.effect: must be one of/);
  writeFileSync(path, `import { readFileSync } from "node:fs";\nreadFileSync("/etc/passwd");\n${good}`);
  assert.match(jig("plugin", "build", "hello").stderr, /NotCapable|Requires read access/);
  writeFileSync(path, good.replace('"Hello"', '"Good day"'));
  assert.equal(jig("plugin", "build", "hello").code, 0);
  assert.match(readFileSync(join(cwd, "hello", "plugin.json"), "utf8"), /Good day/);
});

test("dev: a save reaches an open MCP session, with list_changed where the list changed", async () => {
  const { cwd, env, jig } = fresh();
  jig("plugin", "new", "hello");
  const folder = join(cwd, "hello");
  const mcp = new McpProcess(["--plugins", "hello"], { cwd, env });
  await mcp.initialize();
  const ask = async (id: number) => (await mcp.call(id, "hello", { file: "notes.txt" })).result.content[0].text;
  assert.match(await ask(1), /Hello, world/);
  const dev = startJig(["plugin", "dev", "hello"], { cwd, env });
  let said = "";
  dev.stdout.on("data", (text) => (said += text));
  const reloads = (count: number) => waitFor(() => said.split("is reloaded").length > count);
  await reloads(1);
  writeFileSync(
    join(folder, "hello.ts"),
    readFileSync(join(folder, "hello.ts"), "utf8").replace("Hello, ", "Good day, "),
  );
  await reloads(2);
  await waitFor(async () => /Good day, world/.test(await ask(Math.random())));
  writeFileSync(
    join(folder, "plugin.ts"),
    readFileSync(join(folder, "plugin.ts"), "utf8").replace("Greets someone", "Welcomes someone"),
  );
  await mcp.next((message) => message.method === "notifications/tools/list_changed");
  const { result } = await mcp.ask("list", "tools/list");
  assert.match(JSON.stringify(result), /Welcomes someone/);
  // A broken save is told to the author, and does not end anything.
  writeFileSync(join(folder, "plugin.ts"), "oh no");
  let complaint = "";
  dev.stderr.on("data", (text) => (complaint += text));
  await waitFor(() => complaint !== "");
  dev.kill("SIGINT");
  await new Promise((settle) => dev.on("exit", settle));
  mcp.child.stdin.end();
  assert.equal((await mcp.ended).code, 0);
});

async function waitFor(done: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (await done()) return;
    await new Promise((settle) => setTimeout(settle, 100));
  }
  throw new Error("It did not come");
}
