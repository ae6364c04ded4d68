/** Faults of plugin.json: where each is, what is wrong, and what to write. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json, JsonObject } from "../contract/outcome.ts";
import type { PluginFile } from "../contract/plugin-file.ts";
import { normalize } from "./normalize.ts";
import { faultsOf } from "./read-plugin-file.ts";

const manifest = (more: JsonObject = {}, tool: JsonObject = {}): JsonObject => ({
  name: "trees",
  version: "1.0.0",
  title: "Trees",
  description: "Counts trees.",
  host: "^1",
  tools: {
    trees: {
      title: "Trees",
      description: "Counts trees.",
      effect: "read",
      input: { type: "object", properties: {} },
      handler: "./trees.ts",
      ...tool,
    },
  },
  ...more,
});
const output = (value: JsonObject) => manifest({}, { output: value });
const row = (value: JsonObject) => output({ rows: [{ at: "/items", ...value }] });

const RENAMED: [given: JsonObject, where: string, instead: string][] = [
  [manifest({ memory: 128 }), "memory", "memoryMb"],
  [manifest({ storage: 128 }), "storage", "storageMb"],
  [manifest({ when: { workspaceHas: ["a"], refuses: false } }), "when.refuses", "enforce"],
  [manifest({ contributes: { offers: "./a.ts" } }), "contributes.offers", "availableTools"],
  [manifest({ contributes: { finders: [{ least: 2 }] } }), "contributes.finders.0.least", "minLength"],
  [manifest({ contributes: { finders: [{}, { set: {} }] } }), "contributes.finders.1.set", "fixed"],
  [manifest({ contributes: { cliAliases: [{ set: {} }] } }), "contributes.cliAliases.0.set", "fixed"],
  [
    manifest({ contributes: { cliAliases: [{ elsewhere: {} }] } }),
    "contributes.cliAliases.0.elsewhere",
    "unsupportedFlags",
  ],
  [
    manifest({ contributes: { prompts: [{ arguments: [{ completes: ["path"] }] }] } }),
    "contributes.prompts.0.arguments.0.completes",
    "completion",
  ],
  ...Object.entries({
    tacit: "unlisted",
    elsewhere: "unsupportedFlags",
    offered: "dynamic",
    effectOf: "parameterEffects",
    essential: "alwaysLoad",
    completes: "completion",
    live: "liveParameter",
    rows: "output.rows",
    fit: "output.rows",
  }).map(([old, instead]): [JsonObject, string, string] => [
    manifest({}, { [old]: null }),
    `tools.trees.${old}`,
    instead,
  ]),
  [output({ remarks: [] }), "tools.trees.output.remarks", "notices"],
  [output({ notices: [{ say: "{}" }] }), "tools.trees.output.notices.0.say", "text"],
  ...Object.entries({
    beside: "keyedMaps",
    table: "lookup",
    spare: "optionalFields",
    left: "remaining",
    say: "text",
    pieces: "chunks",
  }).map(([old, instead]): [JsonObject, string, string] => [
    row({ [old]: [] }),
    `tools.trees.output.rows.0.${old}`,
    instead,
  ]),
  [row({ heading: { say: "{^}" } }), "tools.trees.output.rows.0.heading.say", "text"],
  [output({ next: { limit: { standard: 1 } } }), "tools.trees.output.next.limit.standard", "default"],
  [output({ next: { limit: { most: 1 } } }), "tools.trees.output.next.limit.most", "max"],
  [output({ textTokens: { standard: 100 } }), "tools.trees.output.textTokens.standard", "default"],
];

test("an old key is a fault that names the new one", () => {
  for (const [given, where, instead] of RENAMED) {
    assert.deepEqual(faultsOf(given), [{ where, what: "has another name now", write: `Write "${instead}" instead` }]);
  }
});

test("all old keys are named at once, wherever they stand", () => {
  const given = manifest(
    { memory: 64, contributes: { offers: "./a.ts" } },
    { tacit: [], output: { remarks: [{ say: "a" }] } },
  );
  assert.deepEqual(
    faultsOf(given).map(({ where }) => where),
    [
      "memory",
      "contributes.offers",
      "tools.trees.tacit",
      "tools.trees.output.remarks",
      "tools.trees.output.remarks.0.say",
    ],
  );
});

test("an old key is a free name where the author chooses the names", () => {
  const properties = { memory: { type: "string" }, tacit: { type: "string" } };
  const given = manifest({}, { input: { type: "object", properties }, synonyms: { live: "memory" } });
  assert.deepEqual(faultsOf(given), []);
  const tool = (manifest().tools as JsonObject).trees as JsonObject;
  assert.deepEqual(faultsOf(manifest({ tools: { rows: tool, memory: tool } })), []);
});

test("what is no object at a place of old keys is left to the schema", () => {
  for (const given of [null, "tools", [], manifest({ tools: [] }), manifest({ tools: { a: null } })] as Json[]) {
    assert.ok(faultsOf(given).every(({ what }) => what !== "has another name now"));
  }
});

test("a parameter called like a host flag is refused with its plugin, not when tools are listed", () => {
  const given = manifest({ permissions: {} }, { examples: [], view: "json", output: { schema: {} } });
  const read = (properties: JsonObject) => {
    const { trees } = given.tools as { trees: JsonObject };
    const tools = { trees: { ...trees, input: { type: "object", properties } } };
    return normalize({ ...given, tools } as unknown as PluginFile, "/trees");
  };
  assert.throws(() => read({ root: { type: "string" } }), /"root" of "trees" is a flag of jig itself/);
  assert.equal(read({ roots: { type: "string" } }).tools.length, 1);
});
