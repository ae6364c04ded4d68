/** Handlers' contexts: only declared permissions, and what other plugins provide. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import * as v from "valibot";
import type { Context, Progress } from "./contract/context.ts";
import { definePlugin, type PluginDeclaration, type ToolDeclaration, tool } from "./contract/define.ts";
import type { Host } from "./contract/host.ts";
import type { JsonObject, Outcome, Row } from "./contract/outcome.ts";
import { createTestHost, testRuntime } from "./testing.ts";

const common: Pick<ToolDeclaration, "title" | "description" | "effect" | "view" | "examples"> = {
  title: "T",
  description: "D.",
  effect: "read",
  view: "json",
  examples: [],
};

/** Handler of the tool `work`. */
let work: (context: Context) => Promise<unknown> = async () => null;

const worker: PluginDeclaration = {
  ...{ name: "worker", version: "1.0.0", title: "W", description: "D.", host: "^1" },
  permissions: {
    ...{ read: ["workspace"], write: ["workspace"], env: ["JIG_TEST_VALUE"], invoke: ["other", "writes"] },
    net: ["example.org"],
  },
  tools: {
    far: tool({
      ...{ ...common, openWorld: true },
      input: v.strictObject({}),
      handler: async () => ({ default: async () => ({ value: null }) }),
    }),
    work: tool({
      ...common,
      output: { schema: v.any(), rows: [{ at: "/items" }] },
      input: v.strictObject({ output_file: v.optional(v.string()) }),
      parameterEffects: { output_file: "write" },
      handler: async () => ({ default: async (_, context) => ({ value: (await work(context)) as JsonObject }) }),
    }),
  },
  contributes: {
    languages: [
      {
        id: "scribe",
        title: "Scribe",
        extensions: [".scribe"],
        symbols: async () => ({
          default: async (_, { files, workspace }) => {
            await files.write(`${workspace.roots[0]!.path}/scribbled`, "x");
            return [];
          },
        }),
      },
    ],
  },
  service: async () => ({
    open: async ({ root, plugin }) => ({ close() {}, about: `${plugin} ${root?.name ?? "all"}` }),
  }),
};

const other = definePlugin({
  ...{ name: "other", version: "1.0.0", title: "O", description: "D.", host: "^1", permissions: {} },
  tools: {
    other: tool({
      ...common,
      input: v.strictObject({ text: v.optional(v.string()) }),
      handler: async () => ({ default: async (input) => ({ value: { got: input } }) }),
    }),
    writes: tool({
      ...{ ...common, effect: "write" as const },
      input: v.strictObject({}),
      handler: async () => ({ default: async () => ({ value: "written" }) }),
    }),
  },
  contributes: {
    languages: [
      {
        id: "toy",
        title: "Toy",
        extensions: [".toy"],
        symbols: async () => ({
          default: async (file, { files }) => {
            const { text } = await files.readText(file).catch(() => ({ text: "unread" }));
            return [{ name: text.trim(), kind: "thing", container: null, startLine: 1, endLine: 1 }];
          },
        }),
      },
      {
        id: "broken",
        title: "Broken",
        extensions: [".broken"],
        symbols: async () => ({
          default: async (_, { tool }) => {
            throw new Error(`no symbols today, by ${tool}`);
          },
        }),
      },
    ],
    paths: [
      {
        prefix: "virtual/",
        module: async () => ({
          resolve: async (path, { workspace, tool }) =>
            tool === "paths" ? `${workspace.roots[0]!.path}/real/${path.slice("virtual/".length)}` : undefined,
        }),
      },
    ],
  },
});

let folder: string;
let host: Host;
before(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "jig-contexts-")));
  mkdirSync(join(folder, "real"));
  writeFileSync(join(folder, "real", "a.txt"), "real text\n");
  writeFileSync(join(folder, "b.toy"), "Toy1\n");
  process.env.JIG_TEST_VALUE = "seen";
  host = await createTestHost({ builtIns: [worker, other], roots: [folder] });
});
after(async () => {
  delete process.env.JIG_TEST_VALUE;
  await host.close();
  rmSync(folder, { recursive: true });
});

