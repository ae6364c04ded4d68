/** Edits of JSON that people wrote: whatever the order, the file stays valid and everything else in it stays. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type ParseError, parse } from "jsonc-parser";
import { jsonDocument } from "./json-document.ts";

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

/** Files as people leave them: comments anywhere, commas at ends, one line or many, both line ends. */
const handEdited = fc
  .record({
    before: fc.uniqueArray(fc.constantFrom("alpha", "beta"), { maxLength: 2 }),
    after: fc.uniqueArray(fc.constantFrom("gamma", "delta"), { maxLength: 2 }),
    servers: fc.option(fc.subarray(["one", "jig", "two"]), { nil: undefined }),
    comments: fc.array(fc.constantFrom("", "// note", "/* note */", "/* a\n b */"), { minLength: 12, maxLength: 12 }),
    trailing: fc.boolean(),
    inline: fc.boolean(),
    indent: fc.constantFrom("  ", "    ", "\t"),
    eol: fc.constantFrom("\n", "\r\n"),
    final: fc.boolean(),
  })
  .map(({ before, after, servers, comments, trailing, inline, indent, eol, final }) => {
    let at = 0;
    const comment = () => {
      const next = comments[at++ % comments.length]!;
      return inline && next.startsWith("//") ? "/* note */" : next.replace("\n", inline ? " " : eol);
    };
    const object = (entries: [string, string][], depth: number): string => {
      const [line, close] = inline ? [" ", " "] : [eol + indent.repeat(depth + 1), eol + indent.repeat(depth)];
      const parts = entries.map(([key, value], index) => {
        const comma = index < entries.length - 1 || trailing ? "," : "";
        const note = comment();
        return `${line}"${key}": ${value}${comma}${note && ` ${note}`}`;
      });
      return entries.length === 0 ? "{}" : `{${parts.join("")}${close}}`;
    };
    const named = (servers ?? []).map((name): [string, string] => [name, object([["command", `"${name}"`]], 2)]);
    const all: [string, string][] = [
      ...before.map((key): [string, string] => [key, "1"]),
      ...(servers ? [["mcpServers", object(named, 1)] as [string, string]] : []),
      ...after.map((key): [string, string] => [key, "[1, 2]"]),
    ];
    return object(all, 0) + (final ? eol : "");
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
        // A comment inside the entry goes with it; no other does.
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
