/** Backend router: chosen backend, receipts, and details of each command. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import * as v from "valibot";
import { definePlugin, type ServiceContext, toJigError, tool } from "../../../core/host/plugin-api.ts";
import { createTestHost } from "../../../core/host/testing.ts";
import { FakeBackend } from "../../../test/unity/fake/backend.ts";
import { FakeProject } from "../../../test/unity/fake/project.ts";
import type { BackendName } from "../backends/backend.ts";
import type { Command, CommandContext } from "../command/command.ts";
import { Deadline } from "../command/deadline.ts";
import { editorError } from "../command/editor-errors.ts";
import plugin from "../plugin.ts";
import { BackendRouter } from "./backend-router.ts";
import { Routers } from "./routers.ts";

const folder = mkdtempSync(join(tmpdir(), "jig-router-"));
const opened = await openHost();
after(async () => {
  await opened.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Real files, cache and clock. */
async function openHost(): Promise<{ host: ServiceContext; close(): Promise<void> }> {
  const { promise, resolve } = Promise.withResolvers<ServiceContext>();
  const probe = definePlugin({
    name: "probe",
    version: "1.0.0",
    title: "p",
    description: "p",
    host: "^1",
    permissions: plugin.permissions,
    service: async () => ({
      open: async (host: ServiceContext) => {
        resolve(host);
        return { close: () => {} };
      },
    }),
    tools: {
      probe: tool({
        title: "p",
        description: "p",
        effect: "read",
        input: v.strictObject({}),
        view: "json",
        examples: [],
        handler: async () => ({
          default: async (_, context) => {
            await context.service();
            return { value: null };
          },
        }),
      }),
    },
  });
  const host = await createTestHost({ roots: [folder], builtIns: [probe] });
  await host.invoke("probe", {});
  return { host: await promise, close: () => host.close() };
}

interface Given {
  installed?: BackendName[];
  alive?: BackendName[];
  returning?: BackendName[];
  setting?: string;
}

let projects = 0;
function start({ installed = [], alive = [], returning = [], setting }: Given) {
  const { root } = new FakeProject(folder, `Game${projects++}`);
  const backends = {
    "cli-loop": new FakeBackend("cli-loop"),
    pipeline: new FakeBackend("pipeline"),
    uloop: new FakeBackend("uloop"),
    gamedev: new FakeBackend("gamedev"),
    coplay: new FakeBackend("coplay"),
  };
  for (const name of installed) backends[name].installed = true;
  for (const name of alive) backends[name].alive = true;
  for (const name of returning) backends[name].returning = true;
  const host: ServiceContext = { ...opened.host, env: (name) => (name === "JIG_UNITY_BACKEND" ? setting : undefined) };
  const router = new BackendRouter(host, root, backends);
  const context: CommandContext = {
    deadline: new Deadline(host.clock, 5_000, new AbortController().signal),
    progress: () => {},
  };
  const chosen = async () => (await router.choose(context)).backend.name;
  const states = async () => (await router.receipts.list()).map(({ state }) => state);
  return { root, backends, router, context, chosen, states };
}

const CHANGE: Command = { method: "clear-console", params: { A: 1 }, repeatable: false };
const CODE: Command = { method: "execute-dynamic-code", params: { Code: "return 1;" }, repeatable: false };
const READ: Command = { method: "get-logs", params: {}, repeatable: true };

test("the only backend that is installed is used, alive or not", async () => {
  const { router, context } = start({ installed: ["pipeline"], alive: ["uloop"] });
  const { backend, others, anyInstalled, isInstalled } = await router.choose(context);
  assert.deepEqual([backend.name, others.length, anyInstalled, isInstalled], ["pipeline", 0, true, true]);
});

