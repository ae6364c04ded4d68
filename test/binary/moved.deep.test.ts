/** Runs the sources in Deno from another folder. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { environment, TOP } from "../jig.ts";
import { assertParsed, INPUT, project } from "./local-function.ts";

test("a Deno run of the source parses it too", () => {
  const deno = join(TOP, "node_modules", ".bin", "deno");
  const args = ["run", "-A", join(TOP, "main.ts"), "call", "script_symbols_get", "--as", "json", "--input", INPUT];
  assertParsed(spawnSync(deno, args, { cwd: project, env: environment(), encoding: "utf8", timeout: 120_000 }));
});
