/** Registry: conflicts name both sides, and unlisted tools come with advice. */
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
import { createRegistry, type ListingRules, type Plugin, pluginInfo, toolInfo } from "./registry.ts";
import { WorkspaceConditions } from "./workspace-condition.ts";

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
  assert.throws(() => registry.add(plugin("one", ["x"])), /"one" from \/p\/one is already loaded/);
  assert.deepEqual(registry.names(), ["find"]);
  assert.equal(registry.plugins().length, 1);
  registry.remove(registry.plugins()[0]!);
  assert.deepEqual(registry.names(), []);
});

test("add() refuses an alias that has the name of a command of another plugin", () => {
  const registry = createRegistry();
  const first = plugin("one", ["find"]);
  first.manifest = { ...first.manifest, commands: ["undo"] };
  registry.add(first);
  const alias = (command: string) => ({ contributes: { cliAliases: [{ command, tool: "other", description: "O" }] } });
  assert.throws(() => registry.add(plugin("two", ["other"], alias("undo"))), /"undo" of plugin "two".*plugin "one"/);
  registry.add(plugin("two", ["other"], alias("redo")));
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
  assert.throws(() => toolInfo(bad, rules()).inputSchema, /"root" of "t" is a flag of jig itself/);
});

test("a plugin whose `when` no root meets is inactive, and says what is missing", () => {
  const folder = mkdtempSync(join(tmpdir(), "jig-registry-"));
  const conditions = new WorkspaceConditions([{ name: "r", path: folder }]);
  const unity = plugin("u", ["t"], { when: { workspaceHas: ["ProjectSettings"] } });
  assert.match(conditions.inactiveReason(unity)?.reason ?? "", /needs a workspace that has ProjectSettings/);
  assert.equal(pluginInfo(unity, conditions).state, "inactive");
  mkdirSync(join(folder, "ProjectSettings"));
  conditions.look();
  assert.equal(conditions.inactiveReason(unity), undefined);
  assert.equal(pluginInfo(unity, conditions).state, "ready");
});

test("a condition looks into folders, not into files", () => {
  const folder = mkdtempSync(join(tmpdir(), "jig-registry-"));
  const conditions = new WorkspaceConditions([{ name: "r", path: folder }]);
  const scripts = plugin("s", ["t"], { when: { workspaceHas: ["*/*.as"] } });
  writeFileSync(join(folder, "a.as"), "");
  assert.notEqual(conditions.inactiveReason(scripts), undefined);
  mkdirSync(join(folder, "Script"));
  writeFileSync(join(folder, "Script", "b.as"), "");
  conditions.look();
  assert.equal(conditions.inactiveReason(scripts), undefined);
});

const rules = (more: Partial<ListingRules> = {}): ListingRules => ({
  ...{ roots: [], conditions: new WorkspaceConditions([]), readOnly: false, isAvailable: () => false },
  ...more,
});
const acting = (name: string, more: object) =>
  tool({
    ...{ title: name, description: "D.", effect: "read", view: "json", examples: [] },
    input: v.strictObject({ query: v.string(), out: v.optional(v.string()) }),
    handler: async () => ({ default: async () => ({ value: 1 }) }),
    ...more,
  });
const one = (more: object, rest: object = {}) => ({
  plugin: plugin("p", [], rest),
  tool: plugin("p", [], { tools: { t: acting("t", more) } }).manifest.tools[0]!,
});

test("a tool is shown as its manifest has it, without what only the host needs", () => {
  const registered = one({
    keywords: "k",
    dynamic: true,
    timeout: { defaultMs: 1 },
    output: { schema: v.string(), long: true },
  });
  const info = toolInfo(registered, rules({ isAvailable: (_, name) => name === "t" }));
  const { inputSchema, output, ...rest } = info;
  assert.deepEqual(rest, {
    ...{
      name: "t",
      plugin: "p",
      title: "t",
      description: "D.",
      keywords: "k",
      effect: "read",
      view: "json",
      examples: [],
    },
    ...{
      destructive: false,
      idempotent: true,
      openWorld: false,
      parameterEffects: {},
      synonyms: {},
      unsupportedFlags: {},
    },
    listed: true,
  });
  assert.deepEqual(Object.keys(inputSchema.properties ?? {}), ["query", "out", "max_tokens"]);
  assert.equal(info.inputSchema, inputSchema);
  assert.equal(output, registered.tool.output);
  assert.equal(registered.tool.dynamic, true);
});

test("under --read-only a tool loses the parameters that change something, or is not listed", () => {
  const writing = one({ parameterEffects: { out: "write" } });
  const names = (readOnly: boolean) => Object.keys(toolInfo(writing, rules({ readOnly })).inputSchema.properties ?? {});
  assert.deepEqual([names(false), names(true)], [["query", "out"], ["query"]]);
  assert.equal(toolInfo(writing, rules({ readOnly: true })).listed, true);
  const { listed, hidden } = toolInfo(one({ effect: "write" }), rules({ readOnly: true }));
  assert.deepEqual(
    [listed, hidden],
    [false, { reason: '"t" can change things, but --read-only is on', fix: "Start jig without --read-only" }],
  );
  assert.equal(toolInfo(one({ effect: "write" }), rules()).listed, true);
});

test("a tool that may not be there is listed once it is, unless its plugin does not apply", () => {
  const dynamic = one({ dynamic: true });
  assert.equal(toolInfo(dynamic, rules({ isAvailable: () => true })).hidden, undefined);
  assert.deepEqual(toolInfo(dynamic, rules()).hidden, {
    reason: '"t" is only listed if its program supports it',
    fix: "Call it anyway: the answer says whether it is available",
  });
  const elsewhere = one({ dynamic: true }, { when: { workspaceHas: ["no/such"] } });
  for (const isAvailable of [() => true, () => false])
    assert.match(
      toolInfo(elsewhere, rules({ isAvailable })).hidden?.reason ?? "",
      /needs a workspace that has no\/such/,
    );
});

