/** Questions about a Unity project take at most two calls and 1,500 tokens each. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { createTestHost, testRuntime } from "../../core/host/testing.ts";
import csharp from "../../plugins/csharp/plugin.ts";
import { ask, MAX_CALLS, MAX_TOKENS, QUESTIONS, writeProject } from "./questions.ts";

let folder: string;
let host: Awaited<ReturnType<typeof createTestHost>>;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "jig-questions-"));
  const root = join(folder, "project");
  writeProject(root);
  host = await createTestHost({ roots: [root], builtIns: [csharp], runtime: testRuntime(join(folder, "home")) });
});
after(async () => {
  await host.close();
  rmSync(folder, { recursive: true, force: true });
});

for (const question of QUESTIONS) {
  test(question.asks, async () => {
    const { calls, tokens, faults } = await ask(host, question);
    assert.deepEqual(faults, []);
    assert.ok(calls <= MAX_CALLS && tokens <= MAX_TOKENS, `${calls} calls, ${tokens} tokens`);
  });
}
