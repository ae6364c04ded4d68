/** The registry: clashes name both sides, and every reason for not listing a tool says what to do. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import * as v from "valibot";
import { definePlugin, tool } from "../contract/define.ts";
import { JigError } from "../contract/errors.ts";
import { RESERVED_WORDS } from "./check.ts";
import { BUILT_IN, normalize } from "./normalize.ts";
import { createRegistry, inactive, type Plugin, pluginInfo, toolInfo } from "./registry.ts";

function declare(name: string, tools: string[], rest: object = {}) {
  const each = tool({
    title: "T",
    description: "D.",
    effect: "read",
    input: v.strictObject({}),
    view: "json",
    examples: [],
    handler: async () => ({ default: async () => ({ value: 1 }) }),
  });
  return definePlugin({
    name,
    version: "1.0.0",
    title: name,
    description: "",
    host: "^1",
    permissions: {},
    tools: Object.fromEntries(tools.map((toolName) => [toolName, each])),
    ...rest,
  });
}

function plugin(name: string, tools: string[], rest: object = {}): Plugin {
  return {
    manifest: normalize(declare(name, tools, rest), BUILT_IN),
    source: `/p/${name}`,
    builtIn: false,
    sandbox: "none",
  };
}

test("add() refuses a tool or plugin name that is taken, naming both, and keeps the first whole", () => {
  const registry = createRegistry();
  registry.add(plugin("one", ["find"]));
  assert.throws(() => registry.add(plugin("two", ["other", "find"])), /"find" of plugin "two".*plugin "one"/);
  assert.throws(() => registry.add(plugin("one", ["x"])), /"one" from \/p\/one is there already/);
  assert.deepEqual(registry.names(), ["find"]);
  assert.equal(registry.plugins().length, 1);
  registry.remove(registry.plugins()[0]!);
  assert.deepEqual(registry.names(), []);
});

test("normalize() refuses names that frontends keep, bad names of tools and other host versions", () => {
  for (const name of [...RESERVED_WORDS.filter((word) => /^[a-z]+$/.test(word)), "1st", "a b", "x".repeat(49), "é"]) {
    assert.throws(() => normalize(declare("p", [name]), BUILT_IN), JigError, name);
  }
  for (const host of ["^2", ">=2", "<1", "", "latest"]) {
    assert.throws(() => normalize(declare("p", [], { host }), BUILT_IN), { code: "UNAVAILABLE" }, host);
  }
  for (const host of ["^1", "1", "1.x", ">=1", ">=1 <2", "^1.0.0"]) normalize(declare("p", [], { host }), BUILT_IN);
});

test("parameters may not be called like host flags", () => {
  const declaration = declare("p", ["t"]);
  const found = { plugin: plugin("p", ["t"]), tool: normalize(declaration, BUILT_IN).tools[0]! };
  const bad = {
    ...found,
    tool: { ...found.tool, inputSchema: { type: "object", properties: { root: { type: "string" } } } },
  };
  assert.throws(
    () => toolInfo(bad, { roots: [], readOnly: false, isAvailable: () => false }).inputSchema,
    /"root" of "t" is a flag of jig itself/,
  );
});

test("a plugin whose `when` no root meets is inactive, and says what is missing", () => {
  const folder = mkdtempSync(join(tmpdir(), "jig-registry-"));
  const roots = [{ name: "r", path: folder }];
  const unity = plugin("u", ["t"], { when: { workspaceHas: ["ProjectSettings"] } });
  assert.match(inactive(unity, roots)?.reason ?? "", /needs a workspace that has ProjectSettings/);
  assert.equal(pluginInfo(unity, roots).state, "inactive");
  mkdirSync(join(folder, "ProjectSettings"));
  assert.equal(inactive(unity, roots), undefined);
  assert.equal(pluginInfo(unity, roots).state, "ready");
});

test("a condition looks into folders, not into files", () => {
  const folder = mkdtempSync(join(tmpdir(), "jig-registry-"));
  const roots = [{ name: "r", path: folder }];
  const scripts = plugin("s", ["t"], { when: { workspaceHas: ["*/*.as"] } });
  writeFileSync(join(folder, "a.as"), "");
  assert.notEqual(inactive(scripts, roots), undefined);
  mkdirSync(join(folder, "Script"));
  writeFileSync(join(folder, "Script", "b.as"), "");
  assert.equal(inactive(scripts, roots), undefined);
});