test("a problem of the plugin comes first", () => {
  const problem = { state: "untrusted", reason: "Not trusted", fix: "Trust it" } as const;
  const { plugin: whole, tool: each } = one({ effect: "write" });
  const { hidden } = toolInfo({ plugin: { ...whole, problem }, tool: each }, rules({ readOnly: true }));
  assert.deepEqual(hidden, { reason: "Not trusted", fix: "Trust it" });
  const info = pluginInfo({ ...whole, problem }, new WorkspaceConditions([]));
  assert.deepEqual([info.state, info.reason, info.fix], ["untrusted", "Not trusted", "Trust it"]);
});

test("why a plugin does not apply says what is missing, where, and what to do", () => {
  const roots = [
    { name: "a", path: "/no/a" },
    { name: "b", path: "/no/b" },
  ];
  const strict = plugin("s", ["t"], { title: "S", when: { workspaceHas: ["x", "y"] } });
  assert.deepEqual(new WorkspaceConditions(roots).inactiveReason(strict), {
    reason: "S needs a workspace that has x or y; the workspace is /no/a, /no/b",
    fix: "Start jig in such a project, or name it with --root",
  });
  const lax = plugin("l", ["t"], { title: "L", when: { workspaceHas: ["x"], enforce: false } });
  const nowhere = new WorkspaceConditions([]);
  assert.deepEqual(nowhere.inactiveReason(lax), {
    reason: 'The tools of "L" are listed in a workspace that has x; the workspace is no root',
    fix: "They can still be called",
  });
  assert.equal(nowhere.inactiveReason(plugin("p", ["t"])), undefined);
});

test("one root, or one of the paths, is enough", () => {
  const folder = mkdtempSync(join(tmpdir(), "jig-registry-"));
  writeFileSync(join(folder, "b"), "");
  const roots = [
    { name: "gone", path: join(folder, "gone") },
    { name: "r", path: folder },
  ];
  const either = plugin("p", ["t"], { when: { workspaceHas: ["a", "b"] } });
  assert.equal(new WorkspaceConditions(roots).inactiveReason(either), undefined);
});

test("a plugin is shown with its tools in order and what it may do", () => {
  assert.deepEqual(
    pluginInfo(plugin("p", ["b", "a"], { permissions: { run: ["git"] } }), new WorkspaceConditions([])),
    {
      ...{ name: "p", title: "p", version: "1.0.0", description: "", source: "/p/p", builtIn: false, state: "ready" },
      ...{ permissions: { run: ["git"] }, sandbox: "none", tools: ["a", "b"] },
    },
  );
});

test("find() and names() know each tool of what was added, and of nothing that was removed or is broken", () => {
  const registry = createRegistry();
  const [first, second] = [plugin("one", ["b", "a"]), plugin("two", ["c"])];
  registry.add(first);
  registry.add(second);
  assert.deepEqual(registry.names(), ["a", "b", "c"]);
  assert.deepEqual(registry.find("c"), { plugin: second, tool: second.manifest.tools[0] });
  assert.equal(registry.find("d"), undefined);
  registry.addBroken(plugin("three", ["d"]));
  assert.deepEqual([registry.find("d"), registry.plugins().length], [undefined, 3]);
  registry.remove(first);
  assert.deepEqual(registry.names(), ["c"]);
  assert.deepEqual(
    registry.plugins().map(({ manifest }) => manifest.name),
    ["two", "three"],
  );
});

test("a command or a flag that another plugin has is refused, unless that one cannot be used", () => {
  const aliased = (name: string, ...words: object[]) =>
    plugin(name, [name], {
      contributes: { cliAliases: words.map((word) => ({ ...word, tool: name, description: "D." })) },
    });
  const registry = createRegistry();
  registry.add(aliased("one", { command: "seek" }, { flag: "--seek" }));
  const clash = (other: object, what: string, word: string) =>
    assert.throws(() => registry.add(aliased("two", { command: "free" }, other)), {
      code: "INVALID_ARGUMENT",
      message: `The ${what} "${word}" of plugin "two" already exists in plugin "one"`,
      hint: `Rename the ${what} in /p/two`,
    });
  clash({ command: "seek" }, "command", "seek");
  clash({ flag: "--seek" }, "flag", "--seek");
  registry.addBroken({
    ...aliased("ill", { command: "ill" }),
    problem: { state: "unavailable", reason: "r", fix: "f" },
  });
  registry.add(aliased("three", { command: "ill" }, { flag: "--other" }));
  assert.deepEqual(registry.names(), ["one", "three"]);
});

test("one command may be that of several languages", () => {
  const aliased = (name: string, languages: string[]) =>
    plugin(name, [name], {
      contributes: { cliAliases: [{ command: "seek", rel: "references", languages, tool: name, description: "D." }] },
    });
  const registry = createRegistry();
  registry.add(aliased("one", ["a", "b"]));
  registry.add(aliased("two", ["c"]));
  assert.throws(() => registry.add(aliased("three", ["d", "b"])), { code: "INVALID_ARGUMENT" });
  assert.deepEqual(registry.names(), ["one", "two"]);
});

test("names that are taken are refused with what to rename", () => {
  const registry = createRegistry();
  registry.add(plugin("one", ["find"]));
  assert.throws(() => registry.add(plugin("two", ["find"])), {
    code: "INVALID_ARGUMENT",
    hint: "Rename the tool in its plugin.json",
  });
  assert.throws(() => registry.add(plugin("one", [])), { code: "INVALID_ARGUMENT", hint: "Rename one of them" });
});
