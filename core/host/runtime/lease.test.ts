/** What takers of a lease leave behind. Who holds one, and when it counts as dead, is tested with the caches that use it. */
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { takeLease } from "./lease.ts";

/** No process has a number so high. */
const DEAD = 2 ** 22 + 1;

test("claims of dead processes are removed, those of living ones stay", async () => {
  const folder = mkdtempSync(join(tmpdir(), "jig-lease-"));
  const path = join(folder, ".lease");
  writeFileSync(`${path}.dead`, `dead ${DEAD} ${hostname()}`);
  writeFileSync(`${path}.alive`, `alive ${process.pid} ${hostname()}`);
  writeFileSync(join(folder, ".leased"), "");
  const lease = takeLease(path);
  assert.deepEqual(readdirSync(folder).sort(), [".lease", ".lease.alive", ".leased"]);
  assert.equal(takeLease(path), undefined);
  await lease?.release();
  assert.deepEqual(readdirSync(folder).sort(), [".lease.alive", ".leased"]);
});
