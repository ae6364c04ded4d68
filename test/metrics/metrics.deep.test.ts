/** Many files, via the CLI of the tool that this one replaces. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { runJig } from "../jig.ts";
import { openSession, type Session } from "../search/session.ts";
import { ROOT } from "./measured-files.ts";

let jig: Session;

before(async () => {
  jig = await openSession(ROOT);
});
after(() => jig.close());

describe("the command line of the tool that this one replaces", () => {
  const run = (...args: string[]) => runJig(args, { cwd: ROOT });

  test("--metrics-only with --file-paths and --files-from, merged, each file once", () => {
    const listed = run("--metrics-only", "--file-paths", "a.py", "sub/x.rb");
    assert.equal(listed.code, 0, listed.stderr);
    assert.equal(JSON.parse(listed.stdout).count_ok, 2);
    writeFileSync(join(ROOT, "list.txt"), "sub/x.rb\r\n\nb.cs\n");
    assert.equal(JSON.parse(run("--metrics-only", "--files-from", "list.txt").stdout).count_ok, 2);
    const merged = run("--metrics-only", "--file-paths", "a.py", "b.cs", "--files-from", "list.txt");
    const files = JSON.parse(merged.stdout).results.map((row: { file_path: string }) => row.file_path);
    assert.deepEqual(files, ["a.py", "b.cs", "sub/x.rb"]);
    const toon = run("--metrics-only", "--file-paths", "a.py", "--output-format", "toon");
    assert.equal(JSON.parse(toon.stdout).format, "toon");
  });
});
