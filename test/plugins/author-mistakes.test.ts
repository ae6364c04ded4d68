/** Mistakes of new plugin authors are reported at the right place, with the compiled binary. */
import assert from "node:assert/strict";
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { confines, runJig, startJig } from "../jig.ts";
import { McpProcess } from "../mcp/mcp-process.ts";
import { fresh } from "./fresh-user.ts";
import { author } from "./new-author.ts";
import { has } from "./paths.ts";

const skip = has("python3") ? false : "no python3";

test("a tool that no call can reach is left out, and its near parameter named", { skip }, () => {
  const { change, check, jig } = author();
  change((_, tool) => (tool.input.required = ["fiel"]));
  assert.match(check(), /^error: tools\.notes\.input\.required: names "fiel".* Did you mean "file"\?$/m);
  assert.match(jig("call", "notes", "--plugins", "notes").stderr, /names "fiel".*no call would be accepted/);
});

test("names of commands are refused by new, check and the loader, with another name", { skip }, () => {
  const { change, check, jig, call } = author();
  for (const word of ["grep", "rg", "edit", "undo", "cat", "refs"]) {
    const { code, stderr } = jig("plugin", "new", word);
    assert.equal(code, 2);
    assert.match(
      stderr,
      new RegExp(`"${word}" is a command of the plugin ".*Choose another name, such as "my-${word}"`),
    );
  }
  change(({ tools }, tool) => Object.assign(tools, { grep: tool, undo: tool, view: tool }));
  const told = check();
  assert.match(told, /^error: tools\.grep: has the same name as the command `jig grep`.* such as "notes_grep"$/m);
  assert.match(told, /^error: tools\.undo: /m);
  assert.match(told, /^warning: tools\.view: takes the name `jig view`, which is also an alias of `jig cat`/m);
  assert.equal(call().code, 0);
  assert.match(
    jig("plugin", "list", "--plugins", "notes").stdout,
    /Left out: tools\.undo has the same name as a command/,
  );
});

test("a wrong prompt takes nothing with it", { skip }, () => {
  const { change, call, jig } = author();
  const prompt = { name: "go", title: "Go", description: "Goes.", text: "Go" };
  change((manifest) => (manifest.contributes = { prompts: [prompt, { ...prompt, name: "no", descripton: "" }] }));
  assert.equal(call().code, 0);
  const listed = jig("plugin", "list", "--plugins", "notes").stdout;
  assert.match(listed, /Left out: contributes\.prompts\.1\.descripton is not a known property/);
});

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
  writeFileSync(path, readFileSync(path, "utf8").replaceAll("INVALID_ARGUMENT", "NO_BOOK"));
  assert.match(check(), /^warning: notes\.py:\d+: fails with the code "NO_BOOK"/m);
  rmSync(join(cwd, "notes", "test", "workspace", "notes.txt"));
  assert.match(jig("plugin", "test", "notes").stdout, /FAIL .*NO_BOOK\\" is not an error code of jig/);
  appendFileSync(path, "def (:\n");
  assert.match(check(), /^error: notes\.py:\d+:\d+: cannot be parsed: /m);
  assert.ok(!existsSync(join(cwd, "notes", "__pycache__")));
});

test("dev reports what check finds, in the author's files", { skip }, async () => {
  const { cwd, env, change } = author();
  const [script, manifest] = ["notes.py", "plugin.json"].map((name) => join(cwd, "notes", name));
  const good = readFileSync(script!, "utf8");
  const dev = startJig(["plugin", "dev", "notes"], { cwd, env });
  let said = "";
  for (const stream of [dev.stdout, dev.stderr]) stream.on("data", (text) => (said += text));
  const until = async (what: RegExp) => {
    for (let tries = 0; !what.test(said); tries++) {
      assert.ok(tries < 400, `${what}: ${said}`);
      await new Promise((settle) => setTimeout(settle, 50));
    }
    const found = said;
    said = "";
    return found;
  };
  const reloaded = /^notes was reloaded: notes$/m;
  await until(reloaded);
  writeFileSync(script!, good.replaceAll("INVALID_ARGUMENT", "NO_BOOK"));
  assert.match(await until(reloaded), /^(?:jig: )?warning: notes\.py:\d+: fails with the code "NO_BOOK"/m);
  writeFileSync(script!, `${good}def (:\n`);
  assert.match(await until(reloaded), /error: notes\.py:\d+:\d+: cannot be parsed: /);
  writeFileSync(script!, good);
  assert.doesNotMatch(await until(reloaded), /error|warning/);
  change((_, tool) => {
    tool.efect = tool.effect;
    delete tool.effect;
  });
  const faulty = await until(/was not reloaded/);
  assert.match(faulty, /error: tools\.notes\.efect: is not a known property\. Did you mean "effect"\?/);
  assert.match(faulty, /error: tools\.notes\.effect: /);
  writeFileSync(manifest!, "{\n");
  const broken = await until(/is not JSON/);
  assert.ok(broken.includes(`${manifest}:2:1 is not JSON`), broken);
  dev.kill("SIGINT");
  await new Promise((settle) => dev.on("exit", settle));
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

test("a fault of plugin.ts is found before it is built", () => {
  const { cwd, jig } = fresh();
  assert.equal(jig("plugin", "new", "typed").code, 0);
  const source = join(cwd, "typed", "plugin.ts");
  writeFileSync(source, readFileSync(source, "utf8").replace('default: "world"', 'defualt: "world"'));
  const { code, stdout } = jig("plugin", "check", "typed");
  assert.match(stdout, /^error: tools\.typed\.input\.properties\.who\.defualt: .* Did you mean "default"\?$/m);
  assert.equal(code, 1);
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

test("the exit code decides whether an answer is a failure, and one rule for codes of all kinds", { skip }, () => {
  const { cwd, call } = author();
  const script = join(cwd, "notes", "notes.py");
  const good = readFileSync(script, "utf8");
  writeFileSync(script, 'import sys\nprint(\'{"value": "done"}\')\nsys.exit(3)\n');
  const ended = call();
  assert.deepEqual([ended.code, ended.stdout], [1, '"done"\n']);
  assert.match(ended.stderr, /notes answered and ended with exit code 3, so the call failed/);
  const own = '{"value": {"success": false, "error": "None", "code": "NO_BOOK"}, "failed": true}';
  writeFileSync(script, `print('${own}')\n`);
  const { error, code } = JSON.parse(call().stdout);
  assert.equal(code, "INTERNAL");
  assert.match(error, /^None\. "NO_BOOK" is not an error code of jig\. Use a code from /);
  writeFileSync(script, good);
  assert.equal(call().code, 0);
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
