/** `--in code|comment|string` of grep and rg, by the grammar of each file. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { runJig, scratch } from "../jig.ts";

const HOLE = "$".concat("{pin}");
const FILES = {
  "a.ts": `const pin = "a pin" // the pin\nconst t = \`pin ${HOLE} é\`\n/* é pin\n pin */ pin\n`,
  "b.py": 'pin = f"pin {pin}"  # pin\n',
  "c.cs": "class Pin { string pin = $\"x {pin} pin\"; /* é */ char p = 'p'; }\n",
  "d.rs": '/// pin\nfn pin() { "pin"; r#"pin"#; \'p\'; }\n',
  "e.go": "package pin // pin\nvar s = `pin`\n",
  "f.sh": "# pin\necho 'pin' $pin\n",
  "notes.txt": "pin\n",
};

test("matches are told apart by where they begin", () => {
  const root = scratch(FILES);
  const lines = (...words: string[]) => runJig(words, { cwd: root }).stdout.trim().split("\n");
  assert.deepEqual(lines("grep", "pin", "--in", "comment"), [
    'a.ts:1:const pin = "a pin" // the pin',
    ...["a.ts:3:/* é pin", "a.ts:4: pin */ pin", 'b.py:1:pin = f"pin {pin}"  # pin', "d.rs:1:/// pin"],
    ...["e.go:1:package pin // pin", "f.sh:1:# pin"],
  ]);
  assert.deepEqual(lines("rg", "-l", "pin", "--in=string"), ["a.ts", "b.py", "c.cs", "d.rs", "e.go", "f.sh"]);
  assert.deepEqual(lines("grep", "-c", "pin", "--in", "string", "a.ts", "c.cs"), ["a.ts:2", "c.cs:1"]);
  assert.deepEqual(lines("rg", "-o", "pin", "--in", "code"), [""]);
  // The hole of a string is code.
  assert.deepEqual(lines("grep", "-E", 'pin[}] é|pin[}]"', "--in", "code"), [
    `a.ts:2:const t = \`pin ${HOLE} é\``,
    'b.py:1:pin = f"pin {pin}"  # pin',
  ]);
  const json = JSON.parse(runJig(["grep", "pin", "--in", "comment", "d.rs", "--json"], { cwd: root }).stdout);
  assert.deepEqual(json.results, [{ file: "d.rs", line_number: 1, columns: [4], text: "/// pin" }]);
});

test("exit codes are those of a search, and what was not read is said", () => {
  const root = scratch(FILES);
  const ran = (...words: string[]) => runJig(words, { cwd: root });
  assert.deepEqual([ran("grep", "-q", "pin", "--in", "code").code, ran("grep", "nix", "--in", "code").code], [0, 1]);
  const left = ran("grep", "pin", "notes.txt", "--in", "code");
  assert.equal(left.code, 1);
  assert.match(left.stderr, /1 file with matches left out: no grammar reads it/);
  for (const [words, said] of [
    [["grep", "pin", "--in", "prose"], /--in takes code, comment, string/],
    [["grep", "pin", "--in"], /--in takes/],
    [["grep", "-A1", "pin", "--in", "code"], /does not go with --in/],
    [["grep", "pin", "--kind", "call"], /jig callers NAME/],
    [["rg", "(", "--in", "code"], /unclosed group/],
    // The tool that takes over would drop it.
    [["rg", "pin", "--in", "code", "--limit", "2"], /--limit does not go with --in/],
    [["grep", "pin", "--in", "code", "--limit", "2"], /--limit does not go with --in/],
    [["grep", "pin", "repo:x", "--in", "code"], /repo:x does not go with --in/],
    [["grep", "pin", "-", "--in", "code"], /standard input has no language/],
    [["rg", "pin", "-", "--in", "code"], /standard input has no language/],
  ] as const) {
    const { code, stderr } = ran(...words);
    assert.equal(code, 2, words.join(" "));
    assert.match(stderr, said);
  }
  assert.equal(ran("grep", "--", "--in", "notes.txt").code, 1);
});

test("a minified line with many matches is answered in time linear in its length", () => {
  const copies = 20_000;
  const root = scratch({ "min.js": `${'/*é pin*/var pin="pin";'.repeat(copies)}\n` });
  const { code, stdout } = runJig(["grep", "--json", "pin", "--in", "string"], { cwd: root, timeoutMs: 30_000 });
  assert.equal(code, 0);
  assert.equal(JSON.parse(stdout).results[0].columns.length, copies);
});
