/** The orphan guard's shell runs as long as there's something to guard. */
import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { EventEmitter } from "node:events";
import { test } from "node:test";
import { createOrphanGuard } from "./orphan-guard.ts";

/** A guard with fake shells that record their input. */
function setUp() {
  const shells: (EventEmitter & { lines: string[] })[] = [];
  const guard = createOrphanGuard(() => {
    const lines: string[] = [];
    const stdin = { write: (line: string) => lines.push(line), end: () => lines.push("end") };
    const shell = Object.assign(new EventEmitter(), { lines, stdin });
    shells.push(shell);
    return shell as unknown as ChildProcess;
  });
  return {
    guard,
    told: () => shells.map(({ lines }) => lines),
    end: (at: number, how = "exit") => shells[at]?.emit(how),
  };
}

test("a shell that ended is replaced by one that knows all that lives", () => {
  const { guard, told, end } = setUp();
  guard.add(1, "10");
  const take = guard.add(2, "20");
  end(0);
  assert.deepEqual(told(), [["1:10\n", "1:10 2:20\n"], ["1:10 2:20\n"]]);
  end(0);
  take();
  assert.deepEqual(told()[1], ["1:10 2:20\n", "1:10\n"]);
});

test("one that cannot stay is tried again with the next process only", () => {
  const { guard, told, end } = setUp();
  guard.add(1, "10");
  end(0, "error");
  assert.equal(told().length, 1);
  guard.add(2, "20");
  for (let at = 1; at < 100; at++) end(at);
  assert.ok(told().length < 10, `${told().length} shells`);
  const before = told().length;
  guard.add(3, "30");
  assert.deepEqual(told().slice(before), [["1:10 2:20 3:30\n"]]);
});

test("without anything to guard none is started, and none after the end", () => {
  const { guard, told, end } = setUp();
  guard.add(1, "10")();
  end(0);
  assert.equal(told().length, 1);
  const take = guard.add(2, "20");
  guard.close();
  take();
  end(1);
  guard.add(3, "30");
  assert.deepEqual(told().slice(1), [["2:20\n", "end"]]);
});
