/** Any input yields either a valid copy or INVALID_ARGUMENT. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import * as v from "valibot";
import { JigError } from "../contract/errors.ts";
import type { JsonSchema } from "../contract/host.ts";
import { didYouMean } from "../contract/nearest-name.ts";
import type { Json } from "../contract/outcome.ts";
import { toInputSchema } from "./input-schema.ts";
import { faultsOfAnswer, misfitOf, validateInput } from "./validate.ts";

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

const complaintOf = (property: JsonSchema, value: unknown, more: JsonSchema = {}): string => {
  const schema = { type: "object", properties: { a: property }, additionalProperties: false, ...more };
  try {
    validateInput(schema, { a: value });
    return "";
  } catch (error) {
    assert.ok(error instanceof JigError);
    return `${error.message} | ${error.hint ?? ""} | ${JSON.stringify(error.details)}`;
  }
};

test("each rule that is broken is said in words", () => {
  const cases: [JsonSchema, unknown, string][] = [
    [{ type: "string" }, 1, "a string"],
    [{ type: "integer" }, 1.5, "an integer"],
    [{ type: "number" }, "x", "a number"],
    [{ type: "boolean" }, 1, "a boolean"],
    [{ type: "object" }, 1, "an object"],
    [{ type: "array" }, 1, "an array"],
    [{ type: "array", items: { type: "string" } }, 1, "an array of strings"],
    [{ type: "null" }, 1, "null"],
    [{ enum: ["a", 1, null] }, "b", 'one of "a", 1, null'],
    [{ const: "x" }, "b", '"x"'],
    [{ minimum: 2 }, 1, "at least 2"],
    [{ maximum: 2 }, 3, "at most 2"],
    [{ exclusiveMinimum: 2 }, 2, "more than 2"],
    [{ pattern: "^b" }, "a", "!match ^b"],
    [{ minLength: 1 }, "", "a non-empty string"],
    [{ minLength: 2 }, "a", "!have at least 2 characters"],
    [{ maxLength: 2 }, "abc", "!have at most 2 characters"],
    [{ minItems: 1 }, [], "a non-empty array"],
    [{ minItems: 2 }, [1], "!have at least 2 items"],
    [{ maxItems: 2 }, [1, 2, 3], "!have at most 2 items"],
  ];
  for (const [property, value, rule] of cases) {
    const must = rule.startsWith("!") ? rule.slice(1) : `be ${rule}`;
    const details = { parameter: "a", received: value };
    assert.equal(
      complaintOf(property, value),
      `"a" must ${must}, not ${JSON.stringify(value)} |  | ${JSON.stringify(details)}`,
    );
  }
  assert.match(complaintOf({ multipleOf: 2 }, 3), /^"a" must be a multiple of 2, not 3/);
});

test("a complaint shows the description, and a value only so far", () => {
  const described = complaintOf({ type: "string", description: "The name." }, 1);
  assert.equal(described, '"a" must be a string, not 1 | "a": The name. | {"parameter":"a","received":1}');
  assert.ok(
    complaintOf({ type: "integer" }, "x".repeat(78)).startsWith(`"a" must be an integer, not "${"x".repeat(78)}" |`),
  );
  assert.ok(
    complaintOf({ type: "integer" }, "x".repeat(79)).startsWith(`"a" must be an integer, not "${"x".repeat(79)}… |`),
  );
});

test("what is missing is named, one or several", () => {
  const missing = (required: string[]) =>
    complaintOf({ type: "string" }, "x", {
      properties: { a: { type: "string" }, b: { description: "The B." }, c: {} },
      required,
    });
  assert.equal(missing(["a", "b"]), '"b" is required | Write "b" (The B) | {"parameters":["b"]}');
  assert.equal(missing(["c", "b"]), '"c", "b" are required | Write "c"; Write "b" (The B) | {"parameters":["c","b"]}');
});

test("an unknown parameter is named with the near one, or with those there are", () => {
  const unknown = (properties: Record<string, JsonSchema>, name: string) => {
    const schema = { type: "object", properties, additionalProperties: false };
    assert.throws(
      () => validateInput(schema, { [name]: 1 }),
      (error) => {
        assert.ok(error instanceof JigError);
        assert.deepEqual([error.message, error.details], [`Unknown parameter "${name}"`, { parameter: name }]);
        return true;
      },
    );
    return messageOf(() => validateInput(schema, { [name]: 1 }));
  };
  assert.equal(unknown({ query: {}, depth: {} }, "qury"), 'Did you mean "query"?');
  assert.equal(unknown({ query: {}, depth: {} }, "zzzz"), "Known: query, depth");
  assert.equal(unknown({}, "zzzz"), "Known: none");
  const open = { type: "object", properties: {} };
  assert.deepEqual(validateInput(open, { more: 1 }), { more: 1 });
});

function messageOf(call: () => unknown): string | undefined {
  try {
    call();
    return undefined;
  } catch (error) {
    assert.ok(error instanceof JigError);
    return error.hint;
  }
}

test("null is nothing where a parameter does not take it", () => {
  const ready = (property: JsonSchema, more: JsonSchema = {}) =>
    validateInput({ type: "object", properties: { a: property }, ...more }, { a: null });
  for (const property of [
    { type: "string" },
    { enum: ["a"] },
    { anyOf: [{ type: "string" }] },
    { oneOf: [{ enum: [1] }] },
  ])
    assert.deepEqual(ready(property), {}, JSON.stringify(property));
  const nullable: JsonSchema[] = [{ type: "null" }, { const: null }, { enum: ["a", null] }, {}];
  for (const property of [
    ...nullable,
    { anyOf: [{ type: "string" }, { type: "null" }] },
    { oneOf: [{ type: "null" }] },
  ])
    assert.deepEqual(ready(property), { a: null }, JSON.stringify(property));
  assert.deepEqual(ready({ type: "string", default: "d" }), { a: "d" });
});

test("numbers may come as text of digits, in lists and objects too", () => {
  const number = { type: "number" };
  const schema = {
    type: "object",
    properties: { a: number, b: { type: "integer" }, c: { type: "array", items: number }, d: { type: "string" } },
  };
  assert.deepEqual(validateInput(schema, { a: " 12 ", b: "-3", c: ["4"], d: "5" }), { a: 12, b: -3, c: [4], d: "5" });
  for (const a of ["1.5", "1e3", "", "1234567890123456", "0x1"])
    assert.throws(() => validateInput(schema, { a }), JigError, a);
});

test("a default is a copy, and a value that is there is not replaced", () => {
  const schema = { type: "object", properties: { a: { default: { list: [1] } }, b: { default: 2 } } };
  const [first, second] = [validateInput(schema, {}), validateInput(schema, { b: 3 })];
  assert.deepEqual(first, { a: { list: [1] }, b: 2 });
  assert.deepEqual(second.b, 3);
  assert.notEqual(first.a, schema.properties.a.default);
});

test("an answer that is not as declared says where", () => {
  const schema = { type: "object", properties: { a: { type: "object", properties: { b: { type: "string" } } } } };
  assert.deepEqual(faultsOfAnswer(schema, { a: { b: "x" } }), []);
  assert.deepEqual(faultsOfAnswer({}, 5), []);
  const misfit = misfitOf(schema, { a: { b: 1 } });
  assert.equal(misfit, "#/a/b: must be a string, not 1");
  assert.deepEqual(faultsOfAnswer(schema, { a: { b: 1 } }), [`its answer does not satisfy output.schema at ${misfit}`]);
});

test("a fault of an answer is said in plain words", () => {
  const schema = { type: "object", properties: { a: { type: "object", minProperties: 2 } }, minProperties: 1 };
  assert.deepEqual(faultsOfAnswer(schema, { a: {} }), [
    "its answer does not satisfy output.schema at #/a: must have at least 2 properties, not {}",
  ]);
  assert.deepEqual(faultsOfAnswer(schema, {}), [
    "its answer does not satisfy output.schema: must have at least 1 property, not {}",
  ]);
});

test("all faults of an answer are told, one for each place", () => {
  const item = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };
  const schema = { type: "object", properties: { a: { type: "string" }, list: { type: "array", items: item } } };
  const places = (value: Json) => faultsOfAnswer(schema, value).map((each) => / at (#\S*): /.exec(each)?.[1]);
  assert.deepEqual(places({ a: 1, list: [{ n: "x" }, {}, { n: 1 }] }), ["#/a", "#/list/0/n", "#/list/1"]);
  const many = faultsOfAnswer(schema, { list: Array.from({ length: 13 }, () => ({})) });
  assert.deepEqual([many.length, many.at(-1)], [11, "and in 3 more places"]);
});

test("every keyword has a sentence of its own", () => {
  const cases: [schema: JsonSchema, value: Json, told: string][] = [
    [{ type: ["string", "null"] }, 1, "must be a string or null, not 1"],
    [{ type: "array", items: { type: "string" } }, [1], "#/0: must be a string, not 1"],
    [{ enum: ["a", 2] }, "b", 'must be one of "a", 2, not "b"'],
    [{ const: 1 }, 2, "must be 1, not 2"],
    [{ minimum: 3 }, 2, "must be at least 3, not 2"],
    [{ exclusiveMaximum: 3 }, 3, "must be less than 3, not 3"],
    [{ multipleOf: 2 }, 3, "must be a multiple of 2, not 3"],
    [{ maxLength: 1 }, "ab", 'must have at most 1 character, not "ab"'],
    [{ maxProperties: 0 }, { a: 1 }, 'must have at most 0 properties, not {"a":1}'],
    [{ uniqueItems: true }, [1, 1], "must not contain the same item twice, not [1,1]"],
    [{ format: "date" }, "x", 'must have the format "date", not "x"'],
    [{ required: ["b"] }, { a: 1 }, 'must have "b"; it has "a"'],
    [{ properties: {}, additionalProperties: false }, { a: 1 }, 'must not have "a"; it may have nothing'],
    [{ not: { type: "string" } }, "x", 'must not match {"type":"string"}, not "x"'],
  ];
  for (const [schema, value, told] of cases) assert.equal(misfitOf(schema, value), told);
});

test("what is no object is refused with the parameters there are", () => {
  assert.throws(() => validateInput(schema, [1]), {
    code: "INVALID_ARGUMENT",
    message: "The input must be a JSON object, not [1]",
    hint: "Parameters: query, depth, requests",
  });
  assert.throws(() => validateInput(schema, undefined), { message: "The input must be a JSON object, not nothing" });
  assert.throws(() => validateInput({ type: "object", properties: { a: { type: "string" } } }, { a: 1n }), {
    message: "The input contains a value that is not JSON",
  });
});
