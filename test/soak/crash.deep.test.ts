/** Killed while writing an answer, the unpacked ripgrep, or an index. */
import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { callJig, scratch, TOP } from "../jig.ts";
import { delays, killAfter, TIMEOUT } from "./kill-after.ts";

/** Temporary files may remain after a kill, but never under the final name. */
const isLeftOver = (name: string) => name.startsWith(".") && name.endsWith(".tmp");

test("a saved answer", TIMEOUT, async () => {
  const project = scratch({ "big.txt": "needle in a line of some length\n".repeat(60_000) });
  const env = { XDG_CACHE_HOME: scratch() };
  const input = JSON.stringify({ query: "needle", output_file: "answer.json", suppress_output: true });
  for (const ms of delays) {
    await killAfter(ms * 4, ["call", "search_content", "--input", input], { cwd: project, env });
    const file = join(project, "answer.json");
    if (existsSync(file)) assert.doesNotThrow(() => JSON.parse(readFileSync(file, "utf8")));
    const names = readdirSync(project).filter((name) => !isLeftOver(name));
    assert.deepEqual(
      names.filter((name) => name !== "answer.json"),
      ["big.txt"],
    );
  }
});

test("the extracted ripgrep, and every index: an interrupted cache is a cold one", TIMEOUT, async () => {
  const project = scratch();
  cpSync(join(TOP, "test", "fixtures", "game"), project, { recursive: true });
  mkdirSync(join(project, "Assets", "Many"));
  for (let index = 0; index < 400; index++) {
    writeFileSync(
      join(project, "Assets", "Many", `C${index}.cs`),
      `class C${index} { void M${index}() { new C${index}(); } }\n`.repeat(20),
    );
  }
  const cache = scratch();
  const env = { XDG_CACHE_HOME: cache };
  for (const ms of delays) {
    await killAfter(ms, ["search_content", "--query", "Player"], { cwd: project, env });
    await killAfter(ms * 5, ["call", "script_index_status", "--input", '{"wait":true}'], { cwd: project, env });
    await killAfter(ms * 3, ["call", "angelscript_searchApi", "--input", '{"labelQuery":"Example"}'], {
      cwd: project,
      env,
    });
  }
  const fresh = { XDG_CACHE_HOME: scratch() };
  for (const [tool, input] of [
    ["search_content", { query: "M399", count_only_matches: true }],
    ["script_symbol_find", { name: "C399", exact: true }],
    ["angelscript_searchApi", { labelQuery: "Example" }],
  ] as const) {
    const [survived, cold] = [env, fresh].map((where) => callJig(tool, input, { cwd: project, env: where }));
    assert.equal(survived!.code, 0, tool);
    const shape = (value: unknown) =>
      JSON.stringify(value, (key, inner) => (/elapsed|ms$|Ms$|took|At$/i.test(key) ? 0 : inner));
    assert.equal(shape(survived!.value), shape(cold!.value), tool);
  }
});
