/** A process of a plugin, from its start to its end: no failure of one is a failure of the host. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

const skip = process.platform === "win32" && "there is no sh";

test("without a descriptor for its pipes the call fails, and the host goes on", { skip }, () => {
  const script = join(mkdtempSync(join(tmpdir(), "jig-link-")), "try.ts");
  writeFileSync(
    script,
    `import { openSync } from "node:fs";
    import { createChildRunner } from ${JSON.stringify(join(import.meta.dirname, "child-runner.ts"))};
    const runner = createChildRunner({
      subject: "The plugin",
      start: async () => ({ command: "/bin/cat", args: [], cwd: "/", env: {} }),
      guard: { add: () => () => {}, close() {} },
      memoryMb: 100,
      storageMb: 1,
      hello: {},
      repeatable: () => false,
      log() {},
    });
    try { for (;;) openSync("/dev/null"); } catch {}
    const failed = await runner.load("x", new AbortController().signal).catch((error) => error);
    await new Promise((settle) => setTimeout(settle, 20));
    process.stdout.write(failed.code + ": " + failed.message);`,
  );
  const limited = ["-c", 'ulimit -n 64 && exec "$0" "$@"', process.execPath, script];
  const { stdout, stderr } = spawnSync("sh", limited, { encoding: "utf8" });
  assert.match(stdout, /^UNAVAILABLE: The plugin failed. It cannot be started: .*EMFILE/, stderr);
});
