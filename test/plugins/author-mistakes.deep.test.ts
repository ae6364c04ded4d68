/** More mistakes of authors, found by check, test, dev and the call. */
import assert from "node:assert/strict";
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { confines, runJig } from "../jig.ts";
import { McpProcess } from "../mcp/mcp-process.ts";
import { fresh } from "./fresh-user.ts";
import { author, skip } from "./new-author.ts";
import { has } from "./paths.ts";

test("limits reach the client", { skip }, async () => {
  const { change, cwd, env } = author();
  const limited = { type: "integer", description: "N", minimum: 1, maximum: 5000 };
  change((_, tool) => (tool.input.properties.pages = limited));
  const session = new McpProcess(["--plugins", "notes"], { cwd, env });
  await session.initialize();
  const { result } = await session.ask(2, "tools/list", {});
  const tool = result.tools.find(({ name }: { name: string }) => name === "notes");
  assert.deepEqual(tool.inputSchema.properties.pages, limited);
  session.child.stdin.end();
  await session.ended;
});

test("all pages together are no part of an answer", { skip }, () => {
  const { change, cwd, jig } = author();
  writeFileSync(join(cwd, "notes", "notes.py"), 'print("{\\"value\\": {\\"rows\\": [1, 2, 3, 4, 5]}}")\n');
  const schema = { type: "object", properties: { rows: { type: "array", items: { type: "integer" } } } };
  const next = { parameter: "cursor", by: "page", limit: { default: 2 } };
  change((_, tool) => (tool.output = { schema, rows: [{ at: "/rows", text: "{}" }], next }));
  const words = ["notes", "--file", "notes.txt", "--plugins", "notes", "--as", "text"];
  assert.match(jig(...words).stdout, /^!!! 2 of 5 rows shown; next: /m);
  assert.equal(jig(...words, "--all").stdout, "1\n2\n3\n4\n5\n");
});

test("a new permission waits for an approval in test and at the call alike", { skip: skip || !confines() }, () => {
  const { change, call, jig, cwd } = author();
  assert.equal(jig("plugin", "test", "notes").code, 0);
  appendFileSync(join(cwd, "notes", "notes.py"), "# changed\n");
  assert.equal(call().code, 0);
  change(({ permissions }) => permissions.run.push("git"));
  const refused = call();
  assert.match(refused.stdout + refused.stderr, /asks for more than you approved: run git\. .*jig plugin trust/);
  assert.match(
    jig("plugin", "check", "notes").stdout,
    /warning: permissions: asks for more.*: run git\. .*jig plugin trust/,
  );
  const asked = jig("plugin", "test", "notes");
  assert.equal(asked.code, 1);
  for (const { stdout } of [asked, jig("plugin", "trust", "notes")]) {
    assert.match(stdout, /^It asks for more than you approved: run git$/m);
    assert.match(stdout, /^Changed since the version that was written or approved here$/m);
  }
  const [, hash = ""] = /--hash ([0-9a-f]+)/.exec(asked.stderr) ?? [];
  assert.equal(jig("plugin", "test", "notes", "--hash", hash).code, 0);
  assert.equal(call().code, 0);
  appendFileSync(join(cwd, "notes", "notes.py"), "# changed again\n");
  assert.equal(call().code, 0);
  assert.equal(jig("plugin", "test", "notes").code, 0);
});

test("in a repository the author's change runs, and a stranger's copy of it does not", {
  skip: skip || !confines(),
}, () => {
  const { jig, cwd, env } = author();
  const folder = join(".jig", "plugins", "mine");
  assert.equal(jig("plugin", "new", folder, "--template", "python").code, 0);
  appendFileSync(join(cwd, folder, "mine.py"), "# changed\n");
  const words = ["mine", "--file", "notes.txt", "--as", "json"];
  assert.equal(jig(...words).code, 0);
  const home = join(cwd, "other-home");
  const stranger = { ...env, XDG_CONFIG_HOME: join(home, "config"), XDG_CACHE_HOME: join(home, "cache") };
  const refused = runJig(words, { cwd, env: stranger });
  assert.match(refused.stdout + refused.stderr, /is not trusted/);
});

