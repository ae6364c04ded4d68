/**
 * Tests the roots of a listing, which are local folders and remote ones. Parts of remote roots that a checkout contains
 * are left out.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Context, JigError, type RemoteQuery } from "../../../core/host/plugin-api.ts";
import { FakeFiles, type FakeTree } from "../../../test/search/fake-context.ts";
import { Warnings } from "../ripgrep/warnings.ts";
import type { ListInput } from "./input.ts";
import { resolveListRoots } from "./list-roots.ts";
import { toListRequest } from "./request.ts";
import { cursorAfterEntry } from "./sort.ts";

const CONFIG = '[remote "origin"]\n  url = https://host/org/name.git\n';
/** The local copy of a remote tree `repo:org/name`. The folder `src` is requested. */
const FOLDER = { name: "repo:org/name", origins: ["org/name"], tree: "/copies/1", path: "/copies/1/src" };

async function rootsOf(
  input: ListInput & { cursor?: string },
  { tree = {}, folders = [FOLDER] }: { tree?: FakeTree; folders?: (typeof FOLDER)[] } = {},
) {
  const questions: RemoteQuery[] = [];
  const context = {
    files: new FakeFiles(tree),
    workspace: {
      roots: [{ path: "/w" }, { path: "/v" }],
      resolve: async (path: string, options: object) => {
        assert.deepEqual(options, { expect: "directory" });
        return { absolute: path, root: { path: path.startsWith("/v") ? "/v" : "/w" } };
      },
    },
    fetchCandidates: async (roots: string[], question: RemoteQuery) => {
      questions.push(question);
      const local = roots.filter((root) => !root.startsWith("repo:"));
      return { local, folders, warnings: ["from the server"], incomplete: true };
    },
  } as unknown as Context;
  const warnings = new Warnings();
  const roots = await resolveListRoots(context, input, toListRequest(input, 0), warnings);
  return { roots, warnings, questions };
}

test("without roots all of the workspace, and nobody else is asked", async () => {
  const { roots, warnings, questions } = await rootsOf({});
  assert.deepEqual(roots, [
    { absolute: "/w", cwd: "/w", fetched: false, without: [] },
    { absolute: "/v", cwd: "/v", fetched: false, without: [] },
  ]);
  assert.deepEqual([warnings.list(), warnings.incomplete, questions], [[], false, []]);
  const named = await rootsOf({ roots: ["/v/sub"] });
  assert.deepEqual(named.roots, [{ absolute: "/v/sub", cwd: "/v", fetched: false, without: [] }]);
});

test("remote roots come after those of this machine, with what the server says", async () => {
  const { roots, warnings } = await rootsOf({ roots: ["repo:org/name/src", "/w/a"] });
  assert.deepEqual(roots, [
    { absolute: "/w/a", cwd: "/w", fetched: false, without: [] },
    { absolute: "/copies/1/src", cwd: "/copies/1", fetched: true, without: [] },
  ]);
  assert.deepEqual([warnings.list(), warnings.incomplete], [["from the server"], true]);
});

test("what a checkout among the roots has is listed there", async () => {
  const tree: FakeTree = { "/w/.git/config": { text: CONFIG } };
  const part = await rootsOf({ roots: ["repo:org/name", "/w/src"] }, { tree });
  assert.deepEqual(part.roots[1], {
    absolute: "/copies/1/src",
    cwd: "/copies/1",
    fetched: true,
    without: ["/copies/1/src"],
  });
  assert.ok(part.warnings.list().includes("repo:org/name is listed in its checkout /w/src"));
  const whole = await rootsOf({ roots: ["repo:org/name", "/w"] }, { tree });
  assert.deepEqual(
    whole.roots.map(({ absolute }) => absolute),
    ["/w"],
  );
  const other = await rootsOf({ roots: ["repo:org/name", "/v"] }, { tree });
  assert.deepEqual(other.roots[1]!.without, []);
});

test("a cursor of a tree that was replaced is refused", async () => {
  const roots = ["repo:org/name/src", "/w/a"];
  const after = (path: string) => cursorAfterEntry("path", { path, size: 0, mtimeMs: 0 });
  for (const path of ["/copies/1/src/x", "/w/a/x"]) await rootsOf({ roots, cursor: after(path) });
  for (const path of ["/copies/0/src/x", "/w/ab", "/copies/1/src"]) {
    const refused = await rootsOf({ roots, cursor: after(path) }).catch((error) => error as JigError);
    assert.ok(refused instanceof JigError, path);
    assert.equal(refused.code, "INVALID_ARGUMENT");
    assert.equal(refused.hint, "Repeat the call without cursor");
    assert.deepEqual(refused.details, { parameter: "cursor" });
  }
  // If a local folder no longer exists, the listing continues after it.
  await rootsOf({ roots: ["/w/a"], cursor: after("/elsewhere/x") });
});

test("the server is asked for names alone, and told what names cannot answer", async () => {
  const asked = async (input: ListInput) => (await rootsOf({ ...input, roots: ["repo:org/name"] })).questions[0]!;
  assert.deepEqual(await asked({}), {
    namesOnly: true,
    patterns: [],
    fixedStrings: true,
    caseMode: "sensitive",
    multiline: false,
    includeGlobs: [],
    typeGlobs: [],
    noIgnore: false,
    further: [],
    withinMs: 30_000,
  });
  assert.equal((await asked({ no_ignore: true })).noIgnore, true);
  const cases: [input: ListInput, further: string[]][] = [
    [{ size: ["+1"] }, ["size"]],
    [{ size: [] }, []],
    [{ changed_within: "1d" }, ["changed_within"]],
    [{ changed_before: "1d" }, ["changed_before"]],
    [{ sort: "path" }, []],
    [{ sort: "size" }, ["sort: size"]],
    [{ sort: "time" }, ["sort: time"]],
    [{ types: ["f", "d"] }, []],
    [{ types: ["f", "l", "x", "e"] }, ["types: l", "types: x", "types: e"]],
    [{ follow_symlinks: true }, ["follow_symlinks"]],
    [{ follow_symlinks: false, hidden: true, depth: 2, pattern: "x" }, []],
  ];
  for (const [input, further] of cases) assert.deepEqual((await asked(input)).further, further, JSON.stringify(input));
});
