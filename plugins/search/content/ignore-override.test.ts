/** Tests that ignore rules are turned off only if they hide everything that was named explicitly. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { FakeClock, runningRg } from "../../../test/search/fake-context.ts";
import type { Target } from "../ripgrep/query.ts";
import type { RunContext } from "../ripgrep/run-ripgrep.ts";
import { SearchDeadline } from "../ripgrep/search-deadline.ts";
import { Warnings } from "../ripgrep/warnings.ts";
import { overrideIgnoreRules } from "./ignore-override.ts";
import { toRequest } from "./request.ts";
import { type Counts, emptyCounts } from "./search-result.ts";
import type { SearchRun } from "./search-run.ts";
import { searchSlice } from "./sliced-arrays.ts";

const ROOT = realpathSync(mkdtempSync(join(tmpdir(), "jig-ignore-override-")));
for (const folder of ["hidden", "other", "seen", "empty"]) mkdirSync(join(ROOT, folder));
for (const name of ["hidden/a.txt", "other/a.txt", "seen/a.txt"]) writeFileSync(join(ROOT, name), "x");
writeFileSync(join(ROOT, ".ignore"), "/hidden/*\n/other/*\n");
const at = (...names: string[]) => names.map((name) => join(ROOT, name));
const [HIDDEN = "", OTHER = "", SEEN = "", EMPTY = ""] = at("hidden", "other", "seen", "empty");

function targetOf(paths: string[], more: Partial<Target> = {}): Target {
  return { cwd: ROOT, paths, explicit: false, noIgnore: false, without: ["/mine.json"], ...more };
}

async function override(targets: Target[], found: Counts = emptyCounts()) {
  const runs: string[][] = [];
  const context = { run: runningRg(runs), signal: new AbortController().signal } as unknown as RunContext;
  const search: SearchRun = {
    context,
    query: toRequest({ query: "x" }).query,
    targets,
    deadline: new SearchDeadline(60_000),
    warnings: new Warnings(),
    slice: searchSlice(new FakeClock()),
  };
  return { result: await overrideIgnoreRules(search, found), runs: runs.length };
}

const counts = (...paths: string[]): Counts => ({
  files: new Map(paths.map((path) => [path, 1])),
  total: paths.length,
  overfull: 0,
});

test("a hidden directory is searched without ignore rules, and that is said", async () => {
  const { result } = await override([targetOf([HIDDEN])]);
  assert.deepEqual(result, {
    targets: [targetOf([HIDDEN], { noIgnore: true })],
    note: { autoNoIgnore: `Ignore rules hide everything under "${HIDDEN}", so they were not applied there` },
  });
});

test("the rest keeps its rules", async () => {
  const named = targetOf([join(HIDDEN, "a.txt")], { explicit: true });
  const { result } = await override([named, targetOf([HIDDEN, SEEN, OTHER])]);
  assert.deepEqual(result?.targets, [named, targetOf([SEEN]), targetOf([HIDDEN, OTHER], { noIgnore: true })]);
  assert.equal(
    result?.note.autoNoIgnore,
    `Ignore rules hide everything under "${HIDDEN}", "${OTHER}", so they were not applied there`,
  );
});

test("nothing changes where no directory is hidden as a whole", async () => {
  for (const targets of [
    [targetOf([SEEN])],
    [targetOf([EMPTY])],
    [targetOf([ROOT])],
    [targetOf([HIDDEN], { noIgnore: true })],
    [targetOf([HIDDEN], { explicit: true })],
    [targetOf([HIDDEN], { fetched: true })],
  ])
    assert.equal((await override(targets)).result, undefined, JSON.stringify(targets));
});

test("a directory with a match below it is not looked into", async () => {
  const cases: [targets: Target[], found: Counts, runs: number, hidden: boolean][] = [
    [[targetOf([HIDDEN])], counts(join(HIDDEN, "a.txt")), 0, false],
    // The total for a single directory has no list of files.
    [[targetOf([HIDDEN])], { files: new Map(), total: 1, overfull: 0 }, 0, false],
    [[targetOf([HIDDEN, SEEN])], counts(join(SEEN, "a.txt")), 2, true],
    [[targetOf([HIDDEN]), targetOf([SEEN])], counts(join(SEEN, "a.txt")), 2, true],
    [[targetOf([HIDDEN, SEEN])], counts(`${HIDDEN}.txt`, join(SEEN, "a.txt")), 2, true],
    [[targetOf([HIDDEN, SEEN])], counts(join(HIDDEN, "a.txt"), join(SEEN, "a.txt")), 0, false],
    [[targetOf([HIDDEN, SEEN])], counts(), 3, true],
  ];
  for (const [targets, found, runs, hidden] of cases) {
    const seen = await override(targets, found);
    assert.deepEqual(
      [seen.runs, seen.result !== undefined],
      [runs, hidden],
      JSON.stringify([targets, [...found.files]]),
    );
  }
});

test("over twenty directories are too many to look into", async () => {
  const paths = Array.from({ length: 20 }, () => HIDDEN);
  assert.ok((await override([targetOf(paths)])).result);
  assert.deepEqual(await override([targetOf([...paths, HIDDEN])]), { result: undefined, runs: 0 });
  assert.equal((await override([targetOf(paths), targetOf([SEEN])])).runs, 0);
  // Targets without ignore rules are not counted.
  assert.ok((await override([targetOf(paths), targetOf(paths, { noIgnore: true })])).result);
});
