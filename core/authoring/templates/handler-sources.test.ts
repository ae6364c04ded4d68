/** The codes with which the handlers of `jig plugin new` fail, run as they are written. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { goHandler, pythonHandler, SHELL_PROGRAMS, type Sources, shellHandler } from "./handler-sources.ts";
import { rustHandler } from "./rust-source.ts";

const CODES = { "notes.txt": undefined, "no.txt": "PATH_NOT_FOUND", "..": "PATH_OUTSIDE", folder: "NOT_A_FILE" };

function codesOf(sources: Sources, command: string, word: string): Record<string, string | undefined> {
  const top = mkdtempSync(join(tmpdir(), "jig-handler-"));
  try {
    const root = join(top, "root");
    mkdirSync(join(root, "folder"), { recursive: true });
    writeFileSync(join(root, "notes.txt"), "one\n");
    for (const [path, text] of Object.entries(sources)) {
      mkdirSync(dirname(join(top, path)), { recursive: true });
      writeFileSync(join(top, path), text);
    }
    const codes = Object.keys(CODES).map((file) => {
      const input = JSON.stringify({ who: "you", file });
      const env = { ...process.env, JIG_ROOT: root };
      const { stdout, stderr } = spawnSync(command, [word], { cwd: top, input, env });
      assert.notEqual(stdout.length, 0, String(stderr));
      return [file, JSON.parse(String(stdout)).value.code];
    });
    return Object.fromEntries(codes);
  } finally {
    rmSync(top, { recursive: true });
  }
}

const lacks = (...programs: string[]) =>
  programs.some((program) => spawnSync(program, ["--version"]).error) && `no ${programs.join(" or ")}`;

test("the Python handler names the kind of failure", { skip: lacks("python3") }, () => {
  assert.deepEqual(codesOf(pythonHandler("hello"), "python3", "hello.py"), CODES);
});

test("the shell handler names the kind of failure", { skip: lacks(...SHELL_PROGRAMS) }, () => {
  assert.deepEqual(codesOf(shellHandler("hello"), "sh", "hello.sh"), CODES);
});

test("the Go and Rust handlers know the same codes", () => {
  for (const text of [goHandler("hello")["main.go"], rustHandler("hello")["src/main.rs"]])
    for (const code of Object.values(CODES)) if (code) assert.ok(text?.includes(`"${code}"`), code);
});
