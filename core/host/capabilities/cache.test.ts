/** Cache: keys, atomic writes, and leases that expire with their process. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { createCache } from "./cache.ts";

const folder = () => join(mkdtempSync(join(tmpdir(), "jig-cache-")), "deep", "er");

test("read() gives what write() and append() left, undefined for nothing", async () => {
  const cache = createCache(folder());
  assert.equal(await cache.read("a"), undefined);
  assert.deepEqual(await cache.list(), []);
  await cache.write("a", new Uint8Array([1]));
  await cache.append("a", new Uint8Array([2]));
  assert.deepEqual([...(await cache.read("a"))!], [1, 2]);
  assert.deepEqual(
    (await cache.list()).map(({ key, size }) => [key, size]),
    [["a", 2]],
  );
  await cache.remove("a");
  assert.equal(await cache.read("a"), undefined);
});

test("keys cannot leave the folder, and entries are private", async () => {
  const place = folder();
  const cache = createCache(place);
  for (const key of ["", "..", "../x", "a/b", ".hidden", "A", "x".repeat(81), "a\0b"]) {
    await assert.rejects(async () => cache.write(key, new Uint8Array()), { code: "INVALID_ARGUMENT" }, key);
  }
  await cache.write("ok", new Uint8Array());
  assert.equal(statSync(join(place, "ok")).mode & 0o777, 0o600);
  assert.equal(statSync(place).mode & 0o777, 0o700);
  assert.deepEqual(readdirSync(place), ["ok"]);
});

test("lease() is exclusive until released", async () => {
  const cache = createCache(folder());
  const lease = await cache.lease("index");
  assert.ok(lease);
  assert.equal(await cache.lease("index"), undefined);
  await lease.release();
  const again = await cache.lease("index");
  assert.ok(again);
  await again.release();
});

test("lease() takes over from a dead process and from one that stopped renewing", async () => {
  const place = folder();
  const cache = createCache(place);
  await cache.write("x", new Uint8Array());
  const dead = spawnSync(process.execPath, ["--version"]).pid;
  writeFileSync(join(place, ".index.lease"), `0000 ${dead} ${hostname()}`);
  const lease = await cache.lease("index");
  assert.ok(lease);
  await lease.release();
  writeFileSync(join(place, ".index.lease"), "0000 1 elsewhere");
  assert.equal(await cache.lease("index"), undefined);
  const past = new Date(Date.now() - 60_000);
  utimesSync(join(place, ".index.lease"), past, past);
  const taken = await cache.lease("index");
  assert.ok(taken);
  await taken.release();
});

test("of many that ask at once one gets the lease", async () => {
  const cache = createCache(folder());
  const got = (await Promise.all(Array.from({ length: 20 }, () => cache.lease("index")))).filter((each) => each);
  assert.equal(got.length, 1);
  await got[0]!.release();
});
