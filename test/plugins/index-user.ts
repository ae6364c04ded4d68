/** A user with their own settings who installs from indexes. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Ran, runJig, scratch } from "../jig.ts";

export function user() {
  const home = scratch();
  const cwd = scratch({ "a.txt": "" });
  const env = { XDG_CONFIG_HOME: join(home, "config"), XDG_CACHE_HOME: join(home, "cache") };
  const config = join(home, "config", "jig");
  const jig = (...args: string[]) => runJig(args, { cwd, env });
  return {
    env,
    cwd,
    jig,
    config,
    plugins: join(config, "plugins"),
    lock: () => JSON.parse(readFileSync(join(config, "plugins.lock"), "utf8")),
    /** Approves after a review. */
    approve(...args: string[]) {
      const hash = /--hash ([0-9a-f]+)/.exec(jig("plugin", ...args).stderr)?.[1] ?? "none";
      return jig("plugin", ...args, "--hash", hash);
    },
    answer: () => jig("call", "todo_version", "--as", "json"),
  };
}

export function refused({ code, stdout, stderr }: Ran, says: RegExp) {
  assert.match(stderr, says, stdout);
  assert.equal(code, 2, stderr);
}
