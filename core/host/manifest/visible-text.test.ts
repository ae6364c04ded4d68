/** Hidden characters are removed from texts but not from data. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "../contract/outcome.ts";
import { withoutUnseen } from "../contract/unseen-characters.ts";
import { visibleSchema, visibleTexts } from "./visible-text.ts";

const HIDDEN = ["\0", "\u001b", "\u007f", "\u009b", "\u00ad", "\u200b", "\u202e", "\u2066", "\ufeff", "\u{e0041}"];

test("characters that nobody sees are left out, tabs, lines and joiners kept", () => {
  for (const char of HIDDEN) assert.equal(withoutUnseen(`a${char}b${char}`), "ab", JSON.stringify(char));
  const kept = "a\tb\nc d\u200cé\u200d\u{1f333}";
  assert.equal(withoutUnseen(kept), kept);
});

test("an object loses them in its own texts alone", () => {
  const inner = { text: "\u202ea" };
  assert.deepEqual(visibleTexts({ title: "\u202eT", list: ["\u202ea"], inner, count: 1 }), {
    ...{ title: "T", list: ["\u202ea"], inner, count: 1 },
  });
});

test("a schema loses them in titles and descriptions, however deep, and not in its data", () => {
  const hidden = { title: "\u202eT", description: "\u202eD", type: "string", pattern: "\u202ep" };
  const data = { title: "\u202eT" };
  const shown = { title: "T", description: "D", type: "string", pattern: "\u202ep" };
  const over = { default: data, const: data, enum: [data], examples: [data], minLength: 1 };
  const given: JsonObject = {
    ...hidden,
    ...over,
    properties: { a: hidden, title: hidden },
    anyOf: [hidden, true, null],
  };
  assert.deepEqual(visibleSchema(given), {
    ...shown,
    ...over,
    properties: { a: shown, title: shown },
    anyOf: [shown, true, null],
  });
});
