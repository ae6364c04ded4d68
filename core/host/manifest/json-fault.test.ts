/** Locations of JSON syntax errors. Accepts everything that JSON.parse accepts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { encodingFault, jsonFault } from "./json-fault.ts";

test("each fault has its place, and what to write there", () => {
  const cases: [text: string, place: string, what: RegExp][] = [
    ["", "1:1", /ends unexpectedly/],
    ['{\n  "a": 1\n  "b": 2\n}', "2:9", /"," is missing/],
    ['{"a": 1,\n}', "2:1", /"," comes before "}"/],
    ["[1, 2,]", "1:7", /"," comes before "]"/],
    ["{'a': 1}", "1:2", /single quotes/],
    ["{a: 1}", "1:2", /name in double quotes/],
    ["{ bad", "1:3", /name in double quotes/],
    ['{"a" 1}', "1:5", /":" is missing/],
    ["{\"a\": 'b'}", "1:7", /single quotes/],
    ['{"a": yes}', "1:7", /"yes" is not a value/],
    ['{"a": 01}', "1:8", /begins with 0/],
    ['{"a": 10 1}', "1:9", /"," is missing/],
    ['{"a": 0x10}', "1:8", /hexadecimal/],
    ['{"a": +1}', "1:7", /begins with "\+"/],
    ['{"a": .5}', "1:7", /begins with "\."/],
    ['{"a": True}', "1:7", /"True" is not a value/],
    ['{"a": None}', "1:7", /no such value/],
    ['{"a": NaN}', "1:7", /not a number/],
    ["{“a”: 1}", "1:2", /not straight/],
    ['{"a": “b”}', "1:7", /not straight/],
    ['{"a": 1}'.replace(" ", "\u00a0"), "1:6", /U\+00A0/],
    ['{\n\u200b"a": 1}', "2:1", /U\+200B/],
    ['{\n# why\n"a": 1}', "2:1", /no comments/],
    ['{"a": `b`}', "1:7", /backticks/],
    ['{\n<<<<<<< HEAD\n"a": 1}', "2:1", /merge conflict/],
    ['```json\n{"a": 1}\n```', "1:1", /code fence/],
    ['{"a" = 1}', "1:6", /"=" separates/],
    ['{"a": 1; "b": 2}', "1:8", /";" separates/],
    ['{"a": 1,, "b": 2}', "1:9", /two commas/],
    ["export default {}", "1:1", /begins with "export"/],
    ["name: a", "1:1", /begins with "name"/],
    ['{"a": "\\q"}', "1:7", /an escape/],
    ['{"a": 1.}', "1:7", /"1\." is not a value/],
    ['{"a": "b\nc"}', "1:7", /a string is not terminated/],
    ['{"a": }', "1:7", /a value is missing/],
    ['{"a": [1, {"b": 2}', "1:19", /ends unexpectedly/],
    ['{\n// why\n"a": 1}', "2:1", /no comments/],
    ['{"a": 1} x', "1:10", /there is text after/],
    ["[".repeat(1_000), "1:1001", /ends unexpectedly/],
    ["[".repeat(200_000), "1:1", /too deep/],
  ];
  for (const [text, place, what] of cases) {
    const fault = jsonFault(text);
    assert.equal(fault && `${fault.line}:${fault.column}`, place, text.slice(0, 60));
    assert.match(fault?.what ?? "", what);
    assert.ok(fault?.write);
  }
});

test("it agrees with JSON.parse", () => {
  const isJson = (text: string) => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };
  fc.assert(fc.property(fc.json(), (text) => jsonFault(text) === undefined));
  fc.assert(
    fc.property(fc.json(), fc.nat(), fc.constantFrom("", ",", "]", "}", '"', "x", "0", "\\", "\n"), (text, at, put) => {
      const place = at % (text.length + 1);
      const changed = text.slice(0, place) + put + text.slice(place + 1);
      return (jsonFault(changed) === undefined) === isJson(changed);
    }),
  );
});

test("bytes that are not UTF-8 have a place", () => {
  const fault = (bytes: Buffer) => encodingFault(bytes, bytes.toString());
  assert.equal(fault(Buffer.from('{"ä": "\ufffd"}')), undefined);
  const latin = fault(Buffer.from('{\n"a": "ä"}', "latin1"));
  assert.deepEqual([latin?.line, latin?.column], [2, 7]);
  const wide = fault(Buffer.from("\ufeff{}", "utf16le"));
  assert.deepEqual([wide?.line, wide?.column], [1, 1]);
});
