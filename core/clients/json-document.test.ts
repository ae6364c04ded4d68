/** Edits of hand-written JSON: the file stays valid and everything else is preserved. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type ParseError, parse } from "jsonc-parser";
import { jsonDocument } from "./json-document.ts";
import { handEdited } from "./setup-machine.ts";

const ENTRY = { command: "jig", args: ["mcp"] };
const OTHER = { command: "other" };
const PATH = ["mcpServers", "jig"];

const set = (text: string) => jsonDocument(text, "file").set(PATH, ENTRY);
const remove = (text: string) => jsonDocument(text, "file").remove(PATH);

function readText(text: string, allowTrailingComma: boolean): { value: unknown; isValid: boolean } {
  const errors: ParseError[] = [];
  const value = parse(text, errors, { allowTrailingComma });
  return { value, isValid: errors.length === 0 };
}

test("the only entry goes with the comma that follows it", () => {
  for (const [text, wanted] of [
    ['{ "mcpServers": { "jig": {}, } }', '{ "mcpServers": { } }'],
    ['{ "mcpServers": { "jig": {} } }', '{ "mcpServers": { } }'],
    ['{ "mcpServers": { "a": 1, "jig": {} } }', '{ "mcpServers": { "a": 1 } }'],
    ['{ "mcpServers": { "jig": {}, "a": 1 } }', '{ "mcpServers": { "a": 1 } }'],
    [
      '{\n  "mcpServers": {\n    "a": 1, // one\n    "jig": {}\n  }\n}\n',
      '{\n  "mcpServers": {\n    "a": 1 // one\n  }\n}\n',
    ],
    ['{\n  "mcpServers": {\n    // ours\n    "jig": {},\n  },\n}\n', '{\n  "mcpServers": {\n    // ours\n  },\n}\n'],
    ['{"other": 1}', '{"other": 1}'],
  ] as const)
    assert.equal(remove(text), wanted);
});

const commentsOf = (text: string) => [...text.matchAll(/\/\/ note|\/\* (?:note|a\s+b) \*\//g)].length;

test("300 hand-edited files stay valid and otherwise unchanged through every order of edits", () => {
  const orders = fc.array(fc.constantFrom("set", "remove"), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(handEdited, orders, (text, order) => {
      const strict = readText(text, false).isValid;
      const notes = commentsOf(text);
      const wanted = structuredClone(readText(text, true).value) as Record<string, Record<string, unknown>>;
      let now = text;
      for (const act of order) {
        now = act === "set" ? set(now) : remove(now);
        if (act === "set")
          wanted.mcpServers = { ...wanted.mcpServers, jig: { ...(wanted.mcpServers?.jig as object), ...ENTRY } };
        else if (wanted.mcpServers) delete wanted.mcpServers.jig;
        const { value, isValid } = readText(now, !strict);
        assert.ok(isValid, now);
        assert.deepEqual(value, wanted, now);
        // Only comments inside the entry are removed.
        assert.ok(commentsOf(now) >= notes - 1, now);
      }
    }),
    { numRuns: 300 },
  );
});

test("another entry is set beside ours, and ours removed from beside it", () => {
  const text = set('{\n  "mcpServers": {}\n}\n');
  const both = jsonDocument(text, "file").set(["mcpServers", "other"], OTHER);
  assert.deepEqual(readText(remove(both), false).value, { mcpServers: { other: OTHER } });
});

test("a file on one line stays on one, whatever its length", () => {
  const text = JSON.stringify({
    projects: Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`/p${at}`, { a: [at] }])),
  });
  const changed = jsonDocument(text, "f").set(["mcpServers", "jig"], { command: "jig" });
  assert.equal(changed, `${text.slice(0, -1)},"mcpServers": {"jig":{"command":"jig"}}}`);
  assert.match(jsonDocument("{}", "f").set(["a"], { b: 1 }), /\n/);
});

test("a file with a key twice is not changed", () => {
  for (const text of ['{"a": {}, "b": 1, "a": {}}', '{"a": {"jig": {}, "jig": {}}}'])
    assert.throws(() => jsonDocument(text, "f").set(["a", "jig"], { command: "jig" }), {
      code: "INVALID_ARGUMENT",
      message: /^f has "(a|jig)" 2 times$/,
    });
});
