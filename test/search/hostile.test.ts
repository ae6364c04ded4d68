/** Hostile input and files: each call gets an answer with a code in time, and nothing else happens. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { scratch } from "../jig.ts";
import { openSession, type Session } from "./session.ts";

const ROOT = scratch({
  "ok.txt": "needle\n",
  "we\nird.txt": "needle\n",
  "one-line.js": `${"a".repeat(20_000_000)}needle\n`,
  "gone/soon.txt": "needle\n",
});
writeFileSync(join(ROOT, "sparse.bin"), "");
truncateSync(join(ROOT, "sparse.bin"), 3 * 1024 ** 3);
if (process.platform !== "win32") execFileSync("mkfifo", [join(ROOT, "fifo")]);

const CODES =
  /^(INVALID_ARGUMENT|PATH_OUTSIDE|PATH_NOT_FOUND|NOT_A_FILE|PATTERN_INVALID|ENCODING|TIMEOUT|LIMIT_EXCEEDED|COMMAND_FAILED)$/;

let jig: Session;
before(async () => {
  jig = await openSession(ROOT);
});
after(() => jig.close());

/** A working call for each tool of the three plugins, and the parameters. */
const GOOD: Record<string, Record<string, unknown>> = {
  search_content: { query: "needle", files: ["ok.txt"] },
  list_files: {},
  extract_code_section: { file_path: "ok.txt", start_line: 1 },
  check_code_scale: { file_path: "ok.txt" },
};
const BAD: unknown[] = [
  null,
  true,
  5,
  -1,
  0,
  2.9,
  1e300,
  "",
  " ",
  "\0",
  "../..",
  "x".repeat(200_000),
  [],
  [5],
  [""],
  {},
  [[]],
];
BAD.push(["\0"], ["../.."], { a: 1 }, "-x", "--pre=/bin/cat", "\ud800", ["\ud800"]);

describe("every parameter with every kind of nonsense", () => {
  for (const [tool, good] of Object.entries(GOOD)) {
    test(tool, { timeout: 120_000 }, async () => {
      const schema = (await jig.tools()).find(({ name }) => name === tool)!.inputSchema;
      for (const parameter of Object.keys(schema.properties!)) {
        for (const value of BAD) {
          const answer = await jig.call(tool, { ...good, [parameter]: value });
          if (answer?.success !== false) continue;
          const label = `${tool} ${parameter} ${JSON.stringify(value)?.slice(0, 40)}`;
          assert.match(answer.code, CODES, label);
          assert.ok(answer.error.length > 0 && answer.error.length < 2000, label);
        }
      }
      // The tools still work after all that.
      assert.equal((await jig.call(tool, good)).success, true);
    });
  }
});

describe("what lies on a disk", () => {
  const search = (input: object) => jig.call("search_content", input);

  test("a pipe is never opened", { skip: process.platform === "win32" }, async () => {
    for (const input of [{ files: ["fifo"] }, { roots: ["fifo"] }]) {
      assert.equal((await search({ query: "x", ...input })).code, "NOT_A_FILE");
    }
    assert.equal((await jig.call("extract_code_section", { file_path: "fifo", start_line: 1 })).code, "NOT_A_FILE");
    assert.equal((await jig.call("check_code_scale", { file_path: "fifo" })).code, "NOT_A_FILE");
    assert.equal((await search({ query: "needle", total_only: true, max_filesize: "1M" })).constructor, Number);
  });
  test("what may not be read is a warning, and no bare total claims to be exact", {
    skip: process.getuid?.() === 0,
  }, async () => {
    const root = scratch({ "ok.txt": "needle\n", "secret.txt": "needle\n" });
    chmodSync(join(root, "secret.txt"), 0);
    const other = await openSession(root);
    const answer = await other.call("search_content", { query: "needle" });
    assert.deepEqual([answer.count, answer.warnings], [1, [`${join(root, "secret.txt")}: Permission denied`]]);
    const total = await other.call("search_content", { query: "needle", total_only: true });
    assert.deepEqual([total.success, total.partial_count], [false, 1]);
    const section = await other.call("extract_code_section", { file_path: "secret.txt", start_line: 1 });
    assert.equal(section.code, "PERMISSION_DENIED");
    await other.close();
  });
  test("3 GB of nothing", { timeout: 120_000 }, async () => {
    assert.deepEqual((await search({ query: "needle", files: ["sparse.bin"] })).count, 0);
    const include_globs = ["ok.txt", "we*", "gone/**", "sparse.bin"];
    for (const more of [{}, { multiline: true }, { total_only: true }]) {
      const answer = await search({ query: "needle", max_filesize: "4G", include_globs, ...more });
      assert.equal(answer.total_matches ?? answer, 3);
    }
    const section = await jig.call("extract_code_section", { file_path: "sparse.bin", start_line: 1 });
    assert.equal(section.code, "LIMIT_EXCEEDED");
    assert.equal((await jig.call("check_code_scale", { file_path: "sparse.bin" })).code, "LIMIT_EXCEEDED");
  });
  test("a line of 20 MB: its matches count, and that they are not shown is said", async () => {
    const answer = await search({ query: "needle", files: ["one-line.js", "ok.txt"] });
    assert.deepEqual([answer.count, answer.total_matches, answer.truncated], [1, 2, true]);
    assert.match(answer.warnings[0], /^Lines too long to show in: .*one-line\.js \(matches counted, not shown: 1\)$/);
    assert.equal(await search({ query: "needle", files: ["one-line.js"], total_only: true }), 1);
    const first = await search({ query: "needle", files: ["one-line.js", "ok.txt"], count_only_matches: true });
    assert.equal(first.total_matches, 2);
  });
  test("a name with a line end", async () => {
    const { results } = await search({ query: "needle", include_globs: ["we*"] });
    assert.equal(results[0].file, join(ROOT, "we\nird.txt"));
    const again = await search({ query: "needle", files: [results[0].file], count_only_matches: true });
    assert.equal(again.total_matches, 1);
    const text = await jig.call("list_files", { pattern: "ird", output_format: "text" });
    assert.match(text, /^root: .*\npath\t.*\nwe\\u000aird\.txt\n!!! 1 entry\n(!!! File name is not UTF-8.*\n)*$/);
  });
  test("a root that is removed between two calls", async () => {
    assert.equal((await search({ query: "needle", roots: ["gone"] })).count, 1);
    rmSync(join(ROOT, "gone"), { recursive: true });
    assert.equal((await search({ query: "needle", roots: ["gone"] })).code, "PATH_NOT_FOUND");
    mkdirSync(join(ROOT, "gone"));
    assert.equal((await search({ query: "needle", roots: ["gone"] })).count, 0);
  });
  test("nothing was written", () => {
    const known = ["fifo", "gone", "ok.txt", "one-line.js", "sparse.bin", "we\nird.txt"];
    const left = readdirSync(ROOT).filter((name) => !known.includes(name));
    // Only valid file names in `output_file`: values like `5` or `-x` are rejected or saved as JSON.
    assert.ok(
      left.every((name) => /\.(json|txt)$/.test(name)),
      left.join(),
    );
  });
});
