/** Builds are reproducible: independent of place and time. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { scratch } from "../jig.ts";

const TOP = join(import.meta.dirname, "../..");

test("two clones in different folders build the same executable, twice each", {
  skip: existsSync(join(TOP, ".git")) ? false : "this tree is no clone",
  timeout: 300_000,
}, () => {
  const folder = scratch({});
  const sums = ["a", "some/other/folder"].flatMap((name) => {
    const clone = join(folder, name);
    mkdirSync(dirname(clone), { recursive: true });
    run("git", ["clone", "--quiet", TOP, clone], folder);
    run(process.execPath, ["install", "--frozen-lockfile", "--silent"], clone);
    return ["first", "second"].map((build) => {
      const outfile = join(clone, "dist", build, "jig");
      const words = [join(clone, "build/compile.ts"), "--quiet", "--outfile", outfile];
      run(process.execPath, words, build === "first" ? clone : folder);
      return createHash("sha256").update(readFileSync(outfile)).digest("hex");
    });
  });
  assert.equal(new Set(sums).size, 1, `different builds: ${sums.join(", ")}`);
});

function run(command: string, words: string[], cwd: string): void {
  const { status, stderr } = spawnSync(command, words, { cwd, encoding: "utf8" });
  assert.equal(status, 0, `${command} ${words.join(" ")}: ${stderr}`);
}