/** The handler's result, or the error code. */
async function does(handler: typeof work, input: JsonObject = {}): Promise<unknown> {
  work = handler;
  const outcome = await host.invoke("work", input);
  return outcome.failed ? (outcome.value as JsonObject).code : outcome.value;
}

test("a handler knows its plugin, its tool and the workspace", async () => {
  const about = await does(async ({ plugin, tool, readOnly, workspace, signal }) => [
    ...[plugin, tool, readOnly, signal.aborted],
    workspace.roots.map(({ path }) => path),
  ]);
  assert.deepEqual(about, ["worker", "work", false, false, [folder]]);
});

test("only declared variables are told, and only declared programs run", async () => {
  assert.equal(await does(async ({ env }) => env("JIG_TEST_VALUE")), "seen");
  assert.equal(await does(async ({ env }) => env("PATH")), "PERMISSION_DENIED");
  assert.equal(await does(async ({ run }) => (await run({ command: "rg", args: [] })).exit), "PERMISSION_DENIED");
  const connect = async ({ net }: Context) => (await net.connect({ host: "127.0.0.1", port: 1 })).close();
  assert.equal(await does(connect), "PERMISSION_DENIED");
});

test("a tool is called that the plugin lists, with no more effect than the caller's own", async () => {
  assert.deepEqual(await does(({ invoke }) => invoke("other", { text: "x" })), { value: { got: { text: "x" } } });
  assert.equal(await does(({ invoke }) => invoke("work", {})), "PERMISSION_DENIED");
  const write = ({ invoke }: Context) => invoke("writes", {});
  const refused = (await does(write)) as Outcome;
  assert.deepEqual([refused.failed, (refused.value as JsonObject).code], [true, "PERMISSION_DENIED"]);
  assert.deepEqual(await does(write, { output_file: "x" }), { value: "written" });
});

test("it leaves this machine only where its tool is declared to, and writes nothing for symbols", async () => {
  const connect = async ({ net }: Context) => (await net.connect({ host: "example.org", port: 443 })).close();
  assert.equal(await does(connect), "PERMISSION_DENIED");
  assert.equal(await does(({ symbols }) => symbols(join(folder, "a.scribe"))), "PERMISSION_DENIED");
});

test("it writes only where its call may write", async () => {
  const write = async ({ files }: Context) => {
    await files.write(join(folder, "new.txt"), "x", { replace: true });
    return "written";
  };
  assert.equal(await does(write), "PERMISSION_DENIED");
  assert.equal(await does(write, { output_file: "x" }), "written");
});

test("progress and rows reach whoever watches", async () => {
  const seen: Progress[] = [];
  const rows: Row[] = [];
  work = async (context) => {
    context.progress({ done: 1, total: 2 });
    context.rows(["one", "two"]);
    return { items: ["one", "two"] };
  };
  const outcome = await host.invoke(
    "work",
    {},
    { onProgress: (each) => seen.push(each), onRows: (each) => rows.push(...each) },
  );
  assert.deepEqual(outcome.value, { items: ["one", "two"] });
  assert.deepEqual(seen, [{ done: 1, total: 2 }]);
  assert.deepEqual(
    rows.map(({ text }) => text),
    ["one", "two"],
  );
});

test("rows that nobody watches are not made", async () => {
  let made = 0;
  work = async (context) => {
    context.rows(() => [`row ${++made}`]);
    return { items: ["row 1"] };
  };
  const rows: Row[] = [];
  await host.invoke("work", {});
  assert.equal(made, 0);
  await host.invoke("work", {}, { onRows: (each) => rows.push(...each) });
  assert.deepEqual(
    rows.map(({ text }) => text),
    ["row 1"],
  );
});

