/** Tests the numbers of matching lines in inputs of any size. */
import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { test } from "node:test";
import { type Context, JigError, type RunRequest } from "../../../core/host/plugin-api.ts";
import { runningRg } from "../../../test/search/fake-context.ts";
import { filterNames } from "./name-filter.ts";

const signal = new AbortController().signal;

function filter(pattern: string, lines: readonly string[], run = runningRg()): Promise<Uint32Array> {
  return filterNames({ run, signal } as unknown as Context, pattern, Buffer.from(lines.join("\n")), tmpdir());
}

test("numbers of lines count from 0 and rise", async () => {
  const lines = ["a.txt", "b:c.txt", "", "12:a", "A.md", "a"];
  const cases: [pattern: string, found: number[]][] = [
    ["^a", [0, 4, 5]],
    ["A", [4]],
    ["c", [1]],
    [":", [1, 3]],
    ["nothing", []],
    ["^$", [2]],
    ["", [0, 1, 2, 3, 4, 5]],
  ];
  for (const [pattern, found] of cases) assert.deepEqual([...(await filter(pattern, lines))], found, pattern);
});

test("thousands of matches are as many numbers", async () => {
  for (const count of [1023, 1024, 1025, 5000]) {
    const found = await filter(
      "x",
      Array.from({ length: count }, (_, at) => (at % 2 ? "y" : "x")),
    );
    assert.deepEqual(
      [...found],
      Array.from({ length: Math.ceil(count / 2) }, (_, at) => at * 2),
    );
    const all = await filter(
      "x",
      Array.from({ length: count }, () => "x:1:x"),
    );
    assert.deepEqual([all.length, all.at(-1)], [count, count - 1]);
  }
});

test("numbers are read from pieces of any size", async () => {
  const output = Buffer.from("1:a:b\n12:\n345:x\n");
  for (let size = 1; size <= output.length; size++) {
    async function* pieces() {
      for (let at = 0; at < output.length; at += size) yield output.subarray(at, at + size);
    }
    async function* nothing() {}
    const exit = Promise.resolve({ code: 0, signal: null });
    const run = async () => ({ stdout: pieces(), stderr: nothing(), exit, kill() {} });
    assert.deepEqual([...(await filter("x", [], run as ReturnType<typeof runningRg>))], [0, 11, 344], String(size));
  }
});

test("rg gets the lines, and its call can be cancelled", async () => {
  const requests: RunRequest[] = [];
  const run = runningRg();
  await filter("a", ["a", "b"], (request) => {
    requests.push(request);
    return run(request);
  });
  const [{ command, cwd, stdin, signal: given } = {}] = requests as [RunRequest];
  assert.deepEqual([command, cwd, Buffer.from(stdin as Uint8Array).toString()], ["rg", tmpdir(), "a\nb"]);
  assert.equal(given, signal);
  assert.equal(requests.length, 1);
});

test("a bad expression is refused, with what to do for a glob", async () => {
  const refused = await filter("*.ts", ["a.ts"]).catch((error) => error as JigError);
  assert.ok(refused instanceof JigError);
  assert.equal(refused.code, "PATTERN_INVALID");
  assert.equal(refused.hint, "For * and ?, set glob");
});
