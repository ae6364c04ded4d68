/** Manifests from both kinds of declaration: defaults, lazy schemas, hidden characters removed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as v from "valibot";
import { definePlugin, type ToolDeclaration, tool } from "../contract/define.ts";
import { lazily } from "../contract/lazily.ts";
import type { JsonObject } from "../contract/outcome.ts";
import { BUILT_IN, brokenManifest, normalize } from "./normalize.ts";
import { parsedPluginFile } from "./read-plugin-file.ts";

const about = { name: "trees", version: "1.2.3", title: "Trees", description: "Counts trees.", host: "^1" };
const handler = async () => ({ default: async () => ({ value: 1 }) });
const plain: Omit<ToolDeclaration, "input"> = {
  title: "T",
  description: "D.",
  effect: "read",
  view: "json",
  examples: [],
  handler,
};
const declared = (more: object) =>
  normalize(
    definePlugin({ ...about, permissions: {}, tools: { t: tool({ ...plain, input: v.strictObject({}), ...more }) } }),
    BUILT_IN,
  ).tools[0]!;

const fileTool = { title: "T", description: "D.", effect: "read", input: { type: "object" }, handler: "./t.ts" };
function fromFile(more: JsonObject, toolMore: JsonObject = {}) {
  const file = parsedPluginFile({ ...about, tools: { t: { ...fileTool, ...toolMore } }, ...more });
  assert.ok(file);
  return normalize(file, "/p/trees");
}

const DEFAULTS = {
  ...{ name: "t", title: "T", description: "D.", effect: "read", view: "json", examples: [] },
  ...{ destructive: false, idempotent: true, openWorld: false, dynamic: false },
  ...{ parameterEffects: {}, synonyms: {}, unsupportedFlags: {}, timeout: {} },
  inputSchema: { type: "object", properties: {}, required: [], additionalProperties: false },
  output: { schema: {} },
};

test("a tool that says only what it must gets the same defaults from both kinds", () => {
  assert.deepEqual({ ...declared({}) }, DEFAULTS);
  const inputSchema = { type: "object", additionalProperties: false };
  assert.deepEqual({ ...fromFile({}).tools[0] }, { ...DEFAULTS, inputSchema });
});

test("what a tool does decides whether it may destroy and be repeated, unless it says so", () => {
  for (const effect of ["write", "execute"] as const)
    for (const made of [declared({ effect }), fromFile({}, { effect }).tools[0]!])
      assert.deepEqual([made.effect, made.destructive, made.idempotent], [effect, true, false]);
  const said = { effect: "write", destructive: false, idempotent: true, openWorld: true } as const;
  for (const made of [declared(said), fromFile({}, said).tools[0]!])
    assert.deepEqual([made.destructive, made.idempotent, made.openWorld], [false, true, true]);
});

test("whatever else a tool declares is in its manifest", () => {
  const more = {
    ...{
      keywords: "oak, elm",
      alwaysLoad: true,
      unlisted: ["a"],
      positional: ["b"],
      liveParameter: "c",
      dynamic: true,
    },
    completion: { of: "path", input: { q: "{{word}}" }, rows: "/a", value: "/b" },
    ...{ parameterEffects: { out: "write" }, synonyms: { d: "a" }, unsupportedFlags: { "-x": "No." } },
    ...{ timeout: { defaultMs: 5 }, examples: [{ title: "E", input: { a: 1 } }], view: "table" },
  } as const;
  const copy: JsonObject = JSON.parse(JSON.stringify(more));
  assert.deepEqual(
    JSON.parse(JSON.stringify({ ...declared(more), ...more })),
    JSON.parse(JSON.stringify(declared(more))),
  );
  const made = fromFile({}, copy).tools[0]!;
  assert.deepEqual({ ...made, ...copy }, { ...made });
});

test("schemas of a built-in are made when they are first read, once", () => {
  const made: string[] = [];
  const noted = (name: string) =>
    lazily(() => {
      made.push(name);
      return v.strictObject({ [name]: v.string() });
    });
  const declaration = tool({ ...plain, input: noted("in"), output: { schema: noted("out"), long: true } });
  const manifest = normalize({ ...about, permissions: {}, tools: { t: declaration } }, BUILT_IN);
  const { output } = manifest.tools[0]!;
  assert.equal(output.long, true);
  assert.deepEqual(made, []);
  const schemaOf = (name: string) => ({
    ...{ type: "object", properties: { [name]: { type: "string" } } },
    ...{ required: [name], additionalProperties: false },
  });
  assert.deepEqual(output.schema, schemaOf("out"));
  assert.equal(output.schema, output.schema);
  assert.deepEqual(made, ["out"]);
  const { inputSchema } = manifest.tools[0]!;
  assert.deepEqual(inputSchema, schemaOf("in"));
  assert.equal(manifest.tools[0]!.inputSchema, inputSchema);
  assert.deepEqual(made, ["out", "in"]);
});

test("an output of a file keeps its JSON Schema", () => {
  const schema = { type: "object", properties: { a: { type: "string" } } };
  const { output } = fromFile({}, { output: { schema, brief: true } }).tools[0]!;
  assert.deepEqual({ ...output }, { schema, brief: true });
});

const HIDDEN = "\u202e\u200b\u{e0041}";
const hidden = (text: string) => `${HIDDEN}${text}\u0007`;

test("texts of a plugin on disk lose what nobody sees, wherever they are shown", () => {
  const made = fromFile(
    {
      ...{ title: hidden("Trees"), description: hidden("Counts.") },
      contributes: {
        languages: [{ id: "oak", title: hidden("Oak"), extensions: [".oak"], symbols: "./s.ts" }],
        prompts: [
          { name: "p", title: hidden("P"), description: hidden("D."), text: hidden("{{a}}") },
          {
            name: "q",
            title: "Q",
            description: "D.",
            text: "T",
            arguments: [{ name: "a", description: hidden("A.") }],
          },
        ],
        cliAliases: [
          { command: "oaks", tool: "t", description: hidden("D."), unsupportedFlags: { "-x": hidden("No.") } },
        ],
        finders: [{ title: hidden("trees"), tool: "t", parameter: "q" }],
      },
    },
    {
      ...{
        title: hidden("T"),
        description: hidden("D."),
        keywords: hidden("oak"),
        unsupportedFlags: { "-x": hidden("No.") },
      },
      input: { type: "object", description: hidden("I"), properties: { a: { type: "string", default: hidden("d") } } },
    },
  );
  assert.deepEqual([made.title, made.description], ["Trees", "Counts."]);
  assert.deepEqual(made.languages, [{ id: "oak", title: "Oak", extensions: [".oak"] }]);
  assert.deepEqual(made.prompts, [
    { name: "p", title: "P", description: "D.", text: "{{a}}" },
    { name: "q", title: "Q", description: "D.", text: "T", arguments: [{ name: "a", description: "A." }] },
  ]);
  assert.deepEqual(made.cliAliases, [
    { command: "oaks", tool: "t", description: "D.", unsupportedFlags: { "-x": "No." } },
  ]);
  assert.deepEqual(made.finders, [{ title: "trees", tool: "t", parameter: "q" }]);
  const [shown] = made.tools;
  assert.deepEqual([shown?.title, shown?.description, shown?.keywords], ["T", "D.", "oak"]);
  assert.deepEqual(shown?.unsupportedFlags, { "-x": "No." });
  assert.equal(shown?.inputSchema.description, "I");
  assert.deepEqual(shown?.inputSchema.properties, { a: { type: "string", default: hidden("d") } });
});

test("texts of a built-in are as they are", () => {
  const made = normalize(
    {
      ...{ ...about, title: hidden("Trees"), permissions: {} },
      tools: {
        t: tool({ ...plain, title: hidden("T"), input: v.strictObject({}), unsupportedFlags: { "-x": hidden("N") } }),
      },
    },
    BUILT_IN,
  );
  assert.deepEqual([made.title, made.tools[0]?.title], [hidden("Trees"), hidden("T")]);
  assert.deepEqual(made.tools[0]?.unsupportedFlags, { "-x": hidden("N") });
});

test("what a plugin contributes is data: its modules stay where they are", async () => {
  const jump = { rel: "open", tool: "t", input: { q: { at: "/word" } } } as const;
  const module = async () => ({ default: async () => [] });
  const made = normalize(
    {
      ...{ ...about, permissions: { read: ["workspace"] }, when: { workspaceHas: ["a"] }, tools: {} },
      contributes: {
        languages: [{ id: "oak", title: "Oak", extensions: [".oak"], symbols: module }],
        jumps: [jump],
        paths: [{ prefix: "Trees/", module: async () => ({ resolve: async () => undefined }) }],
        sources: [{ prefix: "far:", module: () => Promise.reject() }],
        commands: [{ name: "hop", usage: "", summary: "Hops", module: () => Promise.reject() }],
        doctor: module,
      },
      ...{ service: async () => ({ open: async () => ({ close() {} }) }), workers: {} },
      failure: () => ({ value: null }),
    },
    BUILT_IN,
  );
  assert.deepEqual(made, {
    ...{ ...about, permissions: { read: ["workspace"] }, when: { workspaceHas: ["a"] }, tools: [] },
    languages: [{ id: "oak", title: "Oak", extensions: [".oak"] }],
    ...{
      prompts: [],
      cliAliases: [],
      finders: [],
      jumps: [jump],
      paths: ["Trees/"],
      sources: ["far:"],
      commands: ["hop"],
    },
  });
});

test("a file contributes no sources, and has its defaults", () => {
  const made = fromFile({ contributes: { paths: [{ prefix: "Trees/", module: "./p.ts" }] } });
  assert.deepEqual([made.paths, made.sources], [["Trees/"], []]);
  assert.deepEqual([made.permissions, made.memoryMb, made.storageMb], [{}, 512, 256]);
  assert.equal(fromFile({ when: { workspaceHas: ["a"] } }).when?.enforce, true);
});

test("a parameter called like a host flag is refused with a file, and left to the first look with a built-in", () => {
  const input = v.strictObject({ root: v.string() });
  assert.deepEqual(Object.keys(declared({ input }).inputSchema.properties ?? {}), ["root"]);
  const given = { type: "object", properties: { root: { type: "string" } } };
  assert.throws(() => fromFile({}, { input: given }), /"root" of "t" is a flag of jig itself/);
});

test("a folder without a usable manifest is listed by its name", () => {
  assert.deepEqual(brokenManifest("/p/oaks"), {
    ...{ name: "oaks", version: "0.0.0", title: "oaks", description: "", host: "^1", permissions: {}, tools: [] },
    ...{ languages: [], prompts: [], cliAliases: [], finders: [], jumps: [], paths: [], sources: [], commands: [] },
  });
});
