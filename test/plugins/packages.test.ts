/** npm packages in plugins: bundled at build time without running their code, same behavior with and without Deno. */
import assert from "node:assert/strict";
import { cpSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { runJig, scratch, TOP } from "../jig.ts";
import { build, plugin } from "./packaged-plugin.ts";

const HANDLER = `import { parse } from "smol-toml";
import { diffWords } from "diff";
import { own } from "own";
export default async ({ text }: { text: string }) => ({
  value: { toml: parse(text), words: diffWords("a b", "a c").length, own: own(text), env: process.env.SOME_SECRET ?? null },
});
`;

test("packages are bundled, listed with licence and hash, and answer the same with and without Deno", () => {
  const folder = plugin(HANDLER, ["smol-toml", "diff"]);
  const built = build(folder);
  assert.equal(built.code, 0, built.stderr);
  assert.match(readFileSync(join(folder, "plugin.json"), "utf8"), /"\.\/bundle\/src\/use\.js"/);
  const list = JSON.parse(readFileSync(join(folder, "bundle", "packages.json"), "utf8"));
  assert.deepEqual(
    list.map(({ name, licence }: { name: string; licence: string }) => `${name}: ${licence}`),
    ["diff: BSD-3-Clause", "own: MIT", "smol-toml: BSD-3-Clause"],
  );
  assert.match(readFileSync(join(folder, "bundle", "licences.txt"), "utf8"), /Do what you like/);
  const before = readFileSync(join(folder, "bundle", "src", "use.js"));
  const again = build(folder);
  assert.match(again.stdout, /is unchanged/, again.stderr);
  assert.deepEqual(readFileSync(join(folder, "bundle", "src", "use.js")), before);

  const project = scratch();
  const copy = join(project, ".jig", "plugins", "uses");
  cpSync(folder, copy, { recursive: true, verbatimSymlinks: true });
  const shown = runJig(["plugin", "trust", copy]).stdout;
  assert.match(shown, /npm packages in its modules/);
  assert.match(shown, /own 1\.2\.3 \(MIT\)/);
  assert.doesNotMatch(shown, /node_modules/);

  const PATH = (process.env.PATH ?? "").split(":").filter((each) => !existsSync(join(each, "deno")));
  const ask = (folders: string[]) => {
    const env = { PATH: folders.join(":"), SOME_SECRET: "secret" };
    const { stdout, stderr } = runJig(["call", "use", "--text", "a = 1", "--as", "json", "--plugins", folder], { env });
    return JSON.parse(stdout || stderr);
  };
  const answer = { toml: { a: 1 }, words: 3, own: "A = 1", env: null };
  assert.deepEqual(ask(PATH), answer);
  assert.deepEqual(ask([join(TOP, "node_modules", ".bin"), ...PATH]), answer);
});

test("a file outside the plugin does not get into a bundle", { skip: process.platform !== "linux" }, () => {
  const secret = join(scratch({ "secret.json": '{"secret": "s3cret"}' }), "secret.json");
  const folder = plugin(
    `import secret from ${JSON.stringify(secret)};\nexport default async () => ({ value: secret });\n`,
    [],
  );
  const refused = build(folder);
  assert.notEqual(refused.code, 0);
  assert.equal(existsSync(join(folder, "bundle")), false);
});
