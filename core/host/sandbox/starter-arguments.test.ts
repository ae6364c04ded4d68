/** Arguments of the sandbox starter: cached and fresh ones are the same. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { AllowedAccess } from "./allowed-access.ts";
import type { Kernel } from "./kernel.ts";
import { confinedArguments, type KnownWords } from "./starter-arguments.ts";

const folder = mkdtempSync(join(tmpdir(), "jig-words-"));
const kernel: Kernel = {
  ...{ version: 6, mounts: true, networks: false, groups: undefined, gaps: [] },
  starter: () => "",
  filter: () => new Uint8Array(16),
};
const skip = process.platform !== "linux";

test("known words differ from new ones in nothing, whatever the mark, the access and the folders that exist", {
  skip,
}, () => {
  const known: KnownWords = new Map();
  const base: AllowedAccess = {
    ...{ read: ["/usr"], write: [join(folder, "a")], execute: ["/bin/sh"], connect: [], net: false },
    ...{ network: undefined, writes: false, protect: [] },
  };
  const start = { program: "/bin/sh", cwd: "/", hostsFile: undefined };
  const accesses = [base, { ...base, read: ["/usr", "/bin"] }, { ...base, connect: [443] }];
  const all = new Set<string>();
  for (let round = 0; round < 3; round++) {
    if (round === 2) mkdirSync(join(folder, "a"));
    for (const access of accesses)
      for (const mark of ["1", "259628251437626", "8102938475610293846"]) {
        const words = confinedArguments(kernel, start, access, mark, known);
        assert.deepEqual(words, confinedArguments(kernel, start, access, mark));
        all.add(words.join(" "));
      }
  }
  assert.equal(all.size, 18);
  assert.equal(known.size, 6);
  const other = confinedArguments(kernel, { ...start, cwd: "/usr" }, base, "1", known);
  assert.deepEqual(other, confinedArguments(kernel, { ...start, cwd: "/usr" }, base, "1"));
});

test("words of a group are made anew: it is another one for each mark", { skip }, () => {
  const known: KnownWords = new Map();
  const group = { joins: [{ call: "close", args: [7] } as const], isOver: () => false, kill() {}, remove() {} };
  const access = {
    read: [],
    write: [],
    execute: [],
    connect: [],
    net: false,
    network: undefined,
    writes: false,
    protect: [],
  };
  const words = confinedArguments(
    kernel,
    { program: "/bin/sh", cwd: "/", hostsFile: undefined, group },
    access,
    "1",
    known,
  );
  assert.equal(known.size, 0);
  assert.ok(words.length > 2);
});
