/** Notices in answers. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json } from "../contract/outcome.ts";
import type { Output } from "../contract/output-schema.ts";
import { allNotices, cutLine, failureText, noticesOf, withNote } from "./notices.ts";

type Notice = NonNullable<Output<unknown>["notices"]>[number];

const said = (notice: Omit<Notice, "at">, value: Json, answer: { [key: string]: Json } = {}) =>
  noticesOf({ schema: {}, notices: [{ at: "/is", ...notice }] }, { is: value, ...answer }, { query: "q" }).map(
    ({ text }) => text,
  );

test("a sentence is said where there is something to say", () => {
  for (const nothing of [null, false, "", 0]) assert.deepEqual(said({ text: "{}" }, nothing), []);
  assert.deepEqual(noticesOf({ schema: {}, notices: [{ at: "/none", text: "x" }] }, {}, {}), []);
  assert.deepEqual(noticesOf({ schema: {} }, {}, {}), []);
  assert.deepEqual(said({ text: "{} rows", zero: true }, 0), ["0 rows"]);
  assert.deepEqual(said({ text: "{} rows", zero: true }, false), []);
  assert.deepEqual(said({}, "as it is"), ["as it is"]);
  assert.deepEqual(said({}, ["one", "", "two"]), ["one", "two"]);
});

test("one is said in its own way, and items of a list each by their own fields", () => {
  assert.deepEqual(
    [said({ text: "{} rows", one: "a row" }, 1), said({ text: "{} rows", one: "a row" }, 2)],
    [["a row"], ["2 rows"]],
  );
  assert.deepEqual(said({ text: "{} rows" }, 1), ["1 rows"]);
  assert.deepEqual(said({ text: "{/name} for {@query}" }, [{ name: "a" }, { name: "b" }]), ["a for q", "b for q"]);
  assert.deepEqual(said({ text: "{} of {/total}" }, 2, { total: 3 }), ["2 of 3"]);
  assert.deepEqual(said({ text: "{}" }, "{/is}"), ["(/is}"], "a value is no template");
});

test("a tone is kept, and the reason of a failure comes first, once", () => {
  const output: Output<unknown> = { schema: {}, notices: [{ at: "/why", tone: "warning" }] };
  const value = { why: "because" };
  assert.deepEqual(allNotices(output, { value }, {}), [{ text: "because", tone: "warning" }]);
  assert.deepEqual(allNotices(output, { value, failed: true, reason: "because" }, {}).length, 1);
  assert.deepEqual(allNotices(output, { value, reason: "other" }, {}).length, 1);
  assert.deepEqual(allNotices(output, { value, failed: true, reason: "other" }, {})[0], {
    text: "other",
    tone: "error",
  });
  assert.deepEqual(allNotices(output, { value, failed: true }, {}).length, 1);
});

test("a cut says how many of how many, how to go on, and where the whole is", () => {
  const unit: [string, string] = ["match", "matches"];
  assert.equal(cutLine(undefined, {}), undefined);
  assert.equal(cutLine({ shown: 1, unit }, {}), "1 match shown");
  assert.equal(cutLine({ shown: 0, unit }, {}), "0 matches shown");
  assert.equal(cutLine({ shown: 1, of: 2, unit }, {}), "1 of 2 matches shown");
  assert.equal(cutLine({ shown: 0, of: 1, unit }, {}), "0 of 1 match shown");
  const last = { next: { cursor: "c" }, saved: "answer:x" };
  assert.equal(cutLine({ shown: 2, of: 3, unit }, last), '2 of 3 matches shown; next: {"cursor":"c"}; all: answer:x');
  assert.equal(cutLine(undefined, { saved: "answer:x" }), "all: answer:x");
});

test("a failure says its reason, or its data", () => {
  assert.equal(failureText({ value: { a: 1 }, reason: "why" }), "why");
  assert.equal(failureText({ value: "text" }), "text");
  assert.equal(failureText({ value: { a: 1 } }), '{\n  "a": 1\n}');
  assert.deepEqual([withNote("a", undefined), withNote("a", "n")], ["a", "a  <- n"]);
});
