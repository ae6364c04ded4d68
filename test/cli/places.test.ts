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

/** Names starting with `call` are called, `wrote` written, `none` neither. */
const USES = {
  "a.ts":
    "callA(none1); none2.callB<T>(none3.none4); new callC(none5); none6.callD?.(none7); callE`none`;\nwroteA = none8; none9.wroteB += none1; wroteC++; --wroteD; none2[none3] = none4;\nconst none5 = callF(); [wroteE, wroteF] = none6;\n",
  "b.tsx": "callA(none1); const none2 = <none3 none4={callB(none5)} />; wroteA = none6;\n",
  "c.js":
    "callA(none1); none2.callB(none3); new callC(); wroteA = none4; none5.wroteB = none6; none7[none8] = none9;\n",
  "d.py":
    "callA(none1)\nnone2.callB(none3)\nwroteA = none4\nnone5.wroteB += none6\nnone7[none8] = none9\nwroteC, wroteD = none1, none2\nfor none3 in none4: pass\n",
  "e.go":
    "package none\nfunc none1() { callA(none2); none3.callB(none4); wroteA = none5; none6.wroteB = none7; wroteC++; none8[none9] = none1; wroteD, wroteE = none2, none3 }\n",
  "f.rs":
    "fn none1() { callA(none2); none3.callB(none4); none5::callC(none6); callD!(none7); wroteA = none8; none9.wroteB += none1; none2[none3] = none4; callE::<none5>(none6); (wroteC, wroteD) = none7; }\n",
  "G.java":
    "class none1 { void none2() { callA(none3); none4.callB(none5); new callC(none6); wroteA = none7; none8.wroteB += none9; wroteC++; none1[none2] = none3; int none4 = none5; this.wroteD = none6; } }\n",
  "h.cs":
    "class none1 { void none2() { callA(none3); none4.callB(none5); none6?.callC(none7); new callD(none8); callE<none9>(none1); wroteA = none2; none3.wroteB += none4; wroteC++; --wroteD; none5[none6] = none7; var none8 = none9; (wroteE, wroteF) = none1; } }\n",
  "i.c":
    "void none1() { callA(none2); none3->callB(none4); wroteA = none5; none6->wroteB = none7; wroteC++; none8[none9] = none1; int none2 = none3; }\n",
  "j.cpp":
    "void none1() { callA(none2); none3->callB(none4); none5::callC(none6); new callD(none7); callE<none8>(none9); this->wroteA = none1; wroteB++; none2[none3] = none4; }\n",
  "k.kt":
    "fun none1() { callA(none2); none3.callB(none4); wroteA = none5; none6.wroteB += none7; none8[none9] = none1; val none2 = none3; callC { none4 }; wroteC++ }\n",
  "l.swift":
    "func none1() { callA(none2); none3.callB(none4); wroteA = none5; none6.wroteB += none7; none8[none9] = none1; let none2 = none3; callC { none4 } }\n",
  "m.rb":
    "callA(none1)\nnone2.callB(none3)\nwroteA = none4\nnone5.wroteB = none6\nnone7[none8] = none9\nwroteC += none1\ncallC none2\nwroteD, wroteE = none3, none4\n",
  "n.php":
    "<?php callA($none1); $none2->callB($none3); none4::callC($none5); new callD($none6); $wroteA = $none7; $none8->wroteB .= $none9; $wroteC++; $none1[$none2] = $none3;\n",
  "o.lua":
    "callA(none1)\nnone2.callB(none3)\nnone4:callC(none5)\nwroteA = none6\nnone7.wroteB = none8\nnone9[none1] = none2\nlocal none3 = none4\n",
  "p.sh": "callA none1\nwroteA=none2\n",
  "q.scala":
    "object none1 { def none2() = { callA(none3); none4.callB(none5); new callC(none6); wroteA = none7; none8.wroteB = none9; val none1 = none2 } }\n",
};

test("--kind finds calls and writes in every language with a grammar, and nothing else", () => {
  const root = scratch(USES);
  const found = (...words: string[]) => {
    const { results } = JSON.parse(runJig(["grep", "--json", ...words], { cwd: root }).stdout);
    return results
      .flatMap(({ file, text, columns }: { file: string; text: string; columns: number[] }) =>
        columns.map((column) => `${file} ${/^\w+/.exec(text.slice(column))?.[0]}`),
      )
      .sort();
  };
  const written = (head: string) =>
    Object.entries(USES)
      .flatMap(([file, text]) =>
        [...text.matchAll(new RegExp(`\\b${head}\\w+`, "g"))].map(([name]) => `${file} ${name}`),
      )
      .sort();
  assert.deepEqual(found("-E", "(call|wrote|none)", "--kind", "call"), written("call"));
  assert.deepEqual(found("-E", "(call|wrote|none)", "--kind=write"), written("wrote"));
  assert.deepEqual(found("call", "--kind", "call", "--in", "code"), written("call"));
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

test("a minified line with many matches is answered in time linear in its length", () => {
  const copies = 20_000;
  const root = scratch({ "min.js": `${'/*é pin*/var pin="pin";'.repeat(copies)}\n` });
  const { code, stdout } = runJig(["grep", "--json", "pin", "--in", "string"], { cwd: root, timeoutMs: 30_000 });
  assert.equal(code, 0);
  assert.equal(JSON.parse(stdout).results[0].columns.length, copies);
});
