/** `--in code|comment|string` and `--kind call|write` of grep and rg, according to the grammar. */
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
  // Interpolated expressions count as code.
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
  assert.match(left.stderr, /1 file with matches left out: no grammar can read it/);
  for (const [words, said] of [
    [["grep", "pin", "--in", "prose"], /--in takes code, comment, string/],
    [["grep", "pin", "--in"], /--in takes/],
    [["grep", "-A1", "pin", "--in", "code"], /cannot be combined with --in/],
    [["grep", "pin", "--kind", "read"], /--kind takes call, write, not "read"[\s\S]*jig refs NAME/],
    [["grep", "pin", "--kind=call", "--in", "string"], /--kind call cannot be combined with --in string/],
    [["rg", "(", "--in", "code"], /unclosed group/],
    // Rejected because the other tool would ignore it.
    [["rg", "pin", "--in", "code", "--limit", "2"], /--limit cannot be combined with --in/],
    [["grep", "pin", "--in", "code", "--limit", "2"], /--limit cannot be combined with --in/],
    [["grep", "pin", "repo:x", "--in", "code"], /repo:x cannot be combined with --in/],
    [["grep", "pin", "-", "--in", "code"], /standard input has no language/],
    [["rg", "pin", "-", "--in", "code"], /standard input has no language/],
  ] as const) {
    const { code, stderr } = ran(...words);
    assert.equal(code, 2, words.join(" "));
    assert.match(stderr, said);
  }
  assert.equal(ran("grep", "--", "--in", "notes.txt").code, 1);
  for (const program of ["grep", "rg"])
    assert.match(ran(program, "--help").stdout, /-i, .*--ignore-case[\s\S]*--kind call\|write/);
});
