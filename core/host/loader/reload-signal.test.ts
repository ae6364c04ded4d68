/** Reload signals are received once, and ignored if the plugins were read since. */
import { strict as assert } from "node:assert";
import { mkdtempSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as rest } from "node:timers/promises";
import { signalReload, watchReloads } from "./reload-signal.ts";

test("a signal that was answered already asks for nothing; the next one does", async () => {
  const folder = mkdtempSync(join(tmpdir(), "jig-reloads-"));
  let heard = 0;
  const signals = watchReloads(folder, () => heard++, 10);
  try {
    signalReload(folder);
    signals.answered();
    await rest(60);
    assert.equal(heard, 0);
    signalReload(folder);
    utimesSync(join(folder, "plugins-changed"), 1, 1);
    await rest(60);
    assert.equal(heard, 1);
  } finally {
    signals.stop();
  }
});
