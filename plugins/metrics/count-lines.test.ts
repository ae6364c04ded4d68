/** Comment rules of over thirty languages, with one sample each. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { countLines } from "./count-lines.ts";
import { languageNamed, languageOf } from "./metrics-languages.ts";

/** Lines of code contain the word `code`, comments the word `note`. */
const SLASHES = 'code();\n// note\n/* note\n\n note */\ncode("// no", 1); // tail\n/* a */ code();\n';
const HASHES = 'code\n# note\n\ncode "# no" # tail\n';
const DASHES = "code\n-- note\n\ncode -- tail\n";
const SEMICOLONS = "code\n; note\n\ncode ; tail\n";
const MARKUP = "<code/>\n<!-- note\n\nnote -->\n<code/><!-- tail -->\n";

const SAMPLES: Record<string, string> = {
  "a.c": SLASHES,
  "a.cpp": SLASHES,
  "a.cs": `${SLASHES}var code = @"c:\\"; // tail\nchar code = '"'; // tail\n// note\n`,
  "a.as": SLASHES,
  "a.java": SLASHES,
  "a.js": `${SLASHES}code = \`\n// code\n\`;\n`,
  "a.ts": SLASHES,
  "a.tsx": SLASHES,
  "a.go": `${SLASHES}code = \`\n// code\n\`\n`,
  "a.rs": `${SLASHES}/* note /* note */ note\n note */\n`,
  "a.swift": SLASHES,
  "a.kt": SLASHES,
  "a.scala": SLASHES,
  "a.dart": SLASHES,
  "a.php": `${SLASHES}# note\n`,
  "a.css": "code {}\n/* note\n\nnote */\n",
  "a.scss": SLASHES,
  "a.m": "code();\n// note\n/* note */\n",
  "a.groovy": SLASHES,
  "a.zig": "code();\n// note\n",
  "a.proto": SLASHES,
  "a.hlsl": SLASHES,
  "a.py": `#!note\n${HASHES}x = """code\n# code\n"""\n`,
  "a.rb": `${HASHES}=begin\nnote\n=end\ncode\n`,
  "a.sh": HASHES,
  "a.pl": HASHES,
  "a.r": HASHES,
  "a.yaml": HASHES,
  "a.toml": HASHES,
  Makefile: HASHES,
  Dockerfile: HASHES,
  "a.ex": HASHES,
  "a.ps1": `${HASHES}<# note\n\nnote #>\ncode\n`,
  "a.lua": `${DASHES}--[[ note\n\nnote ]]\ncode\n`,
  "a.sql": `${DASHES}/* note */\n`,
  "a.hs": `${DASHES}{- note {- note -} note\nnote -}\n`,
  "a.elm": DASHES,
  "a.adb": DASHES,
  "a.clj": SEMICOLONS,
  "a.lisp": SEMICOLONS,
  "a.asm": SEMICOLONS,
  "a.ini": "code\n; note\n\n",
  "a.html": MARKUP,
  "a.xml": MARKUP,
  "a.vue": MARKUP,
  "a.tex": "code\n% note\n\ncode % tail\n",
  "a.erl": "code\n% note\n",
  "a.fs": `${SLASHES.replaceAll("/*", "(*").replaceAll("*/", "*)")}`,
  "a.ml": "code\n(* note\n\nnote *)\ncode\n",
  "a.pas": "code;\n// note\n{ note\n\nnote }\ncode;\n",
  "a.bat": "code\nREM note\n:: note\nREMOVE code\n",
  "a.vb": "code\n' note\ncode ' tail\n",
  "a.f": "      code\nc note\nC note\n* note\n      call code\n",
  "a.f90": "code\n! note\n",
  "a.jl": `${HASHES}#= note\n\nnote =#\ncode\n`,
  "a.nim": HASHES,
  "a.md": "code\n# code\n* code\n// code\n\n",
  "a.json": '{ "code": "// no" }\n',
};

describe("lines of code, comment and nothing", () => {
  for (const [file, sample] of Object.entries(SAMPLES)) {
    const rules = languageOf(file, sample.split("\n")[0]!);
    test(`${file}: ${rules?.name}`, () => {
      assert.ok(rules, "a known language");
      const lines = sample.split("\n").slice(0, -1);
      const blank = lines.filter((line) => line.trim() === "").length;
      const comment = lines.filter((line) => /note|^=/.test(line) && !/code/.test(line)).length;
      const strings = lines.filter((line) => line === "`;" || line === "`" || line === '"""').length;
      const { max_nesting_depth: _, ...counted } = countLines(sample, rules);
      assert.deepEqual(counted, {
        total_lines: lines.length,
        code_lines: lines.filter((line) => /code/.test(line)).length + strings,
        comment_lines: comment,
        blank_lines: blank,
      });
    });
  }
  test("at least thirty languages", () => {
    assert.ok(new Set(Object.keys(SAMPLES).map((file) => languageOf(file, "")?.name)).size >= 30);
  });
});

test("58: five levels are five, whatever a level's width", () => {
  for (const unit of ["    ", "  ", "\t"]) {
    const text = Array.from({ length: 6 }, (_, level) => `${unit.repeat(level)}if x:\n`).join("");
    assert.equal(
      countLines(`${text}\n# note\n${unit.repeat(9)}# note\nend\n`, languageNamed("Python")).max_nesting_depth,
      5,
    );
  }
  assert.equal(countLines("a\nb\n", undefined).max_nesting_depth, 0);
});

test("line ends and the last line", () => {
  const total = (text: string) => countLines(text, undefined).total_lines;
  assert.deepEqual([total(""), total("x"), total("x\n"), total("\n\n\n"), total("a\r\nb\rc\n")], [0, 1, 1, 3, 3]);
});

test("languages by name, shebang and not at all", () => {
  assert.equal(languageOf("tool", "#!/usr/bin/env python3")?.name, "Python");
  assert.equal(languageOf("tool", "#!/bin/bash")?.name, "BASH");
  assert.equal(languageOf("notes", "hello"), undefined);
  assert.equal(languageNamed("c#")?.name, "C#");
  assert.equal(languageOf("dir.cs/file", ""), undefined);
});
