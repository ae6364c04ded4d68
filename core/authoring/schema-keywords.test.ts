/** Unknown schema keywords are reported with a suggestion. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { schemaFaults } from "./schema-faults.ts";

const told = (schema: object) =>
  schemaFaults(schema, "s").map(({ where, what, write }) => `${where} ${what}. ${write}`);

test("misspelt and borrowed keywords are named with the nearest one, by the type where that matters", () => {
  for (const [schema, place, meant] of [
    [{ type: "integer", min: 1 }, "s.min", "minimum"],
    [{ type: "string", max: 1 }, "s.max", "maxLength"],
    [{ type: "array", min: 1 }, "s.min", "minItems"],
    [{ enums: ["a"] }, "s.enums", "enum"],
    [{ require: ["a"] }, "s.require", "required"],
    [{ minmum: 1 }, "s.minmum", "minimum"],
    [{ choices: ["a"] }, "s.choices", "enum"],
    [{ items: { not: { patern: "a" } } }, "s.items.not.patern", "pattern"],
    [{ default_value: 1 }, "s.default_value", "default"],
    [{ enumValues: ["a"] }, "s.enumValues", "enum"],
    [{ type: "object", params: {} }, "s.params", "properties"],
    [{ $defs: { a: { defualt: 1 } } }, "s.$defs.a.defualt", "default"],
  ] as const)
    assert.deepEqual(told(schema), [
      `${place} is not a JSON Schema keyword and has no effect. Did you mean "${meant}"?`,
    ]);
  assert.match(told({ type: "string", optional: true })[0] ?? "", /^s\.optional .*parameters are optional unless/);
  assert.match(told({ type: "string", mandatory: true })[0] ?? "", /add the name to "required"/);
  for (const file of ["string", { type: "string" }])
    assert.match(told({ type: "object", file })[0] ?? "", /^s\.file .*write "properties": {"file": {"type": …}}$/);
  assert.match(told({ type: "string", colour: "red" })[0] ?? "", /^s\.colour .*Remove it, or write "x-"/);
});

test("a number that is written as text is no limit", () => {
  assert.deepEqual(told({ type: "integer", maximum: "7" }), ['s.maximum is "7", not a number. Write a number']);
});

test("values of an enum are listed once, and of the type of their schema", () => {
  assert.deepEqual(told({ type: "integer", enum: ["a", 1, 1] }), [
    "s.enum has 1 twice. List each value once",
    's.enum has "a", which is not of the type integer. Remove it, or correct the type',
  ]);
  for (const sound of [
    { type: "number", enum: [1, 1.5] },
    { type: ["string", "null"], enum: ["a", null] },
    { enum: [1, "1"] },
  ])
    assert.deepEqual(told(sound), []);
});

test("every keyword there is, and names and values that look like one, are no faults", () => {
  const sound = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    title: "T",
    description: "D",
    properties: { min: { type: "integer", minimum: 1, multipleOf: 2 }, optional: { type: "boolean" } },
    required: ["min"],
    additionalProperties: false,
    patternProperties: { "^x-": { type: "string", format: "date", "x-own": 1 } },
    examples: [{ min: 2 }],
    default: { min: 2, optional: true },
    dependentRequired: { min: ["optional"] },
    if: { properties: { min: { const: 1 } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { minProperties: 1 },
    else: { contentEncoding: "base64" },
  };
  assert.deepEqual(told(sound), []);
});

test("required in a property is told to stand beside the properties", () => {
  const schema = (required: unknown, type = "string") => ({
    type: "object",
    properties: { "my.file": { type, required } },
  });
  const where = "s.properties.my.file.required";
  for (const type of ["string", "object"])
    assert.deepEqual(told(schema(true, type)), [
      `${where} is true, not a list. Remove it, and write "required": ["my.file"] next to the "properties" that declare it`,
    ]);
  assert.deepEqual(told(schema(false)), [
    `${where} is false, not a list. Remove it: a property is optional unless "required" next to "properties" names it`,
  ]);
  assert.deepEqual(told({ type: "object", properties: { a: {} }, required: true }), [
    's.required is true, not a list. Write a list of names: "required": ["name"]',
  ]);
});

test("a required name that is no property is told with the nearest one", () => {
  const schema = { type: "object", properties: { file: { type: "string" } }, required: ["fil"] };
  assert.deepEqual(told(schema), ['s.required names "fil", which is not one of its properties. Did you mean "file"?']);
});
