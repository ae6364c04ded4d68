/** Tool schemas for clients: no unsupported keywords, no lost information. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { wireSchema } from "./wire-schema.ts";

test("what goes without saying is not said, unless every call needs it", () => {
  const schema = {
    type: "object",
    required: ["name"],
    properties: {
      name: { type: "string" },
      timeout: { type: "number" },
      more: { type: "object", propertyNames: { type: "string" }, default: {}, additionalProperties: {} },
      flags: { type: "string", pattern: `^(${"word|".repeat(20)}end)$`, description: "Words." },
      size: { type: "string", pattern: "^[0-9]+[KM]$", description: "500K" },
    },
  };
  const { properties, required } = wireSchema(schema, ["timeout", "name", "absent"]);
  assert.deepEqual(required, ["name"]);
  assert.deepEqual(properties, {
    name: { type: "string" },
    more: { type: "object" },
    flags: { type: "string", description: "Words." },
    size: { type: "string", pattern: "^[0-9]+[KM]$", description: "500K" },
  });
});

test("a third party's limits and defaults reach the client as they are written", () => {
  const properties = {
    pages: { type: "integer", minimum: 1, maximum: 5000, default: 0 },
    name: { type: "string", minLength: 1, maxLength: 4000, pattern: `^(${"word|".repeat(20)}end)$`, description: "W" },
    list: { type: "array", items: { type: "number", minimum: 0 }, minItems: 1, maxItems: 900, default: [] },
  };
  assert.deepEqual(wireSchema({ type: "object", properties }, [], { whole: true }).properties, properties);
});

test("strict modes get an object with a property if the tool has any parameter", () => {
  const schema = { type: "object", properties: { a: { type: "string" }, b: { type: "string" } } };
  assert.deepEqual(wireSchema(schema, ["a", "b"]).properties, {});
  assert.deepEqual(wireSchema(schema, ["a", "b"], { strict: true }).properties, { b: { type: "string" } });
  assert.deepEqual(wireSchema({ type: "object", properties: {} }, [], { strict: true }).properties, {});
});

test("the values of a map are described, except in strict modes, which have no maps", () => {
  const map = { type: "object", description: "Sizes.", additionalProperties: { type: "integer", description: "S" } };
  const schema = { type: "object", properties: { map } };
  assert.deepEqual(wireSchema(schema), { type: "object", properties: { map } });
  assert.doesNotMatch(JSON.stringify(wireSchema(schema, [], { strict: true })), /additionalProperties/);
});

test("no boolean or empty additionalProperties, no empty schema in a choice", () => {
  const schema = {
    type: "object",
    additionalProperties: false,
    required: ["requests"],
    properties: {
      requests: {
        type: "array",
        description: "Ranges",
        items: {
          anyOf: [
            { type: "object", properties: { path: { type: "string" } }, required: ["path"], additionalProperties: {} },
            {},
          ],
        },
      },
      parameters: { type: "object", additionalProperties: {}, description: "Of the tool." },
      any: {},
      strict: { type: "object", properties: { a: { type: "number" } }, additionalProperties: true },
    },
  };
  const wire = wireSchema(schema);
  assert.ok(!JSON.stringify(wire).includes("additionalProperties"));
  assert.deepEqual(wire, {
    type: "object",
    required: ["requests"],
    properties: {
      requests: {
        type: "array",
        description: "Ranges",
        items: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
      },
      parameters: { type: "object", description: "Of the tool." },
      any: {
        anyOf: [{ type: "string" }, { type: "number" }, { type: "boolean" }, { type: "null" }],
      },
      strict: { type: "object", properties: { a: { type: "number" } } },
    },
  });
});

test("strict modes get no object that does not name its properties", () => {
  const schema = {
    type: "object",
    required: ["parameters"],
    properties: {
      parameters: { type: "object", additionalProperties: {}, description: "Of the tool.", default: {} },
      any: {},
      list: { type: "array", items: { type: "object", properties: { a: { type: "object" } } } },
    },
  };
  assert.deepEqual(wireSchema(schema, [], { strict: true }).properties, {
    parameters: { type: "string", description: "Of the tool. As JSON text, such as `{}`." },
    any: { anyOf: [{ type: "string" }, { type: "number" }, { type: "boolean" }, { type: "null" }] },
    list: {
      type: "array",
      items: { type: "object", properties: { a: { type: "string", description: "As JSON text, such as `{}`." } } },
    },
  });
});

test("a schema without parameters stays an object", () => {
  assert.deepEqual(wireSchema({ type: "object", properties: {}, additionalProperties: false }), {
    type: "object",
    properties: {},
  });
});

test("bounds that nobody reaches and empty defaults are left out, meaningful ones stay", () => {
  const properties = {
    line: { type: "integer", minimum: 1, maximum: 10_000_000, default: 1 },
    context: { type: "integer", minimum: 0, maximum: 50 },
    ratio: { type: "number", minimum: -1, maximum: 1 },
    budget: { type: "integer", minimum: 100 },
    names: { type: "array", items: { type: "string", minLength: 1 }, maxItems: 1000, default: [] },
    quiet: { type: "boolean", default: false },
    loud: { type: "boolean", default: true },
    text: { type: "string", default: "" },
    // A parameter named like a keyword.
    maximum: { type: "integer", minimum: 2 },
  };
  assert.deepEqual(wireSchema({ type: "object", properties, required: [] }), {
    type: "object",
    properties: {
      line: { type: "integer", default: 1 },
      context: { type: "integer", maximum: 50 },
      ratio: { type: "number", minimum: -1, maximum: 1 },
      budget: { type: "integer", minimum: 100 },
      names: { type: "array", items: { type: "string" } },
      quiet: { type: "boolean" },
      loud: { type: "boolean", default: true },
      text: { type: "string" },
      maximum: { type: "integer", minimum: 2 },
    },
  });
});
