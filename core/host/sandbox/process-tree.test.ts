/** Watching third-party processes: failures kill the process, not the host. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { watchTree } from "./process-tree.ts";

test("a check that fails counts as over the limits", { skip: process.platform === "win32" && "no sleep" }, async () => {
  const child = spawn("sleep", ["60"]);
  await once(child, "spawn");
  const group = {
    joins: [],
    isOver(): boolean {
      throw new TypeError("it cannot be read");
    },
    kill() {},
    remove() {},
  };
  const tree = { pid: child.pid!, mark: "0", memoryMb: 100, storageMb: 1, keeps: [], since: undefined, group };
  const error = await new Promise((over) => watchTree(tree, over));
  child.kill();
  assert.match(String(error), /it cannot be read/);
});
