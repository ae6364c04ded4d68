/** Synonyms: exact meaning of each, and conflicts between them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ResolvedPath, Workspace } from "../contract/context.ts";
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

const PATHS: Record<string, Synonym> = {
  path: { file: "file_path", directory: "root" },
  word: { each: ["query", "name"] },
  mode: { values: { fast: { depth: 1, quick: true }, slow: {} } },
  list: { list: "include" },
};
/** Names with a trailing slash are directories. */
const placed: Workspace = {
  roots: [],
  display: (path) => path,
  async resolve(path, options) {
    assert.deepEqual(options, { expect: "any" });
    return { absolute: path, display: path, kind: path.endsWith("/") ? "directory" : "file" } as ResolvedPath;
  },
};
const placedInput = (input: unknown) => withoutSynonyms(PATHS, input, ["query"], placed);

test("a path goes to the parameter of its kind, as a list", async () => {
  assert.deepEqual(await placedInput({ path: "a.cs" }), { file_path: ["a.cs"] });
  assert.deepEqual(await placedInput({ path: ["a.cs", "b.cs"] }), { file_path: ["a.cs", "b.cs"] });
  assert.deepEqual(await placedInput({ path: "a/" }), { root: ["a/"] });
  assert.deepEqual(await placedInput({ path: ["a/", "b/"] }), { root: ["a/", "b/"] });
  assert.deepEqual(await placedInput({ path: 3 }), { file_path: ["3"] });
  for (const path of [
    ["a.cs", "b/"],
    ["a/", "b/", "c.cs"],
  ])
    await assert.rejects(placedInput({ path }), {
      code: "INVALID_ARGUMENT",
      message: '"path" can be files or directories',
      hint: 'Write files as "file_path", or directories as "root"',
      details: { parameter: "path" },
    });
});

test("a value stands for some input, or is refused with those that do", async () => {
  assert.deepEqual(await placedInput({ mode: "fast", other: 1 }), { depth: 1, quick: true, other: 1 });
  assert.deepEqual(await placedInput({ mode: "slow" }), {});
  await assert.rejects(placedInput({ mode: "warp" }), {
    code: "INVALID_ARGUMENT",
    message: '"mode" is not a parameter of this tool, and "warp" has no equivalent',
    hint: "Values that have one: fast (depth: 1, quick: true), slow (no value)",
    details: { parameter: "mode" },
  });
});

test("one value goes to several parameters, and a list without a counterpart keeps all", async () => {
  assert.deepEqual(await placedInput({ word: "a" }), { query: "a", name: "a" });
  assert.deepEqual(await placedInput({ list: ["!a", "b"] }), { include: ["!a", "b"] });
  assert.deepEqual(await meant({ glob: ["a", 1, "!b"] }), { include: ["a", 1], exclude: ["b"] });
});

test("what is no synonym, is known or is not given stays as it is", async () => {
  const input = { query: "a", other: null };
  assert.equal(await placedInput(input), input);
  for (const given of [null, undefined, 1, "a", ["mode"]]) assert.equal(await placedInput(given), given);
  assert.deepEqual(await placedInput({ word: null, path: undefined, mode: "slow" }), {});
  assert.equal((await withoutSynonyms({ query: "other" }, input, ["query"], placed)) as object, input);
  const inherited = JSON.parse('{"constructor": 1}');
  assert.equal(await placedInput(inherited), inherited);
});

test("a clash names both", async () => {
  await assert.rejects(meant({ pattern: "a", query: "b" }), {
    code: "INVALID_ARGUMENT",
    message: '"pattern" and "query" are both given, but mean the same',
    hint: 'Write only "query"',
    details: { parameter: "pattern" },
  });
});
