/**
 * Tests the files that are not ignored, and a root that the ignore rules hide completely, which is listed without them.
 */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { type Context, JigError } from "../../../core/host/plugin-api.ts";
import { FakeFiles, runningRg } from "../../../test/search/fake-context.ts";
import { Warnings } from "../ripgrep/warnings.ts";
import { type ListRequest, toListRequest } from "./request.ts";
import { visibleFiles } from "./visible-files.ts";

const ROOT = realpathSync(mkdtempSync(join(tmpdir(), "jig-visible-files-")));
for (const folder of ["a/hidden", "b", "empty"]) mkdirSync(join(ROOT, folder), { recursive: true });
for (const name of ["a/one.txt", "a/two.log", "a/.dot", "a/hidden/x", "b/three.txt"])
  writeFileSync(join(ROOT, name), "");
writeFileSync(join(ROOT, ".ignore"), "*.log\n/a/hidden/*\n/b/*\n");
symlinkSync(join(ROOT, "a/one.txt"), join(ROOT, "a/link.txt"));
const OUTSIDE = realpathSync(mkdtempSync(join(tmpdir(), "jig-visible-outside-")));
writeFileSync(join(OUTSIDE, "secret.txt"), "");
symlinkSync(OUTSIDE, join(ROOT, "a/out"));

async function visible(names: string[], input: Partial<ListRequest> = {}) {
  const runs: string[][] = [];
  const context = {
    run: runningRg(runs),
    signal: new AbortController().signal,
    files: new FakeFiles({ [join(ROOT, "a/link.txt")]: "->", [join(ROOT, "a/out")]: "->" }),
    workspace: {
      resolve: async (path: string) => {
        if (path.endsWith("/out")) throw new JigError("PATH_OUTSIDE", "outside");
        return { absolute: path, kind: path.endsWith(".txt") ? "file" : "directory" };
      },
    },
  } as unknown as Context;
  const warnings = new Warnings();
  const roots = names.map((name) => ({ absolute: join(ROOT, name), cwd: ROOT, fetched: false, without: [] }));
  const { visible: bytes, note } = await visibleFiles(context, roots, { ...toListRequest({}, 0), ...input }, warnings);
  const text = Buffer.from(bytes).toString();
  const paths = text.split("\0").map((path) => path.slice(ROOT.length + 1));
  assert.equal(paths.pop(), "", "each ends in NUL");
  return { paths: paths.sort(), note, warnings: warnings.list(), runs };
}

test("ignored and hidden files are left out", async () => {
  const { paths, note, warnings, runs } = await visible(["a"]);
  assert.deepEqual([paths, note, warnings], [["a/one.txt"], undefined, []]);
  assert.equal(runs.length, 1);
  assert.deepEqual((await visible(["a"], { hidden: true })).paths, ["a/.dot", "a/one.txt"]);
});

test("of several roots all files, and each is looked at by itself", async () => {
  const { paths, note } = await visible(["a", "b", "a/hidden"]);
  assert.deepEqual(paths, ["a/hidden/x", "a/one.txt", "b/three.txt"]);
  const [b, hidden] = ["b", "a/hidden"].map((name) => `"${join(ROOT, name)}"`);
  assert.equal(note, `Ignore rules hide everything under ${b}, ${hidden}, so they were not applied there`);
});

test("an empty root is not hidden", async () => {
  const { paths, note } = await visible(["empty"]);
  assert.deepEqual([paths, note], [[], undefined]);
});

test("links are followed only where that is asked for, and never out of the workspace", async () => {
  const { paths, warnings } = await visible(["a"], { followSymlinks: true });
  assert.deepEqual(paths, ["a/link.txt", "a/one.txt"]);
  const why = "is broken or leads out of the workspace";
  assert.deepEqual(warnings, [`Link not followed: ${join(ROOT, "a/out")} ${why}`]);
});

test("what rg complains of is a warning", async () => {
  const { paths, warnings } = await visible(["gone", "a"]);
  assert.deepEqual(paths, ["a/one.txt"]);
  assert.equal(warnings.length, 1);
  assert.match(warnings[0]!, /gone/);
});
