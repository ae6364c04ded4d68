/** Plugins in repositories are loaded like others, apart from the approval. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
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

const about = { name: "trees", version: "1.0.0", title: "Trees", description: "Counts trees.", host: "^1" };

function setUp() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "jig-load-")));
  const runtime = {
    configFolder: join(base, "config"),
    cacheFolder: join(base, "cache"),
    environment: {},
    log: () => {},
  };
  const folder = join(base, "root", ".jig", "plugins", "trees");
  mkdirSync(folder, { recursive: true });
  const write = (more: object) => writeFileSync(join(folder, "plugin.json"), JSON.stringify({ ...about, ...more }));
  const approve = (authored: boolean) =>
    createTrust(runtime).approve(folder, readFolder(folder), { name: "trees", unsandboxed: false, authored });
  return { base, runtime, folder, write, approve };
}

/** What's registered. */
function loaded({ base, runtime, folder }: ReturnType<typeof setUp>, origin: "named" | "project"): Plugin {
  const added: Plugin[] = [];
  const registry = {
    find: () => undefined,
    commandOwner: () => undefined,
    add: (plugin: Plugin) => added.push(plugin),
    addBroken: (plugin: Plugin) => added.push(plugin),
  };
  const runner = () => ({ runtime, workspace: { roots: [] }, cacheFolderOf: () => base });
  const options = { registry, runtime, runner, sandboxes: { deno: undefined, kernel: undefined } };
  const found = origin === "project" ? { folder, origin, root: join(base, "root") } : { folder, origin };
  // Other options aren't used here.
  pluginLoader(options as unknown as ThirdPartiesOptions)(found);
  const [plugin = assert.fail()] = added;
  return plugin;
}

test("an approved plugin with one wrong tool keeps the others, and its consent still counts", () => {
  const place = setUp();
  place.write({ tools: { count: good, wrong: { ...good, effect: "reed" } } });
  place.approve(false);
  const { manifest, leftOut, problem } = loaded(place, "project");
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

test("to name a folder runs a stranger's plugin, but none whose approval was withdrawn", () => {
  const place = setUp();
  place.write({ tools: { count: good } });
  assert.equal(loaded(place, "named").problem, undefined);
  place.approve(false);
  assert.equal(loaded(place, "named").problem, undefined);
  createTrust(place.runtime).revoke(place.folder);
  const { problem } = loaded(place, "named");
  assert.match(problem?.reason ?? "", /withdrawn/);
  assert.match(problem?.fix ?? "", /jig plugin trust/);
  place.approve(false);
  assert.equal(loaded(place, "named").problem, undefined);
});

test("an author's plugin runs with no more than was approved, also where the approved copy is gone", () => {
  const place = setUp();
  place.write({ tools: { count: good } });
  place.approve(true);
  place.write({ tools: { count: good }, permissions: { run: ["git"] } });
  assert.match(loaded(place, "named").problem?.reason ?? "", /asks for more than you approved: run git/);
  rmSync(place.runtime.cacheFolder, { recursive: true });
  assert.match(loaded(place, "named").problem?.reason ?? "", /asks for more than you approved: run git/);
  place.approve(true);
  rmSync(place.runtime.cacheFolder, { recursive: true });
  assert.equal(loaded(place, "named").problem, undefined);
});
