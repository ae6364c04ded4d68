/** Plugin processes from start to exit. None of their failures affects the host. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { JigError } from "../contract/errors.ts";
import { startChild } from "./child-link.ts";
import type { ChildMessage } from "./frames.ts";

const skip = process.platform === "win32" && "there is no sh";

test("without a descriptor for its pipes the call fails, and the host goes on", { skip }, () => {
  const script = join(mkdtempSync(join(tmpdir(), "jig-link-")), "try.ts");
  writeFileSync(
    script,
    `import { openSync } from "node:fs";
    import { createChildRunner } from ${JSON.stringify(join(import.meta.dirname, "child-runner.ts"))};
    const runner = createChildRunner({
      subject: "The plugin",
      start: async () => ({ command: "/bin/cat", args: [], cwd: "/", env: {} }),
      guard: { add: () => () => {}, close() {} },
      memoryMb: 100,
      storageMb: 1,
      hello: {},
      repeatable: () => false,
      log() {},
    });
    try { for (;;) openSync("/dev/null"); } catch {}
    const failed = await runner.load("x", new AbortController().signal).catch((error) => error);
    await new Promise((settle) => setTimeout(settle, 20));
    process.stdout.write(failed.code + ": " + failed.message);`,
  );
  const limited = ["-c", 'ulimit -n 64 && exec "$0" "$@"', process.execPath, script];
  const { stdout, stderr } = spawnSync("sh", limited, { encoding: "utf8" });
  assert.match(stdout, /^UNAVAILABLE: The plugin failed. It cannot be started: .*EMFILE/, stderr);
});

const limits = { guard: { add: () => () => {}, close() {} }, memoryMb: 200, storageMb: 10 };
const hello = {} as Parameters<typeof startChild>[1];

/** A link to a shell running the script, with the secret in `$word`. */
function started(
  script: string,
  onFrame: (frame: ChildMessage) => boolean,
  log: (level: string, message: string) => void = () => {},
): Promise<JigError> {
  const read = `read -r line; word=$(printf %s "$line" | sed 's/.*"word":"//; s/".*//'); `;
  const start = { command: "/bin/sh", args: ["-c", read + script], cwd: "/", env: { PATH: process.env.PATH! } };
  return new Promise((onEnd) => startChild(start, hello, limits, { onFrame, onEnd, busy: () => true, log }));
}

test("a second answer and bytes that are not UTF-8 are told", { skip }, async () => {
  const told: string[] = [];
  const frame = `printf '%s {"type":"answer","id":1,"value":1}\\n' $word`;
  let answers = 0;
  await started(
    `${frame}; ${frame}; exit 3`,
    () => ++answers === 1,
    (_, message) => told.push(message),
  );
  assert.deepEqual(told, ["A second answer to the call 1 was dropped"]);
  const error = await started(`printf '%s {"type":"answer","id":1,"value":"\\351"}\\n' $word; sleep 9`, () => true);
  assert.match(error.message, /a message is not UTF-8 at byte \d+ \(0xe9\)/);
});

test("a message without the word is told once, without the word", { skip }, async () => {
  const told: string[] = [];
  const line = `{"id":1,"type":"answer","value":{"value":1}}`;
  for (const printed of [`printf '%s\n' '${line}'`, `printf '%s${line}\n' $word`, `printf '%s ${line}\n' $word >&2`])
    await started(
      `${printed}; ${printed}; printf '%s\n' '{"type": "other"}' 'no {"type"' '${"x".repeat(101)}${line}'; exit 3`,
      () => true,
      (level, message) => level === "warn" && told.push(message),
    );
  assert.deepEqual(
    told,
    Array(3).fill(
      `A message was dropped: it is not on stdout, or lacks the word of "hello" and a space before it: ${line}`,
    ),
  );
});

/** Blocks the host. */
function busy(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until; );
}

test("what a process wrote before it went is read, however busy the host is", { skip }, async () => {
  const text = `head -c 40000 /dev/zero | tr '\\0' a`;
  const frame = `printf '%s {"type":"answer","id":1,"value":"' $word; ${text}; printf '"}\\n'`;
  let answers = 0;
  const error = await started(`for each in 1 2 3 4; do ${frame}; done; exit 3`, () => {
    answers++;
    busy(80);
    return true;
  });
  assert.equal(answers, 4);
  assert.match(error.message, /exit code 3/);
});

test("a process that leaves its pipes to another is over soon", { skip }, async () => {
  const error = await started("sleep 30 & exit 4", () => true);
  assert.match(error.message, /exit code 4/);
});

test("a process that cannot be prepared or started leaves nothing", { skip }, () => {
  const events = { onFrame: () => true, onEnd() {}, busy: () => true, log() {} };
  const left: string[] = [];
  const group = { joins: [], isOver: () => false, kill() {}, remove: () => void left.push("group") };
  const start = {
    ...{ command: "/bin/true", args: [], cwd: "/", env: {} },
    groupOf: () => group,
    ended: () => void left.push("ended"),
  };
  const refused = () => {
    throw new TypeError("no such folder");
  };
  assert.throws(() => startChild({ ...start, confine: refused }, hello, limits, events), /no such folder/);
  assert.deepEqual(left.splice(0).sort(), ["ended", "group"]);
  const long = { ...start, args: ["x".repeat(5_000_000)] };
  assert.throws(() => startChild(long, hello, limits, events), { code: "E2BIG" });
  assert.deepEqual(left.sort(), ["ended", "group"]);
});
