/** A single call: checks before the handler, its context, and all possible outcomes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as v from "valibot";
import { definePlugin, type PluginDeclaration, type ToolDeclaration, tool } from "./contract/define.ts";
import { JigError } from "./contract/errors.ts";
import type { InvokeOptions } from "./contract/host.ts";
import type { JsonObject, Outcome } from "./contract/outcome.ts";
import type { CallContext, Runner } from "./contract/runner.ts";
import { type InvokeParts, invokeTool } from "./invoke.ts";
import { BUILT_IN, normalize } from "./manifest/normalize.ts";
import { createRegistry, type Plugin } from "./manifest/registry.ts";
import { WorkspaceConditions } from "./manifest/workspace-condition.ts";

const about: Pick<ToolDeclaration, "title" | "description" | "effect" | "view" | "examples" | "handler"> = {
  title: "T",
  description: "D.",
  effect: "read",
  view: "json",
  examples: [],
  handler: async () => ({ default: async () => ({ value: null }) }),
};
const plainTool = tool({ ...about, input: v.strictObject({ text: v.optional(v.string()) }) });

type Handle = (input: JsonObject, signal: AbortSignal) => unknown;

interface Setup {
  handle?: Handle;
  tools?: PluginDeclaration["tools"];
  declaration?: Partial<PluginDeclaration>;
  plugin?: Partial<Plugin>;
  readOnly?: boolean;
  roots?: string[];
  page?: InvokeParts["page"];
}

/** A host with one plugin, and a record of what happened. */
function setUp({ handle = () => ({ value: "done" }), tools = { echo: plainTool }, ...rest }: Setup) {
  const contexts: { effect: string; signal: AbortSignal }[] = [];
  const calls: [tool: string, input: JsonObject][] = [];
  const runner = {
    async call(name: string, input: JsonObject, { signal }: CallContext) {
      calls.push([name, input]);
      return (await handle(input, signal)) as Outcome;
    },
    failure: (error: JigError) => ({ value: { code: error.code, message: error.message, hint: error.hint ?? null } }),
  } as unknown as Runner;
  const declaration = definePlugin({
    ...{ name: "p", version: "1.0.0", title: "P", description: "D.", host: "^1", permissions: {} },
    tools,
    ...rest.declaration,
  });
  const plugin: Plugin = {
    ...{ manifest: normalize(declaration, BUILT_IN), source: "built-in", builtIn: true, sandbox: "host", runner },
    ...rest.plugin,
  };
  const registry = createRegistry();
  registry.add(plugin);
  const roots = (rest.roots ?? ["/work"]).map((path) => ({ name: path, path }));
  const parts: InvokeParts = {
    find: registry.find,
    names: registry.names,
    plugins: registry.plugins,
    rules: {
      roots,
      conditions: new WorkspaceConditions(roots),
      readOnly: rest.readOnly ?? false,
      isAvailable: () => false,
    },
    context(_plugin, _tool, signal, { effect }) {
      contexts.push({ effect, signal });
      return { signal } as CallContext;
    },
    workspace: { roots, resolve: () => Promise.reject(), display: (path) => path },
    page: rest.page ?? ((_, input, run) => run(input)),
  };
  const invoke = (name = "echo", input: unknown = {}, options: InvokeOptions = {}) =>
    invokeTool(parts, name, input, options);
  return { invoke, contexts, calls, registry, plugin };
}

/** Code and message of a failure. */
function failureIn({ value, failed }: Outcome): { code: string; message: string; hint: string } {
  assert.equal(failed, true);
  return value as { code: string; message: string; hint: string };
}

const codeOf = (outcome: Outcome) => failureIn(outcome).code;

test("the handler gets the checked input, and its outcome is passed on", async () => {
  const { invoke, calls, contexts } = setUp({ handle: (input) => ({ value: input, parts: [] }) });
  assert.deepEqual(await invoke("echo", { text: "x" }), { value: { text: "x" }, parts: [] });
  assert.deepEqual(calls, [["echo", { text: "x" }]]);
  assert.equal(contexts[0]!.effect, "read");
  assert.ok(!contexts[0]!.signal.aborted);
});

