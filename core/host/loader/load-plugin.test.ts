/** A repository's plugin is read like any other, apart from what its approval says. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { Plugin } from "../manifest/registry.ts";
import { readFolder } from "./folder-content.ts";
import { pluginLoader, type ThirdPartiesOptions } from "./load-plugin.ts";
import { createTrust } from "./trust.ts";

const good = {
  title: "Count",
  description: "Counts.",
  effect: "read",
  input: { type: "object", properties: {} },
  handler: "./count.ts",
};

test("an approved plugin with one wrong tool keeps the others, and its consent still counts", () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "jig-load-")));
  const runtime = { configFolder: join(base, "config"), cacheFolder: join(base, "cache") };
  const folder = join(base, "root", ".jig", "plugins", "trees");
  mkdirSync(folder, { recursive: true });
  const about = { name: "trees", version: "1.0.0", title: "Trees", description: "Counts trees.", host: "^1" };
  const tools = { count: good, wrong: { ...good, effect: "reed" } };
  writeFileSync(join(folder, "plugin.json"), JSON.stringify({ ...about, tools }));
  createTrust(runtime).approve(folder, readFolder(folder), { name: "trees", unsandboxed: false });
  const added: Plugin[] = [];
  const registry = {
    find: () => undefined,
    commandOwner: () => undefined,
    add: (plugin: Plugin) => added.push(plugin),
    addBroken: (plugin: Plugin) => added.push(plugin),
  };
  const options = { registry, runtime, sandboxes: { deno: undefined, kernel: undefined } };
  pluginLoader(options as unknown as ThirdPartiesOptions)({ folder, origin: "project", root: join(base, "root") });
  const [{ manifest, leftOut, problem } = assert.fail()] = added;
  assert.deepEqual(
    manifest.tools.map(({ name }) => name),
    ["count"],
  );
  assert.deepEqual(
    leftOut?.map(({ where }) => where),
    ["tools.wrong.effect"],
  );
  assert.match(problem?.reason ?? "", /NOT SANDBOXED/);
  assert.match(problem?.fix ?? "", /--unsandboxed/);
});
