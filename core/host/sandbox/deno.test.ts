/** Which deno is used for third parties, for all ways to install it. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { findDeno } from "./deno.ts";

const PLATFORM = `${process.platform}-${process.arch}`;
const SCRIPT = "#!/usr/bin/env node\n";
const PROGRAM = "\x7fELF";

/** Result for a folder with these files, where `bin/deno` on PATH links to the first. */
function find(files: Record<string, string>, scripts: boolean): string | undefined {
  const folder = realpathSync.native(mkdtempSync(join(tmpdir(), "jig-deno-")));
  for (const [path, text] of Object.entries({ ...files, "bin/other": "" })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text, { mode: 0o755 });
  }
  symlinkSync(join(folder, Object.keys(files)[0]!), join(folder, "bin", "deno"));
  return findDeno({ PATH: join(folder, "bin") }, { scripts })?.slice(folder.length + 1);
}

test("findDeno() finds the program behind npm's script, whether or not it ran before", () => {
  const script = { "node_modules/deno/bin.cjs": SCRIPT };
  const program = { [`node_modules/@deno/${PLATFORM}-glibc/deno`]: PROGRAM };
  const other = { "node_modules/@deno/plan9-mips/deno": PROGRAM };
  assert.equal(find({ ...script, ...other, ...program }, false), `node_modules/@deno/${PLATFORM}-glibc/deno`);
  assert.equal(find({ ...script, ...program, "node_modules/deno/deno": PROGRAM }, false), "node_modules/deno/deno");
  const pnpm = [
    "node_modules/.pnpm/deno@2/node_modules/deno/bin.cjs",
    `node_modules/.pnpm/deno@2/node_modules/@deno/${PLATFORM}/deno`,
  ];
  assert.equal(find({ [pnpm[0]!]: SCRIPT, [pnpm[1]!]: PROGRAM }, false), pnpm[1]);
  assert.equal(find({ "opt/deno": PROGRAM }, false), "opt/deno");
});

test("findDeno() takes a script only where nothing else would hold it", { skip: process.platform === "win32" }, () => {
  assert.equal(find({ "shims/deno": "#!/bin/sh\n" }, true), "shims/deno");
  assert.equal(find({ "shims/deno": "#!/bin/sh\n" }, false), undefined);
});
