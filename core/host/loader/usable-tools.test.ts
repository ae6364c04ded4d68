/** A plugin with invalid tools keeps the valid ones, and the others are reported. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { readUsablePlugin } from "./usable-tools.ts";

const good = {
  title: "Count",
  description: "Counts.",
  effect: "read",
  input: { type: "object", properties: {} },
  handler: "./count.ts",
};

function read(tools: object, rest: object = {}) {
  const folder = mkdtempSync(join(tmpdir(), "jig-usable-"));
  const about = { name: "trees", version: "1.0.0", title: "Trees", description: "Counts trees.", host: "^1" };
  writeFileSync(join(folder, "plugin.json"), JSON.stringify({ ...about, tools, ...rest }));
  try {
    const { manifest, leftOut } = readUsablePlugin(folder);
    for (const { name } of manifest.prompts) assert.equal(name, "go");
    return [manifest.tools.map(({ name }) => name), leftOut.map(({ where }) => where)];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("wrong tools are left out with their fault, by the schema and by the rules beyond it", () => {
  assert.deepEqual(read({ count: good }), [["count"], []]);
  assert.deepEqual(
    read({
      count: good,
      effect: { ...good, effect: "reed" },
      word: { ...good, input: { type: "object", properties: { "a b": { type: "string" } } } },
      run: { ...good, handler: { command: ["perl", "x.pl"] } },
      choice: { ...good, input: { type: "object", anyOf: [] } },
    }),
    [
      ["count"],
      ["tools.effect.effect", "tools.word.input.properties", "tools.run.handler.command", "tools.choice.input"],
    ],
  );
});

test("a wrong prompt is left out, and takes nothing with it", () => {
  const prompt = { name: "go", title: "Go", description: "Goes.", text: "Go" };
  const { description: _, ...wrong } = prompt;
  assert.deepEqual(
    read(
      { count: good, off: { ...good, effect: "x" } },
      {
        contributes: {
          prompts: [wrong, prompt, { ...wrong, name: "two" }],
        },
      },
    ),
    [["count"], ["tools.off.effect", "contributes.prompts.0.description", "contributes.prompts.2.description"]],
  );
});

test("a plugin whose fault is not a tool's, or that has no right tool, is refused", () => {
  assert.throws(() => read({ count: good }, { nmae: 1 }), /"nmae" is not a known property/);
  assert.throws(() => read({ count: good, other: { ...good, effect: "x" } }, { title: 3 }), /title/);
  assert.throws(() => read({ other: { ...good, effect: "x" } }), /tools\.other\.effect/);
  assert.throws(() => read({}, { permissions: { run: "x" } }), /permissions/);
});
