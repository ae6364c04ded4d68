/** Host threads for its own jobs and for plugin workers: roles and termination. */
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import * as v from "valibot";
import { TOKEN_WORKER } from "./answer/token-count.ts";
import { SWEEP_WORKER } from "./capabilities/sweep.ts";
import type { Context, WorkerContext } from "./contract/context.ts";
import { definePlugin, tool } from "./contract/define.ts";
import { HOST_WORKER, type WorkerRole } from "./runners/worker-thread.ts";
import type { Runtime, Thread } from "./runtime/runtime.ts";
import { createTestHost, testRuntime } from "./testing.ts";

let folder: string;
before(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "jig-host-threads-")));
  writeFileSync(join(folder, "a.txt"), "two words\n");
});
after(() => rmSync(folder, { recursive: true }));

function plugin(work: (context: Context) => Promise<unknown>, sharesThread = false) {
  return definePlugin({
    ...{ name: "workful", version: "1.0.0", title: "W", description: "D.", host: "^1" },
    permissions: { read: ["workspace"], write: ["workspace"] },
    tools: {
      work: tool({
        ...{ title: "T", description: "D.", effect: "write", view: "json", examples: [] },
        input: v.strictObject({}),
        handler: async () => ({ default: async (_, context) => ({ value: JSON.stringify(await work(context)) }) }),
      }),
    },
    workers: {
      job: {
        threads: 1,
        sharesThread,
        module: async () => ({
          default: async (path: string, { files, workspace, countTokens }: WorkerContext) => {
            const { text } = await files.readText(path);
            return [text, (await countTokens(text)).tokens, workspace.roots.length];
          },
        }),
      },
    },
  });
}

const LINE = { type: "log", level: "warn", message: "short" };

const isRole = (role: unknown): role is WorkerRole =>
  typeof role === "object" && role !== null && "plugin" in role && "worker" in role;

/** Starts the host's own threads. A plugin thread logs a line and exits. Records roles, exits and log lines. */
function noting(): { runtime: Runtime; roles: WorkerRole[]; ended: string[]; said: string[] } {
  const [roles, ended, said]: [WorkerRole[], string[], string[]] = [[], [], []];
  const real = testRuntime();
  const short: Thread = {
    post() {},
    onMessage: (listener) => void setTimeout(() => Reflect.apply(listener, undefined, [LINE]), 1),
    onEnd: (listener) => void setTimeout(() => listener("gone"), 1),
    terminate() {},
  };
  const startThread: Runtime["startThread"] = (role) => {
    assert.ok(isRole(role));
    roles.push(role);
    const thread = role.plugin === HOST_WORKER ? real.startThread(role) : short;
    const terminate = () => {
      ended.push(role.worker);
      thread.terminate();
    };
    return { ...thread, terminate };
  };
  const log: Runtime["log"] = (...words) => void said.push(words.join(" "));
  return { runtime: { ...real, startThread, log }, roles, ended, said };
}

test("the host's own threads read the workspace, answer, and end with the host", async () => {
  const { runtime, roles, ended } = noting();
  const work = async ({ countTokens, files, signal }: Context) => [
    (await countTokens("two words")).tokens,
    (await files.sweep({ extensions: [".txt"], signal })).paths,
  ];
  const host = await createTestHost({ roots: [folder], builtIns: [plugin(work)], runtime });
  assert.deepEqual(await host.invoke("work", {}), { value: JSON.stringify([2, [join(folder, "a.txt")]]) });
  assert.deepEqual(
    roles.map(({ role, plugin, worker, permissions, readOnly, cacheFolder }) => [
      ...[role, plugin, worker, readOnly, cacheFolder],
      permissions,
    ]),
    [TOKEN_WORKER, SWEEP_WORKER].map((worker) => [
      ...["worker", HOST_WORKER, worker, true, runtime.cacheFolder],
      { read: ["workspace"] },
    ]),
  );
  await host.close();
  assert.deepEqual(ended.sort(), [SWEEP_WORKER, TOKEN_WORKER].sort());
});

test("a sweep that is given up before it begins has no answer", async () => {
  const { runtime } = noting();
  const work = ({ files }: Context) => files.sweep({ signal: AbortSignal.abort() }).catch(({ code }) => code);
  const host = await createTestHost({ roots: [folder], builtIns: [plugin(work)], runtime });
  assert.deepEqual(await host.invoke("work", {}), { value: '"CANCELLED"' });
  await host.close();
});

