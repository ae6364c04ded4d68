/**
 * Temporary folder of this test process, deleted on exit along with everything that tests and their programs left there. Loaded
 * before all suites (bunfig.toml), and by test/jig.ts for Deno.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import process from "node:process";

const PREFIX = "jig-tests-";

// Nested test runners reuse the folder.
if (![tmpdir(), dirname(tmpdir())].some((folder) => basename(folder).startsWith(PREFIX))) {
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  for (const name of ["TMPDIR", "TEMP", "TMP"]) process.env[name] = folder;
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  process.on("exit", remove);
  // Parallel workers run many files in child processes that don't emit "exit".
  if (process.env.BUN_TEST_WORKER_ID !== undefined) (await import("bun:test")).afterAll(remove);
}
