/**
 * Fuzzes read-only tools with valid and invalid input: paths outside, expensive queries, huge numbers. Calls must return the tool's
 * own format and never INTERNAL, or anything from outside the workspace.
 */
import assert from "node:assert/strict";
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import fc from "fast-check";
import type { JsonSchema, ToolInfo } from "../../core/host/frontend-api.ts";
import { runJig, scratch, TOP } from "../jig.ts";
import { McpProcess } from "../mcp/mcp-process.ts";
import { fuzz, TIMEOUT_MS } from "./fuzz.ts";

/** Only in files outside of the workspace. */
const SECRET = "OUTSIDE-7f3a9c";

let mcp: McpProcess;
let tools: ToolInfo[];
let calls = 0;

before(async () => {
  const project = scratch();
  cpSync(join(TOP, "test", "fixtures", "game"), project, { recursive: true });
  const outside = scratch({ "secret.txt": SECRET, "Secret.cs": `class Secret { string s = "${SECRET}"; }` });
  symlinkSync(outside, join(project, "out"));
  symlinkSync(join(outside, "Secret.cs"), join(project, "Assets", "Scripts", "Linked.cs"));
  mkdirSync(join(project, "-x"));
  writeFileSync(join(project, "-x", "--pre=cat"), "text\n");
  tools = JSON.parse(runJig(["tools", "--json", "--root", project]).stdout);
  mcp = new McpProcess(["--root", project], { cwd: project });
  await mcp.initialize();
  // Skip tools that are only on the command line.
  const offered = (await mcp.ask("offered", "tools/list")).result.tools.map(({ name }: { name: string }) => name);
  tools = tools.filter(({ name }) => offered.includes(name));
});

after(async () => {
  assert.equal((await mcp.end()).code, 0);
});

const NASTY_TEXT = [
  "",
  " ",
  "Player",
  "Assets/Scripts/Player.cs",
  "Assets",
  "README.md",
  "Script/Example.as",
  "out",
  "out/secret.txt",
  "Assets/Scripts/Linked.cs",
  "../",
  "..",
  "/etc/passwd",
  "/proc/self/environ",
  "C:\\Windows",
  "\\\\server\\share",
  "file:///etc/passwd",
  "~",
  "$HOME",
  "a\0b",
  "-x",
  "--pre=cat",
  "-x/--pre=cat",
  "Packages/x/../../../../etc/passwd",
  "x".repeat(5000),
  "(a+)+$",
  "(?<=a)b",
  "[",
  "\\",
  "*",
  "**/*",
  "!**",
  "{a,b",
  "\u202e",
  "🙂",
  "𝒳",
  "\r\n",
  "constructor",
  "__proto__",
  "1",
  "-1",
  "true",
  "null",
  "{}",
  "[]",
  "%s%n",
];
const NASTY_NUMBERS = [0, 1, -1, 2, 10, 1e9, 2 ** 31, 2 ** 53, -(2 ** 53), 0.5, 1e308];

/** Mostly of the right type. */
function valueFor(schema: JsonSchema, depth = 0): fc.Arbitrary<unknown> {
  const strings = fc.oneof(fc.constantFrom(...NASTY_TEXT), fc.string({ maxLength: 20 }));
  const numbers = fc.oneof(fc.constantFrom(...NASTY_NUMBERS), fc.integer({ min: -5, max: 200 }));
  const wrong = fc.oneof({ arbitrary: fc.jsonValue({ maxDepth: 2 }), weight: 1 }, { arbitrary: strings, weight: 1 });
  const right = (): fc.Arbitrary<unknown> => {
    if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
    if (Array.isArray(schema.anyOf))
      return fc.oneof(...(schema.anyOf as JsonSchema[]).map((each) => valueFor(each, depth + 1)));
    if (schema.type === "boolean") return fc.boolean();
    if (schema.type === "integer" || schema.type === "number") return numbers;
    if (schema.type === "array" && depth < 4) {
      return fc.array(valueFor((schema.items ?? {}) as JsonSchema, depth + 1), { maxLength: 4 });
    }
    if (schema.type === "object" && depth < 4) return inputFor(schema, depth + 1);
    return strings;
  };
  return fc.oneof({ arbitrary: right(), weight: 12 }, { arbitrary: wrong, weight: 1 });
}

function inputFor(schema: JsonSchema, depth = 0): fc.Arbitrary<Record<string, unknown>> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  const required = new Set((schema.required ?? []) as string[]);
  const fields = properties.map(([name, property]) =>
    fc.tuple(
      fc.constant(name),
      valueFor(property, depth),
      fc.nat({ max: 9 }).map((roll) => roll < (required.has(name) ? 9 : 3)),
    ),
  );
  return fc
    .tuple(...fields)
    .map((list) => Object.fromEntries(list.filter(([, , given]) => given).map(([name, value]) => [name, value])));
}

test("every reading tool, with everything", { timeout: TIMEOUT_MS }, async () => {
  // Skip tools that wait for an Editor.
  const reading = tools.filter(({ effect, listed }) => effect === "read" && listed);
  const call = fc
    .constantFrom(...reading)
    .chain(({ name, inputSchema }) => inputFor(inputSchema).map((input) => ({ name, input })));
  await fuzz([fc.array(call, { minLength: 1, maxLength: 8 })], async (batch) => {
    const answers = await Promise.all(
      batch.map(async ({ name, input }) => ({ name, input, message: await mcp.call(`fuzz ${calls++}`, name, input) })),
    );
    for (const { name, input, message } of answers) {
      const shown = `${name} ${JSON.stringify(input)?.slice(0, 2000)}: ${JSON.stringify(message).slice(0, 500)}`;
      assert.equal(message.error, undefined, shown);
      const { text } = message.result.content[0];
      assert.doesNotMatch(text, /"code":"INTERNAL"/i, shown);
      assert.ok(!text.includes(SECRET), shown);
      assert.ok(text.length < 50_000, shown);
    }
    mcp.received.length = 0;
  });
});
