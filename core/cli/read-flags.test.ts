/** Property test: any valid input written as flags is parsed to the same input, and no words crash the parser. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { JigError, type Json } from "../host/frontend-api.ts";
import { type Flag, flagsOf, kebab } from "./flags.ts";
import { HOST_FLAGS } from "./host-flags.ts";
import { inputOf, readFlags, takeFlags } from "./read-flags.ts";

const SCHEMA = {
  type: "object",
  properties: {
    text: { type: "string" },
    whole_number: { type: "integer" },
    realNumber: { type: "number" },
    Switch: { type: "boolean" },
    choice: { type: "string", enum: ["one", "two"] },
    texts: { type: "array", items: { type: "string" } },
    numbers: { type: "array", items: { type: "integer" } },
    things: { type: "array", items: { type: "object" } },
    thing: { type: "object" },
  },
};

const jsonObject = fc.dictionary(fc.string(), fc.jsonValue()) as fc.Arbitrary<Json>;
const input = fc.record(
  {
    text: fc.string({ unit: "binary" }),
    whole_number: fc.maxSafeInteger(),
    realNumber: fc.double({ noNaN: true, noDefaultInfinity: true }),
    Switch: fc.boolean(),
    choice: fc.constantFrom("one", "two"),
    texts: fc.array(fc.string(), { minLength: 1 }),
    numbers: fc.array(fc.maxSafeInteger(), { minLength: 1 }),
    things: fc.array(jsonObject, { minLength: 1 }),
    thing: jsonObject,
  },
  { requiredKeys: [] },
);

/** Words for a value, as `--flag=value`. */
function wordsFor(flag: Flag, value: unknown): string[] {
  if (flag.kind === "boolean") return [value === true ? `--${flag.name}` : `--no-${flag.name}`];
  const values = flag.list ? (value as unknown[]) : [value];
  return values.map((one) => `--${flag.name}=${flag.kind === "json" ? JSON.stringify(one) : String(one)}`);
}

test("values survive the way through the command line", () => {
  const flags = flagsOf(SCHEMA);
  fc.assert(
    fc.property(input, (given) => {
      const words = flags.flatMap((flag) =>
        flag.parameter in given ? wordsFor(flag, given[flag.parameter as keyof typeof given]) : [],
      );
      const { values, rest } = readFlags(words, flags);
      assert.deepEqual(rest, []);
      // Compare as JSON. To a tool, -0 and objects without a prototype make no difference.
      assert.equal(sorted(inputOf(values)), sorted(given));
    }),
  );
});

function sorted(value: object): string {
  return JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

test("whatever the words, there is an answer or advice; host flags leave the rest as it was", () => {
  const word = fc.oneof(
    fc.string(),
    fc.constantFrom("--text", "--switch", "--no-switch", "--", "-", "--root", "--as", "="),
  );
  fc.assert(
    fc.property(fc.array(word), (words) => {
      const flags = flagsOf(SCHEMA);
      for (const read of [() => readFlags(words, flags), () => takeFlags(words, HOST_FLAGS)]) {
        try {
          const { rest } = read();
          assert.ok(rest.every((each) => words.includes(each)));
        } catch (error) {
          assert.ok(error instanceof JigError && error.code === "INVALID_ARGUMENT", String(error));
        }
      }
    }),
  );
});

test("a list of texts may be written as JSON; what is no such list stands for itself", () => {
  const flags = flagsOf(SCHEMA);
  const texts = (...words: string[]) => inputOf(readFlags(["--texts", ...words], flags).values).texts;
  assert.deepEqual(texts('["a.b", "c d"]', "e"), ["a.b", "c d", "e"]);
  for (const word of ['["]x', '["a", 1]', "[a-z]", "[]", '["a"']) assert.deepEqual(texts(word), [word]);
});

test("names of parameters in every style are flags in one", () => {
  for (const name of ["includeGlobs", "include_globs", "IncludeGlobs", "include-globs"])
    assert.equal(kebab(name), "include-globs");
  assert.equal(kebab("MaxResponseSizeKB"), "max-response-size-kb");
  assert.equal(kebab("o200kTokens"), "o200k-tokens");
});
