/** After a full disk, the sandbox works again as soon as there's space. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { confineReaders } from "./confined-readers.ts";
import { findKernel } from "./kernel.ts";

const folder = mkdtempSync(join(tmpdir(), "jig-kernel-"));
const isFound = findKernel({ environment: {}, cacheFolder: join(folder, "cache") }) !== undefined;

test("what prevented the check is not remembered", { skip: !isFound && "this system cannot confine" }, async () => {
  const cacheFolder = join(folder, "none");
  writeFileSync(cacheFolder, "");
  const kernel = findKernel({ environment: {}, cacheFolder });
  const said: string[] = [];
  const runtime = { home: undefined, environment: {}, log: (...words: string[]) => void said.push(words.join(" ")) };
  const confine = confineReaders({ kernel: () => kernel, runtime, folders: [folder], locate: async (name) => name });
  const start = { command: "/bin/cat", args: [], env: {}, cwd: "/" };
  const isConfined = async () => (await confine(start, { command: "cat", args: [] })) !== undefined;
  assert.throws(() => kernel?.starter());
  assert.deepEqual([kernel?.version, kernel?.gaps], [0, []]);
  assert.deepEqual([await isConfined(), await isConfined(), said.length], [false, false, 1]);
  rmSync(cacheFolder);
  assert.deepEqual([await isConfined(), said.length], [true, 1]);
  assert.ok(kernel && kernel.version > 0 && kernel.starter());
});
