/** Copies of remote files: location, names, access. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { JigError } from "../contract/errors.ts";
import { RemoteCopies } from "./remote-copies.ts";
import { type BoundRemoteSource, fetchCandidates, withoutRemoteSources, withRemoteSources } from "./remote-sources.ts";
import { createWorkspace, openRoots } from "./workspace.ts";

const top = realpathSync(mkdtempSync(join(tmpdir(), "jig-sources-")));
mkdirSync(join(top, "root"));
const roots = openRoots([join(top, "root")], undefined);
const copies = new RemoteCopies(join(top, "copies"));
const of = { name: "repo:org/ü name@a/b", version: "c0ffee" };

const source: BoundRemoteSource = {
  prefix: "repo:",
  locate: async (path) => ({ ...of, path: path.slice(of.name.length + 1) }),
  find: async () => ({
    folders: [{ ...of, below: "", paths: ["a.txt", "../up.txt", ".GIT/config", "gone.txt"], origins: [] }],
    warnings: [],
    incomplete: false,
  }),
  read: async (_, paths) => ({
    files: paths.filter((path) => path !== "gone.txt").map((path) => ({ path, data: Buffer.from(path) })),
    absent: [],
  }),
};
const workspace = withRemoteSources(
  createWorkspace(roots, () => []),
  copies,
  () => [source],
);

test("a file is brought once, and named as it is asked for", async () => {
  const path = `${of.name}/src/x.txt`;
  const found = await workspace.resolve(path);
  assert.deepEqual([found.display, found.kind, found.size], [path, "file", 9]);
  assert.equal(workspace.display(found.absolute), path);
  assert.equal((await workspace.resolve(found.absolute)).display, path);
  await assert.rejects(workspace.resolve(path, { expect: "new" }), { code: "PERMISSION_DENIED" });
  await assert.rejects(workspace.resolve(of.name), { code: "NOT_A_FILE" });
  await assert.rejects(workspace.resolve(`${of.name}/gone.txt`), { code: "PATH_NOT_FOUND" });
});

test("what leads out of its folder is not written, and what did not come is named", async () => {
  const question = {
    patterns: ["a"],
    fixedStrings: false,
    caseMode: "smart",
    multiline: false,
    includeGlobs: [],
    typeGlobs: [],
    noIgnore: false,
    further: [],
    withinMs: 5000,
  } as const;
  const parts = { sources: [source], copies, signal: new AbortController().signal };
  const { local, folders, incomplete, warnings } = await fetchCandidates(["src", "repo:org"], question, parts);
  assert.deepEqual([local, folders.length, incomplete], [["src"], 1, true]);
  assert.match(warnings.join(), /3 of 4 files .*: \.\.\/up\.txt, \.GIT\/config, gone\.txt/);
  assert.ok(existsSync(join(folders[0]!.tree, "a.txt")) && !existsSync(join(folders[0]!.tree, ".GIT/config")));
});

test("a third party's plugin reaches neither a source nor a copy", async () => {
  const { absolute } = await workspace.resolve(`${of.name}/src/x.txt`);
  const own = withoutRemoteSources(workspace, copies, () => [source]);
  for (const path of [absolute, `${of.name}/src/x.txt`]) {
    await assert.rejects(own.resolve(path), ({ code }: JigError) => code === "PERMISSION_DENIED");
  }
});
