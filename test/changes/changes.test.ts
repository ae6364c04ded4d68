/** Change plans through the CLI, MCP and plugins: plan, show, apply, undo. */
import assert from "node:assert/strict";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { callJig, runJig, scratch, TOP } from "../jig.ts";
import { McpProcess } from "../mcp/mcp-process.ts";

const files = { "src/a.ts": "old one\nkeep\n", "src/b.ts": "old two\r\n" };
const EXAMPLE = join(TOP, "examples", "trim-blanks");

test("the command line plans, shows, applies a part, and undoes", () => {
  const cwd = scratch(files);
  const read = (name: string) => readFileSync(join(cwd, name), "utf8");
  const planned = runJig(["edit", "--old", "old", "--new", "new\nline", "src/a.ts", "src/b.ts"], { cwd });
  assert.equal(planned.code, 0);
  assert.equal(
    planned.stdout,
    "--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1,2 +1,3 @@\n-old one\n+new\n+line one\n keep\n" +
      "--- a/src/b.ts\n+++ b/src/b.ts\n@@ -1 +1,2 @@\n-old two\n+new\n+line two\n",
  );
  const [, plan = ""] = /Plan (\w+) .* is not applied yet: 2 files, \+4 -2/.exec(planned.stderr) ?? [];
  assert.match(planned.stderr, new RegExp(`To write it: jig changes apply ${plan}\n`));
  assert.match(runJig(["changes"], { cwd }).stdout, new RegExp(`^${plan} planned: .* \\(files: 2, \\+4 -2\\)$`, "m"));
  assert.equal(read("src/a.ts"), files["src/a.ts"]);
  assert.equal(runJig(["apply", plan, "--hunks", "2"], { cwd }).code, 0);
  assert.deepEqual([read("src/a.ts"), read("src/b.ts")], [files["src/a.ts"], "new\r\nline two\r\n"]);
  const { value } = callJig("changes", {}, { cwd });
  assert.deepEqual([value.plans[0].plan, value.plans[0].state, value.plans[0].applied_hunks], [plan, "applied", [2]]);
  assert.equal(runJig(["undo", plan], { cwd }).code, 0);
  assert.equal(read("src/b.ts"), files["src/b.ts"]);
  writeFileSync(join(cwd, "src/b.ts"), "mine\n");
  const refused = runJig(["apply", plan], { cwd });
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /src\/b\.ts was changed since the plan was made/);
  assert.equal(read("src/a.ts"), files["src/a.ts"]);
});

test("the verbs of a plan are words of its tool too", () => {
  const cwd = scratch(files);
  const run = (...words: string[]) => runJig(["changes", ...words], { cwd });
  const read = () => readFileSync(join(cwd, "src/a.ts"), "utf8");
  const planned = runJig(["edit", "--old", "old", "--new", "new", "src/a.ts"], { cwd });
  const [, plan = ""] = /Plan (\w+)/.exec(planned.stderr) ?? [];
  assert.match(run("show", plan).stdout, /^--- a\/src\/a\.ts/m);
  assert.match(run(plan).stdout, /^--- a\/src\/a\.ts/m);
  assert.match(runJig(["--read-only", "changes", "apply", plan], { cwd }).stderr, /--apply would change something/);
  assert.match(run("apply", plan, "--hunks", "1").stdout, new RegExp(`To take it back: changes undo ${plan}\n`));
  assert.equal(read(), "new one\nkeep\n");
  assert.match(run("list").stdout, new RegExp(`${plan}.*applied`));
  assert.equal(run("undo", "last").code, 0);
  assert.equal(read(), files["src/a.ts"]);
  assert.match(run("apply").stdout, /apply needs the name of a plan.*changes apply last/s);
  assert.match(run("apply", plan, "more").stdout, /cannot be used together/);
});

