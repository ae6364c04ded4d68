/** Calls in a repository with a named pipe in place of a file that git or ripgrep reads. Each waits about three seconds for a writer. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { callJig, runJig } from "../jig.ts";

export function testCommand(pipe: string, words: readonly string[]): void {
  test(`jig ${words.join(" ")} names ${pipe}, a named pipe, instead of waiting for it`, {
    skip: process.platform === "win32",
  }, () => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), "jig-pipe-")));
    execFileSync("git", ["init", "-q"], { cwd: root });
    mkdirSync(join(root, "src"));
    writeFileSync(join(root, "src", "a.ts"), "needle");
    execFileSync("git", ["add", "."], { cwd: root });
    mkdirSync(join(root, ".git", "info"), { recursive: true });
    rmSync(join(root, pipe), { force: true });
    execFileSync("mkfifo", [join(root, pipe)]);
    const { code, stderr } = runJig(words, { cwd: root, timeoutMs: 30_000 });
    assert.equal(code, 2, stderr);
    assert.match(stderr, new RegExp(`${RegExp.escape(pipe)} is not a regular file`));
    rmSync(root, { recursive: true });
  });
}

export function testCall(tool: string, input: object): void {
  test(`${tool} ${JSON.stringify(input)} names the pipe that it waits for, well before its time limit`, {
    skip: process.platform === "win32",
  }, () => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), "jig-pipe-")));
    mkdirSync(join(root, "src"));
    writeFileSync(join(root, "a.ts"), "needle");
    execFileSync("mkfifo", [join(root, "src", ".ignore")]);
    const { value } = callJig(tool, input, { cwd: root });
    assert.equal(value.code, "NOT_A_FILE", JSON.stringify(value));
    assert.match(JSON.stringify(value), /src\/\.ignore is not a regular file.*waits for a writer: remove it/);
    rmSync(root, { recursive: true });
  });
}