test("of several the first that answers is used, then the last used, then one that returns, then the first", async () => {
  const installed: BackendName[] = ["coplay", "uloop", "pipeline"];
  const { backends, router, context, chosen } = start({ installed, alive: ["coplay", "uloop"] });
  const { others } = await router.choose(context);
  assert.deepEqual([await chosen(), others.map(({ name }) => name)], ["uloop", ["pipeline", "coplay"]]);
  backends.uloop.alive = false;
  assert.equal(await chosen(), "coplay");
  backends.coplay.alive = false;
  backends.uloop.returning = true;
  assert.equal(await chosen(), "coplay");
  assert.equal(await start({ installed, returning: ["coplay"] }).chosen(), "coplay");
  assert.equal(await start({ installed }).chosen(), "pipeline");
});

test("the last one used is not used where it was uninstalled", async () => {
  const { backends, chosen } = start({ installed: ["coplay", "uloop"], alive: ["coplay"] });
  assert.equal(await chosen(), "coplay");
  backends.coplay.installed = false;
  backends.pipeline.installed = true;
  assert.equal(await chosen(), "pipeline");
});

test("the setting chooses, installed or not; an unknown one is refused", async () => {
  const { router, context } = start({ installed: ["pipeline", "uloop"], alive: ["pipeline"], setting: "coplay" });
  const { backend, others, anyInstalled, isInstalled } = await router.choose(context);
  assert.deepEqual([backend.name, anyInstalled, isInstalled], ["coplay", true, false]);
  assert.deepEqual(
    others.map(({ name }) => name),
    ["pipeline", "uloop"],
  );
  assert.equal(await start({ installed: ["pipeline"], setting: "" }).chosen(), "pipeline");
  await assert.rejects(start({ setting: "telnet" }).chosen(), {
    message: 'JIG_UNITY_BACKEND is "telnet"',
    hint: "Set it to one of cli-loop, pipeline, uloop, gamedev, coplay, or unset it",
    details: { editorCode: "SETTINGS_INVALID" },
  });
});

test("without a package nothing is sent, unless an Editor answers all the same", async () => {
  const { backends, router, context, states } = start({});
  await assert.rejects(router.run(CHANGE, context), {
    message: "The project has no package through which jig can reach its Editor",
    details: { editorCode: "EDITOR_NOT_REACHABLE", dispatched: false },
  });
  assert.deepEqual([backends.uloop.commands, await states()], [[], []]);
  backends.uloop.alive = true;
  assert.equal((await router.run(CHANGE, context)).result.Success, true);
  assert.equal(backends.uloop.commands.length, 1);
});

test("what only reads leaves no receipt, and its answer says the version", async () => {
  const { backends, router, context, states } = start({ installed: ["uloop"] });
  backends.uloop.ver = "2.1.1";
  assert.equal(router.ver, undefined);
  assert.equal(router.title, "");
  assert.deepEqual((await router.run(READ, context)).result, { Success: true, Ver: "2.1.1" });
  assert.deepEqual([router.ver, router.title, await states()], ["2.1.1", "uloop 2.1.1", []]);
  backends.uloop.answer = () => ({ result: { Ver: "own" }, warnings: ["w"] });
  assert.deepEqual(await router.run(READ, context), { result: { Ver: "own" }, warnings: ["w"] });
  backends.uloop.ver = undefined;
  backends.uloop.answer = () => ({ result: {}, warnings: [] });
  assert.deepEqual((await router.run(READ, context)).result, {});
});

test("what changes something has its receipt before it is sent, and its outcome afterwards", async () => {
  const { backends, router, context } = start({ installed: ["uloop"] });
  const before = Date.now();
  const seen: unknown[] = [];
  backends.uloop.answer = async (command) => {
    seen.push(await router.receipts.list());
    await command.onStarted?.("job-7");
    seen.push((await router.receipts.list())[0]?.handle);
    return { result: { Success: true, Count: 3, Logs: ["secret"] }, warnings: [] };
  };
  await router.run(CHANGE, context);
  const [receipt] = await router.receipts.list();
  const { id, at, ...rest } = receipt!;
  assert.match(id, /^clear-console_\d+_\d{6}$/);
  assert.ok(at >= before && at <= Date.now());
  const sent = { id, tool: "clear-console", backend: "uloop", at, state: "sent" };
  assert.deepEqual(seen, [[sent], "job-7"]);
  const result = { Success: true, Count: 3 };
  assert.deepEqual(rest, { tool: "clear-console", backend: "uloop", state: "answered", handle: "job-7", result });
  assert.deepEqual(backends.uloop.commands[0]?.id, id);
  assert.deepEqual(backends.uloop.commands[0]?.params, CHANGE.params);
});

