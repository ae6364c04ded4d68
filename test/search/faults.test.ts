/** Bugs found in other search tools, which jig must not have. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { callJig, scratch } from "../jig.ts";
import { openSession, type Session } from "./session.ts";

const OUTSIDE = scratch({ "secret.txt": "calc secret\n", "deep/more.txt": "calc secret\n" });
const ROOT = scratch({
  "src/a.py": "import calc\nx = calc(1)\n",
  "src/deep/a.py": "import calc\n",
  "same1/x.txt": "calc\n",
  "same1/z.txt": "calc\n",
  "same2/x.txt": "calc\n",
  "same2/z.txt": "calc\n",
  "brackets/[b].txt": "calc\n",
  "-x": "calc\n",
  ".hid/calc.txt": "calc hidden\n",
  "gen/out.txt": "calc\n",
  "context.txt": "one\ntwo\ncalc a\nthree\ncalc b\nfour\nfive\n",
  "adjacent.txt": "skip\nrow calc\nrow calc\nrow calc\nskip\n",
  "indent.txt": '    x = "日本語  "\tcalc\n',
  "crlf.txt": "abc\r\nxyc\r\n",
  "latin.txt": Buffer.from("caf\xe9 calc\n", "latin1"),
  "binary.bin": Buffer.concat([Buffer.from("calc\n".repeat(30_000)), Buffer.from("\0calc\n")]),
  "long.js": `${"a".repeat(35_000)}calc${"b".repeat(35_000)}\n`,
  "hits.txt": "hit hit\n".repeat(60),
});
symlinkSync(OUTSIDE, join(ROOT, "way-out"));
symlinkSync(join(OUTSIDE, "secret.txt"), join(ROOT, "file-out.txt"));
symlinkSync(join(ROOT, "src"), join(ROOT, "way-in"));
symlinkSync(join(ROOT, "gone"), join(ROOT, "dangling"));
symlinkSync(ROOT, join(ROOT, "src/circle"));

let jig: Session;
const search = (input: object) => jig.call("search_content", input);
const names = (answer: { file_counts: Record<string, number> }) =>
  Object.keys(answer.file_counts).map((path) => path.slice(ROOT.length + 1));
const counted = async (input: object) => names(await search({ query: "calc", count_only_matches: true, ...input }));

before(async () => {
  jig = await openSession(ROOT);
});
after(() => jig.close());

describe("0.11 paths", () => {
  test("nothing outside the workspace is searched, however it is written", async () => {
    for (const roots of [["/etc"], [".."], ["../"], [OUTSIDE], ["way-out"], ["src/../../"], ["C:\\Windows"]]) {
      const answer = await search({ query: "calc", roots });
      assert.equal(answer.code, "PATH_OUTSIDE", roots.join());
    }
    for (const files of [["/etc/passwd"], ["../../etc/passwd"], ["file-out.txt"], ["way-out/secret.txt"]]) {
      assert.equal((await search({ query: "calc", files })).code, "PATH_OUTSIDE", files.join());
    }
    assert.equal((await search({ query: "calc", files: ["src\0a.py"] })).code, "INVALID_ARGUMENT");
    assert.equal(
      await search({ query: "calc", files: ["src/../src/a.py"], total_only: true }),
      2,
      "back inside is inside",
    );
  });
  test("a path is judged anew at every call", async () => {
    const root = scratch({ "a.txt": "calc\n" });
    const other = await openSession(root);
    const ask = () => other.call("search_content", { query: "calc", files: ["a.txt"] });
    assert.equal((await ask()).count, 1);
    unlinkSync(join(root, "a.txt"));
    symlinkSync(join(OUTSIDE, "secret.txt"), join(root, "a.txt"));
    assert.equal((await ask()).code, "PATH_OUTSIDE");
    await other.close();
  });
  test("a link to its own folder makes no total inexact", async () => {
    const root = scratch({ "d/a.txt": "calc\n", "b.txt": "calc\n" });
    symlinkSync(".", join(root, "d/self"));
    const session = await openSession(root);
    const total = await session.call("search_content", { query: "calc", follow_symlinks: true, total_only: true });
    await session.close();
    assert.equal(total, 2);
  });
  test("follow_symlinks stays inside, and says what it left", async () => {
    const answer = await search({ query: "calc", follow_symlinks: true, count_only_matches: true });
    const files = names(answer);
    assert.ok(files.includes("way-in/a.py"));
    assert.ok(!files.some((file) => file.startsWith("way-out") || file === "file-out.txt"));
    assert.ok(answer.warnings.some((warning: string) => warning.includes("way-out")));
    assert.ok(!(await counted({})).some((file) => file.startsWith("way-in")), "default: links are not followed");
    const rows = await search({ query: "secret", follow_symlinks: true });
    assert.equal(rows.count, 0);
  });
});

describe("0.12 a query never becomes a flag", () => {
  test("queries that look like flags", async () => {
    assert.equal(await search({ query: "-x", total_only: true }), 0);
    assert.equal(await search({ query: "-ecalc", total_only: true }), 0);
    assert.equal(await search({ query: "--files", total_only: true }), 0);
    const marker = join(ROOT, "pre-ran");
    const script = join(OUTSIDE, "pre.sh");
    writeFileSync(script, `#!/bin/sh\ntouch '${marker}'\ncat "$1"\n`, { mode: 0o755 });
    assert.equal(await search({ query: `--pre=${script}`, total_only: true }), 0);
    assert.equal(existsSync(marker), false);
    assert.equal(await search({ query: "calc", files: ["-x"], total_only: true }), 1, "a file of such a name");
    assert.equal(await search({ query: "calc", include_globs: ["-x"], total_only: true }), 1);
    for (const glob of ["--pre=x", "--hidden"]) {
      assert.equal(await search({ query: "calc", include_globs: [glob], total_only: true }), 0);
    }
    assert.equal((await search({ query: "a", encoding: "--pre" })).code, "ENCODING");
  });
  test("a user's rg config changes nothing", () => {
    const root = scratch({ "a.txt": "calc\n", rc: "--count\n--hidden\n" });
    // Via the CLI, so that we can set the environment.
    const options = { cwd: root, env: { RIPGREP_CONFIG_PATH: join(root, "rc") } };
    assert.equal(callJig("search_content", { query: "calc" }, options).value.count, 1);
  });
});

describe("1.1 and 1.2 arguments", () => {
  test("roots and files together are refused", async () => {
    assert.match((await search({ query: "calc", roots: ["src"], files: ["hits.txt"] })).error, /roots and files/);
  });
  test("modes exclude one another by name; suppress_output and optimize_paths go with each", async () => {
    const answer = await search({ query: "calc", total_only: true, summary_only: true });
    assert.match(answer.error, /total_only and summary_only/);
    const grouped = await search({ query: "calc", group_by_file: true, optimize_paths: true, roots: ["src"] });
    assert.equal(grouped.base, join(ROOT, "src"));
    assert.deepEqual(Object.keys(grouped.files), ["a.py", "deep/a.py"]);
  });
});

describe("1.3 running rg", () => {
  test("hidden works", async () => {
    assert.ok((await counted({ hidden: true })).includes(".hid/calc.txt"));
    assert.ok(!(await counted({})).includes(".hid/calc.txt"));
  });
  test("globs with a slash are relative to the workspace root", async () => {
    assert.deepEqual(await counted({ roots: ["src"], exclude_globs: ["src/deep/**"] }), ["src/a.py"]);
    assert.deepEqual(await counted({ include_globs: ["src/*"] }), ["src/a.py"]);
  });
  test("no file is too large to be searched unless asked", async () => {
    const root = scratch({ "big.txt": `${"a rather long line of text\n".repeat(450_000)}calc\n` });
    const other = await openSession(root);
    assert.equal(await other.call("search_content", { query: "calc", total_only: true }), 1);
    const small = { query: "calc", max_filesize: "10M", total_only: true };
    assert.equal(await other.call("search_content", small), 0);
    await other.close();
  });
  test("a timeout gives what was found", async () => {
    const answer = await search({ query: "calc", timeout_ms: 1 });
    assert.equal(answer.success, true);
    assert.deepEqual([answer.timed_out, answer.truncated], [true, true]);
    const total = await search({ query: "calc", timeout_ms: 1, total_only: true });
    assert.deepEqual([total.success, total.code, typeof total.partial_count], [false, "TIMEOUT", "number"]);
  });
  test("case 25: partial trouble is a warning: a dangling link costs nothing else", async () => {
    const answer = await search({
      query: "calc",
      roots: ["same1", "."],
      follow_symlinks: true,
      count_only_matches: true,
    });
    assert.ok(names(answer).includes("same2/x.txt"));
    assert.ok(answer.warnings.some((warning: string) => warning.includes("dangling")));
  });
  test("non-UTF-8 text is decoded, never empty", async () => {
    const answer = await search({ query: "calc", files: ["latin.txt"] });
    assert.deepEqual([answer.results[0].line_text, answer.results[0].column], ["caf\ufffd calc", 6]);
    assert.match(answer.warnings[0], /^Encoding error in: .*latin\.txt/);
    const right = await search({ query: "calc", files: ["latin.txt"], encoding: "latin1" });
    assert.deepEqual([right.results[0].line_text, right.warnings], ["café calc", undefined]);
    assert.equal((await search({ query: "calc", encoding: "klingon" })).code, "ENCODING");
  });
  test("binary files are left out and named, also when named themselves", async () => {
    assert.ok(!(await counted({})).includes("binary.bin"));
    const answer = await search({ query: "calc", files: ["binary.bin", "hits.txt"] });
    assert.equal(answer.count, 0);
    assert.match(answer.warnings[0], /^Skipped binary file: .*binary\.bin$/);
    assert.equal(await search({ query: "calc", files: ["binary.bin"], total_only: true }), 0);
  });
});

describe("1.5 files are exactly those files", () => {
  test("no namesake, no neighbour", async () => {
    assert.deepEqual(await counted({ files: ["src/a.py"] }), ["src/a.py"]);
    assert.deepEqual(await counted({ files: ["same1/x.txt", "same2/z.txt"] }), ["same1/x.txt", "same2/z.txt"]);
    assert.deepEqual(await counted({ files: ["brackets/[b].txt"] }), ["brackets/[b].txt"]);
  });
  test("globs and sizes hold for them", async () => {
    assert.deepEqual(await counted({ files: ["src/a.py", "same1/x.txt"], include_globs: ["*.py"] }), ["src/a.py"]);
    assert.deepEqual(await counted({ files: ["src/a.py", "same1/x.txt"], exclude_globs: ["src"] }), ["same1/x.txt"]);
    assert.deepEqual(await counted({ files: ["src/a.py", "same1/x.txt"], max_filesize: "10" }), ["same1/x.txt"]);
  });
  test("a missing one is an error that names it", async () => {
    const answer = await search({ query: "calc", files: ["src/a.py", "nope.py"] });
    assert.equal(answer.code, "PATH_NOT_FOUND");
    assert.match(answer.error, /nope\.py/);
  });
});

describe("1.6 ignore rules", () => {
  test("a slash in .gitignore turns nothing off; hiding a whole root does, and says so", async () => {
    const root = scratch({
      ".ignore": "node_modules/\nbuild/*\n**/*.tmp\n",
      "node_modules/a.js": "calc\n",
      "build/b.js": "calc\n",
      "c.js": "calc\n",
      "d.tmp": "calc\n",
    });
    const other = await openSession(root);
    const ask = (input: object) => other.call("search_content", { query: "calc", ...input });
    assert.equal((await ask({ roots: ["."] })).count, 1);
    const hidden = await ask({ roots: ["build"] });
    assert.deepEqual([hidden.count, hidden.auto_no_ignore], [1, true]);
    assert.match(hidden.auto_no_ignore_reason, /build/);
    assert.equal((await ask({ no_ignore: true })).count, 4);
    await other.close();
  });
});

