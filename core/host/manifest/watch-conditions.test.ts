/** A real folder that becomes a project and stops being one. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { Manifest } from "./manifest.ts";
import { watchConditions } from "./watch-conditions.ts";
import { WorkspaceConditions } from "./workspace-condition.ts";

function pluginWhen(name: string, ...workspaceHas: string[]) {
  return { manifest: { name, title: name, when: { workspaceHas } } as unknown as Manifest };
}

test("calls back when a folder becomes a project, and when it ceases to be one; not for other files", async () => {
  const root = mkdtempSync(join(tmpdir(), "jig-conditions-"));
  const plugins = [pluginWhen("unity", "ProjectSettings/Version.txt"), pluginWhen("scripts", "*.cs", "*/*.cs")];
  let wake = () => {};
  const changes: number[] = [];
  const watcher = watchConditions(
    () => plugins,
    new WorkspaceConditions([{ name: "r", path: root }]),
    () => {
      changes.push(changes.length);
      wake();
    },
    5,
  );
  // The watcher's timer is unref'ed.
  const alive = setInterval(() => {}, 1000);
  const next = () => new Promise<void>((resolve) => (wake = resolve));
  watcher.start();
  watcher.learn();
  try {
    for (const [act, count] of [
      [() => mkdirSync(join(root, "ProjectSettings")), 0],
      [() => writeFileSync(join(root, "ProjectSettings", "Version.txt"), ""), 1],
      [() => writeFileSync(join(root, "a.txt"), ""), 1],
      [() => mkdirSync(join(root, "Assets")), 1],
      [() => writeFileSync(join(root, "Assets", "A.cs"), ""), 2],
      [() => rmSync(join(root, "ProjectSettings"), { recursive: true }), 3],
    ] as const) {
      const changed = next();
      act();
      if (changes.length < count) await changed;
      assert.equal(changes.length, count);
    }
    watcher.stop();
    rmSync(join(root, "Assets"), { recursive: true });
    await new Promise((resolve) => setTimeout(resolve, 30));
    assert.equal(changes.length, 3, "nothing after the end");
  } finally {
    clearInterval(alive);
    watcher.stop();
    rmSync(root, { recursive: true, force: true });
  }
});
