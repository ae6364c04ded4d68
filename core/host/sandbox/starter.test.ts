/** The starter runs its instructions in order, and then the program. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { before, describe, test } from "node:test";
import { CANNOT_RUN, type Call, encodeCalls, starterProgram } from "./starter.ts";

const skip = process.platform === "linux" && starterProgram(process.arch) ? false : "it is written for Linux";
const WRITE = process.arch === "arm64" ? 64 : 1;
const say = (text: string, mode?: Call["mode"]): Call => ({
  call: WRITE,
  args: [1, Buffer.from(text), Buffer.byteLength(text)],
  ...(mode ? { mode } : {}),
});
const failing = (mode?: Call["mode"]): Call => ({ call: "close", args: [9999], ...(mode ? { mode } : {}) });

describe("starter", { skip }, () => {
  let starter: string;
  before(() => {
    starter = join(mkdtempSync(join(tmpdir(), "jig-starter-")), "starter");
    writeFileSync(starter, starterProgram(process.arch)!, { mode: 0o700 });
  });
  const run = (calls: Call[], ...program: string[]) =>
    spawnSync(starter, [...encodeCalls(calls, "Not started", process.arch), ...program], {
      encoding: "utf8",
      env: { SAID: "variables" },
    });

  test("calls, then the program with its words and variables", () => {
    const ran = run([say("one "), say("two "), failing()], "/bin/sh", "-c", 'echo "$0 $1 $SAID"', "three", "ü four");
    assert.deepEqual([ran.stdout, ran.stderr, ran.status], ["one two three ü four variables\n", "", 0]);
  });

  test("a call that must succeed and does not is the end", () => {
    const ran = run([say("one", "must"), failing("must"), say("two")], "/bin/echo", "three");
    assert.deepEqual([ran.stdout, ran.stderr, ran.status], ["one", "Not started\n", CANNOT_RUN]);
  });

  test("a program that is not there is said", () => {
    const ran = run([], "/nowhere/at/all");
    assert.deepEqual([ran.stdout, ran.stderr, ran.status], ["", "Not started\n", CANNOT_RUN]);
  });

  test("what is about something that was not opened is left out", () => {
    const three = [say("1"), say("2"), say("3")];
    const ran = run([say("0", "opens"), ...three, failing("opens"), ...three, say("4")], "/bin/true");
    assert.equal(ran.stdout, "01234");
  });

  test("a result as the exit code", () => {
    assert.equal(run([say("seven..", "exit"), say("more")], "/bin/echo").status, 7);
  });

  test("an order longer than one word can be", () => {
    const calls = Array.from({ length: 3000 }, (_, index) => say(`${index} ${"x".repeat(40)}\n`));
    const { stdout, status } = run(calls, "/bin/echo", "end");
    assert.equal(status, 0);
    assert.equal(stdout, `${calls.map((_, index) => `${index} ${"x".repeat(40)}\n`).join("")}end\n`);
  });
});

test("there is one for each architecture whose calls are known, and no other", () => {
  for (const [arch, machine] of [["x64", 62] as const, ["arm64", 183] as const]) {
    const file = Buffer.from(starterProgram(arch)!);
    assert.deepEqual([file.toString("latin1", 0, 4), file.readUInt16LE(18)], ["\x7fELF", machine]);
  }
  assert.equal(starterProgram("riscv64"), undefined);
});
