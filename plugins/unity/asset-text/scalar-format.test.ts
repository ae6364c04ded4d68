/** Scalars in Unity's format. All forms occur in files saved by Unity. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { parseYaml } from "../assets/yaml-nodes.ts";
import { formatScalar, styleOf } from "./scalar-format.ts";

const block = (text: string) => formatScalar(text, { column: 10, indent: 4, flow: false });

test("plain where nothing in the text means something in YAML", () => {
  for (const text of ["Cube", "a, b", "Assets/A.mat", "1.5", "-0", "it's", "a:b", "x [1]", "a#b"]) {
    assert.equal(block(text), text);
  }
  assert.equal(block(""), "");
});

test("single quotes for signs of YAML and line breaks, double ones for what is no ASCII", () => {
  assert.equal(block("Lamp: 1"), "'Lamp: 1'");
  assert.equal(block(" edge "), "' edge '");
  assert.equal(block("- item"), "'- item'");
  assert.equal(block("it's: new"), "'it''s: new'");
  assert.equal(block("Line one\nLine two"), "'Line one\n\n    Line two'");
  assert.equal(block("Title\n"), "'Title\n\n'");
  assert.equal(block("Caf\u00e9 \u4f60 \u{1f600}\t"), '"Caf\\xE9 \\u4F60 \\U0001F600\\t"');
  assert.equal(styleOf("a,b", true), "single");
  assert.equal(styleOf("", true), "single");
});

test("long texts are folded behind column 80, and every form is read back as it was", () => {
  const words = "word ".repeat(40).trim();
  assert.deepEqual(
    block(words)
      .split("\n")
      .map((line) => line.length),
    [74, 83, 48],
  );
  const texts = [
    words,
    `${words}:`,
    `${words}: x`,
    `\u00e9 ${words}`,
    "a\n\nb",
    "a \n b",
    "x\n",
    "\n",
    "''",
    '"',
    "\\",
    "a  b ".repeat(30),
  ];
  for (const text of texts) {
    const written = `key: ${formatScalar(text, { column: 5, indent: 2, flow: false })}\n`;
    const { root, unread } = parseYaml(written, 0, written.length);
    assert.deepEqual(unread, [], written);
    const value = root.kind === "map" ? root.entries[0]?.value : undefined;
    assert.equal(value?.kind === "scalar" ? value.text : undefined, text, written);
  }
});