test("standard parameters are accepted with every tool, and go to the page, which decides what the handler gets", async () => {
  const seen: JsonObject[] = [];
  const { invoke, calls } = setUp({
    page(registered, input, run) {
      assert.equal(registered.tool.name, "echo");
      seen.push(input);
      return run({ text: "by the page" });
    },
  });
  await invoke("echo", { text: "x", max_tokens: 500 });
  assert.deepEqual(seen, [{ text: "x", max_tokens: 500 }]);
  assert.deepEqual(calls[0]![1], { text: "by the page" });
});

test("an unknown tool is refused with the near one, or the list", async () => {
  const { invoke } = setUp({});
  const near = await invoke("ecko");
  assert.deepEqual(near.value, {
    success: false,
    code: "UNKNOWN_TOOL",
    error: 'Unknown tool "ecko". Did you mean "echo"?',
  });
  assert.match(
    JSON.stringify((await invoke("x".repeat(300))).value),
    /"Unknown tool \\"x{100}\\". See the list of tools"/,
  );
});

test("wrong input does not reach the handler", async () => {
  const { invoke, calls } = setUp({});
  assert.equal(codeOf(await invoke("echo", { text: 1 })), "INVALID_ARGUMENT");
  assert.equal(codeOf(await invoke("echo", [])), "INVALID_ARGUMENT");
  assert.equal(codeOf(await invoke("echo", null)), "INVALID_ARGUMENT");
  assert.deepEqual(calls, []);
});

test("a third party's patterns are not tried here, a built-in's are", async () => {
  const tools = { echo: tool({ ...about, input: v.strictObject({ text: v.pipe(v.string(), v.regex(/^a+$/)) }) }) };
  assert.equal(codeOf(await setUp({ tools }).invoke("echo", { text: "b" })), "INVALID_ARGUMENT");
  const { invoke } = setUp({ tools, plugin: { builtIn: false } });
  assert.equal((await invoke("echo", { text: "b" })).value, "done");
});

test("synonyms become parameters before anything is checked", async () => {
  const tools = { echo: tool({ ...about, input: v.strictObject({ text: v.string() }), synonyms: { query: "text" } }) };
  const { invoke, calls } = setUp({ tools });
  await invoke("echo", { query: "x" });
  assert.deepEqual(calls[0]![1], { text: "x" });
});

test("without a root only what reads no workspace answers", async () => {
  const reading = { permissions: { read: ["workspace"] } };
  assert.equal(codeOf(await setUp({ roots: [], declaration: reading }).invoke()), "UNAVAILABLE");
  assert.equal((await setUp({ declaration: reading }).invoke()).value, "done");
  assert.equal((await setUp({ roots: [], declaration: { permissions: { read: ["/tmp"] } } }).invoke()).value, "done");
});

test("a plugin with a problem says what it is and what to do, an untrusted one by its own code", async () => {
  const problem = { state: "unavailable", reason: "it broke", fix: "Mend it" } as const;
  const broken = failureIn(await setUp({ plugin: { problem } }).invoke());
  assert.deepEqual(broken, { code: "UNAVAILABLE", message: "it broke", hint: "Mend it" });
  const untrusted = setUp({ plugin: { problem: { ...problem, state: "untrusted" } } });
  assert.equal(codeOf(await untrusted.invoke()), "UNTRUSTED");
});

test("where `when` does not apply a call is refused, unless the manifest only hides the tools", async () => {
  const workspaceHas = ["no/such/path"];
  assert.equal(codeOf(await setUp({ declaration: { when: { workspaceHas } } }).invoke()), "UNAVAILABLE");
  const lenient = setUp({ declaration: { when: { workspaceHas, enforce: false } } });
  assert.equal((await lenient.invoke()).value, "done");
});

test("a call of a tool whose schema cannot be made fails", async () => {
  const input = v.strictObject({ date: v.date() });
  const { invoke, calls } = setUp({ tools: { echo: tool({ ...about, input }) } });
  assert.equal(codeOf(await invoke("echo", {})), "INTERNAL");
  assert.deepEqual(calls, []);
});

const raising = {
  echo: tool({
    ...about,
    input: v.strictObject({ file: v.optional(v.string()), force: v.optional(v.boolean()) }),
    parameterEffects: { file: "write", force: "execute" },
  }),
  run: tool({ ...about, effect: "execute", input: v.strictObject({}) }),
};

test("an argument raises the effect of a call where it is given and not false", async () => {
  const { invoke, contexts } = setUp({ tools: raising });
  for (const input of [{}, { force: false }, { file: "" }, { file: null }, { file: "x" }, { file: "x", force: true }])
    await invoke("echo", input);
  await invoke("run");
  assert.deepEqual(
    contexts.map(({ effect }) => effect),
    ["read", "read", "read", "read", "write", "execute", "execute"],
  );
});

