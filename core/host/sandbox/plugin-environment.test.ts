/** Environment variables that a plugin may set. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { refuseVariables } from "./plugin-environment.ts";

const refused = (name: string, declared: string[] = []) => {
  try {
    refuseVariables("p", { env: declared }, { [name]: "x" });
    return false;
  } catch (error) {
    assert.equal((error as { code?: string }).code, "PERMISSION_DENIED");
    return true;
  }
};

test("what chooses code is refused, declared or not", () => {
  const names = [
    ...["LD_AUDIT", "LD_PRELOAD", "LD_LIBRARY_PATH", "PYTHONPATH", "PYTHONSTARTUP", "PERL5OPT", "PERL5LIB", "RUBYOPT"],
    ...["BASH_ENV", "ENV", "GIT_SSH_COMMAND", "GIT_EXTERNAL_DIFF", "GIT_CONFIG_COUNT", "NODE_OPTIONS", "NODE_PATH"],
    ...["JAVA_TOOL_OPTIONS", "PATH", "HOME", "PAGER", "LESSOPEN", "BUN_OPTIONS", "DENO_DIR", "GCONV_PATH"],
  ];
  for (const name of names) {
    assert.ok(refused(name), name);
    assert.ok(refused(name, [name]), `${name}, declared`);
  }
});

test("other variables by declaration; how to print without", () => {
  assert.ok(refused("MY_TOKEN"));
  assert.ok(!refused("MY_TOKEN", ["MY_TOKEN"]));
  for (const name of ["LANG", "LC_ALL", "TZ", "NO_COLOR"]) assert.ok(!refused(name), name);
});