test("a compile is a command with a receipt, too", async () => {
  const { backends, router, context } = start({ installed: ["uloop"] });
  await router.compile({ ForceRecompile: true }, context);
  const [receipt] = await router.receipts.list();
  assert.deepEqual([receipt?.tool, receipt?.state], ["compile", "answered"]);
  assert.deepEqual(backends.uloop.commands, [
    { method: "compile", params: { ForceRecompile: true }, repeatable: false, id: receipt?.id },
  ]);
});

test("code goes out with its guard, and comes back with the caller's own columns", async () => {
  const { backends, router, context } = start({ installed: ["uloop"] });
  let prologue = 0;
  backends.uloop.answer = ({ params }) => {
    const code = String(params.Code);
    assert.ok(code.includes("SessionState") && code.endsWith("return 1;"));
    prologue = code.length - "return 1;".length;
    return { result: { Success: true, Diagnostics: [{ Line: 1, Column: prologue + 4 }] }, warnings: [] };
  };
  const { result } = await router.run(CODE, context);
  assert.deepEqual(result.Diagnostics, [{ Line: 1, Column: 4 }]);
  const [receipt] = await router.receipts.list();
  assert.deepEqual([receipt?.state, receipt?.guarded], ["answered", true]);
});

test("code that was not let in did not run; the same answer of another tool is an answer", async () => {
  const { backends, router, context, states } = start({ installed: ["uloop"] });
  backends.uloop.answer = () => ({ result: { Success: false, SecurityLevel: "Disabled" }, warnings: [] });
  await router.run(CODE, context);
  await router.run(CHANGE, context);
  assert.deepEqual(await states(), ["not run", "answered"]);
});

/** Runs a failing command. Returns error details and receipt states. */
async function failed(thrown: unknown, { sent, ver }: { sent?: boolean[]; ver?: string } = {}) {
  const { backends, router, context, states } = start({ installed: ["uloop"] });
  backends.uloop.ver = ver;
  const told: boolean[] = [];
  backends.uloop.answer = (_, { onSent }) => {
    for (const mayRun of sent ?? []) onSent?.(mayRun);
    throw thrown;
  };
  const error = await router.run(CHANGE, { ...context, onSent: (mayRun) => void told.push(mayRun) }).then(
    () => assert.fail("it failed"),
    (reason: unknown) => toJigError(reason),
  );
  assert.deepEqual(told, sent ?? []);
  const [receipt] = await router.receipts.list();
  return { details: error.details, states: await states(), id: receipt?.id };
}

test("a failure by which nothing ran leaves a receipt that says so", async () => {
  const { details, states } = await failed(editorError("EDITOR_BUSY", "busy", { details: { dispatched: false } }));
  assert.deepEqual(states, ["not run"]);
  assert.deepEqual(details, { editorCode: "EDITOR_BUSY", dispatched: false });
});

test("a failure by which something may have run names its receipt", async () => {
  const thrown = editorError("TIMEOUT", "late", { details: { dispatched: true, lock: "a" } });
  const { details, states, id } = await failed(thrown, { ver: "2.1.1" });
  assert.deepEqual(states, ["lost"]);
  assert.deepEqual(details, { editorCode: "TIMEOUT", dispatched: true, lock: "a", receipt: id, ver: "2.1.1" });
});

