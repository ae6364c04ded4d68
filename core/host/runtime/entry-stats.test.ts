/** stat in an open folder gives exactly the same as by path. */
import assert from "node:assert/strict";
import {
  closeSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openEntryStats } from "./entry-stats.ts";

const statEntry = openEntryStats();

test("tells what a look by path tells", { skip: statEntry === undefined }, () => {
  const folder = mkdtempSync(join(tmpdir(), "jig-stats-"));
  for (let at = 0; at < 400; at++) {
    const path = join(folder, `${"é日🙂".repeat(at % 20)}${at}`);
    writeFileSync(path, "x".repeat(at), { mode: at % 2 ? 0o755 : 0o600 });
    // Before the epoch, with fractions that a double can't represent.
    if (at % 3) utimesSync(path, (at - 200) * 12_345_678.987654, at * 0.123456789);
  }
  mkdirSync(join(folder, "folder"));
  symlinkSync("nowhere", join(folder, "link"));
  writeFileSync(join(folder, "huge"), "");
  truncateSync(join(folder, "huge"), 5 * 2 ** 32 + 17);
  const handle = openSync(folder, "r");
  for (const name of readdirSync(folder)) {
    const { size, mtimeMs, ctimeMs, mode } = lstatSync(join(folder, name));
    const kind = name === "folder" ? "directory" : name === "link" ? "link" : "file";
    const executable = kind === "file" && (mode & 0o111) !== 0 ? { executable: true } : {};
    assert.deepEqual(
      statEntry?.(handle, "a/", name),
      { path: `a/${name}`, kind, size, mtimeMs, ctimeMs, ...executable },
      name,
    );
  }
  for (const name of ["none", "x".repeat(5000), "folder/none"]) assert.equal(statEntry?.(handle, "", name), undefined);
  closeSync(handle);
});
