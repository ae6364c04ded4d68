/** Kinds of uses in every language, and long lines. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { runJig, scratch } from "../jig.ts";

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

test("a minified line with many matches is answered in time linear in its length", () => {
  const copies = 20_000;
  const root = scratch({ "min.js": `${'/*é pin*/var pin="pin";'.repeat(copies)}\n` });
  const { code, stdout } = runJig(["grep", "--json", "pin", "--in", "string"], { cwd: root, timeoutMs: 30_000 });
  assert.equal(code, 0);
  assert.equal(JSON.parse(stdout).results[0].columns.length, copies);
});
