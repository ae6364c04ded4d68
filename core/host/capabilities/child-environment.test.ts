/** Environment of child processes: no variables that make them run other code. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { childEnvironment, isUnsafeVariable } from "./child-environment.ts";

const UNSAFE = [
  ...["BUN_BE_BUN", "BUN_OPTIONS", "NODE_OPTIONS", "DENO_DIR", "RIPGREP_CONFIG_PATH", "LD_PRELOAD", "LD_AUDIT"],
  ...["DYLD_INSERT_LIBRARIES", "GIT_CONFIG", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_COUNT"],
];
const SAFE = ["PATH", "HOME", "NODE_OPTIONS_X", "MY_BUN_X", "LD_LIBRARY_PATH", "LD_PRELOAD_X", "GIT_DIR", "bun_x"];

test("loaders' and runtimes' variables are told from others by their names", () => {
  for (const name of UNSAFE) assert.ok(isUnsafeVariable(name), name);
  for (const name of SAFE) assert.ok(!isUnsafeVariable(name), name);
});

test("a child gets the host's variables and the request's, the latter first, and no unsafe one of either", () => {
  const all = (names: readonly string[], value: string) => Object.fromEntries(names.map((name) => [name, value]));
  const host = { ...all(SAFE, "host"), ...all(UNSAFE, "host"), ABSENT: undefined };
  assert.deepEqual(childEnvironment(host), all(SAFE, "host"));
  const passed = childEnvironment(host, { PATH: "own", EXTRA: "", LD_PRELOAD: "/evil.so", BUN_BE_BUN: "1" });
  assert.deepEqual(passed, { ...all(SAFE, "host"), PATH: "own", EXTRA: "" });
});
