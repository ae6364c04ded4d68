/** Conversion from valibot to JSON Schema. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as v from "valibot";
import type { JsonSchema } from "../contract/host.ts";
import type { JsonObject } from "../contract/outcome.ts";
import { checkInputSchema, toInputSchema, toOutputSchema, withoutProperties } from "./input-schema.ts";

const object = (properties: JsonObject, required: string[]) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

test("an input is what a caller may write, a default included", () => {
  const schema = v.strictObject({
    a: v.pipe(v.optional(v.string(), "x"), v.description("A.")),
    b: v.tuple([v.number()]),
  });
  assert.deepEqual(
    toInputSchema(schema, "t"),
    object(
      {
        a: { type: "string", default: "x", description: "A." },
        b: { type: "array", prefixItems: [{ type: "number" }], minItems: 1 },
      },
      ["b"],
    ),
  );
  assert.throws(() => toInputSchema(v.strictObject({ a: v.date() }), "t"), /date/);
});

test("an answer leaves out what JSON Schema cannot say", () => {
  const schema = v.strictObject({
    a: v.pipe(
      v.string(),
      v.check(() => true),
    ),
    b: v.tuple([v.number()]),
    c: v.date(),
  });
  const { $schema, properties } = toOutputSchema(schema);
  assert.equal($schema, undefined);
  assert.deepEqual(properties, {
    a: { type: "string" },
    b: { type: "array", prefixItems: [{ type: "number" }], minItems: 1 },
    c: {},
  });
});

test("the root of an input is a plain object, closed unless it says so", () => {
  assert.deepEqual(checkInputSchema({ type: "object" }, "t"), { type: "object", additionalProperties: false });
  const open = { type: "object", additionalProperties: true };
  assert.deepEqual(checkInputSchema({ ...open }, "t"), open);
  for (const type of [undefined, "array", "string"])
    assert.throws(() => checkInputSchema({ type }, "t"), {
      code: "INTERNAL",
      message: 'The input schema of "t" must have type "object" at its root',
    });
  for (const word of ["anyOf", "oneOf", "allOf"])
    assert.throws(() => checkInputSchema({ type: "object", [word]: [] }, "t"), {
      code: "INTERNAL",
      message: `The input schema of "t" must not have "${word}" at its root`,
    });
});

test("without some properties the rest stays, and the schema as it was", () => {
  const properties: Record<string, JsonSchema> = { a: {}, b: {}, c: {} };
  const schema = { ...object({}, ["a", "b"]), properties, description: "D." };
  assert.deepEqual(withoutProperties(schema, ["b", "c", "d"]), { ...object({ a: {} }, ["a"]), description: "D." });
  assert.deepEqual(Object.keys(schema.properties), ["a", "b", "c"]);
  assert.deepEqual(withoutProperties({ type: "object", properties: { a: {} } }, ["a"]), {
    type: "object",
    properties: {},
  });
});
