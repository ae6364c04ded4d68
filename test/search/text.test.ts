/** Text answers: rg's human-readable format, each line once, with everything in the JSON answer. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { countTokens } from "../../core/host/answer/token-count.ts";
import { scratch } from "../jig.ts";
import { RG } from "./oracle.ts";
import { openSession, type Session } from "./session.ts";

const dense = (seed: number) =>
  Array.from({ length: 120 }, (_, at) =>
    at % 3 === seed % 3 ? `    var value${at} = compute(value, ${at * seed});` : `    // nothing of note in line ${at}`,
  ).join("\n");

const ROOT = scratch({
  "src/dense.cs": dense(1),
  "src/denser.cs": dense(2),
  "twice.txt": "calc calc\nnone\ncalc\n",
  "multi.txt": "begin {\n  middle\n} end\nbehind\n",
  "long.js": `${"a".repeat(2000)}calc${"b".repeat(2000)}calc${"c".repeat(2000)}\n`,
  calc: "calc = 1\n",
});
let jig: Session;
const text = (input: object): Promise<string> => jig.call("search_content", { output_format: "text", ...input });

before(async () => {
  jig = await openSession(ROOT);
});
after(() => jig.close());

describe("text", () => {
  test("a line with several matches stands once; a line that begins like its path is numbered", async () => {
    const answer = await text({ query: "calc", files: ["twice.txt", "calc"] });
    assert.equal(answer, `root: ${ROOT}\ncalc\n1:calc = 1\ntwice.txt\n1:calc calc\n3:calc\n!!! 4 matches\n`);
  });
  test("all lines of a match that spans lines", async () => {
    const answer = await text({ query: "\\{[^}]*\\}", multiline: true, files: ["multi.txt"], context_after: 1 });
    assert.equal(answer, `root: ${ROOT}\nmulti.txt\n1:begin {\n2:  middle\n3:} end\n4-behind\n!!! 1 match\n`);
    const json = await jig.call("search_content", { query: "\\{[^}]*\\}", multiline: true, files: ["multi.txt"] });
    const [{ line_text, end_line, more_lines }] = json.results;
    assert.deepEqual([line_text, end_line, more_lines], ["begin {", 3, ["  middle", "} end"]]);
  });
  test("of a long line each match has its piece", async () => {
    const [, , line] = (await text({ query: "calc", files: ["long.js"] })).split("\n");
    assert.equal(line!.split("calc").length, 3);
    assert.ok(line!.length < 1100);
  });
  test("what JSON says of an answer is said", async () => {
    const cut = await text({ query: "calc", max_count: 1, roots: ["."] });
    assert.match(cut, /\n!!! 6 matches\n!!! 2 files have more matches than max_count\n$/);
    const several = await text({ queries: ["calc", "middle"], roots: ["."] });
    assert.match(several, /\n2: {2}middle {2}<- middle\n/);
    assert.match(several, /\n!!! calc: 6\n!!! middle: 1\n/);
    assert.match(await text({ query: "calc", include_globs: ["*.nope"] }), /No file matches the glob "\*\.nope"/);
    assert.match(await text({ query: "calc|unasked so far", timeout_ms: 1 }), /The time ran out/);
    assert.equal(await jig.call("search_content", { query: "calc", total_only: true, output_format: "text" }), 6);
    assert.match(await text({ query: "(" }), /^Invalid regex pattern: unclosed group/);
    const page = await text({ query: "value", limit: 3 });
    assert.match(page, /\n!!! \d+ matches\n!!! 3 of \d+ matches shown; next: \{"cursor":"[^"]+"\}/);
  });
  test("with context, a dense file takes about the tokens of rg's own", async () => {
    const ours = await text({ query: "compute", roots: ["src"], context_before: 3, context_after: 3 });
    const args = ["--no-config", "--heading", "-n", "-C3", "compute", "src"];
    const { stdout } = spawnSync(RG, args, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    const [{ tokens }, { tokens: wanted }] = await Promise.all([countTokens(ours), countTokens(stdout)]);
    assert.ok(tokens <= wanted * 1.1, `${tokens} tokens, rg ${wanted}`);
  });
  test("where room is short: all lines without their neighbours, then a number for each file", async () => {
    const input = { query: "compute|nothing", roots: ["src"], context_before: 5, context_after: 5 };
    const counts = await text({ ...input, max_tokens: 220 });
    assert.match(counts, /\n120 {2}src\/dense\.cs\n120 {2}src\/denser\.cs\n/);
    assert.match(counts, /!!! 240 matches/);
    const lines = await text({
      query: "compute",
      roots: ["src"],
      context_before: 5,
      context_after: 5,
      max_tokens: 2600,
    });
    assert.match(lines, /119:|118:/);
    assert.doesNotMatch(lines, /nothing of note/);
    for (const [answer, most] of [
      [counts, 220],
      [lines, 2600],
    ] as const) {
      assert.ok((await countTokens(answer)).tokens <= most);
    }
  });
});

test("the answer of one search can be searched", async () => {
  const first = await jig.call("search_content", { query: "value", limit: 3, output_format: "text" });
  const kept = /all: (answer:[0-9a-z]+)/.exec(first)?.[1] ?? `answer:${/"cursor":"([0-9a-z]+)\./.exec(first)![1]}`;
  const answer = await jig.call("search_content", { query: "compute\\(value, 0\\)|value119", files: [kept] });
  assert.equal(answer.success, true, answer.error);
  assert.ok(answer.count > 0);
  for (const row of answer.results) assert.equal(row.file, kept);
  assert.ok(!JSON.stringify(answer).includes(join(".cache", "jig")));
});
