/** Lint: prompts, commands and searches that are unusable or already taken. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type JsonObject, parsedPluginFile } from "../host/frontend-api.ts";
import { lintContributions } from "./lint-contributions.ts";

const tool = {
  title: "T",
  description: "Does something.",
  effect: "read",
  input: { type: "object", properties: { file: { type: "string" }, size: { type: "integer" } } },
  handler: "./t.js",
};
const prompt = { name: "review", title: "R", description: "Reviews.", text: "Review" };
const alias = { command: "notes", tool: "t", description: "Notes" };

function found(contributes: JsonObject, more: JsonObject = {}): string[] {
  const about = { name: "p", version: "1.0.0", title: "P", description: "Tries.", host: "^1" };
  const file = parsedPluginFile({ ...about, tools: { t: { ...tool, ...more } }, contributes });
  assert.ok(file, JSON.stringify(contributes));
  const loaded = [{ name: "open_file", plugin: "files", parameters: ["path"] }];
  return lintContributions(file, loaded, {
    promptOwner: (name) => (name === "taken" ? "files" : undefined),
    commandOf: (_, word) => (word === "grep" ? 'a command of plugin "search"' : undefined),
    finderOf: (prefix) => (prefix === "@" ? 'the search "C#" of plugin "csharp"' : undefined),
    flagOwner: (flag) => (flag === "--files" ? "open_file" : undefined),
  }).map(({ level, where, what, write }) => `${level} ${where.replace("contributes.", "")}: ${what}. ${write}`);
}

test("prompts: taken, twice, unusable names, arguments and placeholders that lead nowhere", () => {
  const argument = { name: "file", description: "A file" };
  const prompts = (...each: JsonObject[]) => found({ prompts: each.map((more) => ({ ...prompt, ...more })) });
  assert.deepEqual(prompts({ text: "Review {{ file }} and {{file}}", arguments: [argument] }), []);
  assert.match(prompts({ name: "taken" })[0]!, /^error prompts\.0\.name: is "taken", a prompt of plugin "files"/);
  assert.match(prompts({}, {})[0]!, /^error prompts\.1\.name: has "review", which an earlier one also has/);
  assert.match(prompts({ name: "my review!" })[0]!, /^warning prompts\.0\.name: is "my review!"/);
  assert.match(prompts({ arguments: [argument] })[0]!, /^warning .*arguments\.0\.name: is "file", and the text never/);
  assert.match(prompts({ text: "{{a b}}" })[0]!, /^warning prompts\.0\.text: has "\{\{a b\}\}"/);
  const twice = prompts({ text: "{{file}}", arguments: [argument, argument] });
  assert.match(twice[0]!, /^error prompts\.0\.arguments\.1\.name: has "file"/);
  assert.match(prompts({ arguments: [{ ...argument, name: "a b" }] })[0]!, /no \{\{…\}\} can refer to/);
});

test("commands and flags: unknown tools and parameters, taken words", () => {
  const aliases = (...each: JsonObject[]) => found({ cliAliases: each.map((more) => ({ ...alias, ...more })) });
  assert.deepEqual(aliases({ positional: "file|-s", synonyms: { "-s": "size" }, fixed: { size: 1 } }), []);
  assert.deepEqual(aliases({ tool: "open_fiel" }), [
    'error cliAliases.0.tool: is "open_fiel", which is not a tool here. Did you mean "open_file"?',
  ]);
  assert.match(
    aliases({ command: "grep" })[0]!,
    /^error cliAliases\.0\.command: is "grep", a command of plugin "search"/,
  );
  assert.match(aliases({ also: ["n", "grep"] })[0]!, /^error cliAliases\.0\.also\.1: is "grep"/);
  assert.match(aliases({}, {})[0]!, /^error cliAliases\.1: has "notes", which an earlier one also has/);
  assert.match(
    aliases({ positional: ["fiel"] })[0]!,
    /names "fiel", which is not a parameter of "t"\. Did you mean "file"\?/,
  );
  assert.match(aliases({ fixed: { sise: 1 } })[0]!, /Did you mean "size"\?/);
  const map = { "--at": { parameter: "plce", from: "value" } };
  assert.match(aliases({ map })[0]!, /names "plce"/);
  const flags = found({ cliAliases: [{ flag: "--files", tool: "t", description: "Files" }] });
  assert.match(flags[0]!, /^error cliAliases\.0\.flag: is "--files", which is also a flag of the tool "open_file"/);
});

test("a synonym gives values to parameters that exist", () => {
  const synonyms = (more: JsonObject) => found({}, { synonyms: more });
  const sound = { "-n": { values: { true: { size: 1 } } }, f: { list: "file", not: "file" }, g: { each: ["file"] } };
  assert.deepEqual(synonyms({ path: "file", max: "limit", big: { to: "file", with: { size: 9 } }, ...sound }), []);
  assert.deepEqual(synonyms({ path: "fiel" }), [
    'error tools.t.synonyms.path: names "fiel", which is not a parameter of "t". Did you mean "file"?',
  ]);
  for (const wrong of [
    { to: "file", with: { sise: 1 } },
    { list: "file", not: "sise" },
    { values: { true: { sise: 1 } } },
    { file: "file", directory: "sise" },
    { each: ["sise"] },
  ])
    assert.match(synonyms({ other: wrong })[0] ?? "", /^error tools\.t\.synonyms\.other: names "sise"/);
  assert.match(synonyms({ file: "size" })[0] ?? "", /^error tools\.t\.synonyms\.file: is a parameter of "t" itself/);
  const aliases = found({ cliAliases: [{ ...alias, synonyms: { path: "fiel" } }] });
  assert.match(aliases[0] ?? "", /^error cliAliases\.0\.synonyms\.path: names "fiel"/);
});

test("a search names a parameter of its tool", () => {
  const finders = (more: JsonObject) => found({ finders: [{ title: "notes", tool: "t", parameter: "file", ...more }] });
  assert.deepEqual(finders({ fixed: { size: 1 } }), []);
  assert.deepEqual(finders({ prefix: "!" }), []);
  assert.deepEqual(finders({ prefix: "@" }), [
    'warning finders.0.prefix: is "@", which the search "C#" of plugin "csharp" also has: it selects both. Choose another character, unless both find the same kind of thing',
  ]);
  assert.match(finders({ parameter: "fiel" })[0]!, /^error finders\.0: names "fiel".* Did you mean "file"\?/);
});
