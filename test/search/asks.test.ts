/** Searches the way models write them: several queries, types, files, members, alternative names; exact results and impossible ones. */
import assert from "node:assert/strict";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { scratch } from "../jig.ts";
import { openSession, type Session } from "./session.ts";

const ROOT = scratch({
  "src/A.cs":
    "namespace N\n{\n    class Foo\n    {\n        int calc;\n        void Bar()\n        {\n            calc = 1; calc++;\n            var x = calc;\n        }\n        void Other() { }\n    }\n}\n",
  "src/b.py": "calc = 1\n# TODO calc\n",
  "notes.md": "calc\nTODO later\nFixme now\n",
  "many.txt": "calc\n".repeat(100),
  "late.bin": Buffer.concat([Buffer.from("calc\n".repeat(40_000)), Buffer.from([0])]),
});
let jig: Session;
const search = (input: object) => jig.call("search_content", input);
const short = (path: string) => path.slice(ROOT.length + 1);

before(async () => {
  jig = await openSession(ROOT);
});
after(() => jig.close());

describe("several queries", () => {
  test("each row says which it is of, and each query has its total", async () => {
    const answer = await search({ queries: ["TODO", "fixme", "nowhere to be found"] });
    assert.deepEqual(
      answer.results.map(({ file, line_number, query }: Record<string, string>) => [short(file!), line_number, query]),
      [
        ["notes.md", 2, "TODO"],
        ["notes.md", 3, "fixme"],
        ["src/b.py", 2, "TODO"],
      ],
    );
    assert.deepEqual(answer.queries, [
      { query: "TODO", total_matches: 2 },
      { query: "fixme", total_matches: 1 },
      { query: "nowhere to be found", total_matches: 0 },
    ]);
    assert.equal(answer.total_matches, 3);
  });
  test("smart case looks at each by itself", async () => {
    const total = async (queries: string[]) => await search({ queries, total_only: true });
    assert.equal(await total(["Fixme", "todo"]), 3);
    assert.equal(await total(["fixme", "Todo"]), 1);
  });
  test("in the modes of counts too", async () => {
    const counts = await search({ queries: ["TODO", "calc"], roots: ["src"], count_only_matches: true });
    assert.deepEqual(
      Object.entries(counts.file_counts).map(([path, count]) => [short(path), count]),
      [
        ["src/A.cs", 4],
        ["src/b.py", 3],
      ],
    );
    const { summary } = await search({ queries: ["TODO", "fixme"], summary_only: true });
    assert.equal(summary.total_files, 2);
    assert.ok(summary.sample_matches.every(({ query }: { query: string }) => query));
  });
  test("a bad one is named", async () => {
    const answer = await search({ queries: ["TODO", "(a"] });
    assert.equal(answer.code, "PATTERN_INVALID");
    assert.match(answer.error, /"\(a"/);
    for (const queries of [[], [" "], Array(21).fill("a")]) {
      assert.equal((await search({ queries })).code, "INVALID_ARGUMENT");
    }
  });
});

describe("types, files, members", () => {
  test("types are ripgrep's, for directories and for files", async () => {
    const of = async (input: object) => (await search({ query: "calc", files_only: true, ...input })).paths.map(short);
    assert.deepEqual(await of({ types: ["cs", "md"] }), ["notes.md", "src/A.cs"]);
    assert.deepEqual(await of({ types: ["py"], files: ["src/b.py", "notes.md"] }), ["src/b.py"]);
    const unknown = await search({ query: "calc", types: ["klingon"] });
    assert.deepEqual([unknown.code, /klingon/.test(unknown.error)], ["INVALID_ARGUMENT", true]);
  });
  test("files_only: each file once, and how many there are", async () => {
    const answer = await search({ query: "calc", files_only: true });
    assert.deepEqual(answer.paths.map(short), ["many.txt", "notes.md", "src/A.cs", "src/b.py"]);
    assert.deepEqual([answer.count, answer.total_files, answer.total_matches], [4, 4, 107]);
  });
  test("enclosing: each member once, with what is outside of any", async () => {
    const { members, count, total_matches } = await search({ query: "calc", roots: ["src"], enclosing: true });
    assert.deepEqual(
      members.map(({ file, member, kind, start_line, end_line, matches }: Record<string, never>) => [
        short(file!),
        member,
        kind,
        start_line,
        end_line,
        (matches as unknown as unknown[]).length,
      ]),
      [
        ["src/A.cs", "Foo.calc", "field", 5, 5, 1],
        ["src/A.cs", "Foo.Bar", "method", 6, 10, 3],
        ["src/b.py", "calc", "variable", 1, 1, 1],
        ["src/b.py", null, null, null, null, 1],
      ],
    );
    assert.deepEqual([count, total_matches], [6, 6]);
  });
  test("body: the lines of a member, each once", async () => {
    const { members } = await search({ query: "calc", files: ["src/A.cs"], enclosing: true, body: true });
    const [, bar] = members;
    assert.deepEqual(
      bar.matches
        .flatMap((row: { line_text: string; context_before: string[]; context_after: string[] }, at: number) => [
          ...row.context_before,
          // There are two matches in one line.
          ...(at === 1 ? [] : [row.line_text]),
          ...row.context_after,
        ])
        .map((line: string) => line.trim()),
      ["void Bar()", "{", "calc = 1; calc++;", "var x = calc;", "}"],
    );
  });
});

