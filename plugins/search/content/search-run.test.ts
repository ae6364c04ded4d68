/** Tests that a file that would take too much memory does not affect the rest of the search. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Target } from "../ripgrep/query.ts";
import type { RunContext } from "../ripgrep/run-ripgrep.ts";
import { SearchDeadline } from "../ripgrep/search-deadline.ts";
import { Warnings } from "../ripgrep/warnings.ts";
import { countMatches } from "./count-matches.ts";
import { toRequest } from "./request.ts";
import type { SearchRun } from "./search-run.ts";
import { searchSlice } from "./sliced-arrays.ts";

const GIGABYTE = 1024 ** 3;

/**
 * Creates a search whose first run of rg is killed because of its memory. `runs` receives the arguments of each run.
 */
function searchOf(target: Partial<Target>, runs: string[][], maxFilesize?: string): SearchRun {
  async function* text(said: string) {
    yield new TextEncoder().encode(said);
  }
  const whole = { cwd: "/w", paths: ["/w"], explicit: false, noIgnore: false, without: [], ...target };
  const context = {
    run: async ({ args }: { args: string[] }) => {
      const over = runs.push(args) === 1;
      const exit = over ? { code: null, signal: "SIGKILL", outOfMemory: true } : { code: 0, signal: null };
      return { stdout: text(over ? "" : "./a.txt\x002\n"), stderr: text(""), exit: Promise.resolve(exit), kill() {} };
    },
    files: { stat: async (path: string) => ({ size: path === "/w/giant.txt" ? 4 * GIGABYTE : 5 }) },
    signal: new AbortController().signal,
  } as unknown as RunContext;
  const { query } = toRequest({ query: "x", ...(maxFilesize === undefined ? {} : { max_filesize: maxFilesize }) });
  const slice = searchSlice({ monotonic: () => 0, sleep: () => Promise.resolve() });
  return { context, query, targets: [whole], deadline: new SearchDeadline(60_000), warnings: new Warnings(), slice };
}

test("a directory is searched again without its largest files", async () => {
  for (const [asked, used] of [
    [undefined, 256],
    ["4G", 256],
    ["1M", 1],
  ] as const) {
    const runs: string[][] = [];
    const search = searchOf({}, runs, asked);
    assert.equal((await countMatches(search)).total, 2);
    assert.equal(runs.length, 2);
    assert.ok(runs[1]!.includes(`--max-filesize=${used * 1024 * 1024}`));
    assert.match(search.warnings.list()[0]!, /^Left out: files over 256 MB/);
    assert.ok(search.warnings.incomplete);
  }
});

test("of named files those that are too large are named again", async () => {
  const runs: string[][] = [];
  const search = searchOf({ paths: ["/w/a.txt", "/w/giant.txt"], explicit: true }, runs);
  await countMatches(search).catch(() => {});
  assert.equal(runs[1]!.at(-1), "./a.txt");
  assert.match(search.warnings.list()[0]!, /^Left out: \/w\/giant\.txt/);
});

test("nothing left to search is no search of everything", async () => {
  const runs: string[][] = [];
  await countMatches(searchOf({ paths: ["/w/giant.txt"], explicit: true }, runs));
  assert.equal(runs.length, 1);
});
