/** No subcommand runs unapproved code, authors aren't asked on every save, and `dev` approvals end with it. */
import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { confines, runJig, scratch } from "../jig.ts";
import { HANDLER, manifest, project } from "./stranger-project.ts";

test("check, build, test and dev of a stranger's folder run nothing of it", () => {
  const source = `console.log("I RAN");\nexport default ${manifest()};\n`;
  const { folder, home, jig } = project({ ".jig/plugins/greeter/plugin.ts": source });
  for (const command of ["check", "build", "test", "dev"]) {
    const { code, stdout, stderr } = jig("plugin", command, folder);
    assert.ok(!/^jig: .*I RAN/m.test(stdout + stderr), `${command}: ${stdout}${stderr}`);
    if (command === "check") continue;
    assert.equal(code, 1, command);
    assert.match(stderr, new RegExp(`jig plugin ${command} .* --hash [0-9a-f]{16}`));
  }
  assert.ok(!existsSync(join(home, "config", "jig", "trust.json")));
  // With the hash of the reviewed content it runs exactly that.
  const [, hash] = /--hash ([0-9a-f]+)/.exec(jig("plugin", "test", folder).stderr)!;
  const ran = jig("plugin", "test", folder, "--hash", hash!);
  assert.match(ran.stdout + ran.stderr, /I RAN/);
  writeFileSync(join(folder, "greet.ts"), `${HANDLER}// other\n`);
  assert.equal(jig("plugin", "test", folder, "--hash", hash!).code, 1);
});

test("an author takes a permission back without a question, and a clone of the plugin asks", {
  skip: !confines(),
}, () => {
  const { env, home, jig } = project();
  const own = join(home, "mine");
  assert.equal(jig("plugin", "new", own).code, 0);
  const path = join(own, "plugin.ts");
  const source = readFileSync(path, "utf8");
  const asking = source.replace(
    'permissions: { read: ["workspace"] }',
    'permissions: { read: ["workspace"], run: ["id"] }',
  );
  assert.notEqual(asking, source);
  const asked = () => JSON.parse(readFileSync(join(own, "plugin.json"), "utf8")).permissions?.run;
  for (const back of ["build", "test"]) {
    writeFileSync(path, asking);
    for (const _ of [1, 2]) assert.equal(jig("plugin", "build", own).code, 0);
    assert.deepEqual(asked(), ["id"]);
    const waiting = jig("plugin", "test", own);
    assert.equal(waiting.code, 1);
    assert.match(waiting.stdout, /^It asks for more than you approved: run id$/m);
    assert.equal(jig("plugin", "dev", own).code, 1);
    const clone = scratch({});
    cpSync(own, clone, { recursive: true });
    for (const command of ["build", "test", "dev"]) {
      const { code, stderr } = runJig(["plugin", command, clone], { cwd: home, env });
      assert.equal(code, 1, command);
      assert.match(stderr, new RegExp(`jig plugin ${command} .* --hash [0-9a-f]{16}`));
    }
    writeFileSync(path, source);
    const { code, stdout, stderr } = jig("plugin", back, own);
    assert.equal(code, 0, stdout + stderr);
    assert.doesNotMatch(stdout + stderr, /asks for more|--hash/);
    assert.equal(asked(), undefined);
  }
});

test("what one repository was trusted with does not run in another that links to it", () => {
  const trusted = project();
  const [, hash] = /--hash ([0-9a-f]+)/.exec(trusted.jig("plugin", "trust").stderr)!;
  assert.equal(trusted.jig("plugin", "trust", "--hash", hash!).code, 0);
  assert.equal(trusted.jig("call", "greet").code, 0);
  for (const link of ["plugin", "folder", "all"]) {
    const other = scratch({ "a.txt": "text" });
    if (link === "all") symlinkSync(join(trusted.root, ".jig"), join(other, ".jig"));
    else {
      mkdirSync(join(other, ".jig", ...(link === "plugin" ? ["plugins"] : [])), { recursive: true });
      const end = link === "plugin" ? ["plugins", "greeter"] : ["plugins"];
      symlinkSync(join(trusted.root, ".jig", ...end), join(other, ".jig", ...end));
    }
    assert.notEqual(runJig(["call", "greet"], { cwd: other, env: trusted.env }).code, 0, link);
    const { stdout, stderr } = runJig(["plugin", "list"], { cwd: other, env: trusted.env });
    if (link === "plugin") assert.match(stdout, /is a link that leads out of it/);
    else assert.match(stderr, /greeter is ignored: the link to it in .* leads out of the root/, link);
  }
});

test("what its author withdrew does not run, named with --plugins neither, until it is approved again", () => {
  const { env, home, jig } = project();
  const own = join(home, "mine");
  assert.equal(jig("plugin", "new", own, "--template", "shell").code, 0);
  const path = join(own, "plugin.json");
  const call = () => jig("mine", "README.md", "--plugins", own, "--as", "json");
  writeFileSync(
    path,
    JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), permissions: { run: ["sh", "id"] } }),
  );
  assert.match(call().stdout, /asks for more than you approved/);
  assert.match(jig("plugin", "untrust", own).stdout, /not even --plugins/);
  for (const each of [call(), jig("call", "mine", "--json", '{"file": "a"}', "--plugins", own, "--as", "json")]) {
    assert.equal(each.code, 1);
    assert.match(each.stdout, /withdrawn.*UNTRUSTED/);
  }
  const store = JSON.parse(readFileSync(join(env.XDG_CONFIG_HOME, "jig", "trust.json"), "utf8"));
  assert.deepEqual([Object.keys(store.plugins), Object.keys(store.withdrawn)], [[], [own]]);
  assert.match(jig("plugin", "untrust", own).stdout, /was not trusted/);
});