test("--read-only refuses what would write or run, and names the arguments", async () => {
  const { invoke, calls } = setUp({ tools: raising, readOnly: true });
  const write = failureIn(await invoke("echo", { file: "x" }));
  assert.equal(write.code, "PERMISSION_DENIED");
  assert.match(write.message, /would write, but --read-only is on/);
  assert.match(write.hint, /Leave out file, or start jig without --read-only/);
  const both = failureIn(await invoke("echo", { file: "x", force: true }));
  assert.match(both.message, /would run code/);
  assert.match(both.hint, /Leave out file, force,/);
  const run = failureIn(await invoke("run"));
  assert.deepEqual([run.code, run.hint], ["PERMISSION_DENIED", "Start jig without --read-only"]);
  assert.deepEqual(calls, []);
  assert.equal((await invoke("echo", {})).value, "done");
  assert.equal(codeOf(await invoke("echo", "text")), "INVALID_ARGUMENT");
});

test("a tool does no more by way of another than it says itself", async () => {
  const { invoke } = setUp({ tools: raising });
  const refused = failureIn(await invoke("echo", { file: "x" }, { atMost: "read" }));
  assert.equal(refused.code, "PERMISSION_DENIED");
  assert.match(refused.message, /has the effect write, but its caller only declares read/);
  assert.match(refused.hint, /`effect: "write"`/);
  for (const atMost of ["write", "execute", undefined] as const)
    assert.equal((await invoke("echo", { file: "x" }, atMost ? { atMost } : {})).value, "done");
  assert.equal(codeOf(await invoke("run", {}, { atMost: "write" })), "PERMISSION_DENIED");
});

/** Responds after this many ms, or when cancelled. */
const after =
  (ms: number): Handle =>
  (_, signal) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => resolve({ value: "done" }), ms);
      signal.addEventListener("abort", () => {
        clearTimeout(timer);
        reject(new Error("stopped"));
      });
    });

function timed(timeout: ToolDeclaration["timeout"] & object, handle: Handle) {
  const input = v.strictObject({ limit: v.optional(v.number()) });
  return setUp({ tools: { echo: tool({ ...about, input, timeout }) }, handle });
}

test("a call is given up at its limit", async () => {
  const { code, message } = failureIn(await timed({ defaultMs: 30 }, after(60_000)).invoke());
  assert.deepEqual([code, message], ["TIMEOUT", '"echo" did not finish within 30 ms']);
});

test("a tool with a limit of its own is given more than that, to answer with what it has", async () => {
  for (const timeout of [
    { defaultMs: 1, argument: "limit" },
    { defaultMs: 1, argument: "limit", unit: "s" },
  ] as const) {
    for (const input of [{}, { limit: 1 }, { limit: 0 }, { limit: -5 }])
      assert.equal((await timed(timeout, after(20)).invoke("echo", input)).value, "done", JSON.stringify(input));
  }
});

test("a limit over 2^31 - 1 ms, which a timer takes for none at all, is a long one", async () => {
  for (const [unit, limit] of [
    ["ms", 2 ** 31],
    ["ms", 1e15],
    ["s", 2_147_484],
    ["ms", Number.MAX_VALUE],
  ] as const) {
    const { invoke } = timed({ argument: "limit", unit }, after(20));
    assert.equal((await invoke("echo", { limit })).value, "done", `${limit} ${unit}`);
  }
});

test("a limit in seconds is taken for seconds, in ms for ms", async () => {
  const limits: number[] = [];
  const cleared = new Set<unknown>();
  const started = new Set<unknown>();
  const [real, realClear] = [globalThis.setTimeout, globalThis.clearTimeout];
  globalThis.clearTimeout = (timer) => {
    cleared.add(timer);
    Reflect.apply(realClear, globalThis, [timer]);
  };
  globalThis.setTimeout = ((work: () => void, ms: number) => {
    limits.push(ms);
    const timer = real(work, ms);
    started.add(timer);
    return timer;
  }) as typeof setTimeout;
  try {
    const timeout = { argument: "limit", defaultMs: 7000 } as const;
    await timed(timeout, () => ({ value: 1 })).invoke("echo", { limit: 100 });
    await timed({ ...timeout, unit: "s" }, () => ({ value: 1 })).invoke("echo", { limit: 100 });
    for (const limit of [0, 1, 0.5]) await timed(timeout, () => ({ value: 1 })).invoke("echo", { limit });
    await timed(timeout, () => ({ value: 1 })).invoke("echo", {});
    await timed({ defaultMs: 7000 }, () => ({ value: 1 })).invoke("echo", { limit: 100 });
    await timed({}, () => ({ value: 1 })).invoke("echo", {});
  } finally {
    globalThis.setTimeout = real;
    globalThis.clearTimeout = realClear;
  }
  assert.deepEqual(limits, [5100, 105_000, 12_000, 5001, 5000.5, 12_000, 7000, 120_000]);
  assert.deepEqual(started.difference(cleared), new Set(), "no timer outlives its call");
});