describe("1.7 limits", () => {
  test("max_count is for each file, and the cut is told", async () => {
    const answer = await search({ query: "hit", max_count: 5 });
    assert.deepEqual([answer.count, answer.truncated], [5, true]);
    const counts = await search({ query: "hit", max_count: 5, count_only_matches: true });
    assert.deepEqual([counts.total_matches, counts.truncated], [5, true]);
    assert.equal(await search({ query: "hit", max_count: 5, total_only: true }), 5);
    assert.equal((await search({ query: "hit", max_count: 3000 })).truncated, false);
    for (const max_count of [0, -3]) assert.equal((await search({ query: "hit", max_count })).success, false);
  });
  test("max_count with context gives no extra match", async () => {
    const answer = await search({ query: "calc", files: ["adjacent.txt"], max_count: 1, context_after: 2 });
    assert.equal(answer.count, 1);
    assert.deepEqual(answer.results[0].context_after, ["row calc", "row calc"]);
  });
  test("one unit in all modes: occurrences", async () => {
    const answer = await search({ query: "hit" });
    assert.deepEqual([answer.count, answer.total_matches], [120, 120]);
    assert.equal(await search({ query: "hit", total_only: true }), 120);
    assert.equal((await search({ query: "hit", summary_only: true })).total_matches, 120);
  });
  test("a long line is a window around its match", async () => {
    const { results } = await search({ query: "calc", files: ["long.js"] });
    const [{ line_text, line_offset, column }] = results;
    assert.equal(column, 35_001);
    assert.ok(line_text.length <= 500);
    assert.ok(line_text.slice(column - 1 - line_offset).startsWith("calc"));
  });
  test("the same order on every run", async () => {
    const runs = await Promise.all([1, 2, 3].map(() => search({ query: "calc|hit" })));
    const [first, ...others] = runs.map(({ results }) => JSON.stringify(results));
    for (const other of others) assert.ok(other === first);
  });
});

