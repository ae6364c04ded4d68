/** Values in a handler's answer that JSON does not have. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { refuseLosses } from "./json-losses.ts";

function told(value: unknown): string[] {
  const warnings: string[] = [];
  refuseLosses({ value }, "trees", (warning) => warnings.push(warning));
  return warnings;
}

test("what JSON replaces or drops is told with its place", () => {
  assert.deepEqual(told({ a: [1, Number.NaN], b: -1 / 0 }), [
    '"trees": value.a.1 is NaN, which JSON does not have, so it became null. Write null or a string',
    '"trees": value.b is -Infinity, which JSON does not have, so it became null. Write null or a string',
  ]);
  assert.deepEqual(told({ at: new Date(Number.NaN) }), [
    '"trees": value.at is an invalid date, which JSON does not have, so it became null. Write null or a string',
  ]);
  assert.deepEqual(told(new Map([["a", 1]])), [
    '"trees": value is a Map, which JSON does not have, so it became {}. Write Object.fromEntries(map)',
  ]);
  assert.deepEqual(told([new Set()]), [
    '"trees": value.0 is a Set, which JSON does not have, so it became {}. Write [...set]',
  ]);
  assert.match(told({ bytes: new Uint8Array(2) })[0] ?? "", /value\.bytes is a Uint8Array.*Write base64/);
  assert.match(told({ run: () => 1 })[0] ?? "", /value\.run is a function, .* so it was left out\. Call it/);
  assert.equal(told(Array.from({ length: 100 }, () => Number.NaN)).length, 5);
  const sound = { a: undefined, b: null, c: [1.5, "NaN", true], d: new Date(0), e: { toJSON: () => 1 }, f: {} };
  assert.deepEqual(told({ ...sound, twice: [sound, sound] }), []);
});

test("what has no JSON at all is an error with its place", () => {
  const circle: { a: unknown[] } = { a: [1] };
  circle.a.push({ circle });
  for (const [value, message, hint] of [
    [{ n: [1n] }, "value.n.0 is a BigInt, which JSON does not have", "Write Number(…) or String(…)"],
    [{ text: Promise.resolve() }, "value.text is a promise", "Write await before the call that returns it"],
    [circle, "value.a.1.circle contains itself", "Return a tree, or ids instead of references"],
    [undefined, "value is undefined, which JSON does not have", "Return a value, or null"],
  ] as const)
    assert.throws(() => told(value), {
      code: "COMMAND_FAILED",
      message: `"trees" returned a wrong outcome: ${message}`,
      hint,
    });
  // Other outcomes are checked by the host.
  for (const outcome of [undefined, 3, {}, { vlaue: 1 }]) refuseLosses(outcome, "trees", assert.fail);
});

test("a long answer is looked at in part", () => {
  assert.deepEqual(told([...Array.from({ length: 50_000 }, (_, at) => at), Number.NaN]), []);
});
