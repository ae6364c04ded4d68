/** The binary doesn't execute files from its working directory. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { runJig, scratch } from "../jig.ts";

const hostile = () =>
  scratch({
    "bunfig.toml": 'preload = ["./evil.ts"]\n[run]\npreload = ["./evil.ts"]\n',
    "evil.ts": 'require("node:fs").writeFileSync("pwned", "x");\n',
    ".env": "JIG_ROOT=/usr\n",
    "package.json": '{"imports": {"#x": "./evil.ts"}, "preload": "./evil.ts"}\n',
    "tsconfig.json": '{"compilerOptions": {"jsxImportSource": "evil"}}\n',
    "a.txt": "hello\n",
  });

test("a hostile bunfig.toml, .env, package.json and tsconfig.json in the working directory do nothing", () => {
  const folder = hostile();
  for (const args of [["--version"], ["tools"], ["call", "search_content", "--input", '{"query":"hello"}']]) {
    const { code, stdout } = runJig(args, { cwd: folder });
    assert.equal(code, 0, args.join(" "));
    assert.ok(!existsSync(join(folder, "pwned")), `${args.join(" ")} ran the preload`);
    if (args[0] === "call") assert.match(stdout, /"line_text":"hello"/);
  }
  assert.match(runJig(["settings", "--json"], { cwd: folder }).stdout, new RegExp(JSON.stringify(folder)));
});

test("a worker thread does not run a hostile preload either", () => {
  const folder = hostile();
  assert.equal(runJig(["call", "list_files", "--input", "{}"], { cwd: folder }).code, 0);
  assert.ok(!existsSync(join(folder, "pwned")));
});
