/** Multi-line strings don't contain comments, and lookalikes don't start strings. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { FORMS } from "./language-forms.ts";
import { createLineScanner } from "./line-scanner.ts";
import { languageNamed, languageOf } from "./metrics-languages.ts";

/** Comment lines contain the word `note`, all others are code. */
// biome-ignore-start lint/suspicious/noTemplateCurlyInString: other languages spell them so
const SAMPLES: Record<string, string> = {
  "raw.cs": 'var a = """\n  // in "" it\n  """;\n// note\nvar b = $$""""\n /* """ in it\n"""";\n// note\n',
  "verbatim.cs": 'var a = @"one ""two\n// in it \\";\n// note\nvar b = $@"{x}\n/* in it";\n// note\n',
  "char.cs": "if (c == '\"') // tail\n// note\n",
  "a.rs": 'let a = "one\n// in it\n";\n// note\nlet b = r##"one "#\n// in it\n"##;\n// note\nfn f<\'a>() {}\n// note\n',
  "a.sql":
    "select 'one\n-- in it ''two''\n';\n-- note\n$body$\n-- in it\n$other$\n$body$;\n-- note\n'it\\'s';\n-- note\n",
  "a.sh":
    "cat <<EOF | tr a b\n# in it\nEOF\n# note\ncat <<-'END'\n\t# in it\n\tEND\n# note\necho \"one\n# in it\"\n# note\n",
  "marks.sh": "echo $# ${a#\\\"} # tail\n# note\necho it\\'s $((1 << 2))\n# note\ncat <<< word\n# note\n",
  "two.sh": "paste <(cat <<A) <(cat <<B)\n# in it\nA\n# in it too\nB\n# note\n",
  "a.c": '#define A "one \\\n// in it"\n// note \\\n   note goes on\nint a = "unfinished;\n// note\n',
  "a.cpp": 'auto a = R"x(one )"\n// in it\n)x";\n// note\n',
  "a.py": '"""one\n# in it\n"""\n# note\na = \'\'\'\n# in it "\n\'\'\'\n# note\nb = "one\\\n# in it"\n# note\n',
  "a.js":
    'a = `one ${b ? `// in` : {}} \n// in it`;\n// note\na = /[/`"]/;\n// note\nb = 1 / 2; c = 3 / 4; // tail\n// note\n',
  "hole.ts": "a = `${b.map(\n  // note\n  (x) => `<li>${x}\n // in it</li>`)}\n// in it`;\n// note\n",
  "a.lua": "a = [==[one ]]\n-- in it\n]==]\n-- note\n--[==[ note\nnote ]] note\nnote ]==]\nb = 1\n-- note\n",
  "a.go": "a := `one\n// in it\\`\n// note\n",
  "a.java": 'var a = """\n  // in it \\"""\n  """;\n// note\n',
  "a.kt": 'val a = """\n// in it \\"""\n// note\n',
  "a.swift": 'let a = #"""\n// in it """\n"""#\n// note\n',
  "a.rb": "a = <<~TEXT\n  # in it\n  TEXT\n# note\nclass << self\n# note\nend\n",
  "a.php":
    "<?php\n$a = 'one\n# in it';\n# note\n$b = <<<'X'\n// in it\n  X;\n// note\n?>\n<p>it's // text</p>\n<?php\n// note\n",
  "a.pl": "=head1 note\n\nnote\n\n=cut note\nprint $#a;\n# note\n",
  "a.ps1": '$a = @"\n# in it "\n"@\n# note\n$b = "one`"\n# in it"\n# note\n',
  "a.yaml":
    "run: |\n  # in it\n   # in it\n# note\nlist:\n  - |\n    # in it\n  - text: >-\n      # in it\n    # note\n    key: don't # tail\n  # note\n",
  "a.toml": "a = '''\n# in it \\'''\n# note\n",
  "a.xml": "<p>it's</p>\n<p>don't <!-- tail\nnote -->\n</p>\n",
  "a.nix": "a = ''\n  # in it ''${b} '''\n'';\n# note\n",
  "a.clj": '(def a "one\n; in it\\"")\n; note\n\\"\n; note\n',
  "a.ex": 'a = """\n# in it\n"""\n# note\n',
  "a.cmake": "set(a [=[\n# in it ]]\n]=])\n# note\n#[[ note\nnote ]]\n",
  "a.zig": 'const a =\n    \\\\ // in it "\n;\n// note\n',
  "a.ml": 'let a = "one\n(* in it\n"\n(* note (* note *) note\nnote *)\n',
  Dockerfile: "RUN <<EOF\n# in it\nEOF\n# note\n",
};
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: to here

describe("what spans lines", () => {
  for (const [file, sample] of Object.entries(SAMPLES)) {
    test(file, () => {
      const lines = sample.split("\n").slice(0, -1);
      const scanner = createLineScanner(languageOf(file, "")!, lines);
      assert.deepEqual(
        lines.map((line) => [line, scanner.next(line)]),
        lines.map((line) => [line, line.trim() === "" ? "blank" : /note/.test(line) ? "comment" : "code"]),
      );
    });
  }
});

test("a here-document that never ends is none", () => {
  const scanner = createLineScanner(languageNamed("Shell")!, ["a <<EOF", "# note"]);
  assert.deepEqual([scanner.next("a <<EOF"), scanner.next("# note")], ["code", "comment"]);
});

test("a long line that holds nothing but openings is gone through once", () => {
  const openings = ["=/[", "(/", "`${", "[==", '$@"', "'", "<<A ", "r#", "/*", "$a$", '"""', "\\", 'R"('];
  for (const language of ["JavaScript", "C#", "Lua", "SQL", "Shell", "C++", "OCaml"]) {
    for (const opening of openings) {
      const line = opening.repeat(200_000 / opening.length);
      const scanner = createLineScanner(languageNamed(language)!, [line]);
      assert.ok(["code", "comment"].includes(scanner.next(line)), `${language} ${opening}`);
    }
  }
});

test("what is added to the table is of a language that the table has, or says how its files are named", () => {
  for (const [name, forms] of Object.entries(FORMS)) {
    const language = languageNamed(name);
    assert.ok(language?.extensions ?? language?.filenames ?? forms.env, name);
  }
});
