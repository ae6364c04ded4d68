/** Tool errors as worded on the command line. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { commandsInText, flagsInText } from "./flags-in-text.ts";

const names = ["fixed_strings", "file_path", "metrics_only", "limit", "types", "kind", "patternType"];
const inputSchema = { type: "object", properties: Object.fromEntries(names.map((name) => [name, {}])) } as const;

test("parameters are named as flags, plain words and values stay", () => {
  const said: [string, string][] = [
    ["For literal text, set fixed_strings", "For literal text, set --fixed-strings"],
    ["file_path is required. Or metrics_only: true", "--file-path is required. Or --metrics-only"],
    ['"limit" must be at least 1', "--limit must be at least 1"],
    ['Unknown file type "foo" in "types"', 'Unknown file type "foo" in --types'],
    ["Set kind, or ask for another kind of symbol", "Set --kind, or ask for another kind of symbol"],
    ["script_search with patternType glob", "script_search with --pattern-type glob"],
    ["a file named docs/file_path.md", "a file named docs/file_path.md"],
    ['Unknown kind: "kind"', 'Unknown kind: "kind"'],
  ];
  for (const [text, expected] of said) assert.equal(flagsInText(text, { inputSchema }), expected);
});

test("a call is named as the command line for it, other words stay", () => {
  const tools: Record<string, object> = {
    changes: { inputSchema: { properties: { apply: {}, undo: {} } } },
    code_refs_find: {},
  };
  const aliases = [{ command: "refs", tool: "code_refs_find", description: "" }];
  // commandsInText only needs parameter names.
  const host = { tool: (name: string) => tools[name] as never, cliAliases: () => aliases };
  assert.equal(commandsInText("To write it: changes apply k3f9a", host), "To write it: jig changes apply k3f9a");
  assert.equal(commandsInText("It is none. code_refs_find lists uses", host), "It is none. jig refs lists uses");
  for (const text of [
    "code_refs_find_too lists uses",
    "Plan a: changes made here",
    "3 files: changes apply",
    "see changes apply k",
    "note: made apply k",
  ])
    assert.equal(commandsInText(text, host), text);
});
