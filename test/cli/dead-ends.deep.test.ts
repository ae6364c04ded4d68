/** Dead ends of first-time users in a Rust repository: each attempt either works or explains what to type. */
import assert from "node:assert/strict";
import { utimesSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { runJig, scratch } from "../jig.ts";

const FILES = {
  "Cargo.toml": '[package]\nname = "snail"\n',
  "README.md": "# Snail\n\nslow and steady\nfour\nfive\nsix\n",
  "old.txt": "old\n",
  "src/main.rs": "mod walk;\n\nfn main() {\n    walk::walk(3);\n}\n",
  "src/walk.rs": "/// Walks.\npub fn walk(steps: u32) {\n    let _ = steps;\n}\n\npub struct Shell;\n",
  ".git/HEAD": "",
};

/** Expected stdout and exit code. */
type Works = [line: string, stdout: RegExp, code?: number];
/** Expected stderr; the exit code is 2. */
type Taught = [line: string, said: RegExp];

const WORKS: Works[] = [
  ["rg -r X walk src/main.rs", /^mod X;\n {4}X::X\(3\);\n$/],
  ["rg --type-list", /^rust: \*\.rs$/m],
  ["rg -P fn.(?=main) src", /^src\/main\.rs:fn main\(\) \{\n$/],
  ["rg -v walk src/main.rs", /^\nfn main\(\) \{\n\}\n$/],
  ["rg -q walk", /^$/],
  ["rg -f old.txt", /^old\.txt:old\n$/],
  ["rg nosuchthing", /^$/, 1],
  ["rg ( src", /^$/, 2],
  ["grep walk nosuchfolder", /^$/, 2],
  ["find . -newer old.txt -name *.rs", /^\.\/src\/main\.rs\n\.\/src\/walk\.rs\n$/],
  ["tree", /^\.\n├── Cargo\.toml\n[\s\S]*\n2 directories, 5 files\n$/],
  ["tree -L 1", /^\.\n[\s\S]*└── src\n\n/],
  ["git grep --no-index steady", /^README\.md:slow and steady\n$/],
  ["grep -v walk src/main.rs", /^\nfn main\(\) \{\n\}\n$/],
  ["tail -n 2 README.md", /^five\nsix\n$/],
  ["cat README.md:1-3", /^# Snail\n\nslow and steady\n$/],
  ["wc -l README.md", /^6 README\.md\n$/],
  ["wc -l src/*.rs", /^ *5 src\/main\.rs\n *6 src\/walk\.rs\n *11 total\n$/],
  ["tokei", /^ Rust +2 +10 +8 +0 +2$/m],
  ["tokei src", /^ Rust +2 +10 /m],
  ["cloc .", /^ Rust +2 +10 /m],
  ["scc", /^ Rust +2 +10 /m],
  [".", /^Cargo\.toml\nREADME\.md\nold\.txt\nsrc\n$/],
  ["src", /^main\.rs\nwalk\.rs\n$/],
  ["steady", /^README\.md:3:slow and steady\n$/],
  ["Options", /^$/, 2],
  ["Shell", /^src\/walk\.rs:6:pub struct Shell;\n$/],
  ["README.md", /^# Snail\n\nslow and steady\n/],
  ["rg --heading walk src", /^(?:.*\n\n)?src\/main\.rs\nmod walk;\n/s],
  ["rg --no-line-number main", /^src\/main\.rs:fn main/],
  ["rg -N main", /^src\/main\.rs:fn main/],
  ["goto walk", /src\/walk\.rs/],
  ["callers walk", /^src\/main\.rs:4:11: walk::walk\(3\);/m],
  ["--list-tools", /search_content/],
  ["--tui", /search_content/],
  ["fd *.toml", /^Cargo\.toml\n$/],
  ["fd -c never main", /^src\/main\.rs\n$/],
  ["fd --type file main", /^src\/main\.rs\n$/],
  ["ls *.md", /^README\.md\n$/],
  ["ls -R src", /^src:\nmain\.rs\nwalk\.rs\n$/],
];

const TAUGHT: Taught[] = [
  ["ast-grep -p walk($A)", /jig grep --structure .* --language/],
  ["sg run", /jig grep --structure .* --language/],
  ["ctags -R", /jig symbol NAME .*jig map/],
  ["tags", /jig symbol NAME .*jig map/],
  ["du -sh src", /--sort size/],
  ["stat README.md", /jig ll FILE/],
  ["update", /The program that installed jig updates it/],
  ["upgrade", /The program that installed jig updates it/],
  ["count walk", /jig grep -c PATTERN/],
];

test("what were dead ends work, or name the line to write", () => {
  const root = scratch(FILES);
  utimesSync(join(root, "old.txt"), 1_000_000_000, 1_000_000_000);
  const wrong: string[] = [];
  for (const [line, stdout, code = 0] of WORKS) {
    const ran = runJig(line.split(" "), { cwd: root });
    if (ran.code !== code || !stdout.test(ran.stdout)) {
      wrong.push(`jig ${line}\nexit ${ran.code}\n${ran.stdout.slice(0, 500)}\n${ran.stderr.slice(0, 500)}`);
    }
  }
  for (const [line, said] of TAUGHT) {
    const ran = runJig(line.split(" "), { cwd: root });
    if (ran.code !== 2 || ran.stdout !== "" || !said.test(ran.stderr)) {
      wrong.push(`jig ${line}\nexit ${ran.code}\n${ran.stdout.slice(0, 500)}\n${ran.stderr.slice(0, 500)}`);
    }
  }
  assert.deepEqual(wrong, []);
});
