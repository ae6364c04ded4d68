/** Slow tests of the Unity tools: CLI and doctor. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { cli } from "./driver.ts";
import { scenario } from "./scenario.ts";
import { assertSent, CASES } from "./tools-scenario.ts";

test("by the CLI: the same, as JSON and as flags", async () => {
  await scenario({ generation: "seed" }, async (editor) => {
    const root = ["--root", editor.project.root];
    for (const { tool, defaults, all, least = {} } of CASES) {
      const plain = await cli(["call", tool, "--input", JSON.stringify(least), ...root]);
      assert.equal(plain.code, 0, `${tool}: ${plain.stdout}${plain.stderr}`);
      assert.equal(JSON.parse(plain.stdout).Ver, "0.59.1");
      assertSent(editor.last(tool).params, { ...defaults, ...least }, `${tool} with defaults`);
      const flagged = await cli(["call", tool, ...flagsOf(all), ...root]);
      assert.equal(flagged.code, 0, `${tool}: ${flagged.stdout}${flagged.stderr}`);
      assertSent(editor.last(tool).params, { ...defaults, ...all }, `${tool} by flags`);
      assert.equal(editor.count(tool), 2, tool);
    }
    editor.once("run-tests", ({ reply, result }) => reply({ ...result(), Success: false }));
    assert.equal((await cli(["call", "run-tests", ...root])).code, 1, "a failed tool is exit code 1");
  });
});

/** Formats input as flags: `--force-recompile`, `--no-…`, `--max-count 5`, one flag per array item, objects as JSON. */
function flagsOf(input: Record<string, unknown>): string[] {
  return Object.entries(input).flatMap(([name, value]) => {
    const flag = name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, "-").toLowerCase();
    if (typeof value === "boolean") return [value ? `--${flag}` : `--no-${flag}`];
    if (Array.isArray(value)) return value.flatMap((each) => [`--${flag}`, String(each)]);
    return [`--${flag}`, typeof value === "object" ? JSON.stringify(value) : String(value)];
  });
}

test("jig doctor shows the Editor's state", async () => {
  await scenario({}, async (editor) => {
    const root = ["--root", editor.project.root];
    assert.match(
      (await cli(["doctor", ...root])).stdout.replace(/\s+/g, " "),
      /Unity 6000\.0\.23f1, uLoopMCP 2\.1\.1 at 127\.0\.0\.1:\d+: ready, 8 tools/,
    );
    editor.project.lock("compiling.lock", 3);
    assert.match(
      (await cli(["doctor", ...root])).stdout.replace(/\s+/g, " "),
      /reloading: Unity is compiling scripts: Temp\/compiling\.lock/,
    );
    editor.project.unlock("compiling.lock");
    await editor.close();
    assert.match((await cli(["doctor", ...root])).stdout.replace(/\s+/g, " "), /not running: Nothing listens/);
  });
});
