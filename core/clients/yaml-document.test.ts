/** YAML entries: added and removed with all other bytes unchanged. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "yaml";
import { yamlDocument } from "./yaml-document.ts";

const PATH = ["extensions", "jig"];
const ENTRY = { enabled: true, cmd: "jig", args: ["mcp", "--as", "text"], envs: {} };
const open = (text: string) => yamlDocument(text, "config.yaml");

const FILES = [
  "",
  "# mine\n",
  "GOOSE_MODEL: x",
  "GOOSE_MODEL: x  # the best\n\n# below\n",
  "extensions:\n  developer:\n    enabled: true\n    args: [a, 'b']  # flow\n",
  "extensions:\n    developer:\n        enabled: true\n\n# the model\nGOOSE_MODEL: 'x'\n",
  "a: 1\nextensions:\n  developer:\n    text: |\n      many\n      lines\n\nz: 2\n",
  "---\na: &anchor {x: 1}\nextensions:\n  d: *anchor\n# end\n",
  "extensions:\r\n  developer:\r\n    enabled: true\r\nz: 2\r\n",
  "extensions:\nz: 2\n",
  "名前: 値\nextensions:\n  'quoted key':\n    enabled: false\n",
];

test("an entry is added where its mapping is, and removing it gives the file back", () => {
  for (const text of FILES) {
    const written = open(text).set(PATH, ENTRY);
    const found = parse(written);
    assert.deepEqual(found.extensions.jig, ENTRY, text);
    delete found.extensions.jig;
    const before = parse(text) ?? {};
    if (Object.keys(found.extensions).length === 0 && !("extensions" in before)) delete found.extensions;
    assert.deepEqual(found, text.includes("extensions:\nz") ? { ...before, extensions: {} } : before, text);
    if (text.includes("\r\n")) assert.doesNotMatch(written, /[^\r]\n/);
    const lost = text.split(/\r?\n/).filter((line) => line.trim() !== "" && !written.split(/\r?\n/).includes(line));
    assert.deepEqual(lost, [], "no line of the user's is changed");
    if (text.includes("extensions:\nz")) continue;
    const removed = open(written).remove(PATH);
    assert.equal(removed, text === "" || text.endsWith("\n") ? text : `${text}\n`, "as before");
    assert.equal(open(written).set(PATH, ENTRY), written, "twice is once");
  }
});

test("an entry that is there keeps what the user added to it", () => {
  const text = "extensions:\n  jig:\n    cmd: old\n    timeout: 5\n  other:\n    cmd: x # mine\n";
  const changed = open(text).set(PATH, { cmd: "jig" });
  assert.equal(changed, "extensions:\n  jig:\n    cmd: jig\n    timeout: 5\n  other:\n    cmd: x # mine\n");
  assert.equal(open(changed).remove(PATH), "extensions:\n  other:\n    cmd: x # mine\n");
});

test("what is no mapping, no YAML, or written in one line is refused, and nothing is changed", () => {
  assert.throws(() => open("- a\n- b\n"), { code: "INVALID_ARGUMENT", message: /does not contain a YAML mapping/ });
  assert.throws(() => open("a: [1\nb: 2\n"), { message: /^config\.yaml:\d+:\d+ is not YAML/ });
  assert.throws(() => open("a: 1\na: 2\n"), { message: /is not YAML/ });
  assert.throws(() => open("extensions: {d: {x: 1}}\n").set(PATH, ENTRY), /cannot be changed safely/);
  assert.throws(() => open("{a: 1}\n").set(PATH, ENTRY), /cannot be changed safely/);
});
