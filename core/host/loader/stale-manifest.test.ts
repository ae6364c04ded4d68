/** A plugin.ts that was edited after its plugin.json was made is named, a checkout is not. */
import assert from "node:assert/strict";
import { mkdtempSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { whyStale } from "./stale-manifest.ts";

test("an edit counts at once in a folder made here, and after a minute in others", () => {
  const folder = mkdtempSync(join(tmpdir(), "jig-stale-"));
  const put = (name: string, seconds: number) => {
    writeFileSync(join(folder, name), "");
    utimesSync(join(folder, name), seconds, seconds);
  };
  const [own, foreign] = [() => true, () => false];
  put("plugin.json", 1_000_000);
  assert.equal(whyStale(folder, own), undefined);
  put("plugin.ts", 999_999);
  assert.equal(whyStale(folder, own), undefined);
  put("plugin.ts", 1_000_010);
  assert.match(whyStale(folder, own) ?? "", /plugin\.json is older than plugin\.ts.*jig plugin build/);
  assert.equal(whyStale(folder, foreign), undefined);
  put("plugin.ts", 1_000_100);
  assert.match(whyStale(folder, foreign) ?? "", /older/);
});
