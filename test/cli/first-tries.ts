/**
 * What users of other programs type first, with jig in place of the program. Commands are from ripgrep's guide, FAQ and README,
 * fd's README, typical grep, find and git usage, gh's manual, and the tools of other MCP servers (Serena, filesystem, mcp-ripgrep).
 * Each has expected `stdout`, or `advice`.
 */
export interface FirstTry {
  from: "rg" | "fd" | "grep" | "find" | "git" | "gh" | "peer" | "unix" | "jig";
  words: string[];
  input?: string;
  /** It works: stdout, and exit code 0. */
  stdout?: RegExp;
  /** Or a one-line suggestion. */
  advice?: RegExp;
}

/** Test project, written by `type-first-tries.ts`. */
export const PROJECT: Record<string, string> = {
  "README.md": "# Fast\nripgrep is fast\nfaster than slow\n",
  "Cargo.toml": "lexopt = 1\n",
  "src/main.rs": "use lexopt;\nfn run() {}\nfn write(x) {}\n",
  "src/main.c": "int main() { return 0; }\n",
  "src/.hidden/pre-commit": "lexopt\n",
  "src/test_a.py": "import os\nTODO = 1\n",
  "Assets/Player.cs":
    "public class Player\n{\n    public int Damage;\n    public void Move() { Damage = 1; }\n    void Start() { Move(); }\n}\n",
  "Assets/Enemy.cs": "class Enemy { void Hit(Player p) { p.Move(); } }\n",
  "Script/Orchard.as": "class AOrchard\n{\n\tint Plums = 3;\n\n\tint CountPlums()\n\t{\n\t\treturn Plums;\n\t}\n}\n",
  "Assets/Player.cs.meta": "guid: 0123456789abcdef0123456789abcdef\n",
  ".ignore": "ignored.txt\n",
  "ignored.txt": "lexopt\n",
  "-pattern": "dash\n",
};

const of = (from: FirstTry["from"], line: string, meant: Omit<FirstTry, "from" | "words">): FirstTry => ({
  from,
  words: [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, one, two, bare]) => one ?? two ?? bare ?? ""),
  ...meant,
});

