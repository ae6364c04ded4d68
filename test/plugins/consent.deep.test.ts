/** Consent of those who made a plugin, and what dev and build may run. */
import assert from "node:assert/strict";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { confines, startJig } from "../jig.ts";
import { HANDLER, manifest, project } from "./stranger-project.ts";

const skip = confines() ? false : "this system cannot confine";

test("who made it with new is asked again only where it asks for more", { skip }, () => {
  const { root, jig } = project();
  const folder = join(root, "mine");
  assert.equal(jig("plugin", "new", "mine").code, 0);
  assert.equal(jig("plugin", "test", "mine").code, 0);
  const handler = join(folder, "mine.ts");
  writeFileSync(handler, `${readFileSync(handler, "utf8")}// changed\n`);
  assert.equal(jig("plugin", "test", "mine").code, 0);
  const source = join(folder, "plugin.ts");
  const wanting = readFileSync(source, "utf8").replace('read: ["workspace"]', 'read: ["workspace"], run: ["git"]');
  assert.notEqual(wanting, readFileSync(source, "utf8"));
  writeFileSync(source, wanting);
  const asked = jig("plugin", "test", "mine");
  assert.equal(asked.code, 1, asked.stdout);
  assert.match(asked.stdout, /run: git/);
});

test("what dev lends to frontends ends with it, and nothing is added to the trust store", { skip }, async () => {
  const { root, folder, home, env, jig } = project();
  const greet = () => jig("call", "greet", "--as", "json");
  const [, hash] = /--hash ([0-9a-f]+)/.exec(jig("plugin", "dev", folder).stderr)!;
  const dev = startJig(["plugin", "dev", folder, "--hash", hash!], { cwd: root, env });
  let said = "";
  dev.stdout.on("data", (text) => (said += text));
  dev.stderr.on("data", (text) => (said += text));
  const until = async (what: () => boolean, why: string) => {
    for (let waited = 0; !what(); waited += 50) {
      assert.ok(waited < 20_000, `${why}: ${said}`);
      await new Promise((settle) => setTimeout(settle, 50));
    }
  };
  await until(() => /was reloaded/.test(said), "the first look");
  assert.equal(greet().stdout, '"hello"\n');
  writeFileSync(join(folder, "greet.ts"), HANDLER.replace("hello", "good day"));
  await until(() => said.split("was reloaded").length > 2, "a save");
  assert.equal(greet().stdout, '"good day"\n');
  writeFileSync(join(folder, "plugin.json"), manifest({ permissions: { run: ["git"] } }));
  const before = said.length;
  await until(() => /no terminal to ask on/.test(said), "a save that asks for more");
  // The rest was reviewed when dev started.
  const review = said.slice(before);
  assert.match(review, /^Permissions\n {2}run: git$.*^Changed since you approved it$.*^ {6,}\+ .*git/ms);
  assert.doesNotMatch(review, /^(?:Files|Tools)$/m);
  assert.equal(greet().code, 1);
  writeFileSync(join(folder, "plugin.json"), manifest());
  await until(() => said.split("was reloaded").length > 3, "taken back");
  assert.equal(greet().code, 0);
  dev.kill("SIGINT");
  await new Promise((settle) => dev.on("exit", settle));
  assert.equal(greet().code, 1);
  assert.ok(!existsSync(join(home, "config", "jig", "trust.json")));
});

test("dev builds the last of several quick saves", { skip }, async () => {
  const { root, jig, env } = project();
  assert.equal(jig("plugin", "new", "quick").code, 0);
  const source = join(root, "quick", "plugin.ts");
  const built = () => readFileSync(join(root, "quick", "plugin.json"), "utf8");
  // Save again during the build.
  const text = `${readFileSync(source, "utf8")}\nawait new Promise((settle) => setTimeout(settle, 700));\n`;
  const dev = startJig(["plugin", "dev", "quick"], { cwd: root, env });
  let said = "";
  dev.stdout.on("data", (part) => (said += part));
  dev.stderr.on("data", (part) => (said += part));
  const pause = (ms: number) => new Promise((settle) => setTimeout(settle, ms));
  const until = async (what: () => boolean) => {
    for (let waited = 0; !what(); waited += 50) {
      assert.ok(waited < 20_000, said);
      await pause(50);
    }
  };
  await until(() => said.includes("was reloaded"));
  for (const version of ["1.0.0", "2.0.0"]) {
    writeFileSync(source, text.replace('version: "0.1.0"', `version: "${version}"`));
    await pause(500);
  }
  await until(() => built().includes("2.0.0"));
  dev.kill("SIGINT");
  await new Promise((settle) => dev.on("exit", settle));
});

test("what build makes of an approved source is not asked about again if it needs no more", {
  skip: confines() ? false : "this system cannot confine",
}, () => {
  const { env, home, jig } = project();
  const made = join(home, "typed");
  assert.equal(jig("plugin", "new", made).code, 0);
  // From here on, it's somebody else's plugin.
  rmSync(join(env.XDG_CONFIG_HOME, "jig", "trust.json"));
  const source = join(made, "plugin.ts");
  writeFileSync(source, readFileSync(source, "utf8").replace('version: "0.1.0"', 'version: "0.2.0"'));
  assert.match(jig("plugin", "check", made).stdout, /was not run/);
  const [, hash = ""] = /--hash ([0-9a-f]+)/.exec(jig("plugin", "build", made).stderr) ?? [];
  assert.match(jig("plugin", "build", made, "--hash", hash).stdout, /was built/);
  assert.match(jig("plugin", "check", made).stdout, /^0 errors, 0 warnings$/m);
  assert.match(jig("plugin", "build", made).stdout, /is unchanged/);
  writeFileSync(join(made, "typed.ts"), "export default async () => ({ value: 1 });\n");
  assert.equal(jig("plugin", "build", made).code, 1, "an edit is asked about");
});
