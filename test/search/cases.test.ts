/** Numbered search cases on a real tree with the compiled binary. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { createTestHost, testRuntime } from "../../core/host/testing.ts";
import { BUILT_INS } from "../../plugins/mod.ts";
import { scratch } from "../jig.ts";
import { openSavingSession, openSession, type Session } from "./session.ts";

const many = (lines: number) => "hit\n".repeat(lines);

const ROOT = scratch({
  "hello.txt": "hello\nhello\nhello\n",
  "py/a.py": "def hello():\n  pass\n",
  "py/b_test.py": "def hello_test():\n  pass\n",
  "py/ten.py": `${"\n".repeat(9)}def hello():\n`,
  "case.txt": "Test\ntest\nTEST\n",
  "fixed.txt": "a.b\naXb\n",
  "word.txt": "test\ntesting\n",
  "twice.txt": "calc calc\n",
  "multi.txt": "first\nsecond\n",
  "thirty.txt": many(30),
  "one/x.txt": "needle\n",
  "two/x.txt": "needle\n",
  "huge/hits.txt": "pin\n".repeat(12_000),
  "fifty/f.txt": "stack\n".repeat(50),
});
let jig: Session;
const search = (input: object) => jig.call("search_content", input);

before(async () => {
  jig = await openSession(ROOT);
});
after(() => jig.close());

describe("modes", () => {
  test("1: total_only is a bare number", async () => {
    assert.equal(await search({ query: "hello", files: ["hello.txt"], total_only: true }), 3);
    assert.equal(await search({ query: "nothing like it", total_only: true }), 0);
  });
  test("8: group_by_file of nothing", async () => {
    const answer = await search({ query: "nothing like it", group_by_file: true });
    assert.deepEqual([answer.success, answer.count, answer.files], [true, 0, {}]);
  });
  test("11: truncated tells the truth", async () => {
    const ask = async (max_count?: number) => {
      const { count, truncated } = await search({
        query: "hit",
        files: ["thirty.txt"],
        ...(max_count && { max_count }),
      });
      return [count, truncated];
    };
    assert.deepEqual(await ask(), [30, false]);
    assert.deepEqual(await ask(10), [10, true]);
    assert.deepEqual(await ask(30), [30, false]);
    assert.deepEqual(await ask(100), [30, false]);
  });
  test("12: never more than 10,000 rows, the total exact", async () => {
    const saving = await openSavingSession(ROOT);
    const answer = await saving.whole("search_content", { query: "pin", roots: [ROOT] });
    await saving.close();
    assert.deepEqual([answer.count, answer.total_matches, answer.truncated], [10_000, 12_000, true]);
    assert.deepEqual([answer.results[0].line_number, answer.results.at(-1).line_number], [1, 10_000]);
  });
  test("13: each occurrence of a line is a row", async () => {
    const { results } = await search({ query: "calc", files: ["twice.txt"] });
    assert.deepEqual(
      results.map((row: { column: number }) => row.column),
      [1, 6],
    );
  });
});

describe("selection", () => {
  const filesOf = async (input: object) => {
    const { file_counts } = await search({ query: "hello", count_only_matches: true, ...input });
    return Object.keys(file_counts).map((path) => path.slice(ROOT.length + 1));
  };
  test("14: include and exclude globs", async () => {
    const globs = { include_globs: ["*.py"], exclude_globs: ["*_test.py"] };
    assert.deepEqual(await filesOf(globs), ["py/a.py", "py/ten.py"]);
  });
  test("16: smart, sensitive, insensitive case", async () => {
    const total = (query: string, mode?: string) =>
      search({ query, files: ["case.txt"], total_only: true, ...(mode && { case: mode }) });
    assert.equal(await total("test"), 3);
    assert.equal(await total("Test"), 1);
    assert.equal(await total("test", "sensitive"), 1);
    assert.equal(await total("Test", "insensitive"), 3);
  });
  test("17, 18: fixed strings, words", async () => {
    assert.equal(await search({ query: "a.b", fixed_strings: true, files: ["fixed.txt"], total_only: true }), 1);
    assert.equal(await search({ query: "test", word: true, files: ["word.txt"], total_only: true }), 1);
  });
  test("20: a match over two lines is one row at its first line", async () => {
    const { count, results } = await search({ query: "first\\nsecond", multiline: true });
    assert.equal(count, 1);
    assert.deepEqual([results[0].line_number, results[0].match_text], [1, "first\nsecond"]);
    assert.equal(results[0].line_text, "first");
  });
  test("22, 23: several roots, each searched once", async () => {
    assert.equal(await search({ query: "needle", roots: ["one", "two"], total_only: true }), 2);
    assert.equal(await search({ query: "needle", roots: [".", "one", "two", "one"], total_only: true }), 2);
    const { count } = await search({ query: "needle", roots: [".", "one", "two"] });
    assert.equal(count, 2);
  });
  test("26: an ignore rule for some files leaves the rules on", async () => {
    const root = scratch({
      ".ignore": "*.log\n",
      "a.log": "needle\n",
      "b.txt": "needle\n",
      ".gitignore": "# needle\n",
    });
    const other = await openSession(root);
    const answer = await other.call("search_content", { query: "needle", roots: ["."] });
    assert.deepEqual([answer.count, answer.auto_no_ignore], [1, undefined]);
    const none = await other.call("search_content", { query: "nothing like it", roots: ["."] });
    assert.deepEqual([none.count, none.auto_no_ignore], [0, undefined]);
    await other.close();
  });
});

describe("errors", () => {
  test("27: each wrong argument is named", async () => {
    const wrong: [object, RegExp][] = [
      [{}, /query/],
      [{ query: "" }, /query/],
      [{ query: " \t" }, /query/],
      [{ query: 5 }, /query/],
      [{ query: "a", max_count: "ten" }, /max_count/],
      [{ query: "a", max_count: 2.9 }, /max_count/],
      [{ query: "a", max_count: true }, /max_count/],
      [{ query: "a", word: "yes" }, /word/],
      [{ query: "a", include_globs: "*.py" }, /include_globs/],
      [{ query: "a", include_globs: [5] }, /include_globs/],
      [{ query: "a", case: 1 }, /case/],
      [{ query: "a", case: "shouting" }, /case/],
      [{ query: "a", encoding: 1 }, /encoding/],
      [{ query: "a", group_by_file: "yes" }, /group_by_file/],
      [{ query: "a", roots: [] }, /roots/],
      [{ query: "a", files: [""] }, /files/],
      [{ query: "a", qeury: "b" }, /query/],
      [{ query: "a", max_filesize: "10 elephants" }, /max_filesize/],
    ];
    for (const [input, named] of wrong) {
      const answer = await search(input);
      assert.equal(answer.success, false, JSON.stringify(input));
      assert.equal(answer.code, "INVALID_ARGUMENT", JSON.stringify(input));
      assert.match(answer.error, named);
    }
    assert.equal((await search({ query: "hit", max_count: "5", files: ["thirty.txt"] })).count, 5);
  });
  test("29: a file among the roots points to files; a missing root is something else", async () => {
    const file = await search({ query: "a", roots: ["one", "hello.txt"] });
    assert.match(file.error, /"hello.txt".*files/);
    const missing = await search({ query: "a", roots: ["nowhere"] });
    assert.equal(missing.code, "PATH_NOT_FOUND");
    assert.match(missing.error, /nowhere/);
  });
  test("30: without ripgrep, what to do", async () => {
    const runtime = { ...testRuntime(), assets: { read: async () => undefined, executable: () => undefined } };
    // Many libraries treat an empty PATH as the system default.
    const environment = { ...runtime.environment, PATH: join(ROOT, "no-programs") };
    const host = await createTestHost({ roots: [ROOT], builtIns: BUILT_INS, runtime: { ...runtime, environment } });
    const { value, failed } = await host.invoke("search_content", { query: "a" });
    assert.equal(failed, true);
    assert.match((value as { error: string }).error, /rg.*not found.*[Ii]nstall/);
    await host.close();
  });
  test("31: a bad pattern", async () => {
    const answer = await search({ query: "(" });
    assert.deepEqual([answer.success, answer.returncode, answer.code], [false, 2, "PATTERN_INVALID"]);
    assert.match(answer.error, /^Invalid regex pattern: unclosed group/);
    assert.match((await search({ query: "a\\nb" })).error, /multiline/);
    assert.match((await search({ query: "(?=a)" })).error, /^Invalid regex pattern: look-around/);
  });
});

describe("saved answers", () => {
  test("36: suppressed, the file has all rows and the answer names it", async () => {
    const input = { query: "stack", output_file: join(ROOT, "saved36"), suppress_output: true };
    const answer = await search(input);
    assert.deepEqual(Object.keys(answer), ["success", "count", "output_file", "file_saved"]);
    assert.equal(answer.count, 50);
    assert.equal(answer.file_saved, `Results saved to ${join(ROOT, "saved36.json")}`);
    assert.equal(JSON.parse(readFileSync(join(ROOT, "saved36.json"), "utf8")).results.length, 50);
    assert.equal((await search(input)).count, 50, "its own file is not searched, and may be written again");
  });
  test("37: not suppressed, both", async () => {
    const answer = await search({ query: "needle", output_file: "saved37.json" });
    assert.equal(answer.results.length, 2);
    assert.match(answer.file_saved, /^Results saved to .*saved37\.json$/);
  });
  test("every mode can be saved", async () => {
    for (const mode of ["total_only", "count_only_matches", "summary_only", "group_by_file"]) {
      const answer = await search({ query: "needle", roots: ["one"], [mode]: true, output_file: mode });
      const saved = JSON.parse(readFileSync(join(ROOT, `${mode}.json`), "utf8"));
      if (mode === "total_only") assert.deepEqual([answer, saved], [1, 1]);
      else assert.equal(saved.total_matches, 1);
    }
  });
  test("38: what cannot be saved is told beside the answer", async () => {
    // Without write permission, saving fails after the search, as with a full disk.
    const search = {
      ...BUILT_INS.find(({ name }) => name === "search")!,
      permissions: { read: ["workspace"], run: ["rg"] },
    };
    const host = await createTestHost({ roots: [ROOT], builtIns: [search] });
    const { value } = await host.invoke("search_content", { query: "needle", roots: ["one"], output_file: "never" });
    const answer = value as Record<string, unknown>;
    assert.deepEqual([answer.success, answer.count, answer.file_saved], [true, 1, false]);
    assert.ok(answer.file_save_error);
    await host.close();
  });
  test("nothing outside, and nothing of somebody else's", async () => {
    for (const output_file of ["../out", "/etc/out", "/tmp/out.json"]) {
      assert.equal((await search({ query: "needle", output_file })).code, "PATH_OUTSIDE", output_file);
    }
    writeFileSync(join(ROOT, "mine.json"), "{}");
    const answer = await search({ query: "needle", output_file: "mine" });
    assert.equal(answer.code, "INVALID_ARGUMENT");
    assert.equal(readFileSync(join(ROOT, "mine.json"), "utf8"), "{}");
    assert.match((await search({ query: "needle", suppress_output: true })).error, /output_file/);
  });
});