test("a text that occurs not once, and a place that runs later, are refused by name", () => {
  const cwd = scratch({ ...files, ".github/workflows/ci.yml": "run: old\n", "twice.txt": "old\nold\n" });
  symlinkSync(join(cwd, ".github"), join(cwd, "linked"));
  const edit = (...words: string[]) => runJig(["edit", "--old", "old", "--new", "new", "--apply", ...words], { cwd });
  assert.match(edit("twice.txt").stderr, /twice\.txt: the text occurs 2 times \(lines 1, 2\)/);
  assert.match(edit("../x").stderr, /outside the workspace/);
  assert.match(edit(EXAMPLE).stderr, /outside the workspace/);
  // Explicitly named files can be changed.
  assert.equal(edit("linked/workflows/ci.yml").code, 0);
  const module = { paths: ["twice.txt"], old: "old", new: "new", count: 2, apply: true };
  assert.equal(callJig("edit_text", module, { cwd }).value.state, "applied");
});

test("a file that becomes a place that runs later after the plan is refused", () => {
  const cwd = scratch({
    "tools/pre-commit": "old\n",
    "bare/hooks/pre-push": "old\n",
    ".git/config": "[core]\n",
    ".git/HEAD": "",
    ".git/objects/x": "",
    ".git/refs/x": "",
  });
  const plan = (path: string) =>
    callJig("edit_text", { old: "old", new: "new", paths: [path] }, { cwd }).value.plan as string;
  const [hook, push] = [plan("tools/pre-commit"), plan("bare/hooks/pre-push")];
  writeFileSync(join(cwd, ".git/config"), "[core]\n\thooksPath = tools\n");
  writeFileSync(join(cwd, "bare/HEAD"), "");
  for (const each of [hook, push])
    assert.match(runJig(["apply", each], { cwd }).stderr, /became a file that other programs run later/);
  writeFileSync(join(cwd, ".git/config"), "[core]\n");
  assert.equal(runJig(["apply", hook], { cwd }).code, 0);
});

test("over MCP: plan by a third party, show, apply, undo; under --read-only none of it", async () => {
  const cwd = scratch({ "a.txt": "one  \ntwo\n", "b.txt": "three\n\n\n" });
  const read = (name: string) => readFileSync(join(cwd, name), "utf8");
  const options = { cwd };
  const client = new McpProcess(["--plugins", EXAMPLE], options);
  await client.initialize();
  const names = (await client.ask("list", "tools/list")).result.tools.map(({ name }: { name: string }) => name);
  assert.ok(names.includes("changes") && names.includes("trim_blanks"));
  assert.ok(!names.includes("edit_text"));
  const call = async (id: string, tool: string, input: object) => {
    const { result } = await client.call(id, tool, input);
    return { text: result.content[0].text as string, failed: result.isError === true };
  };
  const [, plan = ""] =
    /Plan (\w+) .* is not applied yet/.exec((await call("1", "trim_blanks", { paths: ["a.txt"] })).text) ?? [];
  assert.equal(read("a.txt"), "one  \ntwo\n");
  assert.match((await call("2", "changes", { show: plan })).text, /-one {2}\n\+one/);
  assert.match((await call("3", "changes", { apply: plan })).text, /is applied: 1 file/);
  assert.equal(read("a.txt"), "one\ntwo\n");
  assert.match((await call("4", "changes", { undo: "last" })).text, /is undone: .*The diff shows the plan/);
  assert.equal(read("a.txt"), "one  \ntwo\n");
  assert.match((await call("5", "final_newline", { path: "b.txt", apply: true })).text, /is applied/);
  assert.equal(read("b.txt"), "three\n");
  assert.ok((await call("6", "changes", { apply: "nope2" })).failed);
  client.child.stdin.end();
  await client.ended;
  const careful = new McpProcess(["--read-only", "--plugins", EXAMPLE], options);
  await careful.initialize();
  const { tools } = (await careful.ask("list", "tools/list")).result;
  const changes = tools.find(({ name }: { name: string }) => name === "changes");
  assert.ok(!tools.some(({ name }: { name: string }) => name === "trim_blanks"));
  assert.deepEqual(Object.keys(changes.inputSchema.properties).sort(), ["files", "hunks", "show"]);
  assert.equal((await careful.call("1", "changes", { apply: plan })).result.isError, true);
  careful.child.stdin.end();
  await careful.ended;
});
