/** Index shared by processes: published data is consistent, whoever dies or interferes. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import type { IndexBuild, PublishedIndex } from "../contract/context.ts";
import { openSharedIndex } from "./shared-index.ts";

const newFolder = () => join(mkdtempSync(join(tmpdir(), "jig-index-")), "made", "on-use");
const bytesOf = (text: string) => new TextEncoder().encode(text);
const textsOf = ({ parts }: PublishedIndex) => parts.map(({ bytes }) => new TextDecoder().decode(bytes));
const partsIn = (folder: string) => readdirSync(folder).filter((name) => name.startsWith("part-"));

async function building(folder: string): Promise<IndexBuild> {
  const build = await openSharedIndex(folder).build();
  assert.ok(build);
  return build;
}

/** Publishes texts and releases the build lock. */
async function publish(folder: string, ...texts: string[]): Promise<PublishedIndex> {
  const build = await building(folder);
  const published = await build.publish(texts.map(bytesOf), []);
  await build.release();
  return published;
}

describe("a shared index", () => {
  test("holds nothing, and makes no folder, before somebody builds", async () => {
    const folder = newFolder();
    const index = openSharedIndex(folder);
    assert.deepEqual(await index.current(), { parts: [], missing: 0 });
    assert.equal(await index.builder(), undefined);
    assert.equal(existsSync(folder), false);
  });

  test("gives every reader what was published, the same object until there is more", async () => {
    const folder = newFolder();
    const reader = openSharedIndex(folder);
    const build = await building(folder);
    const first = await build.publish([bytesOf("one"), [bytesOf("t"), bytesOf(""), bytesOf("wo")]], []);
    const seen = await reader.current();
    assert.deepEqual(textsOf(seen), ["one", "two"]);
    assert.equal(await reader.current(), seen);
    const kept = first.parts.slice(1).map(({ name }) => name);
    await build.publish([bytesOf("three")], [...kept, "part-ffffffffffffffff"]);
    const later = await reader.current();
    assert.deepEqual(textsOf(later), ["two", "three"]);
    // Open files are reused, and stay readable after deletion.
    assert.equal(later.parts[0]?.bytes, seen.parts[1]?.bytes);
    assert.deepEqual(textsOf(seen), ["one", "two"]);
    assert.equal(partsIn(folder).length, 2);
    assert.ok(later.parts.every(({ bytes }) => bytes.byteOffset % 8 === 0));
    await build.release();
  });

  test("has parts of any length, none included", async () => {
    const folder = newFolder();
    await publish(folder, "", "x".repeat(3_000_001));
    const { parts, missing } = await openSharedIndex(folder).current();
    assert.deepEqual(
      parts.map(({ bytes }) => bytes.length),
      [0, 3_000_001],
    );
    assert.equal(missing, 0);
  });

  test("leaves out parts that are torn, changed or gone, and counts them", async () => {
    const folder = newFolder();
    await publish(folder, "changed", "shortened", "gone", "whole");
    const names = (await openSharedIndex(folder).current()).parts.map(({ name }) => join(folder, name));
    const [changed = "", shortened = "", gone = ""] = names;
    const bytes = readFileSync(changed);
    bytes[bytes.length - 1]! ^= 1;
    rmSync(changed);
    writeFileSync(changed, bytes);
    truncateSync(shortened, 65);
    rmSync(gone);
    const after = await openSharedIndex(folder).current();
    assert.deepEqual([textsOf(after), after.missing], [["whole"], 3]);
  });

  test("takes a manifest that is torn or no jig's for none, and opens no file of another folder", async () => {
    const folder = newFolder();
    await publish(folder, "one");
    const manifest = join(folder, "manifest-1");
    const text = readFileSync(manifest, "utf8");
    const entry = JSON.parse(text.split("\n")[1] ?? "")[0];
    for (const bad of ["", "\n", "00000000\n[]\n", text.slice(0, -3), text.replace("part-", "port-"), `${text} `]) {
      writeFileSync(manifest, bad);
      assert.deepEqual(await openSharedIndex(folder).current(), { parts: [], missing: 0 }, JSON.stringify(bad));
    }
    const secret = join(folder, "..", entry.name);
    writeFileSync(secret, readFileSync(join(folder, entry.name)));
    const { crc32 } = await import("node:zlib");
    const body = `${JSON.stringify([{ ...entry, name: `../${entry.name}` }, 7, null, { ...entry, bytes: "3" }])}\n`;
    writeFileSync(manifest, `${crc32(body).toString(16).padStart(8, "0")}\n${body}`);
    assert.deepEqual(await openSharedIndex(folder).current(), { parts: [], missing: 0 });
    // The next builder overwrites it.
    assert.deepEqual(textsOf(await publish(folder, "two")), ["two"]);
  });

  test("removes what builders that died have left, once it is old", async () => {
    const folder = newFolder();
    await publish(folder, "one");
    const old = new Date(Date.now() - 120_000);
    for (const name of ["part-00000000000000aa", ".manifest-1.abc.tmp", "part-00000000000000bb"]) {
      writeFileSync(join(folder, name), "");
      if (!name.endsWith("bb")) utimesSync(join(folder, name), old, old);
    }
    const published = await publish(folder, "two");
    const names = readdirSync(folder).sort();
    assert.deepEqual(names, ["manifest-1", ...partsIn(folder)].sort());
    assert.deepEqual(partsIn(folder).sort(), ["part-00000000000000bb", published.parts[0]?.name].sort());
  });

  test("has one builder at a time, whose progress others see", async () => {
    const folder = newFolder();
    const build = await building(folder);
    const other = openSharedIndex(folder);
    assert.equal(await other.build(), undefined);
    assert.deepEqual(await other.builder(), { done: 0, total: 0 });
    await build.progress(3, 10);
    assert.deepEqual(await other.builder(), { done: 3, total: 10 });
    await build.release();
    assert.equal(await other.builder(), undefined);
    await (await building(folder)).release();
  });

  test("says where it cannot be written to, and goes on reading there", async () => {
    const file = join(mkdtempSync(join(tmpdir(), "jig-index-")), "file");
    writeFileSync(file, "");
    const blocked = openSharedIndex(join(file, "index"));
    await assert.rejects(blocked.build(), { code: "UNAVAILABLE" });
    assert.deepEqual(await blocked.current(), { parts: [], missing: 0 });
    const folder = newFolder();
    await publish(folder, "one");
    chmodSync(folder, 0o500);
    assert.deepEqual(textsOf(await openSharedIndex(folder).current()), ["one"]);
    chmodSync(folder, 0o700);
  });

  test("publishes nothing once another has taken over, or the folder is gone", async () => {
    const folder = newFolder();
    await publish(folder, "one");
    const build = await building(folder);
    // Another process took over the lease.
    writeFileSync(join(folder, ".build.lease"), "another");
    // The lease timer is unref'ed, so keep waiting.
    while (!build.lost.aborted) await new Promise((settle) => setTimeout(settle, 50));
    await assert.rejects(build.publish([bytesOf("two")], []), { code: "UNAVAILABLE" });
    assert.deepEqual(textsOf(await openSharedIndex(folder).current()), ["one"]);
    assert.equal(partsIn(folder).length, 1);
    rmSync(folder, { recursive: true });
    await assert.rejects(build.publish([bytesOf("two")], []));
    assert.deepEqual(await openSharedIndex(folder).current(), { parts: [], missing: 0 });
  });
});

