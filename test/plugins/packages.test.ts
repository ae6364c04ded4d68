/** npm packages in plugins: bundled at build time without running their code, same behavior with and without Deno. */
import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { runJig, scratch, TOP } from "../jig.ts";

/** A plugin with these packages installed. `code` is its handler. */
function plugin(code: string, packages: readonly string[]): string {
  const dependencies = Object.fromEntries(packages.map((name) => [name, "*"]));
  const folder = join(
    scratch({
      "uses/package.json": JSON.stringify({ private: true, dependencies: { ...dependencies, own: "*" } }),
      "uses/src/use.ts": code,
      "uses/node_modules/own/package.json": JSON.stringify({
        name: "own",
        version: "1.2.3",
        license: "MIT",
        main: "own.js",
      }),
      "uses/node_modules/own/LICENSE": "Do what you like.\n",
      "uses/node_modules/own/own.js": "module.exports = { own: (text) => text.toUpperCase() };\n",
      "uses/plugin.ts": `export default ${JSON.stringify({
        name: "uses",
        version: "1.0.0",
        title: "Uses packages",
        description: "Uses packages of npm.",
        host: "^1",
        tools: {
          use: {
            title: "Use",
            description: "Answers what packages of npm make of a text.",
            effect: "read",
            input: { type: "object", properties: { text: { type: "string", description: "Any" } }, required: ["text"] },
            handler: "./src/use.ts",
          },
        },
      })};\n`,
    }),
    "uses",
  );
  for (const name of packages)
    cpSync(join(TOP, "node_modules", name), join(folder, "node_modules", name), { recursive: true, dereference: true });
  // npm creates links too.
  mkdirSync(join(folder, "node_modules", ".bin"));
  symlinkSync("../own/own.js", join(folder, "node_modules", ".bin", "own"));
  return folder;
}

function build(folder: string) {
  const asked = runJig(["plugin", "build", folder]);
  const hash = /--hash ([0-9a-f]+)/.exec(asked.stderr)?.[1] ?? "";
  return runJig(["plugin", "build", folder, "--hash", hash]);
}

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

test("bundling runs nothing, and what cannot be bundled is said", () => {
  const macro = plugin(
    'import { own } from "own" with { type: "macro" };\nexport default async () => ({ value: own("x") });\n',
    [],
  );
  const trace = join(macro, "ran");
  writeFileSync(
    join(macro, "node_modules", "own", "own.js"),
    `require("node:fs").writeFileSync(${JSON.stringify(trace)}, "");\nmodule.exports = { own: () => 1 };\n`,
  );
  build(macro);
  assert.equal(existsSync(trace), false);
  for (const [code, says] of [
    [
      'import { Database } from "bun:sqlite";\nexport default async () => ({ value: typeof Database });\n',
      /bun:sqlite.*only Bun has/,
    ],
    [
      'import it from "is-not-there";\nexport default async () => ({ value: it });\n',
      /^src\/use\.ts:1:16: The package "is-not-there" is not installed .*npm install --ignore-scripts is-not-there/m,
    ],
  ] as const) {
    const refused = build(plugin(code, []));
    assert.notEqual(refused.code, 0);
    assert.match(refused.stderr, says);
  }
});

test("an import that leads nowhere is named by build and by check, with and without a package.json", () => {
  const folder = plugin(
    'import { z } from "@scope/zod/mini";\nimport { help } from "./help.ts";\nexport default async () => ({ value: [z, help] });\n',
    [],
  );
  rmSync(join(folder, "package.json"));
  const refused = build(folder);
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /src\/use\.ts:1:19: The package "@scope\/zod" is not installed/);
  assert.match(refused.stderr, /src\/use\.ts:2:22: There is no "\.\/help\.ts"/);
  writeFileSync(join(folder, "src", "help.ts"), "export const help = 1;\n");
  writeFileSync(
    join(folder, "src", "use.ts"),
    'import { own } from "own";\nimport { help } from "./help.ts";\nexport default async () => ({ value: own("a" + help) });\n',
  );
  assert.equal(build(folder).code, 0);
  // Installed but not listed in package.json. Bundled anyway.
  assert.match(readFileSync(join(folder, "plugin.json"), "utf8"), /"\.\/bundle\/src\/use\.js"/);
  writeFileSync(
    join(folder, "bundle", "src", "use.js"),
    'import x from "gone";\nexport default async () => ({ value: x });\n',
  );
  const checked = runJig(["plugin", "check", folder]);
  assert.equal(checked.code, 1);
  assert.match(checked.stdout, /^error: bundle\/src\/use\.js:1:15: The package "gone" is not installed/m);
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
