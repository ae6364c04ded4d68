/** `jig plugin check` reports problems in a manifest's schemas: location, problem, fix. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { runJig, scratch } from "../jig.ts";

const TEXT = { type: "string", description: "Any text" };

/** Output of `check` for a tool with these parameters. */
function check(
  properties: object,
  more: { invoke?: string[]; required?: string[]; tool?: string; output?: object } = {},
) {
  const tool = {
    title: "Faulty",
    description: "Has a schema that somebody wrote by hand.",
    effect: "read",
    input: { type: "object", properties, ...(more.required ? { required: more.required } : {}) },
    ...(more.output ? { output: { schema: more.output } } : {}),
    examples: [{ title: "Nothing", input: {} }],
    handler: "./faulty.ts",
  };
  const manifest = {
    name: "faulty",
    version: "1.0.0",
    title: "Faulty",
    description: "Is checked.",
    host: "^1",
    permissions: more.invoke ? { invoke: more.invoke } : {},
    tools: { [more.tool ?? "faulty"]: tool },
  };
  const folder = scratch({
    "faulty/plugin.json": JSON.stringify(manifest),
    "faulty/faulty.ts": "export default async () => ({ value: {} });\n",
  });
  const { code, stdout } = runJig(["plugin", "check", join(folder, "faulty")]);
  return { code, lines: stdout.trim().split("\n").slice(0, -1) };
}

test("each fault of a schema is an error that says what to write", () => {
  const { code, lines } = check(
    {
      type: { ...TEXT, type: "strnig" },
      fit: { type: "integer", description: "Any", default: "one" },
      pattern: { ...TEXT, pattern: "([a" },
      none: { description: "Any", enum: [] },
      deep: { type: "array", description: "Any", items: { type: "object", properties: { at: { type: "flot" } } } },
      crossed: { type: "integer", description: "Any", minimum: 5, maximum: 2 },
    },
    { required: ["absent"], output: { type: "objct" } },
  );
  assert.equal(code, 1);
  const wanted = [
    /^error: tools\.faulty\.input\.required: names "absent"/,
    /^error: tools\.faulty\.input\.properties\.type\.type: is "strnig", which is not a type\. Did you mean "string"\?$/,
    /^error: tools\.faulty\.input\.properties\.fit\.default: does not match its own schema: must be an integer, not "one"/,
    /^error: tools\.faulty\.input\.properties\.pattern\.pattern: cannot be compiled: /,
    /^error: tools\.faulty\.input\.properties\.none\.enum: is not a list of values/,
    /^error: tools\.faulty\.input\.properties\.deep\.items\.properties\.at\.type: is "flot"/,
    /^error: tools\.faulty\.input\.properties\.crossed\.minimum: is 5, which is more than maximum/,
    /^error: tools\.faulty\.output\.schema\.type: is "objct"/,
  ];
  for (const each of wanted)
    assert.equal(lines.filter((line) => each.test(line)).length, 1, `${each}\n${lines.join("\n")}`);
  assert.equal(lines.filter((line) => line.startsWith("error")).length, wanted.length, lines.join("\n"));
});

test("a tool to invoke that is not there is an error, a name like another plugin's a warning", () => {
  const { code, lines } = check({ text: TEXT }, { invoke: ["serch_content", "list_files"], tool: "search-content" });
  assert.equal(code, 1);
  assert.deepEqual(lines, [
    'error: permissions.invoke.0: names "serch_content", which is not a tool here. Did you mean "search_content"?',
    'warning: tools.search-content: looks like "search_content", another plugin\'s tool. Choose a name that cannot be mistaken for the other',
  ]);
});

test("a sound schema has none of them, whatever its pattern would take to try", () => {
  const slow = { ...TEXT, pattern: "^(a+)+$", default: `${"a".repeat(60)}!` };
  const { code, lines } = check({ slow, list: { type: "array", description: "Any", items: TEXT, default: ["a"] } });
  assert.equal(code, 0, lines.join("\n"));
});
