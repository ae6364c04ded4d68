/** Folders, links and files with arbitrary bytes in their names. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { bytesOfText, textOfName } from "../contract/name-text.ts";
import { linkTarget, namesIn, realPathOf, systemPath } from "./name-bytes.ts";

test("folders and links with such names are read", { skip: process.platform !== "linux" }, () => {
  const folder = realPathOf(mkdtempSync(join(tmpdir(), "jig-names-")));
  const name = textOfName(Buffer.from([0x61, 0xe9]));
  mkdirSync(systemPath(join(folder, name)));
  writeFileSync(systemPath(join(folder, name, "b")), "");
  symlinkSync(bytesOfText(name), join(folder, "link"));
  assert.deepEqual(namesIn(folder).sort(), [name, "link"].sort());
  assert.deepEqual(namesIn(join(folder, name)), ["b"]);
  assert.equal(realPathOf(join(folder, "link")), join(folder, name));
  assert.equal(linkTarget(join(folder, "link")), name);
});
