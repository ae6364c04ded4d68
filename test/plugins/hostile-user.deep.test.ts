/** Runs all hostile tests again as an unprivileged user if we're root, and the other way round. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { JIG, TOP } from "../jig.ts";

const NOBODY = 65534;
const AS_NOBODY = ["--reuid", String(NOBODY), "--regid", String(NOBODY), "--clear-groups"];

function whyNot(): string | false {
  if (process.getuid?.() !== 0) return "the tests do not run as root: the harms were tried as a user";
  const probe = spawnSync("setpriv", [...AS_NOBODY, process.execPath, "--version"], { cwd: TOP });
  return probe.status === 0 ? false : "another user cannot run the tests here";
}

test("every harm meets its fate as another user, and every finding stays held", {
  skip: whyNot(),
  timeout: 600_000,
}, () => {
  // Only accessible to root otherwise.
  chmodSync(tmpdir(), 0o711);
  const home = mkdtempSync(join(tmpdir(), "jig-nobody-"));
  const binary = join(home, "jig");
  cpSync(JIG, binary);
  chmodSync(binary, 0o755);
  for (const path of [home, binary]) chownSync(path, NOBODY, NOBODY);
  const env = { PATH: process.env.PATH, HOME: home, TMPDIR: home, JIG_BINARY: binary };
  const rights = ["held-files", "scratch-folders"].map((name) => `core/host/sandbox/${name}.test.ts`);
  const files = ["test/plugins/hostile.deep.test.ts", "test/security/findings.test.ts", ...rights];
  const words = [...AS_NOBODY, process.execPath, "test", "--timeout", "600000", ...files];
  const ran = spawnSync("setpriv", words, { cwd: TOP, env, encoding: "utf8", maxBuffer: 1e8 });
  assert.equal(ran.status, 0, ran.stderr.slice(-4000));
  assert.match(ran.stderr, /^ 0 fail$/m);
  assert.doesNotMatch(ran.stderr, /\(skip\) (?:Module|Python|Shell|F\d|folders that|a folder that|what a dead)/);
});
