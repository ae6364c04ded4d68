/** Leftover temporary files are removed by age and owner, and only our own. */
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { sweepLeftovers, writeAtomically } from "./atomic-write.ts";

function folderWith(names: Record<string, number>): string {
  const folder = mkdtempSync(join(tmpdir(), "jig-atomic-"));
  for (const [name, minutes] of Object.entries(names)) {
    writeFileSync(join(folder, name), "");
    const at = Date.now() / 1000 - minutes * 60;
    utimesSync(join(folder, name), at, at);
  }
  return folder;
}

const OLD = ".a.json.0123456789ab.tmp";
const NAMES = {
  [OLD]: 60,
  ".a.json.ba9876543210.tmp": 5,
  ".b.json.0123456789ab.tmp": 60,
  ".a.json.0123.tmp": 60,
  "a.json.tmp": 60,
};

test("a write removes what a killed write of the same file left", () => {
  const folder = folderWith(NAMES);
  writeAtomically(join(folder, "a.json"), "x", { replace: true });
  const { [OLD]: _, ...left } = NAMES;
  assert.deepEqual(readdirSync(folder).toSorted(), [...Object.keys(left), "a.json"].toSorted());
});

test("a sweep of a folder removes the temporary files of all its files", () => {
  const folder = folderWith(NAMES);
  sweepLeftovers(folder);
  assert.deepEqual(readdirSync(folder).toSorted(), [".a.json.0123.tmp", ".a.json.ba9876543210.tmp", "a.json.tmp"]);
  sweepLeftovers(join(folder, "gone"));
});
