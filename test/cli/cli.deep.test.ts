/** All commands work without a terminal, and all tools have help. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { runJig, scratch } from "../jig.ts";

const root = scratch({ "b.txt": "needle needle\n" });

const run = (...args: string[]) => runJig(args, { cwd: root });

test("without a terminal jig lists the tools; help, describe, doctor and settings answer", () => {
  assert.equal(run().stdout, run("tools").stdout);
  for (const args of [[], ["--help"], ["help"], ["tools"], ["describe", "search_content"], ["settings"], ["doctor"]]) {
    const { code, stdout } = run(...args);
    assert.equal(code, 0, args.join(" "));
    assert.ok(stdout.length > 10, args.join(" "));
  }
  const listed: { name: string }[] = JSON.parse(run("tools", "--json").stdout);
  assert.deepEqual(
    listed.map((tool) => tool.name),
    listed.map((tool) => tool.name).toSorted(),
  );
  for (const { name } of listed) assert.match(run(name, "--help").stdout, new RegExp(`Usage: jig ${name}`));
  assert.match(run("--version").stdout, /^\d+\.\d+\.\d+\S*\n$/);
});
