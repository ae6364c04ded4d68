/** `jig -C DIR …` works like `git -C`, for all commands and from any folder. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { runJig, scratch } from "../jig.ts";
import { FILES } from "./go-files.ts";

test("without -C a command runs in the current folder, below a root that the environment names too", () => {
  const root = scratch(FILES);
  const cwd = join(root, "pkg/app");
  const environments: Record<string, string>[] = [{}, { JIG_ROOT: root }];
  for (const env of environments) {
    assert.equal(runJig(["rg", "-l", "main"], { cwd, env }).stdout, "app.go\n");
    assert.equal(runJig(["app.go"], { cwd, env }).stdout, FILES["pkg/app/app.go"]);
  }
  assert.equal(runJig(["rg", "-l", "other"], { cwd: join(root, "other"), env: { JIG_ROOT: cwd } }).code, 1);
});