test("a call that was given up before it began does not reach the handler", async () => {
  const { invoke, calls } = setUp({});
  const outcome = failureIn(await invoke("echo", {}, { signal: AbortSignal.abort() }));
  assert.deepEqual([outcome.code, outcome.message], ["CANCELLED", 'The call of "echo" was cancelled']);
  assert.deepEqual(calls, []);
});

test("whoever gives a call up may say why; what the handler throws on its way out does not matter", async () => {
  const stop = new AbortController();
  const { invoke } = setUp({ handle: after(60_000) });
  const call = invoke("echo", {}, { signal: stop.signal });
  setTimeout(() => stop.abort(new JigError("UNAVAILABLE", "The host is closing")), 10);
  assert.deepEqual(failureIn(await call).message, "The host is closing");
});

test("a handler that stops in time answers for itself", async () => {
  const stop = new AbortController();
  const partial: Handle = (_, signal) =>
    new Promise((resolve) => signal.addEventListener("abort", () => resolve({ value: "a part" })));
  const call = setUp({ handle: partial }).invoke("echo", {}, { signal: stop.signal });
  setTimeout(() => stop.abort(), 10);
  assert.deepEqual(await call, { value: "a part" });
});

test("a handler that does not stop is answered for after a second", async () => {
  const started = performance.now();
  const outcome = await timed({ defaultMs: 20 }, () => new Promise(() => {})).invoke();
  assert.equal(codeOf(outcome), "TIMEOUT");
  const took = performance.now() - started;
  assert.ok(took > 900, `${took} ms`);
});

test("a failure is in the plugin's envelope, with its sentence as the reason", async () => {
  const throwing = (thrown: unknown) =>
    setUp({
      handle: () => {
        throw thrown;
      },
    }).invoke();
  const known = await throwing(new JigError("COMMAND_FAILED", "It broke", { hint: "Mend it" }));
  assert.equal(known.reason, "It broke. Mend it");
  assert.deepEqual(failureIn(known), { code: "COMMAND_FAILED", message: "It broke", hint: "Mend it" });
  assert.equal(codeOf(await throwing(new TypeError("no"))), "INTERNAL");
  assert.equal(codeOf(await throwing(Object.assign(new TypeError("no"), { code: "ENOENT" }))), "PATH_NOT_FOUND");
});

test("what is no outcome is the handler's fault", async () => {
  for (const wrong of [undefined, null, "text", {}, { value: undefined }]) {
    const { code, message } = failureIn(await setUp({ handle: () => wrong }).invoke());
    assert.deepEqual([code, message], ["INTERNAL", '"echo" did not return an outcome']);
  }
  assert.deepEqual(await setUp({ handle: () => ({ value: null }) }).invoke(), { value: null });
});

test("without an envelope of its own, or with one that breaks, a plugin fails in the common one", async () => {
  const common = { value: { success: false, error: "It broke", code: "ENCODING" }, failed: true };
  const handle = () => {
    throw new JigError("ENCODING", "It broke");
  };
  const call = async () => handle();
  const failing = { call, failure: () => handle() } as unknown as Runner;
  assert.deepEqual(await setUp({ plugin: { runner: failing } }).invoke(), common);
  const { registry, invoke, plugin } = setUp({
    plugin: { problem: { state: "unavailable", reason: "no", fix: "Yes" } },
  });
  delete plugin.runner;
  assert.ok(registry.find("echo"));
  assert.deepEqual(await invoke(), {
    value: { success: false, error: "no. Yes", code: "UNAVAILABLE" },
    failed: true,
    reason: "no. Yes",
  });
});