describe("1.8 answers", () => {
  test("a row is what is promised: text unchanged, column from 1 in UTF-16 units", async () => {
    const { results } = await search({ query: "calc", files: ["indent.txt"] });
    const line_text = '    x = "日本語  "\tcalc';
    const file = join(ROOT, "indent.txt");
    assert.deepEqual(results, [{ file, line_number: 1, column: 17, match_text: "calc", line_text }]);
  });
  test("context is given, and does not bleed", async () => {
    const { results } = await search({ query: "calc", files: ["context.txt"], context_before: 1, context_after: 1 });
    assert.deepEqual(
      results.map((row: { context_before: string[]; context_after: string[] }) => [
        row.context_before,
        row.context_after,
      ]),
      [
        [["two"], ["three"]],
        [["three"], ["four"]],
      ],
    );
  });
  test("CRLF: no return at the end of a line, and $ finds it", async () => {
    const { results } = await search({ query: "c$", files: ["crlf.txt"] });
    assert.deepEqual(
      results.map((row: { line_text: string }) => row.line_text),
      ["abc", "xyc"],
    );
  });
  test("CRLF: a pattern may name the return itself, also beside one that does not", async () => {
    const lines = async (input: object) =>
      (await search({ files: ["crlf.txt", "hits.txt"], ...input })).results.map((row: { line_text: string }) =>
        row.line_text.trimEnd(),
      );
    assert.deepEqual(await lines({ query: "c\\r$" }), ["abc", "xyc"]);
    assert.deepEqual(await lines({ query: "b?c\\r?$" }), ["abc", "xyc"]);
    assert.deepEqual(await lines({ query: "C\\x0D", case: "insensitive" }), ["abc", "xyc"]);
    assert.deepEqual(await lines({ query: "yc\r", fixed_strings: true }), ["xyc"]);
    assert.deepEqual(await lines({ query: "c\\r$", multiline: true }), ["abc", "xyc"]);
    assert.deepEqual(await lines({ query: "bc$\\r\\nx", multiline: true }), ["abc"]);
    assert.deepEqual(await lines({ queries: ["ab.*\\r", "yc$"] }), ["abc", "xyc"]);
    assert.equal(await search({ query: "\\r$", files: ["crlf.txt", "hits.txt"], total_only: true }), 2);
  });
  test("summary: openable paths, types, samples", async () => {
    const { count, summary } = await search({ query: "calc", roots: ["src", "same1"], summary_only: true });
    assert.equal(count, 5);
    assert.deepEqual(summary.top_files[0], { file: join(ROOT, "src/a.py"), matches: 2 });
    assert.deepEqual(summary.file_types, { ".py": 3, ".txt": 2 });
    assert.deepEqual(summary.sample_matches[0], { file: join(ROOT, "src/a.py"), line: 1, text: "calc" });
    const files = summary.sample_matches.slice(0, 4).map(({ file }: { file: string }) => file.slice(ROOT.length + 1));
    assert.deepEqual(
      files.sort(),
      ["same1/x.txt", "same1/z.txt", "src/a.py", "src/deep/a.py"],
      "of each file one first",
    );
  });
  test("groups: an object by path, also where there is nothing", async () => {
    const { files } = await search({ query: "calc", roots: ["same1"], group_by_file: true });
    const group = { match_count: 1, matches: [{ line_number: 1, column: 1, match_text: "calc", line_text: "calc" }] };
    assert.deepEqual(files[join(ROOT, "same1/x.txt")], group);
  });
  test("optimize_paths discloses its base", async () => {
    const answer = await search({ query: "calc", roots: ["src"], optimize_paths: true });
    for (const { file } of answer.results) assert.ok(existsSync(join(answer.base, file)));
  });
  test("output_file keeps its directories and works in count modes", async () => {
    mkdirSync(join(ROOT, "answers"), { recursive: true });
    const answer = await search({ query: "calc", count_only_matches: true, roots: ["src"], output_file: "answers/o2" });
    assert.equal(answer.file_saved, `Results saved to ${join(ROOT, "answers/o2.json")}`);
    assert.equal(JSON.parse(readFileSync(join(ROOT, "answers/o2.json"), "utf8")).total_matches, 3);
  });
  test("TOON stands alone: no JSON beside it", async () => {
    for (const mode of ["count_only_matches", "summary_only", "group_by_file", "word"]) {
      const answer = await search({ query: "calc", roots: ["src"], output_format: "toon", [mode]: true });
      assert.equal(answer.format, "toon");
      for (const key of ["results", "files", "file_counts", "summary"]) assert.equal(key in answer, false, key);
    }
  });
});