test("a plugin's worker is started as one of that plugin, and what it logs is under that name", async () => {
  const { runtime, roles, said } = noting();
  const work = ({ worker }: Context) => worker("job", "a.txt").catch(({ code }) => code);
  for (const oneCall of [false, true]) {
    const host = await createTestHost({ roots: [folder], builtIns: [plugin(work)], runtime, oneCall });
    assert.equal((await host.invoke("work", {})).failed, undefined);
    await host.close();
  }
  for (const role of roles) {
    assert.deepEqual([role.role, role.plugin, role.worker, role.readOnly], ["worker", "workful", "job", false]);
    assert.deepEqual(role.permissions, { read: ["workspace"], write: ["workspace"] });
    assert.ok(role.copies?.startsWith(runtime.cacheFolder) && role.answers?.folder.includes("answers"));
  }
  assert.equal(roles.length, 2);
  assert.deepEqual(said, ["warn workful short", "warn workful short"]);
});

test("in a process of one call, a worker that shares its thread starts none", async () => {
  const { runtime, roles } = noting();
  const work = ({ worker }: Context) => worker("job", "a.txt");
  const host = await createTestHost({ roots: [folder], builtIns: [plugin(work, true)], runtime, oneCall: true });
  assert.deepEqual(await host.invoke("work", {}), { value: JSON.stringify(["two words\n", 3, 1]) });
  assert.deepEqual(
    roles.filter((role) => role.plugin === "workful"),
    [],
  );
  await host.close();
});

test("everything of a workspace is cached below one folder by the version of its form", async () => {
  const { runtime } = noting();
  const work = async ({ outputs, cache }: Context) => {
    const target = await outputs.check("saved", ".json");
    await outputs.save(target, [1]);
    await cache.write("key", new Uint8Array(1));
    await outputs.save(await outputs.check("rows", ".toon"), [{ a: 1 }, { a: 2 }], "toon");
    return (await outputs.list()).sort();
  };
  const host = await createTestHost({ roots: [folder], builtIns: [plugin(work)], runtime });
  const outcome = await host.invoke("work", {});
  assert.deepEqual(outcome, { value: JSON.stringify([join(folder, "rows.toon"), join(folder, "saved.json")]) });
  await host.close();
  assert.match(readFileSync(join(folder, "rows.toon"), "utf8"), /^\[2\]\{a\}:\n {2}1\n {2}2\n?$/);
  assert.deepEqual(readdirSync(runtime.cacheFolder), ["v1"]);
  assert.deepEqual(readdirSync(join(runtime.cacheFolder, "v1")).sort(), ["roots", "workful", "written"]);
});

test("workspaces of one cache folder know nothing of each other, and jobs of one kind share a thread", async () => {
  const { runtime, roles } = noting();
  const second = realpathSync(mkdtempSync(join(tmpdir(), "jig-host-threads-")));
  const work = async ({ outputs, files, workspace }: Context) => {
    const before = await outputs.list();
    await Promise.all([files.sweep(), files.sweep({ extensions: [".txt"] })]);
    await outputs.save(await outputs.check(join(workspace.roots[0]!.path, "own"), ".json"), 1);
    return before.length;
  };
  for (const root of [folder, second]) {
    const host = await createTestHost({ roots: [root], builtIns: [plugin(work)], runtime });
    assert.deepEqual(await host.invoke("work", {}), { value: "0" });
    await host.close();
  }
  assert.deepEqual(
    roles.map(({ worker }) => worker),
    [SWEEP_WORKER, SWEEP_WORKER],
  );
  rmSync(second, { recursive: true });
});

test("a host that is closed waits for its services, and touches no call that has ended", async () => {
  let closed = false;
  let kept: AbortSignal | undefined;
  const work = async ({ service, signal }: Context) => {
    kept = signal;
    return (await service<{ about: string }>()).about;
  };
  const declared = plugin(work);
  const close = async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    closed = true;
  };
  const builtIn = { ...declared, service: async () => ({ open: async () => ({ close, about: "open" }) }) };
  const host = await createTestHost({ roots: [folder], builtIns: [builtIn], runtime: noting().runtime });
  assert.deepEqual(await host.invoke("work", {}), { value: '"open"' });
  await host.close();
  assert.deepEqual([closed, kept?.aborted], [true, false]);
});