test("where a failure does not say whether anything ran, the last word of the backend counts", async () => {
  const cases: [sent: boolean[], state: string][] = [
    [[], "not run"],
    [[true], "lost"],
    [[true, false], "not run"],
    [[true, false, true], "lost"],
  ];
  for (const [sent, state] of cases) {
    const { details, states, id } = await failed(new RangeError("odd"), { sent });
    assert.deepEqual(states, [state], String(sent));
    const dispatched = state === "lost";
    assert.deepEqual(details, dispatched ? { dispatched, receipt: id } : { dispatched });
  }
  // No details on the error means none added, but there's still a receipt.
  const { details, states, id } = await failed(editorError("EDITOR_ERROR", "thrown"), { sent: [true] });
  assert.deepEqual([details, states], [{ editorCode: "EDITOR_ERROR", receipt: id }, ["lost"]]);
});

test("what an error says itself goes before what the router knows", async () => {
  const thrown = editorError("TIMEOUT", "late", { details: { dispatched: true, ver: "own", receipt: "own" } });
  assert.deepEqual((await failed(thrown, { ver: "2.1.1" })).details, {
    editorCode: "TIMEOUT",
    dispatched: true,
    ver: "own",
    receipt: "own",
  });
});

test("the catalog is the backend's; its failure was sent or not like any other", async () => {
  const { backends, router, context } = start({ installed: ["uloop"] });
  backends.uloop.ver = "2.1.1";
  assert.deepEqual(await router.catalog(context), { tools: [], ver: "2.1.1" });
  backends.uloop.answer = (_, { onSent }) => {
    onSent?.(true);
    throw new RangeError("odd");
  };
  await assert.rejects(router.catalog(context), { details: { ver: "2.1.1", dispatched: true } });
});

test("the status is for people: what is missing, the project's own version, and no word of sending", async () => {
  const { router, context, backends } = start({ installed: ["uloop"] });
  const { status, choice } = await router.status(context, 100);
  assert.equal(choice.backend, backends.uloop);
  assert.deepEqual(status, { ...backends.uloop.state, fix: "Open the project", unityVersion: "6000.0.23f1" });
  backends.uloop.state = { ...backends.uloop.state, fix: "Nothing was run. Update", unityVersion: "7000.1.0f1" };
  const again = (await router.status(context, 100)).status;
  assert.deepEqual([again.fix, again.unityVersion], ["Update", "7000.1.0f1"]);
});

test("the status without a package is that there is none, unless an Editor is ready", async () => {
  const { router, context, backends } = start({});
  const { status } = await router.status(context, 100);
  assert.deepEqual(
    [status.state, status.why],
    ["not installed", "The project has no package through which jig can reach its Editor"],
  );
  assert.match(status.fix, /^Unity's Package Manager > Add package by name: com\.unity\.pipeline/);
  backends.uloop.state = { ...backends.uloop.state, state: "ready", why: "", fix: "" };
  assert.equal((await router.status(context, 100)).status.state, "ready");
});

test("a receipt's backend is found by its name", () => {
  const { router, backends } = start({});
  const receipt = { id: "a", tool: "compile", at: 0, state: "sent" } as const;
  assert.equal(router.backendOf({ ...receipt, backend: "coplay" }), backends.coplay);
  assert.equal(router.backendOf({ ...receipt, backend: "telnet" }), undefined);
  assert.equal(router.backendOf({ ...receipt, backend: "toString" }), undefined);
});

test("a project has one router, made on its first use", () => {
  const { backends } = start({});
  const asked: string[] = [];
  const routers = new Routers(opened.host, (root) => {
    asked.push(root);
    return backends;
  });
  assert.deepEqual(asked, []);
  const router = routers.of("/a");
  assert.equal(router.projectRoot, "/a");
  assert.equal(routers.of("/a"), router);
  assert.notEqual(routers.of("/b"), router);
  routers.close();
  assert.notEqual(routers.of("/a"), router);
  assert.deepEqual(asked, ["/a", "/b", "/a"]);
});
