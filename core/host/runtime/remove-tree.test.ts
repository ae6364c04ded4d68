/** Both ways of removing a tree: contents are deleted, targets of links aren't. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { removeEntries, removeTree } from "./remove-tree.ts";

for (const remove of [removeTree, removeEntries])
  test(`${remove.name}: a folder, a file, nothing; a link goes and its target stays`, () => {
    const top = mkdtempSync(join(tmpdir(), "jig-remove-"));
    const folder = join(top, "folder");
    mkdirSync(join(folder, "a", "b"), { recursive: true });
    writeFileSync(join(folder, "a", "b", "file"), "");
    mkdirSync(join(top, "target"));
    writeFileSync(join(top, "target", "kept"), "");
    symlinkSync(join(top, "target"), join(folder, "a", "link"), "junction");
    remove(folder);
    assert.equal(existsSync(folder), false);
    assert.ok(existsSync(join(top, "target", "kept")));
    remove(join(top, "target", "kept"));
    remove(join(top, "missing"));
    assert.equal(existsSync(join(top, "target", "kept")), false);
  });
