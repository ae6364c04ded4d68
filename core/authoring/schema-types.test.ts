/** The manifest reference: a table per object. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { pluginFileSchema } from "../host/manifest/read-plugin-file.ts";
import { referenceOf } from "./schema-types.ts";

test("a pipe in a description does not end its cell", () => {
  const page = referenceOf({ properties: { words: { type: "string", description: "`a|b` is `a` or `b`" } } });
  assert.match(page, /\| `a\\\|b` is `a` or `b` \|$/);
});

test("every property of plugin.json has a description", () => {
  const rows = referenceOf(pluginFileSchema()).split("\n");
  assert.deepEqual(
    rows.filter((row) => /\|\s*\|$/.test(row)),
    [],
  );
});
