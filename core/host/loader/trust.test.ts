/** The file of approvals is never replaced by less than it holds. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { readFolder } from "./folder-content.ts";
import { createTrust } from "./trust.ts";

function setUp() {
  const base = mkdtempSync(join(tmpdir(), "jig-trust-"));
  const folder = join(base, "plugin");
  for (const path of [folder, join(base, "config")]) mkdirSync(path);
  writeFileSync(join(folder, "plugin.json"), "{}");
  const places = { configFolder: join(base, "config"), cacheFolder: join(base, "cache") };
  return { folder, trust: createTrust(places), file: join(base, "config", "trust.json"), places };
}

test("approvals that cannot be read approve nothing and are kept", () => {
  const { folder, trust, file } = setUp();
  const approve = () => trust.approve(folder, readFolder(folder), { name: "a", unsandboxed: false });
  for (const text of ['{"version": 1, "plugins": {', '{"version": 2, "plugins": {}}', ""]) {
    writeFileSync(file, text);
    assert.equal(trust.approvalOf(folder), undefined);
    assert.throws(approve, { code: "UNAVAILABLE", message: /trust\.json/ });
    assert.equal(readFileSync(file, "utf8"), text);
  }
});