test("symbols come from whoever knows the language, and a broken one costs no call of another plugin", async () => {
  const symbols = (file: string) => does(async (context) => (await context.symbols(join(folder, file))) ?? "none");
  assert.deepEqual(await symbols("b.TOY"), [
    { name: "unread", kind: "thing", container: null, startLine: 1, endLine: 1 },
  ]);
  assert.equal(await symbols("a.txt"), "none");
  assert.equal(await symbols("x.broken"), "INTERNAL");
  await assert.rejects(host.symbols(join(folder, "x.broken")), /no symbols today, by symbols/);
  assert.equal((await host.symbols(join(folder, "b.toy")))!.length, 1);
  assert.equal(await host.symbols(join(folder, "a.txt")), undefined);
});

test("a path scheme of a plugin leads every other to its files", async () => {
  assert.equal(await does(async ({ files }) => (await files.readText("virtual/a.txt")).text), "real text\n");
  assert.equal(await does(async ({ files }) => (await files.readText("virtual/none.txt")).text), "PATH_NOT_FOUND");
});

test("a service is opened once for a root, and once for all of them", async () => {
  const opened = await does(async ({ service }) => {
    const [root, again, whole] = [
      await service<object>(folder),
      await service<object>(folder),
      await service<object>(),
    ];
    return [root === again, (root as { about: string }).about, (whole as { about: string }).about];
  });
  const name = host.workspace.roots[0]!.name;
  assert.deepEqual(opened, [true, `worker ${name}`, "worker all"]);
});

test("what is said ends up in the log under the plugin's name", async () => {
  const lines: string[] = [];
  const logging = await createTestHost({
    builtIns: [worker],
    roots: [folder],
    runtime: { ...testRuntime(), log: (...words) => void lines.push(words.join(" ")) },
  });
  work = async ({ log }) => log.warn("careful");
  await logging.invoke("work", {});
  await logging.close();
  assert.ok(lines.includes("warn worker careful"), lines.join());
});

test("a stranger's plugin reads nothing of servers, and its broken symbols cost a line of the log", async () => {
  const plugins = realpathSync(mkdtempSync(join(tmpdir(), "jig-strangers-")));
  const tool = { title: "T", description: "D.", effect: "read", view: "json", handler: "./work.ts" };
  const declared = {
    ...{ name: "stranger", version: "1.0.0", title: "S", description: "D.", host: "^1" },
    permissions: { read: ["workspace"] },
    tools: { strange: { ...tool, input: { type: "object" }, examples: [] } },
    contributes: { languages: [{ id: "torn", title: "Torn", extensions: [".torn"], symbols: "./symbols.ts" }] },
  };
  mkdirSync(join(plugins, "stranger"));
  const write = (name: string, text: string) => writeFileSync(join(plugins, "stranger", name), text);
  write("plugin.json", JSON.stringify(declared));
  write("symbols.ts", 'export default async () => { throw new Error("torn"); };');
  write(
    "work.ts",
    `export default async (_, context) => {
      const refused = (paths) => context.fetchCandidates(paths, {}).catch(({ code, message }) => [code, message]);
      return { value: [await context.symbols("a.torn") ?? "none", await refused(["repo:a"]), await refused([])] };
    };`,
  );
  const lines: string[] = [];
  const strange = await createTestHost({
    ...{ builtIns: [], roots: [folder], pluginFolders: [plugins], pluginsInProcess: true },
    runtime: { ...testRuntime(), log: (...words) => void lines.push(words.join(" ")) },
  });
  const { value } = await strange.invoke("strange", {});
  await strange.close();
  rmSync(plugins, { recursive: true });
  const refused = (path: string) => ["PERMISSION_DENIED", `"${path}" is outside the workspace, on a server`];
  assert.deepEqual(value, ["none", refused("repo:a"), refused("")]);
  assert.deepEqual(
    lines.filter((line) => line.includes("symbols")),
    ["error stranger symbols: torn"],
  );
});
