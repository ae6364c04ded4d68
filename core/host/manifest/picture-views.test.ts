/** Charts and graphs in plugin.json: valid and invalid ones. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "../contract/outcome.ts";
import type { PluginFile } from "../contract/plugin-file.ts";
import { normalize } from "./normalize.ts";
import { faultsOf } from "./read-plugin-file.ts";

const file = (view: string, source: JsonObject): JsonObject => ({
  name: "trees",
  version: "1.0.0",
  title: "Trees",
  description: "Counts trees.",
  host: "^1",
  permissions: {},
  tools: {
    trees: {
      title: "Trees",
      description: "Counts trees.",
      effect: "read",
      view,
      input: { type: "object", properties: {} },
      output: { rows: [{ at: "/trees", ...source }] },
      examples: [],
      handler: "./trees.ts",
    },
  },
});
const manifest = (given: JsonObject) => normalize(given as unknown as PluginFile, "/trees");

test("sizes and edges are declared at rows, with any view", () => {
  const chart = { value: "/plums", name: "{/name}", split: "/", unit: "plums", as: "bars" };
  const graph = [
    { id: "/name", to: ["/feeds", "@name"], chain: true, when: { at: "/kind", in: ["tree"] } },
    { id: "" },
  ];
  for (const view of ["chart", "graph", "table"]) {
    const given = file(view, { chart, graph });
    assert.deepEqual(faultsOf(given), []);
    assert.deepEqual(manifest(given).tools[0]!.output.rows?.[0], { at: "/trees", chart, graph });
  }
});

test("a picture of nothing, and what a rule does not know, are faults that say what to write", () => {
  assert.throws(() => manifest(file("chart", {})), {
    code: "INVALID_ARGUMENT",
    message: /nothing to draw/,
    hint: /"chart": \{"value"/,
  });
  assert.throws(() => manifest(file("graph", { chart: { value: "/a", name: "b" } })), { hint: /"graph": \{"id"/ });
  const [unknown] = faultsOf(file("chart", { chart: { value: "/a", name: "{/b}", units: "c" } }));
  assert.match(`${unknown?.where} ${unknown?.write}`, /rows\.0\.chart\.units .*"unit"/);
  const [wrong] = faultsOf(file("chart", { chart: { value: "/a", name: "{/b}", as: "pie" } }));
  assert.match(`${wrong?.where} ${wrong?.what}`, /rows\.0\.chart\.as must be one of "treemap", "bars"/);
});