describe("names by habit", () => {
  const same = async (given: object, meant: object) => {
    const [one, other] = [await search(given), await search(meant)];
    for (const answer of [one, other]) {
      delete answer.elapsed_ms;
      delete answer.cache_hit;
    }
    assert.deepEqual(one, other);
    assert.equal(one.success, true, one.error);
  };
  test("mean what they mean", async () => {
    await same({ pattern: "todo", glob: "*.md" }, { query: "todo", include_globs: ["*.md"] });
    await same(
      { query: "calc", path: "src", "-C": 1 },
      { query: "calc", roots: ["src"], context_before: 1, context_after: 1 },
    );
    await same({ query: "calc", path: "notes.md" }, { query: "calc", files: ["notes.md"] });
    await same({ query: "calc", file: "src/b.py", "-A": 1 }, { query: "calc", files: ["src/b.py"], context_after: 1 });
    await same({ query: "calc", type: "py", "-n": true, "-B": 1 }, { query: "calc", types: ["py"], context_before: 1 });
    await same({ query: "CALC", "-i": true, output_mode: "content" }, { query: "CALC", case: "insensitive" });
    await same({ query: "calc", output_mode: "files_with_matches" }, { query: "calc", files_only: true });
    await same({ query: "calc", output_mode: "count", offset: 0 }, { query: "calc", count_only_matches: true });
    assert.equal((await search({ query: "calc", head_limit: 2 })).count, 2);
    assert.equal((await jig.call("list_files", { path: "src", extension: "py" })).count, 1);
  });
  test("and are refused where they mean nothing here, or twice", async () => {
    for (const input of [{ offset: 5 }, { output_mode: "json" }, { "-n": false }, { path: ["src", "notes.md"] }]) {
      const answer = await search({ query: "calc", ...input });
      assert.equal(answer.code, "INVALID_ARGUMENT", JSON.stringify(input));
    }
    assert.match((await search({ query: "calc", pattern: "calc" })).error, /pattern.*query/);
    const listed = (await jig.tools()).find(({ name }) => name === "search_content")!.inputSchema.properties!;
    for (const name of ["pattern", "path", "-n", "head_limit"]) assert.equal(name in listed, false, name);
    for (const name of ["limit", "cursor", "max_tokens"]) assert.ok(name in listed, name);
  });
});

describe("what is exact", () => {
  test("the total is of all matches, past max_count too; modes of counts are capped", async () => {
    const rows = await search({ query: "calc", max_count: 2 });
    assert.deepEqual([rows.count, rows.total_matches, rows.truncated, rows.overfull_files], [7, 107, true, 2]);
    const groups = await search({ query: "calc", max_count: 2, group_by_file: true });
    assert.equal(groups.files[join(ROOT, "many.txt")].match_count, 100);
    const capped = { query: "calc", max_count: 2, exclude_globs: ["*.bin"] };
    assert.equal(await search({ ...capped, total_only: true }), 7);
    const counts = await search({ ...capped, count_only_matches: true });
    assert.deepEqual([counts.total_matches, counts.truncated], [7, true]);
  });
  test("a file that turns out to be binary behind its first matches has none", async () => {
    const answer = await search({ query: "calc", max_count: 2 });
    assert.ok(!answer.results.some(({ file }: { file: string }) => file.endsWith("late.bin")));
  });
  test("what time did not suffice for is at least that", async () => {
    const answer = await search({ query: "calc|unasked so far", timeout_ms: 1 });
    assert.deepEqual([answer.timed_out, answer.at_least], [true, true]);
    assert.equal((await search({ query: "calc" })).at_least, undefined);
  });
  test("a link that leads nowhere does not make a total uncertain", async () => {
    const root = scratch({ "a.txt": "calc\n" });
    symlinkSync(join(root, "gone"), join(root, "dangling"));
    const other = await openSession(root);
    assert.equal(await other.call("search_content", { query: "calc", follow_symlinks: true, total_only: true }), 1);
    await other.close();
  });
  test("no match because no file passes a filter is said so", async () => {
    const warnings = async (input: object) => (await search({ query: "calc", ...input })).warnings ?? [];
    assert.match((await warnings({ include_globs: ["*.md", "*.nope"], query: "zzz" }))[0], /"\*\.nope"/);
    assert.match((await warnings({ types: ["rust"] }))[0], /"rust"/);
    assert.match((await warnings({ include_globs: ["*.md"], exclude_globs: ["notes*"] }))[0], /together/);
    assert.match((await warnings({ include_globs: ["*.md"], files: ["src/b.py"] }))[0], /None of the files/);
    assert.deepEqual(await warnings({ include_globs: ["*.md"], query: "zzz" }), []);
  });
});

test("what jig itself wrote is found only where it is named", async () => {
  await search({ query: "calc", output_file: "src/saved answer", suppress_output: true });
  await jig.call("list_files", { output_file: "saved list", suppress_output: true });
  const files = (await search({ query: "calc", files_only: true })).paths.map(short);
  assert.ok(!files.some((file: string) => file.includes("saved")), files.join());
  assert.ok((await search({ query: "calc", files: ["src/saved answer.json"] })).count > 0);
  // Once modified, it's the user's file.
  writeFileSync(join(ROOT, "saved list.json"), "calc, and mine now\n");
  const later = (await search({ query: "calc", files_only: true })).paths.map(short);
  assert.ok(later.includes("saved list.json"));
});
