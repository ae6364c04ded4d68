/** Functions excluded from the optimizer, with unchanged results. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { functionsOf, withoutFtl } from "./without-ftl.ts";

class Cursor {
  at = 0;
  get next(): number {
    return this.at + 1;
  }
  step(): number {
    this.at = this.next;
    return this.at;
  }
}
const add = (one: number, other: number) => one + other;
const module = { Cursor, add, WORDS: ["a"], nothing: undefined };

test("finds the functions of a module and the methods of its classes", () => {
  const { next, step } = Object.getOwnPropertyDescriptors(Cursor.prototype);
  assert.deepEqual(new Set(functionsOf(module)), new Set([Cursor, next?.get, step?.value, add]));
});

test("changes nothing that they give", async () => {
  await withoutFtl([module]);
  const cursor = new Cursor();
  let sum = 0;
  for (let count = 0; count < 200_000; count++) sum = add(sum, cursor.step());
  assert.equal(sum, 20_000_100_000);
});
