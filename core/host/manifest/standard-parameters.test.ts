/** Standard parameters: what's listed, what's always accepted, and rows per page. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonSchema } from "../contract/host.ts";
import type { Output } from "../contract/output-schema.ts";
import {
  acceptedSchema,
  LENGTH_PARAMETERS,
  listedSchema,
  rowsPerPage,
  STANDARD_PARAMETERS,
} from "./standard-parameters.ts";

const own: JsonSchema = {
  type: "object",
  properties: { query: { type: "string" } },
  required: ["query"],
  additionalProperties: false,
};
const output = (more: Omit<Output<JsonSchema>, "schema">): Output<JsonSchema> => ({ schema: {}, ...more });
const page = { parameter: "cursor", by: "page" } as const;
const listedOf = (more: Omit<Output<JsonSchema>, "schema">, inputSchema = own) =>
  listedSchema({ inputSchema, output: output(more) }).properties as Record<string, JsonSchema>;

const CURSOR = { type: "string", description: "Value of next." };
const LIMIT = { type: "integer", minimum: 1, description: "Rows per page." };
const MAX_TOKENS = {
  type: "integer",
  minimum: 100,
  description: "Maximum answer size in tokens.",
};

test("a tool lists the standard parameters that its output calls for, its own first", () => {
  const cases: [Omit<Output<JsonSchema>, "schema">, Record<string, JsonSchema>][] = [
    [{ next: page }, { limit: LIMIT, cursor: CURSOR }],
    [{ next: { ...page, limit: { max: 50 } } }, { limit: { ...LIMIT, maximum: 50 }, cursor: CURSOR }],
    [
      { next: { ...page, limit: { default: 20 } } },
      { limit: { ...LIMIT, description: "Rows per page, default 20." }, cursor: CURSOR },
    ],
    [
      { next: { ...page, limit: { default: 20, max: 50 } } },
      { limit: { ...LIMIT, maximum: 50, description: "Rows per page, default 20." }, cursor: CURSOR },
    ],
    [{ next: { parameter: "after", by: "page" } }, { limit: LIMIT, after: CURSOR }],
    [{ next: { parameter: "line", by: "line", cursor: true } }, { cursor: CURSOR }],
    [{ long: true }, { max_tokens: MAX_TOKENS }],
    [
      { long: true, next: page },
      { limit: LIMIT, cursor: CURSOR, max_tokens: MAX_TOKENS },
    ],
  ];
  for (const [more, added] of cases) {
    const listed = listedOf(more);
    assert.deepEqual(listed, { query: { type: "string" }, ...added });
    assert.deepEqual(Object.keys(listed), ["query", ...Object.keys(added)]);
  }
});

test("a tool that calls for none keeps its schema as it is", () => {
  for (const by of ["line", "offset", "cursors"] as const) {
    const tool = { inputSchema: own, output: output({ next: { parameter: "from", by } }) };
    assert.equal(listedSchema(tool), own);
  }
  assert.equal(listedSchema({ inputSchema: own, output: output({}) }), own);
});

test("a tool's own parameter of such a name wins, in lists and in calls", () => {
  const properties = { limit: { type: "string" }, cursor: { type: "number" } };
  const inputSchema: JsonSchema = { type: "object", properties };
  assert.deepEqual(listedOf({ next: page, long: true }, inputSchema), { ...properties, max_tokens: MAX_TOKENS });
  assert.deepEqual(acceptedSchema(inputSchema).properties, { ...properties, max_tokens: MAX_TOKENS });
});

test("what else a schema says stays, and one without properties gets them", () => {
  const { properties: _, ...rest } = listedSchema({ inputSchema: own, output: output({ long: true }) });
  assert.deepEqual(rest, { type: "object", required: ["query"], additionalProperties: false });
  assert.deepEqual(listedOf({ long: true }, { type: "object" }), { max_tokens: MAX_TOKENS });
  assert.deepEqual(acceptedSchema({ type: "object" }), { type: "object", properties: STANDARD_PARAMETERS });
});

test("a call may give all of them", () => {
  assert.deepEqual(STANDARD_PARAMETERS, { limit: LIMIT, cursor: CURSOR, max_tokens: MAX_TOKENS });
  assert.deepEqual(acceptedSchema(own), {
    ...own,
    properties: { limit: LIMIT, cursor: CURSOR, max_tokens: MAX_TOKENS, query: { type: "string" } },
  });
  assert.deepEqual(LENGTH_PARAMETERS, ["limit", "max_tokens"]);
});

test("a page has as many rows as the call gives, within the tool's bounds", () => {
  const limited = (limit?: { default?: number; max?: number }) =>
    output({ next: { ...page, ...(limit && { limit }) } });
  const cases: [Output<JsonSchema>, number | undefined, number | undefined][] = [
    [output({}), undefined, undefined],
    [output({}), 5, 5],
    [limited(), undefined, undefined],
    [limited(), 5, 5],
    [limited({ default: 20 }), undefined, 20],
    [limited({ default: 20 }), 30, 30],
    [limited({ max: 50 }), undefined, undefined],
    [limited({ max: 50 }), 60, 50],
    [limited({ max: 50 }), 40, 40],
    [limited({ default: 80, max: 50 }), undefined, 50],
  ];
  for (const [declared, given, rows] of cases) assert.equal(rowsPerPage(declared, given), rows);
  assert.equal(rowsPerPage(limited({ default: 20 }), "ten"), undefined);
});