export const FIRST_TRIES: readonly FirstTry[] = [
  of("rg", "rg fast README.md", { stdout: /^ripgrep is fast\nfaster than slow\n$/ }),
  of("rg", "rg 'fast\\w+' README.md", { stdout: /^faster than slow\n$/ }),
  of("rg", "rg 'fn write\\(' src", { stdout: /^src\/main\.rs:fn write/ }),
  of("rg", "rg lexopt -g '*.toml'", { stdout: /^Cargo\.toml:lexopt = 1\n$/ }),
  of("rg", "rg lexopt -g '!*.toml'", { stdout: /^src\/main\.rs:use lexopt;\n$/ }),
  of("rg", "rg 'fn run' --type rust", { stdout: /^src\/main\.rs:fn run/ }),
  of("rg", "rg 'fn run' -trust", { stdout: /^src\/main\.rs:fn run/ }),
  of("rg", "rg 'int main' -tc", { stdout: /^src\/main\.c:int main/ }),
  of("rg", "rg lexopt -Trust", { stdout: /^Cargo\.toml:lexopt = 1\n$/ }),
  of("rg", "rg fast README.md --replace FAST", { stdout: /^ripgrep is FAST\nFASTer than slow\n$/ }),
  of("rg", "rg --json fast README.md", { stdout: /^\{"success":true,"count":3/ }),
  of("rg", "rg -uu lexopt", { stdout: /ignored\.txt:lexopt/ }),
  of("rg", "rg -n -w run", { stdout: /^src\/main\.rs:2:/ }),
  of("rg", "rg run --files-with-matches", { stdout: /^src\/main\.rs\n$/ }),
  of("rg", "rg lexopt -l", { stdout: /^Cargo\.toml\nsrc\/main\.rs\n$/ }),
  of("rg", "rg -F 'run()' -A1", { stdout: /^src\/main\.rs:fn run.*\nsrc\/main\.rs-fn write/ }),
  of("rg", "rg -P '(?<=fn )run'", { stdout: /^src\/main\.rs:fn run/ }),
  of("rg", "rg --files -g '*.rs'", { stdout: /^src\/main\.rs\n$/ }),
  of("rg", "rg --type-list", { stdout: /^rust: \*\.rs$/m }),
  of("grep", "grep -rn TODO .", { stdout: /^\.\/src\/test_a\.py:2:TODO/ }),
  of("grep", "grep -ri damage Assets", { stdout: /^Assets\/Player\.cs:.*Damage;/m }),
  of("grep", "grep Damage", { stdout: /^Assets\/Player\.cs:3:/ }),
  of("grep", "grep 'Damage\\|TODO'", { stdout: /test_a\.py:2:TODO/ }),
  of("grep", "grep -rnE 'lexopt|TODO' --include=*.py", { stdout: /^src\/test_a\.py:2:TODO/ }),
  of("grep", "grep -c Move Assets/Player.cs", { stdout: /^2\n$/ }),
  of("grep", "grep -v fast README.md", { stdout: /^# Fast\n$/ }),
  of("fd", "fd main", { stdout: /^src\/main\.c\nsrc\/main\.rs\n$/ }),
  of("fd", "fd '^[A-Z].*toml$'", { stdout: /^Cargo\.toml\n$/ }),
  of("fd", "fd . src", { stdout: /src\/main\.c\nsrc\/main\.rs/ }),
  of("fd", "fd -e md", { stdout: /^README\.md\n$/ }),
  of("fd", "fd -e rs main", { stdout: /^src\/main\.rs\n$/ }),
  of("fd", "fd -g '*.rs' src", { stdout: /^src\/main\.rs\n$/ }),
  of("fd", "fd -H pre-commit", { stdout: /^src\/\.hidden\/pre-commit\n$/ }),
  of("fd", "fd -I ignored", { stdout: /^ignored\.txt\n$/ }),
  of("fd", "fd -E '*.rs' main", { stdout: /^src\/main\.c\n$/ }),
  of("fd", "fd --type f -e cs . Assets", { stdout: /^Assets\/Enemy\.cs\nAssets\/Player\.cs\n$/ }),
  of("fd", "fd -e jpg -x convert {} {.}.png", { advice: /xargs/ }),
  of("fd", "fd -- '-pattern'", { stdout: /^-pattern\n$/ }),
  of("find", "find . -name '*.cs'", { stdout: /^\.\/Assets\/Enemy\.cs\n\.\/Assets\/Player\.cs\n$/ }),
  of("find", "find src -type f -name '*.py'", { stdout: /^src\/test_a\.py\n$/ }),
  of("find", "find . -name '*.tmp' -delete", { advice: /does not delete/ }),
  of("git", "-C src grep -n lexopt", { stdout: /^main\.rs:1:/ }),
  of("git", "ls-files '*.cs'", { stdout: /^Assets\/Enemy\.cs\nAssets\/Player\.cs\n$/ }),
  of("git", "help grep", { stdout: /Usage: jig grep/ }),
  of("git", "grep --name-only TODO", { stdout: /^src\/test_a\.py\n$/ }),
  of("gh", "version", { stdout: /^\d+\.\d+\.\d+/ }),
  of("gh", "config get editor", { advice: /"editor" is not set/ }),
  of("gh", "config set color never", { stdout: /^$/ }),
  of("gh", "search code lexopt", { advice: /jig search/ }),
  of("gh", "tools --json name,description", { advice: /--json \| jq/ }),
  of("gh", "tools --json --jq '.[].name'", { advice: /\| jq/ }),
  of("unix", "cat README.md", { stdout: /^# Fast\nripgrep is fast\nfaster than slow\n$/ }),
  of("unix", "ls src", { stdout: /^main\.c\nmain\.rs\ntest_a\.py\n$/ }),
  of("unix", "wc -l README.md", { stdout: /README\.md/ }),
  of("unix", "man", { stdout: /^\.TH JIG 1/ }),
  of("jig", "search_content Damage", { stdout: /"count":2/ }),
  of("jig", "list_files --glob '*.cs'", { stdout: /"total_count":2/ }),
  of("jig", "search Damage", { stdout: /^Assets\/Player\.cs:3:/ }),
  of("jig", "outline Script/Orchard.as", { stdout: /^1-9\tclass\tAOrchard\n[\s\S]*method\tAOrchard\.CountPlums/ }),
  of("jig", "refs CountPlums", { stdout: /^Script\/Orchard\.as:5:/m }),
  of("jig", "symbol AOrchard", { stdout: /class AOrchard/ }),
  of("jig", "outline src/main.rs", { stdout: /^2\tfunction\trun\n/ }),
  of("jig", "refs Move", { stdout: /Assets\/Enemy\.cs/ }),
  of("jig", "list", { advice: /jig tools .*jig ls / }),
  of("jig", "search-content Damage --json", { stdout: /"count":2/ }),
  { ...of("jig", "search_content --input -", { stdout: /"count":2/ }), input: '{"query":"Damage"}' },
  of("peer", "find_symbol --name_path Player", { stdout: /class\tpublic class Player/ }),
  of("peer", "find_referencing_symbols --name_path Move --relative_path Assets/Player.cs", {
    stdout: /Assets\/Enemy\.cs/,
  }),
  of("peer", "get_symbols_overview Assets/Player.cs", { stdout: /Damage/ }),
  of("peer", "read_file --path README.md", { stdout: /^# Fast/ }),
  of("peer", "search_for_pattern --pattern Damage", { stdout: /^Assets\/Player\.cs:3:/ }),
  of("peer", "list_dir src", { stdout: /src\/main\.rs/ }),
];
