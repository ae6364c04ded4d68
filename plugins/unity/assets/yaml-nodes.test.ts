/** Unity's YAML: regular files, merges and manual edits, and preserved bytes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { joinDocuments, splitDocuments, unreadable } from "./unity-yaml.ts";
import { parseYaml } from "./yaml-nodes.ts";
import type { YamlNode } from "./yaml-tree.ts";

type Plain = string | Plain[] | { [key: string]: Plain };

function plain(node: YamlNode): Plain {
  if (node.kind === "scalar") return node.text;
  if (node.kind === "list") return node.items.map(plain);
  return Object.fromEntries(node.entries.map(({ key, value }) => [key, plain(value)]));
}

const read = (text: string) => plain(parseYaml(text, 0, text.length).root);

test("maps, lists as deep as their key, references over two lines, empty values", () => {
  const text = `GameObject:
  m_Component:
  - component: {fileID: 1}
  - component: {fileID: -2, guid: 0a,
      type: 3}
  m_Name: 
  m_Empty: []
  m_Vector: {x: 0, y: -1.5e-8, z: 3}
  m_Nested:
    data:
      first: 1
  m_Lists:
  - - 1
    - 2
  -
  - plain
`;
  assert.deepEqual(read(text), {
    GameObject: {
      m_Component: [{ component: { fileID: "1" } }, { component: { fileID: "-2", guid: "0a", type: "3" } }],
      m_Name: "",
      m_Empty: [],
      m_Vector: { x: "0", y: "-1.5e-8", z: "3" },
      m_Nested: { data: { first: "1" } },
      m_Lists: [["1", "2"], "", "plain"],
    },
  });
});

test("a quoted element with a doubled quote and a colon is a text", () => {
  assert.deepEqual(read("a:\n- 'it''s: new'\n- \"b\\\": c\"\nb: 1\n"), { a: ["it's: new", 'b": c'], b: "1" });
});

test("text in quotes, in several lines, with escapes; CRLF; keys in quotes", () => {
  const lines = [
    "a: 'it''s: {x}'",
    'b: "two\\nlines \\u00e9 \\U0001F600"',
    "c: long plain text that",
    "  goes on",
    "",
    "  here",
    "d: 'x",
    "",
    "",
    "  '",
    "'k: 1': v",
    "e: |",
    "  one",
    "    two",
    "url: http://a.b/c",
  ];
  const expected = {
    a: "it's: {x}",
    b: "two\nlines \u00e9 \u{1F600}",
    c: "long plain text that goes on\nhere",
    d: "x\n\n",
    "k: 1": "v",
    e: "one\n  two\n",
    url: "http://a.b/c",
  };
  assert.deepEqual(read(`${lines.join("\n")}\n`), expected);
  assert.deepEqual(read(`${lines.join("\r\n")}\r\n`), expected);
});

test("nodes know their place, so that one value can be replaced", () => {
  const text = "A:\n  m_Speed: 3 \n  m_Ref: {fileID: 0}\n";
  const { root } = parseYaml(text, 0, text.length);
  const fields = root.kind === "map" ? root.entries[0]?.value : undefined;
  const [speed, ref] = fields?.kind === "map" ? fields.entries : [];
  assert.equal(text.slice(speed?.value.start, speed?.value.end), "3");
  assert.equal(text.slice(ref?.value.start, ref?.value.end), "{fileID: 0}");
});

test("lines that are no YAML are counted, and the rest is read", () => {
  const text = "A:\n<<<<<<< ours\n  m_A: 1\n=======\n  m_B: 2\n>>>>>>> theirs\n";
  const { root, unread } = parseYaml(text, 0, text.length);
  assert.ok(unread.length >= 2);
  assert.equal(root.kind, "map");
  for (const odd of ["", "\n\n", "{", "[1, 2", "'", "a: {b", "- ", ":", "a:\n\tb: 1", "a: &x 1\nb: *x"]) {
    assert.doesNotThrow(() => parseYaml(odd, 0, odd.length), JSON.stringify(odd));
  }
  const deep = "- ".repeat(5_000);
  assert.doesNotThrow(() => parseYaml(deep, 0, deep.length));
  assert.doesNotThrow(() => parseYaml("[".repeat(5_000), 0, 5_000));
});

test("documents are split by their marks and joined to the same text", () => {
  const text =
    "\uFEFF%YAML 1.1\r\n%TAG !u! tag:unity3d.com,2011:\r\n--- !u!1 &-12\r\nGameObject:\r\n  m_Name: A\r\n--- !u!4 &7 stripped\nTransform: {}";
  const split = splitDocuments(text);
  assert.equal(joinDocuments(split), text);
  assert.deepEqual(
    split.documents.map(({ classId, fileId, stripped }) => [classId, fileId, stripped]),
    [
      [1, "-12", false],
      [4, "7", true],
    ],
  );
  for (const other of ["", "a: 1", "---", "--- \n--- !u!1 &1\n", "%YAML 1.1\n"]) {
    assert.equal(joinDocuments(splitDocuments(other)), other);
  }
});

test("what is no YAML is known by its first bytes", () => {
  const of = (text: string) => unreadable(new TextEncoder().encode(text));
  assert.equal(of("version https://git-lfs.github.com/spec/v1\noid sha256:0\n"), "lfs");
  assert.equal(of("\0\0\0binary"), "binary");
  assert.equal(of("; FBX 7.3.0 project file"), "not yaml");
  assert.equal(of("%YAML 1.1\n"), undefined);
  assert.equal(of("\uFEFFfileFormatVersion: 2\n"), undefined);
});
