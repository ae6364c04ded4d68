/** Cursors of the host, of tools, and invalid ones; and the hash that ties a cursor to its request. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { toolOf } from "../../../test/answers/pipeline.ts";
import type { JsonObject } from "../contract/outcome.ts";
import type { Output } from "../contract/output-schema.ts";
import { decodeCursor, encodeCursor, readPaging, requestHash } from "./cursor.ts";

type Next = NonNullable<Output<unknown>["next"]>;

const ID = "0123456789ab";
const HASH = "0a1b2c3d";

function reading(next: Next | undefined, parameters: string[] = []) {
  const tool = toolOf({ schema: {}, ...(next && { next }) }, { parameters });
  return (input: JsonObject) => readPaging({ tool, input });
}

test("a cursor says where to go on, with the tool's own one in front", () => {
  assert.equal(encodeCursor({ id: ID, offset: 7, hash: HASH }), `${ID}.7.${HASH}`);
  assert.equal(encodeCursor({ id: undefined, offset: 0, hash: HASH, own: "a|b" }), `a|b|-.0.${HASH}`);
  for (const cursor of [
    { id: ID, offset: 12, hash: HASH, own: undefined },
    { id: undefined, offset: 999_999_999, hash: HASH, own: "" },
    { id: ID, offset: 1, hash: HASH, own: "two\nlines|and more" },
  ])
    assert.deepEqual(decodeCursor(encodeCursor(cursor)), cursor);
});

test("what the host did not issue is no cursor of it", () => {
  for (const text of [
    "",
    "x",
    `${ID}.1.${HASH}x`,
    `${ID}.1.${HASH.slice(1)}`,
    `${ID.slice(1)}.1.${HASH}`,
    `${ID}..${HASH}`,
    `${ID}.-1.${HASH}`,
    `${ID}.1234567890.${HASH}`,
    `${ID}.1.${HASH.toUpperCase()}`,
    `a${ID}.1.${HASH}`,
    `${ID.toUpperCase()}.1.${HASH}`,
    5,
    null,
    undefined,
    { text: `${ID}.1.${HASH}` },
  ])
    assert.equal(decodeCursor(text), undefined, String(text));
});

test("the hash of a request: the same in any order of arguments, another for another value, name or tool", () => {
  const tool = toolOf({ schema: {} });
  const hash = (input: JsonObject, of = tool) => requestHash({ tool: of, input });
  const one = hash({ a: 1, b: [2], c: "x" });
  assert.match(one, /^[0-9a-f]{8}$/);
  assert.equal(hash({ c: "x", b: [2], a: 1 }), one);
  assert.equal(hash({ c: "x", a: 1, b: [2], d: undefined }), one);
  for (const other of [
    { a: 2, b: [2], c: "x" },
    { a: 1, b: [2] },
    { a: 1, b: [2], c: "x", d: null },
    { a: 1, c: "x" },
  ])
    assert.notEqual(hash(other), one, JSON.stringify(other));
  assert.notEqual(hash({ a: 1, b: [2], c: "x" }, toolOf({ schema: {} }, { name: "u" })), one);
});

test("the hash leaves out what only shapes a page", () => {
  const format = { parameter: "form", default: "json" } as const;
  const tool = toolOf({ schema: {}, next: { parameter: "after", by: "cursors" }, format });
  const hash = (input: JsonObject) => requestHash({ tool, input });
  const plain = hash({ query: "x" });
  for (const shape of [{ limit: 3 }, { cursor: "c" }, { max_tokens: 500 }, { after: "c" }, { form: "text" }])
    assert.equal(hash({ query: "x", ...shape }), plain, JSON.stringify(shape));
  assert.notEqual(hash({ query: "x", start: 3 }), plain);
});

test("a limit is at most the tool's maximum, and its default where the call gives none", () => {
  const next: Next = { parameter: "cursor", by: "page", limit: { default: 20, max: 100 } };
  const limit = (input: JsonObject, parameters?: string[]) => reading(next, parameters)(input).limit;
  assert.equal(limit({}), 20);
  assert.equal(limit({ limit: 99 }), 99);
  assert.equal(limit({ limit: 100 }), 100);
  assert.equal(limit({ limit: 101 }), 100);
  assert.equal(limit({ limit: 101 }, ["limit"]), undefined, "a tool's own limit is the tool's");
  assert.equal(reading({ parameter: "cursor", by: "page" })({}).limit, undefined);
  assert.equal(reading(undefined)({ limit: 5 }).limit, 5);
});

test("a tool gets what the host does not read itself", () => {
  const host = `${ID}.3.${HASH}`;
  const shared = { query: "x", limit: 2, max_tokens: 500 };
  const plain = reading({ parameter: "cursor", by: "page" })({ ...shared, cursor: host });
  assert.deepEqual(plain.own, { query: "x" });
  assert.equal(plain.cursor?.offset, 3);
  const own = reading(undefined, ["limit", "max_tokens"])(shared);
  assert.deepEqual([own.own, own.cursor], [shared, undefined]);
});

test("only the host's cursor is taken where the parameter is the host's", () => {
  const read = reading({ parameter: "cursor", by: "page" });
  assert.throws(() => read({ cursor: "torn" }), { code: "INVALID_ARGUMENT", message: 'Invalid cursor "torn"' });
  assert.throws(() => reading(undefined)({ cursor: 5 }), { code: "INVALID_ARGUMENT" });
  assert.equal(read({ cursor: "" }).cursor, undefined);
  assert.deepEqual(read({ cursor: `a|${ID}.3.${HASH}` }).own, {}, "a tool without cursors gets none");
});

test("a tool that resumes gets its own cursor, alone or in front of the host's", () => {
  const read = reading({ parameter: "cursor", by: "page", resumes: true });
  assert.deepEqual(read({ cursor: "mine" }).own, { cursor: "mine" });
  assert.deepEqual(read({ cursor: `mine|${ID}.3.${HASH}` }).own, { cursor: "mine" });
  assert.deepEqual(read({ cursor: `${ID}.3.${HASH}` }).own, {});
});

test("a tool's own parameter keeps its value, and loses the host's cursor", () => {
  const read = reading({ parameter: "after", by: "cursors" }, ["after"]);
  assert.deepEqual(read({ after: "mine" }).own, { after: "mine" });
  assert.deepEqual(read({ after: "" }).own, { after: "" });
  assert.deepEqual(read({ after: `mine|${ID}.3.${HASH}` }).own, { after: "mine" });
  assert.deepEqual(read({ after: `${ID}.3.${HASH}` }).own, {});
  const { own, cursor } = reading({ parameter: "start", by: "offset" }, ["start"])({
    start: 40,
    cursor: `${ID}.40.${HASH}`,
  });
  assert.deepEqual([own, cursor?.offset], [{ start: 40 }, 40]);
  assert.deepEqual(reading({ parameter: "start", by: "offset" }, ["start"])({}).own, {});
});