/** A process that publishes repeatedly. All parts have the same number, which is also their count. */
function startPublisher(folder: string): ChildProcess {
  const script = `
    const { openSharedIndex } = await import(${JSON.stringify(new URL("shared-index.ts", import.meta.url).href)});
    const index = openSharedIndex(process.argv.at(-1));
    let build;
    while (!(build = await index.build())) await new Promise((settle) => setTimeout(settle, 5));
    process.stdout.write("building\\n");
    const { ppid } = process;
    // Ends with the test, however that ends.
    for (let round = 1; process.ppid === ppid && round < 5000; round++) {
      const count = 1 + (round % 4);
      const text = String(count).repeat(50_000 * count);
      await build.publish(Array.from({ length: count }, () => new TextEncoder().encode(text)), []);
      await build.progress(round, round);
    }`;
  const file = join(mkdtempSync(join(tmpdir(), "jig-publisher-")), "publisher.ts");
  writeFileSync(file, script);
  return spawn(process.execPath, [...("Deno" in globalThis ? ["run", "-A"] : []), file, folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

function assertWhole(published: PublishedIndex): void {
  const texts = textsOf(published);
  assert.equal(published.missing, 0);
  for (const text of texts) {
    const count = Number(text[0]);
    assert.equal(texts.length, count);
    assert.ok(text.length === 50_000 * count && text === text[0]!.repeat(text.length));
  }
}

const KILLS = Number(process.env.JIG_CRASHES ?? 6);

test("a builder that is killed at any moment leaves what was published before, whole", {
  timeout: 60_000,
}, async () => {
  const folder = newFolder();
  const reader = openSharedIndex(folder);
  for (let kill = 0; kill < KILLS; kill++) {
    const publisher = startPublisher(folder);
    assert.ok(publisher.stdout);
    await once(publisher.stdout, "data");
    for (let looks = 0; looks < 5 + kill; looks++) {
      assertWhole(await reader.current());
      await new Promise((settle) => setTimeout(settle, Math.random() * 8));
    }
    publisher.kill("SIGKILL");
    await once(publisher, "exit");
    assertWhole(await reader.current());
    assertWhole(await openSharedIndex(folder).current());
    assert.equal(await reader.builder(), undefined);
  }
  assert.ok((await reader.current()).parts.length > 0);
  assert.deepEqual(textsOf(await publish(folder, "after")), ["after"]);
});

test("of several that want to build one does, and all see the same", { timeout: 60_000 }, async () => {
  const folder = newFolder();
  const publishers = [startPublisher(folder), startPublisher(folder), startPublisher(folder)];
  try {
    await Promise.race(publishers.map(({ stdout }) => stdout && once(stdout, "data")));
    const readers = [openSharedIndex(folder), openSharedIndex(folder)];
    for (let looks = 0; looks < 40; looks++) {
      for (const reader of readers) assertWhole(await reader.current());
      await new Promise((settle) => setTimeout(settle, 5));
    }
    assert.equal(await openSharedIndex(folder).build(), undefined);
  } finally {
    for (const publisher of publishers) publisher.kill("SIGKILL");
  }
});

/** A disk with one MB, if we can mount one. */
function smallDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), "jig-disk-"));
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder], { stdio: "ignore" });
  return status === 0 ? folder : undefined;
}

test("a full disk leaves what was published before, and no half of what did not fit", async (context) => {
  const disk = smallDisk();
  if (!disk) return context.skip("needs the right to mount a file system");
  try {
    const folder = join(disk, "index");
    await publish(folder, "one");
    const build = await building(folder);
    await assert.rejects(build.publish([bytesOf("fits"), new Uint8Array(4_000_000)], []), { code: "UNAVAILABLE" });
    assert.deepEqual(textsOf(await openSharedIndex(folder).current()), ["one"]);
    assert.equal(partsIn(folder).length, 1);
    assert.deepEqual(textsOf(await build.publish([bytesOf("two")], [])), ["two"]);
    await build.release();
  } finally {
    spawnSync("umount", ["-l", disk]);
  }
});
