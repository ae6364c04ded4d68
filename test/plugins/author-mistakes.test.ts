/** Mistakes of new plugin authors are reported at the right place, with the compiled binary. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { startJig } from "../jig.ts";
import { fresh } from "./fresh-user.ts";
import { author, skip } from "./new-author.ts";

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
  writeFileSync(script!, good.replaceAll("PATH_NOT_FOUND", "NO_BOOK"));
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

test("a fault of plugin.ts is found before it is built", () => {
  const { cwd, jig } = fresh();
  assert.equal(jig("plugin", "new", "typed").code, 0);
  const source = join(cwd, "typed", "plugin.ts");
  writeFileSync(source, readFileSync(source, "utf8").replace('default: "world"', 'defualt: "world"'));
  const { code, stdout } = jig("plugin", "check", "typed");
  assert.match(stdout, /^error: tools\.typed\.input\.properties\.who\.defualt: .* Did you mean "default"\?$/m);
  assert.equal(code, 1);
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
