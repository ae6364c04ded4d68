/** Inputs of any shape end in a copy that fits the schema or in INVALID_ARGUMENT. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import * as v from "valibot";
import { JigError } from "../contract/errors.ts";
import { didYouMean } from "../contract/nearest-name.ts";
import { toInputSchema } from "./input-schema.ts";
import { validateInput } from "./validate.ts";

const schema = toInputSchema(
  v.strictObject({
    query: v.pipe(v.string(), v.minLength(1), v.maxLength(5)),
    depth: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9))),
    requests: v.optional(
      v.array(
        v.strictObject({
          file: v.string(),
          lines: v.optional(v.array(v.pipe(v.number(), v.integer()))),
          tail: v.optional(v.boolean(), false),
        }),
      ),
    ),
  }),
  "t",
);

function messageFor(input: unknown): string {
  try {
    validateInput(schema, input);
    return "";
  } catch (error) {
    assert.ok(error instanceof JigError);
    assert.equal(error.code, "INVALID_ARGUMENT");
    return error.advice;
  }
}

test("validateInput() coerces and fills inside arrays of objects", () => {
  assert.deepEqual(validateInput(schema, { query: "a", requests: [{ file: "x", lines: ["1", 2] }] }), {
    query: "a",
    requests: [{ file: "x", lines: [1, 2], tail: false }],
  });
});

test("validateInput() names the place and the rule", () => {
  assert.match(
    messageFor({ query: "a", requests: [{ file: "x" }, { file: 3 }] }),
    /"requests\[1\]\.file" must be a string, not 3/,
  );
  assert.match(
    messageFor({ query: "a", requests: [{ fiel: "x" }] }),
    /Unknown parameter "requests\[0\]\.fiel".*"requests\[0\]\.file"/,
  );
  assert.match(messageFor({ query: "a", requests: [{}] }), /"requests\[0\]\.file" is required/);
  assert.match(messageFor({ query: "abcdef" }), /"query" must have at most 5 characters/);
  assert.match(messageFor({ query: "a", depth: 0 }), /"depth" must be at least 1, not 0/);
  assert.match(messageFor({ query: "a", depth: 10 }), /"depth" must be at most 9, not 10/);
  assert.match(messageFor({ query: null }), /"query" must be a string, not null/);
  for (const wrong of [null, undefined, 5, "x", []]) assert.match(messageFor(wrong), /must be a JSON object/);
});

test("names from Object.prototype are parameters like any other", () => {
  for (const name of ["constructor", "__proto__", "toString"]) {
    assert.match(messageFor(JSON.parse(`{"query": "a", "${name}": 1}`)), /Unknown parameter/, name);
  }
});

test("validateInput() never throws anything else, whatever comes", () => {
  const like = fc.record({ query: fc.anything(), depth: fc.anything(), requests: fc.anything() }, { requiredKeys: [] });
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.jsonValue(), like), (input) => {
      messageFor(input);
    }),
    { numRuns: 2000 },
  );
});

test("didYouMean() is silent where nothing is near", () => {
  assert.equal(didYouMean("incldue-globs", ["include_globs", "query"]), "include_globs");
  assert.equal(didYouMean("zzz", ["include_globs", "query"]), undefined);
  assert.equal(didYouMean("x", []), undefined);
});

test("a free-form object may come as JSON text: some clients can send nothing else", () => {
  const schema = { type: "object", properties: { parameters: { type: "object" } }, additionalProperties: false };
  assert.deepEqual(validateInput(schema, { parameters: '{"a": {"b": 1}}' }), { parameters: { a: { b: 1 } } });
  assert.throws(() => validateInput(schema, { parameters: "{broken" }), /must be an object/);
  assert.throws(() => validateInput(schema, { parameters: "[1]" }), /must be an object/);
});

test("a choice is taken in any letter case where that names only one", () => {
  const choices = toInputSchema(
    v.strictObject({ level: v.picklist(["Error", "All"]), pair: v.optional(v.picklist(["a", "A", "b"])) }),
    "t",
  );
  assert.deepEqual(validateInput(choices, { level: "eRROR", pair: "B" }), { level: "Error", pair: "b" });
  assert.deepEqual(validateInput(choices, { level: "All", pair: "A" }), { level: "All", pair: "A" });
  assert.throws(() => validateInput(choices, { level: "Errors" }), /must be one of/);
});
