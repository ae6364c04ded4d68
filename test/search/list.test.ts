/** Numbered listing cases and bugs of other tools, with the compiled binary. */
import assert from "node:assert/strict";
import { chmodSync, mkdirSync, readFileSync, symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { scratch } from "../jig.ts";
import { openSession, type Session } from "./session.ts";

const OUTSIDE = scratch({ "secret.bin": "x".repeat(12_345) });
const ROOT = scratch({
  "a.py": "x\n",
  "b.txt": "",
  "run.sh": "#!/bin/sh\n",
  "big.dat": "x".repeat(30_000),
  "src/deep/er/c.py": "x\n",
  "src/deep/d.test.py": "x\n",
  "src/deep.md": "x\n",
  "node_modules/m/i.js": "x\n",
  ".hid/h.txt": "x\n",
  "ignored/x.txt": "x\n",
  ".ignore": "ignored/\nnode_modules/\n",
});
mkdirSync(join(ROOT, "empty"));
chmodSync(join(ROOT, "run.sh"), 0o755);
symlinkSync(join(OUTSIDE, "secret.bin"), join(ROOT, "link-out"));
symlinkSync(join(ROOT, "src"), join(ROOT, "link-in"));
symlinkSync(ROOT, join(ROOT, "src/circle"));
utimesSync(join(ROOT, "a.py"), new Date("2020-01-02T03:04:05Z"), new Date("2020-01-02T03:04:05Z"));

let jig: Session;
const list = (input: object) => jig.call("list_files", input);
const names = async (input: object): Promise<string[]> => {
  const answer = await list(input);
  assert.equal(answer.success, true, answer.error);
  assert.equal(answer.total_count, answer.results.length);
  return answer.results.map((row: { path: string }) => row.path.slice(ROOT.length + 1));
};

before(async () => {
  jig = await openSession(ROOT);
});
after(() => jig.close());

describe("rows", () => {
  test("61: what a row says", async () => {
    const { results } = await list({ pattern: "^a\\.py$" });
    const path = join(ROOT, "a.py");
    assert.deepEqual(results, [{ path, is_dir: false, size_bytes: 2, mtime: 1577934245, ext: "py" }]);
    const [directory] = (await list({ pattern: "^src$" })).results;
    assert.deepEqual([directory.is_dir, directory.size_bytes, directory.ext], [true, null, null]);
  });
  test("everything visible, sorted, each once", async () => {
    const all = ["a.py", "b.txt", "big.dat", "empty", "link-in", "link-out", "run.sh", "src", "src/circle", "src/deep"];
    all.push("src/deep.md", "src/deep/d.test.py", "src/deep/er", "src/deep/er/c.py");
    assert.deepEqual(await names({}), all.toSorted());
    assert.deepEqual(await names({ roots: [".", "src"] }), all.toSorted());
  });
  test("a link tells nothing of its target", async () => {
    const { results } = await list({ types: ["l"] });
    for (const row of results) assert.deepEqual([row.size_bytes, row.is_link], [null, true]);
    const followed = await list({ follow_symlinks: true, pattern: "link-out" });
    assert.equal(followed.results[0].size_bytes, null);
    assert.equal(JSON.stringify(followed).includes("12345"), false);
  });
  test("links that stay inside are followed when asked, circles end", async () => {
    const followed = await names({ follow_symlinks: true });
    assert.ok(followed.includes("link-in/deep/er/c.py"));
    assert.ok(!followed.some((name) => name.includes("circle/src/circle/")));
  });
});

describe("limits", () => {
  test("62: count_only", async () => {
    const { results, total_count, count_only } = await list({ count_only: true, types: ["f"], limit: 2 });
    assert.deepEqual([results, total_count, count_only], [undefined, 7, true]);
  });
  test("63: the limit is honest, and never over 10,000", async () => {
    const cut = await list({ limit: 3 });
    assert.deepEqual([cut.count, cut.total_count, cut.truncated], [3, 14, true]);
    assert.equal((await list({ limit: 50_000 })).truncated, false);
    const root = scratch();
    const { writeFileSync } = await import("node:fs");
    for (let at = 0; at < 10_050; at++) writeFileSync(join(root, `${at}`), "");
    const many = await openSession(root);
    const answer = await many.call("list_files", { limit: 50_000, output_file: "all.json", suppress_output: true });
    assert.deepEqual([answer.count, answer.total_count, answer.truncated], [10_000, 10_050, true]);
    await many.close();
    for (const limit of [0, -1, "x"]) assert.equal((await list({ limit })).code, "INVALID_ARGUMENT");
  });
});

describe("65: filters", () => {
  const cases: [string, object, string[]][] = [
    ["depth", { depth: 1, types: ["f"] }, ["a.py", "b.txt", "big.dat", "run.sh"]],
    ["min_depth", { min_depth: 3, types: ["f"] }, ["src/deep/d.test.py", "src/deep/er/c.py"]],
    ["exclude", { exclude: ["deep"], types: ["f"] }, ["a.py", "b.txt", "big.dat", "run.sh", "src/deep.md"]],
    ["extension", { extensions: ["py"] }, ["a.py", "src/deep/d.test.py", "src/deep/er/c.py"]],
    ["extension with its dot", { extensions: [".PY"] }, ["a.py", "src/deep/d.test.py", "src/deep/er/c.py"]],
    ["size from", { size: ["+10K"] }, ["big.dat"]],
    ["size to", { size: ["-1"], types: ["f"] }, ["b.txt"]],
    ["size exactly", { size: ["30000"] }, ["big.dat"]],
    ["two sizes", { size: ["+1", "-5"], depth: 1 }, ["a.py"]],
    ["empty", { types: ["e"] }, ["b.txt", "empty"]],
    ["empty files", { types: ["e", "f"] }, ["b.txt"]],
    ["directories", { types: ["d"] }, ["empty", "src", "src/deep", "src/deep/er"]],
    ["executable", { types: ["x"] }, ["run.sh"]],
    ["regular expression", { pattern: "d.*\\.py$" }, ["src/deep/d.test.py"]],
    ["glob", { pattern: "*.PY", glob: true }, []],
    ["glob, smart case", { pattern: "*.py", glob: true, depth: 1 }, ["a.py"]],
    ["whole path", { pattern: "deep/er", full_path_match: true }, ["src/deep/er", "src/deep/er/c.py"]],
    ["prune", { pattern: "deep", prune: true }, ["src/deep", "src/deep.md"]],
    ["hidden", { pattern: "^h\\.txt$", hidden: true }, [".hid/h.txt"]],
    ["no_ignore", { no_ignore: true, pattern: "x.txt" }, ["ignored/x.txt"]],
    ["changed before", { changed_before: "2021-01-01", types: ["f"] }, ["a.py"]],
    ["changed within", { changed_within: "1day", extensions: ["py"], depth: 1 }, []],
  ];
  for (const [what, input, expected] of cases) {
    test(what, async () => assert.deepEqual(await names(input), expected));
  }
});

describe("errors, ignore rules, files", () => {
  test("66: bad patterns and arguments", async () => {
    const bad = await list({ pattern: "(" });
    assert.deepEqual([bad.success, bad.returncode, bad.code], [false, 2, "PATTERN_INVALID"]);
    for (const input of [
      { pattern: "{a", glob: true },
      { size: ["big"] },
      { changed_within: "soon" },
      { roots: [] },
      { types: ["z"] },
      { suppress_output: true },
    ]) {
      assert.equal((await list(input)).code, "INVALID_ARGUMENT", JSON.stringify(input));
    }
    assert.equal((await list({ roots: ["nowhere"] })).code, "PATH_NOT_FOUND");
    assert.equal((await list({ roots: ["a.py"] })).code, "NOT_A_FILE");
    for (const root of ["..", "/etc"]) assert.equal((await list({ roots: [root] })).code, "PATH_OUTSIDE");
    assert.equal((await list({ pattern: "-x" })).total_count, 0);
    assert.equal((await list({ pattern: "--exec=touch x" })).total_count, 0);
  });
  test("a root that the rules hide as a whole is listed, and that is said", async () => {
    const answer = await list({ roots: ["ignored"] });
    assert.equal(answer.total_count, 1);
    const root = scratch({ ".ignore": "gen/*\n", "gen/a.txt": "x" });
    const other = await openSession(root);
    const hidden = await other.call("list_files", { roots: ["gen"] });
    assert.deepEqual([hidden.total_count, hidden.auto_no_ignore], [1, true]);
    await other.close();
  });
  test("67: saved and suppressed", async () => {
    const answer = await list({ extensions: ["py"], output_file: "listed", suppress_output: true });
    assert.equal("results" in answer, false);
    assert.match(answer.message, /listed\.json$/);
    const saved = JSON.parse(readFileSync(join(ROOT, "listed.json"), "utf8"));
    assert.deepEqual([saved.count, saved.results.length, saved.query_info], [3, 3, { extensions: ["py"] }]);
  });
  test("a bad pattern is answered with what this tool has", async () => {
    const answer = await list({ pattern: "[" });
    assert.equal(answer.error, "Invalid regex pattern: unclosed character class. For * and ?, set glob");
  });
  test("text is one path a line below the root, with size and time only where the call speaks of them", async () => {
    const when = new Date("2021-02-03T04:05:06Z");
    utimesSync(join(ROOT, "src/deep.md"), when, when);
    const text = (input: object) => list({ output_format: "text", ...input });
    const root = `root: ${ROOT}\n`;
    const md = { extensions: ["md"] };
    assert.equal(await text(md), `${root}path\tdir\tlink\nsrc/deep.md\n!!! 1 entry\n`);
    const whole = `${root}path\tsize\tchanged\tdir\tlink\nsrc/deep.md\t2\t2021-02-03 04:05\n!!! 1 entry\n`;
    assert.equal(await text({ ...md, sort: "time" }), whole);
    const sized = `${root}path\tsize\tdir\tlink\nsrc/deep.md\t2\n!!! 1 entry\n`;
    assert.equal(await text({ ...md, size: ["-1K"] }), sized);
    assert.match(await text({ types: ["d", "l"] }), /\nempty\tdir\nlink-in\t\tlink\n/);
  });
  test("sorted by size and by time, the largest and the latest first", async () => {
    const by = async (sort: string) => {
      const { results } = await list({ sort, types: ["f"] });
      return results.map(({ path }: { path: string }) => path.slice(ROOT.length + 1));
    };
    const bySize = await by("size");
    assert.deepEqual([bySize[0], bySize.at(-1)], ["big.dat", "b.txt"]);
    assert.equal((await by("time")).at(-1), "a.py");
    assert.deepEqual((await by("time")).toSorted(), bySize.toSorted());
    assert.equal((await list({ sort: "name" })).code, "INVALID_ARGUMENT");
  });
});
