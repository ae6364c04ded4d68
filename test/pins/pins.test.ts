/** The wire format doesn't change by accident. For intended changes, run `bun test/pins/write.ts` and add a line to CHANGELOG.md. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { unexplainedPins } from "../../build/pin-rule.ts";
import { scratch } from "../jig.ts";
import { measurePins, PIN_FILES, readPins } from "./pins.ts";

for (const name of PIN_FILES) {
  test(`${name} are as pinned`, { timeout: 120_000 }, async () => {
    const found = JSON.parse(JSON.stringify(await measurePins(name)));
    assert.deepEqual(found, readPins(name), "changed on purpose? `bun test/pins/write.ts`, and a line in CHANGELOG.md");
  });
}

test("a changed pin without a line in the changelog is told", () => {
  const top = scratch({ "test/pins/codes.json": "1", "CHANGELOG.md": "first\n" });
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...args], { cwd: top });
  const commit = () => {
    git("add", "-A");
    git("commit", "-qm", "x");
  };
  git("init", "-q");
  commit();
  assert.equal(unexplainedPins(top), undefined);
  writeFileSync(join(top, "test/pins/codes.json"), "2");
  assert.match(unexplainedPins(top)!, /codes\.json/);
  writeFileSync(join(top, "CHANGELOG.md"), "first\nsecond\n");
  assert.equal(unexplainedPins(top), undefined);
  commit();
  assert.equal(unexplainedPins(top), undefined);
  writeFileSync(join(top, "test/pins/codes.json"), "3");
  commit();
  assert.match(unexplainedPins(top)!, /codes\.json/);
  writeFileSync(join(top, "CHANGELOG.md"), "first\nsecond\nthird\n");
  commit();
  assert.equal(unexplainedPins(top), undefined);
  assert.equal(unexplainedPins(scratch()), undefined, "no repository, nothing to say");
});
