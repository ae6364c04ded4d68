/**
 * A temporary folder for this test process, gone when it ends: whatever tests, and the programs they start, leave in the
 * temporary folder goes with it. Loaded before every suite (bunfig.toml); suites that Deno runs get it by test/jig.ts.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import process from "node:process";

const PREFIX = "jig-tests-";

// A test that starts a test runner hands its own folder down: one is enough.
if (![tmpdir(), dirname(tmpdir())].some((folder) => basename(folder).startsWith(PREFIX))) {
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  for (const name of ["TMPDIR", "TEMP", "TMP"]) process.env[name] = folder;
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  process.on("exit", remove);
  // Side by side a worker runs many files, each as a process of its own that never exits.
  if (process.env.BUN_TEST_WORKER_ID !== undefined) (await import("bun:test")).afterAll(remove);
}
