/** Dynamic tools: listed by their plugin, in the background, without flapping. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as v from "valibot";
import { DynamicTools } from "./dynamic-tools.ts";
import type { Host } from "./frontend-api.ts";
import { BUILT_IN, normalize } from "./manifest/normalize.ts";
import { createRegistry, type Plugin } from "./manifest/registry.ts";
import { definePlugin, type Example, type Outcome, tool } from "./plugin-api.ts";
import { createTestHost } from "./testing.ts";

const said = () => async (): Promise<Outcome> => ({ value: { ok: true } });

/** A plugin whose program has the tools in `state.names`. Undefined: the program doesn't respond. */
function plugin(state: { names: string[] | undefined; asked: number }) {
  const common = {
    title: "T",
    description: "Says that it is there.",
    effect: "read",
    input: v.strictObject({}),
    view: "json",
    examples: [] as Example[],
  } as const;
  return definePlugin({
    name: "fixture",
    version: "1.0.0",
    title: "Fixture",
    description: "Tools of a program.",
    host: "^1",
    permissions: {},
    contributes: {
      availableTools: async () => ({
        default: async () => {
          state.asked++;
          if (state.names === undefined) throw new Error("not now");
          return state.names;
        },
      }),
    },
    tools: {
      always: tool({ ...common, handler: async () => ({ default: said() }) }),
      sometimes: tool({ ...common, dynamic: true, handler: async () => ({ default: said() }) }),
      seldom: tool({ ...common, dynamic: true, handler: async () => ({ default: said() }) }),
    },
  });
}

/** All of its tools are static. */
const still = definePlugin({
  ...{ name: "still", version: "1.0.0", title: "S", description: "D.", host: "^1", permissions: {} },
  tools: {},
});

/** Lists tools on request, one request at a time. */
function asking() {
  const registry = createRegistry();
  for (const declaration of [plugin({ names: [], asked: 0 }), still])
    registry.add({
      ...{ manifest: normalize(declaration, BUILT_IN), source: "built-in" },
      ...{ builtIn: true, sandbox: "host" },
    });
  const questions: { plugin: string; answer: PromiseWithResolvers<string[]> }[] = [];
  let changes = 0;
  const tools = new DynamicTools(
    ({ manifest }) => {
      const answer = Promise.withResolvers<string[]>();
      questions.push({ plugin: manifest.name, answer });
      return answer.promise;
    },
    () => changes++,
  );
  const [dynamic, other] = registry.plugins() as [Plugin, Plugin];
  return { tools, questions, dynamic, other, changes: () => changes };
}

test("a plugin is asked once at a time, and once more where it was to be asked meanwhile", async () => {
  const { tools, questions, dynamic, other, changes } = asking();
  tools.refresh(other);
  tools.refresh(dynamic);
  tools.refresh(dynamic);
  tools.refresh(dynamic);
  assert.deepEqual(
    questions.map(({ plugin }) => plugin),
    [dynamic.manifest.name],
  );
  questions[0]!.answer.resolve(["sometimes"]);
  await until(() => questions.length === 2);
  assert.deepEqual([tools.has(dynamic, "sometimes"), changes()], [true, 1]);
  questions[1]!.answer.reject(new Error("not now"));
  await settled();
  assert.deepEqual([tools.has(dynamic, "sometimes"), changes(), questions.length], [true, 1, 2]);
});

const listed = (host: Host) =>
  host
    .tools()
    .filter((each) => each.listed)
    .map(({ name }) => name);
/** Wait for something that must not happen. */
const settled = () => new Promise<void>((done) => setTimeout(done, 50));
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise<void>((done) => setTimeout(done, 1));
}

test("offered tools are listed by what their plugin says, asked only for frontends that hear of changes", async () => {
  const state = { names: ["sometimes", "always", "unheard-of"] as string[] | undefined, asked: 0 };
  const host = await createTestHost({ roots: [], builtIns: [plugin(state)] });
  let changes = 0;
  assert.deepEqual(listed(host), ["always"]);
  await host.invoke("always", {});
  await settled();
  assert.equal(state.asked, 0, "nobody hears of changes");
  host.onChange(() => changes++);
  assert.deepEqual(listed(host), ["always"], "a list waits for nobody");
  await until(() => changes === 1);
  assert.deepEqual([listed(host), changes, state.asked], [["always", "sometimes"], 1, 1]);
  assert.equal(host.tool("seldom")?.listed, false);
  assert.match(host.tool("seldom")?.hidden?.fix ?? "", /Call it anyway/);
  assert.equal((await host.invoke("seldom", {})).failed, undefined, "what is not listed can be called");
  await until(() => state.asked === 2);
  await settled();
  assert.deepEqual([changes, state.asked], [1, 2], "asked again after a call; nothing had changed");
  state.names = undefined;
  await host.invoke("always", {});
  await settled();
  assert.deepEqual([listed(host), changes], [["always", "sometimes"], 1], "what cannot be asked stays as it was");
  state.names = ["seldom"];
  await Promise.all([host.invoke("always", {}), host.invoke("always", {}), host.invoke("always", {})]);
  await until(() => changes === 2);
  assert.deepEqual([listed(host), changes], [["always", "seldom"], 2]);
  await host.close();
});
