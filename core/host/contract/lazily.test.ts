/** Lazy values are created once, on first use. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { toJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { lazily, withGetters } from "./lazily.ts";

test("a lazy schema checks, spreads and is described as the schema itself", () => {
  let made = 0;
  const make = () => {
    made++;
    return v.strictObject({ name: v.pipe(v.string(), v.minLength(1)), many: v.optional(v.number(), 3) });
  };
  const lazy = lazily(make);
  const wider = lazily(() => v.pipe(v.object({ ...lazy.entries, more: v.array(lazy) }), v.description("wider")));
  assert.equal(made, 0);
  assert.deepEqual(v.parse(lazy, { name: "a" }), { name: "a", many: 3 });
  assert.equal(v.safeParse(lazy, { name: "" }).success, false);
  assert.deepEqual(v.parse(wider, { name: "b", more: [{ name: "c" }] }), {
    name: "b",
    many: 3,
    more: [{ name: "c", many: 3 }],
  });
  assert.deepEqual(toJsonSchema(v.optional(lazy)), toJsonSchema(v.optional(make())));
  assert.deepEqual(Object.keys({ ...lazy }), Object.keys(make()));
  assert.ok("entries" in lazy && !("items" in lazy));
  assert.equal(made, 3);
});

test("withGetters() joins two objects without calling a getter of either", () => {
  const called: string[] = [];
  const base = {
    a: 1,
    b: 2,
    get c() {
      called.push("c");
      return 3;
    },
  };
  const joined = withGetters(base, {
    b: "two",
    get d() {
      called.push("d");
      return called.length;
    },
  });
  assert.deepEqual(called, []);
  assert.deepEqual([joined.a, joined.b, joined.c, joined.d], [1, "two", 3, 2]);
  assert.deepEqual(called, ["c", "d"]);
  assert.deepEqual(Object.keys(joined), ["a", "b", "c", "d"]);
});
