/** Measurements according to docs/contracts/metrics.md, with the compiled binary. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { decode } from "@toon-format/toon";
import { callJig, runJig, scratch } from "../jig.ts";
import { openSession, type Session } from "../search/session.ts";
import { ROOT } from "./measured-files.ts";

let jig: Session;
const scale = (input: object) => jig.call("check_code_scale", { output_format: "json", ...input });

before(async () => {
  jig = await openSession(ROOT);
});
after(() => jig.close());

describe("one file", () => {
  test("counts by the rules of its language, size on disk, structure or null", async () => {
    const answer = await scale({ file_path: "b.cs" });
    const { estimated_tokens, ...lines } = answer.metrics;
    assert.deepEqual(lines, {
      total_lines: 5,
      code_lines: 2,
      comment_lines: 2,
      blank_lines: 1,
      file_size_bytes: 54,
      max_nesting_depth: 0,
    });
    assert.ok(estimated_tokens > 15 && estimated_tokens < 40);
    assert.deepEqual([answer.success, answer.file_path, answer.language], [true, "b.cs", "C#"]);
    assert.ok(answer.structure === null || Array.isArray(answer.structure));
    const latin = (await scale({ file_path: "latin.c" })).metrics;
    assert.deepEqual([latin.file_size_bytes, latin.comment_lines, latin.code_lines], [20, 1, 1]);
    assert.equal((await scale({ file_path: "notes.txt" })).metrics.total_lines, 2);
    assert.deepEqual((await scale({ file_path: "empty.py" })).metrics.total_lines, 0);
  });
  test("59: changed content gives fresh numbers", async () => {
    writeFileSync(join(ROOT, "changing.py"), "x = 1\n");
    const before = (await scale({ file_path: "changing.py", content_hash: true })).metrics;
    assert.equal(before.code_lines, 1);
    writeFileSync(join(ROOT, "changing.py"), "x = 1\ny = 2\n");
    const after = (await scale({ file_path: "changing.py", content_hash: true })).metrics;
    assert.equal(after.code_lines, 2);
    assert.match(before.content_hash, /^[0-9a-f]{64}$/);
    assert.notEqual(after.content_hash, before.content_hash);
  });
  test("what cannot be measured", async () => {
    assert.match((await scale({ file_path: "gone.py" })).error, /^Invalid file path: file does not exist/);
    assert.equal((await scale({ file_path: "sub" })).code, "NOT_A_FILE");
    assert.equal((await scale({ file_path: "binary.bin" })).code, "ENCODING");
    assert.equal((await scale({ file_path: "/etc/passwd" })).code, "PATH_OUTSIDE");
    assert.match((await scale({})).error, /file_path is required/);
    assert.match((await scale({ file_path: "a.py", language: "Klingon" })).error, /Klingon/);
  });
});

describe("a batch", () => {
  test("60: rows in order, errors apart, TOON without results", async () => {
    const file_paths = ["a.py", "gone.py", "sub/x.rb", "sub"];
    const answer = await scale({ file_paths, metrics_only: true });
    assert.deepEqual([answer.count_files, answer.count_ok, answer.count_errors], [4, 2, 2]);
    assert.deepEqual(answer.limits, { max_files: 200, concurrency: 4 });
    assert.deepEqual(
      answer.results.map((row: { language: string }) => row.language),
      ["Python", "Ruby"],
    );
    assert.deepEqual(
      answer.errors.map((row: { file_path: string }) => row.file_path),
      ["gone.py", "sub"],
    );
    const toon = await jig.call("check_code_scale", { file_paths, metrics_only: true });
    assert.equal("results" in toon, false);
    const data = decode(toon.toon_content) as { results: object[]; errors: object[] };
    const flat = answer.results.map(
      ({ resolved_path: _, metrics, ...row }: { resolved_path: string; metrics: object }) => ({
        ...row,
        ...metrics,
      }),
    );
    assert.deepEqual(data, { results: flat, errors: answer.errors });
  });
  test("a path with half a character", async () => {
    const answer = await jig.call("check_code_scale", { file_paths: ["a.py", "\ud800"], metrics_only: true });
    assert.deepEqual([answer.success, answer.count_errors], [true, 1]);
    const section = { start_line: 1, label: "\ud800" };
    const batch = { requests: [{ file_path: "a.py", sections: [section] }] };
    assert.equal((await jig.call("extract_code_section", batch)).success, true);
  });
  test("its rules", async () => {
    assert.match((await scale({ file_paths: ["a.py"] })).error, /^metrics_only must be true when using file_paths/);
    const both = { file_paths: ["a.py"], file_path: "a.py", metrics_only: true };
    assert.match((await scale(both)).error, /^file_paths is mutually exclusive with file_path/);
    assert.match((await scale({ file_paths: [], metrics_only: true })).error, /non-empty/);
    const many = await scale({ file_paths: Array(201).fill("a.py"), metrics_only: true });
    assert.deepEqual([many.code, /201 > max_files=200/.test(many.error)], ["LIMIT_EXCEEDED", true]);
    const full = await scale({ file_paths: Array(200).fill("a.py"), metrics_only: true });
    assert.equal(full.count_ok ?? full.count_files, 200);
    const none = await scale({ file_paths: ["gone.py"], metrics_only: true });
    assert.deepEqual([none.success, none.count_errors], [false, 1]);
  });
});

describe("the command line of the tool that this one replaces", () => {
  const run = (...args: string[]) => runJig(args, { cwd: ROOT });
  test("without files, and with none that can be read", () => {
    assert.notEqual(run("--metrics-only").code, 0);
    assert.equal(run("--metrics-only", "--file-paths", "gone.py").code, 1);
    assert.equal(run("--metrics-only", "--files-from", "gone.txt").code, 2);
  });
});

test("thousands of types: the structure is whole and in order, whoever parses it", () => {
  const types = 2500;
  const make = (type: string, end: string) =>
    Array.from(
      { length: types },
      (_, at) => `${type} Type${at}\n{\n\tint Value${at};\n\tvoid Run${at}() { }\n}${end}\n`,
    );
  const root = scratch({ "a.cs": make("class", "").join(""), "a.as": make("class", ";").join("") });
  for (const file_path of ["a.cs", "a.as"]) {
    const { value } = callJig("check_code_scale", { file_path }, { cwd: root });
    const rows = value.structure.map(
      ({ name, startLine }: { name: string; startLine: number }) => `${startLine} ${name}`,
    );
    const all = Array.from({ length: types }, (_, at) => [
      `${at * 5 + 1} Type${at}`,
      `${at * 5 + 3} Value${at}`,
      `${at * 5 + 4} Run${at}`,
    ]);
    assert.deepEqual(rows, all.flat(), file_path);
  }
});
