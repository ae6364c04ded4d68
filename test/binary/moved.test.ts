/** The binary works on its own: moved to an empty folder, a worker still parses C# with the embedded grammar. */
import { spawnSync } from "node:child_process";
import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { environment, JIG, scratch } from "../jig.ts";
import { assertParsed, INPUT, project } from "./local-function.ts";

test("a moved binary parses C# on a worker thread", () => {
  const folder = scratch();
  const moved = join(folder, "renamed-jig");
  copyFileSync(JIG, moved);
  const options = { cwd: project, env: environment(), encoding: "utf8", timeout: 60_000 } as const;
  assertParsed(spawnSync(moved, ["call", "script_symbols_get", "--as", "json", "--input", INPUT], options));
  rmSync(folder, { recursive: true });
});
