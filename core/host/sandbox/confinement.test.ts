/** Command line of a sandboxed process. Failures leave nothing. */
import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { createConfinement } from "./confinement.ts";
import type { Kernel } from "./kernel.ts";
import { createScratch } from "./scratch-folders.ts";

test("a process that cannot be confined leaves no group", () => {
  const folder = mkdtempSync(join(tmpdir(), "jig-confine-"));
  const left = new Set<string>();
  const create = (mark: string) => {
    left.add(mark);
    return { joins: [], isOver: () => false, kill() {}, remove: () => void left.delete(mark) };
  };
  const filter = () => {
    throw new TypeError("no filter");
  };
  // Other members aren't used before the filter.
  const kernel = { starter: () => "starter", groups: { create }, filter } as unknown as Kernel;
  const confinement = createConfinement({
    ...{ kernel, home: undefined, permissions: {}, roots: [], readOnly: true, folder, memoryMb: 100 },
    scratch: createScratch(folder, "tried"),
    locate: async (command) => command,
    log() {},
  });
  const access = { read: [], write: [], execute: [], protect: [], net: "none", network: undefined, writes: false };
  const start = { command: "/bin/true", args: [], env: {}, cwd: "/" };
  assert.throws(() => confinement.confine(start, access as never, "7"), /no filter/);
  assert.deepEqual([...left], []);
  assert.equal(confinement.groupOf("7"), undefined);
});
