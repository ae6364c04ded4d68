/**
 * 300 calls generated from the packages' own schemas: nothing in a schema may be rejected or ignored, and everything must arrive.
 * JIG_UNITY_SCHEMAS is a folder with `gamedev.json` and `cli-loop-3.json` (tools with `inputSchema`) and `pipeline.json` (from
 * `/api/commands`). The list of MCP for Unity is read from its server, see `coplay-server.ts`.
 */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { mulberry } from "../mulberry.ts";
import { CoplayServer, findServer } from "./coplay-server.ts";
import { McpDriver } from "./driver.ts";
import { FakeCliLoop } from "./fake/cli-loop.ts";
import { FakeCoplay } from "./fake/coplay.ts";
import { FakeGamedev } from "./fake/gamedev.ts";
import { FakePipeline } from "./fake/pipeline.ts";
import type { PipelineFakeParameter } from "./fake/pipeline-commands.ts";
import type { Roll } from "./hostile-backends.ts";

const CALLS = 300;
const SCHEMAS = process.env.JIG_UNITY_SCHEMAS ?? "";

interface Schema {
  type?: string | string[];
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  $ref?: string;
  $defs?: Record<string, Schema>;
}

interface Drawn {
  name: string;
  parameters: Record<string, unknown>;
}

function read<T>(name: string): { value: T; skip: false } | { value: undefined; skip: string } {
  const path = join(SCHEMAS, name);
  if (SCHEMAS !== "" && existsSync(path)) return { value: JSON.parse(readFileSync(path, "utf8")), skip: false };
  return { value: undefined, skip: `JIG_UNITY_SCHEMAS names no folder with ${name}` };
}

function pick<T>(values: readonly T[], roll: Roll): T {
  const value = values[Math.floor(roll() * values.length)];
  if (value === undefined) throw new Error("nothing to pick from");
  return value;
}

function drawValue(schema: Schema, defs: Record<string, Schema>, roll: Roll, depth = 0): unknown {
  const named = schema.$ref?.split("/").at(-1);
  if (named !== undefined) return drawValue(defs[decodeURIComponent(named)] ?? {}, defs, roll, depth + 1);
  if (schema.anyOf) return drawValue(pick(schema.anyOf, roll), defs, roll, depth + 1);
  if (schema.enum) return pick(schema.enum, roll);
  switch (Array.isArray(schema.type) ? pick(schema.type, roll) : schema.type) {
    case "integer":
      return Math.floor(roll() * 9);
    case "number":
      return Math.floor(roll() * 90) / 10;
    case "boolean":
      return roll() < 0.5;
    case "null":
      return null;
    case "array":
      return depth > 3 ? [] : [drawValue(schema.items ?? {}, defs, roll, depth + 1)];
    case "object":
      return depth > 3 ? {} : someOf(schema, defs, roll, depth);
    default:
      return pick(["", "Player", "Assets/A b.prefab", "é\n1"], roll);
  }
}

/** All required properties and some others. */
function someOf(schema: Schema, defs: Record<string, Schema>, roll: Roll, depth = 0): Record<string, unknown> {
  const entries = Object.entries(schema.properties ?? {});
  const drawn = entries.filter(([name]) => schema.required?.includes(name) === true || roll() < 0.6);
  return Object.fromEntries(drawn.map(([name, each]) => [name, drawValue(each, defs, roll, depth + 1)]));
}

function drawFrom(tools: { name: string; inputSchema: Schema }[], roll: Roll): Drawn[] {
  return Array.from({ length: CALLS }, (_, at) => {
    const { name, inputSchema } = tools[at % tools.length]!;
    return { name, parameters: someOf(inputSchema, inputSchema.$defs ?? {}, roll) };
  });
}

async function callAll(
  root: string,
  env: Record<string, string>,
  calls: Drawn[],
  arrived: (name: string) => Record<string, unknown>,
): Promise<void> {
  const jig = await McpDriver.open([root], { env });
  const faults: string[] = [];
  let set = 0;
  try {
    for (const { name, parameters } of calls) {
      const { value, failed } = await jig.call("unity-call", { Tool: name, Parameters: parameters });
      const said = `${name} ${JSON.stringify(parameters)}: ${JSON.stringify(value).slice(0, 300)}`;
      if (failed || value.warnings !== undefined) faults.push(said);
      else {
        // jig adds a time or id to some.
        const got = arrived(name);
        const ours = Object.fromEntries(Object.keys(parameters).map((key) => [key, got[key]]));
        assert.deepEqual(ours, parameters, said);
      }
      set += Object.keys(parameters).length;
    }
  } finally {
    await jig.close();
  }
  assert.deepEqual(faults, []);
  console.log(`${calls.length} calls of ${new Set(calls.map(({ name }) => name)).size} tools, ${set} parameters`);
}