test("a script that cannot be parsed and a code that jig does not know are found by check", { skip }, () => {
  const { cwd, check, jig } = author();
  const path = join(cwd, "notes", "notes.py");
  writeFileSync(path, readFileSync(path, "utf8").replaceAll("PATH_NOT_FOUND", "NO_BOOK"));
  assert.match(check(), /^warning: notes\.py:\d+: fails with the code "NO_BOOK"/m);
  rmSync(join(cwd, "notes", "test", "workspace", "notes.txt"));
  assert.match(jig("plugin", "test", "notes").stdout, /FAIL .*NO_BOOK\\" is not an error code of jig/);
  appendFileSync(path, "def (:\n");
  assert.match(check(), /^error: notes\.py:\d+:\d+: cannot be parsed: /m);
  assert.ok(!existsSync(join(cwd, "notes", "__pycache__")));
});

test("a golden answer that is not JSON fails its own example, with its name and the place", { skip }, () => {
  const { cwd, jig } = author();
  const folder = join(cwd, "notes", "test", "golden");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "notes.1.json"), '{\n  "lines": 1,\n}\n');
  const { code, stdout } = jig("plugin", "test", "notes");
  assert.equal(code, 1);
  assert.match(
    stdout,
    /^FAIL notes: .*golden\/notes\.1\.json:3:1 is not JSON: .*Remove the comma.* --update` writes it again$/m,
  );
  assert.match(stdout, /^0 of 1 examples passed$/m);
});

test("a program that is older than its source says so at the call", { skip: !has("sh") }, () => {
  const { cwd, jig } = fresh();
  assert.equal(jig("plugin", "new", "built", "--template", "go").code, 0);
  mkdirSync(join(cwd, "built", "bin"));
  const program = join(cwd, "built", "bin", "built");
  writeFileSync(program, `#!/bin/sh\necho '{"value": {"greeting": "a", "file": "b", "lines": 1}}'\n`, { mode: 0o755 });
  utimesSync(program, 1_000_000, 1_000_000);
  const { code, stderr } = jig("built", "--file", "notes.txt", "--plugins", "built");
  assert.equal(code, 0);
  assert.match(stderr, /\.\/bin\/built is older than main\.go, and calls use \.\/bin\/built: Build it again/);
  assert.match(jig("plugin", "check", "built").stdout, /^warning: \.\/bin\/built: is older than main\.go/m);
});

test("a program of the plugin needs ./ before it", { skip }, () => {
  const { change, check } = author();
  change((_, tool) => (tool.handler.command = ["bin/notes"]));
  assert.match(check(), /starts "bin\/notes", which is not a system program\. Write "\.\/bin\/notes"/);
});

test("each command of jig plugin explains its words", () => {
  const { jig } = fresh();
  const commands = [...jig("plugin", "--help").stdout.matchAll(/^ {2}jig plugin (\w+)/gm)].map(([, name = ""]) => name);
  assert.ok(commands.length > 10);
  for (const name of commands) {
    const { stdout } = jig("plugin", name, "--help");
    const [usage = ""] = stdout.split("\n");
    for (const flag of usage.match(/--[\w-]+/g) ?? [])
      assert.match(stdout.slice(usage.length), new RegExp(`^ {2}${flag}\\b.* {2}\\S`, "m"), `${name} ${flag}`);
  }
});

