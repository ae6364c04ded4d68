/** Leases: cleanup, and only one of many processes gets one. Expiry is tested with the caches that use them. */
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { isMainThread, Worker, workerData } from "node:worker_threads";
import { takeLease } from "./lease.ts";

/** Above the maximum pid. */
const DEAD = 2 ** 22 + 1;
const TAKERS = 4;
const ROUNDS = 300;
/** Shared cells: current round, finished processes, and lease holders. */
const [ROUND, DONE, TAKEN] = [0, 1, 2];

interface Shared {
  cells: Int32Array;
  folder: string;
}

const pathOf = (folder: string, round: number) => join(folder, `lease-${round}`);

if (isMainThread) {
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

  test("a lease is taken although one who was about to take it died", async () => {
    const folder = mkdtempSync(join(tmpdir(), "jig-lease-"));
    const path = join(folder, ".lease");
    writeFileSync(path, `dead ${DEAD} ${hostname()}`);
    writeFileSync(`${path}.heir`, `heir ${DEAD} ${hostname()}`);
    const lease = takeLease(path);
    assert.ok(lease);
    await lease.release();
    assert.deepEqual(readdirSync(folder), []);
  });

  test("of many who see the same dead lease one gets it", { timeout: 60_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), "jig-lease-"));
    const cells = new Int32Array(new SharedArrayBuffer(12));
    const takers = Array.from(
      { length: TAKERS },
      () => new Worker(new URL(import.meta.url), { workerData: { cells, folder } satisfies Shared }),
    );
    const taken: number[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      writeFileSync(pathOf(folder, round), `dead ${DEAD} ${hostname()}`);
      Atomics.store(cells, DONE, 0);
      Atomics.store(cells, TAKEN, 0);
      Atomics.store(cells, ROUND, round);
      Atomics.notify(cells, ROUND);
      while (Atomics.load(cells, DONE) < TAKERS) await new Promise((settle) => setTimeout(settle, 1));
      taken.push(Atomics.load(cells, TAKEN));
    }
    await Promise.all(takers.map((taker) => taker.terminate()));
    assert.deepEqual(
      taken.filter((count) => count !== 1),
      [],
    );
  });
} else {
  const { cells, folder } = workerData as Shared;
  for (let round = 1; round <= ROUNDS; round++) {
    while (Atomics.load(cells, ROUND) < round) Atomics.wait(cells, ROUND, round - 1);
    if (takeLease(pathOf(folder, round))) Atomics.add(cells, TAKEN, 1);
    Atomics.add(cells, DONE, 1);
  }
}
