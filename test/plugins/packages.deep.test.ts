/** What cannot be bundled is said, and bundling runs nothing. */
import assert from "node:assert/strict";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { runJig } from "../jig.ts";
import { build, plugin } from "./packaged-plugin.ts";

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