test("a plugin with errors or stale files is not packed, and a file is not a plugin", { skip }, () => {
  const { cwd, change, jig } = author();
  change((_, tool) => (tool.input.required = ["fiel"]));
  const faulty = jig("plugin", "pack", "notes");
  assert.equal(faulty.code, 2);
  assert.match(faulty.stderr, /was not packed\nerror: tools\.notes\.input\.required: names "fiel"/);
  change(() => undefined);
  appendFileSync(join(cwd, "notes", "notes.py"), "\ndef (:\n");
  assert.match(jig("plugin", "pack", "notes").stderr, /was not packed\nerror: notes\.py:/);
  for (const command of ["pack", "check", "test", "build", "dev"]) {
    const { code, stderr } = jig("plugin", command, join("notes", "plugin.json"));
    assert.deepEqual(
      [code, /is a file, but a plugin is a folder\. Name its folder: .*notes$/m.test(stderr)],
      [2, true],
    );
  }
  assert.equal(jig("plugin", "new", "hello").code, 0);
  assert.equal(jig("plugin", "pack", "hello").code, 0);
  const source = join(cwd, "hello", "plugin.ts");
  writeFileSync(source, readFileSync(source, "utf8").replace('version: "0.1.0"', 'version: "0.2.0"'));
  const stale = jig("plugin", "pack", "hello");
  assert.match(stale.stderr, /was not packed\nwarning: plugin\.json: is out of date with plugin\.ts.*jig plugin build/);
  assert.equal(jig("plugin", "build", "hello").code, 0);
  assert.match(jig("plugin", "pack", "hello").stdout, /hello-0\.2\.0\.jigplugin/);
});

test("taken prompts and commands are found by check, those of the plugin itself are not", { skip }, () => {
  const { cwd, change, check, jig } = author();
  const contribute = (contributes: object) => change((manifest) => (manifest.contributes = contributes));
  const prompt = { name: "go", title: "Go", description: "Goes.", text: "Go" };
  contribute({
    prompts: [prompt, prompt],
    cliAliases: [
      { command: "undo", tool: "notes", description: "Notes" },
      { command: "grep", tool: "notes", description: "Notes" },
      { command: "mine", tool: "note", description: "Notes" },
    ],
  });
  const told = check();
  assert.match(told, /^error: contributes\.prompts\.1\.name: has "go"/m);
  assert.match(told, /^error: contributes\.cliAliases\.0\.command: is "undo", a command of plugin/m);
  assert.match(told, /^error: contributes\.cliAliases\.1\.command: is "grep", a command of plugin/m);
  assert.match(told, /^error: contributes\.cliAliases\.2\.tool: is "note".* Did you mean "notes"\?$/m);
  contribute({ prompts: [prompt], cliAliases: [{ command: "mine", tool: "notes", description: "Notes" }] });
  const loaded = jig("plugin", "check", "notes", "--plugins", "notes");
  assert.match(loaded.stdout, /^0 errors, 0 warnings$/m);
  assert.equal(jig("plugin", "new", "other", "--template", "python").code, 0);
  const path = join(cwd, "other", "plugin.json");
  writeFileSync(
    path,
    JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), contributes: { prompts: [prompt] } }),
  );
  const taken = jig("plugin", "check", "other", "--plugins", "notes").stdout;
  assert.match(taken, /^error: contributes\.prompts\.0\.name: is "go", a prompt of plugin "notes"/m);
});

test("a tool whose --plugins was forgotten is found in a folder nearby", { skip }, () => {
  const { jig } = author();
  const advice = /"notes"\. A plugin in notes has it: add --plugins notes\. Plugins in \.jig\/plugins/;
  assert.match(jig("notes", "--file", "notes.txt").stderr, advice);
  assert.match(jig("call", "notes").stderr, advice);
  assert.match(jig("describe", "notes").stderr, advice);
  assert.doesNotMatch(jig("call", "other").stderr, /--plugins/);
  assert.match(jig("grep", "--plugin", "notes", "a").stderr, /Unknown flag --plugin\. Write --plugins FOLDER/);
});

test("a plugin's name in the place of a tool's is told its tools", { skip }, () => {
  const { change, jig } = author();
  change((manifest, tool) => (manifest.tools = { notes_count: tool }));
  assert.match(jig("call", "notes").stderr, /A plugin in notes has notes_count: add --plugins notes\./);
  const loaded = jig("call", "notes", "--plugins", "notes").stderr;
  assert.match(loaded, /"notes" is a plugin, whose tools are notes_count/);
});