const gamedev = read<{ name: string; inputSchema: Schema }[]>("gamedev.json");
test("Unity-MCP's schemas", { skip: gamedev.skip, timeout: 600_000 }, async () => {
  const editor = await FakeGamedev.start();
  const own = ["script-execute", "ping"];
  const tools = (gamedev.value ?? []).filter(({ name }) => !own.includes(name));
  editor.tools = gamedev.value ?? [];
  for (const { name } of tools) {
    editor.always(name, ({ answer }) => answer(200, { status: "success", structured: { result: { done: true } } }));
  }
  try {
    const calls = drawFrom(tools, mulberry(1));
    await callAll(editor.project.root, {}, calls, (name) => editor.last(name).params);
  } finally {
    await editor.stop();
  }
});

const loop = read<{ name: string; inputSchema: Schema }[]>("cli-loop-3.json");
test("Unity CLI Loop's schemas", { skip: loop.skip, timeout: 600_000 }, async () => {
  const editor = await FakeCliLoop.start();
  const tools = (loop.value ?? []).filter(({ name }) => !["compile", "execute-dynamic-code"].includes(name));
  editor.custom.push(...tools.map(({ name }) => name));
  editor.details = (loop.value ?? []).map(({ name, inputSchema }) => {
    const properties = Object.entries(inputSchema.properties ?? {}).map(([key, each]) => {
      const detail = { Type: each.type, Description: "d", DefaultValue: null, Enum: each.enum ?? null };
      return [key, detail];
    });
    return { name, description: "d", parameterSchema: { Properties: Object.fromEntries(properties), Required: [] } };
  });
  for (const { name } of tools) editor.always(name, ({ reply }) => reply({ Success: true }));
  try {
    const calls = drawFrom(tools, mulberry(2));
    await callAll(editor.project.root, {}, calls, (name) => editor.last(name).params);
  } finally {
    await editor.stop();
  }
});

const pipeline = read<{ name: string; parameters: PipelineFakeParameter[] }[]>("pipeline.json");
test("Unity Pipeline's parameters", { skip: pipeline.skip, timeout: 600_000 }, async () => {
  const editor = await FakePipeline.start({});
  const commands = pipeline.value ?? [];
  for (const { name, parameters } of commands) {
    editor.commands[name] = { was: name, parameters, run: () => ({ done: true }) };
  }
  // .NET types are more specific than JSON: a reference is a string or object, a token any JSON.
  const schemas: Record<string, Schema> = {
    String: { enum: ["Player", "Assets/A b.prefab", "é\n1"] },
    Int32: { type: "integer" },
    Boolean: { type: "boolean" },
    "Single[]": { anyOf: [{ type: "array", items: { type: "number" } }, { enum: ["[0,1,2]"] }] },
    "Single[][]": { type: "array", items: { type: "array", items: { type: "number" } } },
    ObjectRef: { enum: ["/Player", { path: "Assets/A.prefab" }, { instanceId: 7 }] },
    JToken: { enum: [null, "", 5, 0.5, true, "Red", { guid: "ab" }, [1, 2]] },
  };
  const tools = commands.map(({ name, parameters }) => {
    const properties = parameters.map((each): [string, Schema] => [each.name, schemas[each.type]!]);
    const required = parameters.filter((each) => each.required).map((each) => each.name);
    return { name, inputSchema: { properties: Object.fromEntries(properties), required } };
  });
  try {
    const calls = drawFrom(tools, mulberry(3));
    await callAll(editor.project.root, {}, calls, (name) => editor.last(name).parameters);
  } finally {
    await editor.stop();
  }
});

const program = findServer();
test("MCP for Unity's schemas, from its own server", {
  skip: program ? false : "mcp-for-unity is not on the PATH, and JIG_MCP_FOR_UNITY names none",
  timeout: 600_000,
}, async () => {
  const editor = await FakeCoplay.start();
  const server = await CoplayServer.start(program ?? "", editor, () => "serve", mulberry(4));
  try {
    const listed = (await server.tools()) as { name: string; inputSchema: Schema }[];
    // The others poll, run code, or belong to the server.
    const own = ["execute_code", "refresh_unity", "run_tests", "get_test_job", "read_console", "manage_editor"];
    const tools = listed.filter(({ name }) => !own.includes(name));
    assert.ok(tools.length > 20, String(tools.length));
    for (const { name } of tools) editor.always(name, ({ reply }) => reply({ success: true, data: { done: true } }));
    const calls = drawFrom(tools, mulberry(4));
    const env = { JIG_UNITY_COPLAY_PORT: String(server.port) };
    await callAll(editor.project.root, env, calls, (name) => editor.last(name).params);
  } finally {
    await server.stop();
    await editor.stop();
  }
});
