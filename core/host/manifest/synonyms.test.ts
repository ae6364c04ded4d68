/** Names by habit: each form means exactly what it says, and two that mean the same may not differ. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Workspace } from "../contract/context.ts";
import type { Synonym } from "../contract/plugin-schema.ts";
import { withoutSynonyms } from "./synonyms.ts";

const workspace = {} as Workspace;
const SYNONYMS: Record<string, Synonym> = {
  pattern: "query",
  glob: { list: "include", not: "exclude" },
  name: { to: "pattern_of_name", with: { glob_mode: true } },
  "-u": { values: { true: { no_ignore: true } } },
  "-uu": { values: { true: { no_ignore: true, hidden: true } } },
};
const meant = (input: object) => withoutSynonyms(SYNONYMS, input, ["query", "no_ignore"], workspace);

test("a list takes what begins with ! elsewhere, a name brings more with it", async () => {
  assert.deepEqual(await meant({ glob: "*.ts" }), { include: ["*.ts"] });
  assert.deepEqual(await meant({ glob: ["*.ts", "!*.test.ts", "!"] }), {
    include: ["*.ts", "!"],
    exclude: ["*.test.ts"],
  });
  assert.deepEqual(await meant({ glob: "!a" }), { exclude: ["a"] });
  assert.deepEqual(await meant({ name: "*.ts" }), { pattern_of_name: "*.ts", glob_mode: true });
});

test("two synonyms may agree; a parameter and its synonym are one too many", async () => {
  assert.deepEqual(await meant({ "-u": true, "-uu": true }), { no_ignore: true, hidden: true });
  await assert.rejects(meant({ "-u": true, no_ignore: true }), /mean the same/);
  await assert.rejects(meant({ pattern: "a", query: "b" }), /mean the same/);
});
