/** `jig rg`, `grep`, `find`, `ls`, `cat` … compared with the original programs: same lines, same exit codes. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { environment, JIG, runJig, scratch } from "../jig.ts";
import { FILES, lines } from "./borrowed-files.ts";

interface Line {
  words: string[];
  input?: string;
}

const LINES: Line[] = [
  { words: ["-rn", "needle", "."] },
  { words: ["-r", "needle"] },
  { words: ["-rl", "needle", "src"] },
  { words: ["-rc", "needle", "src"] },
  { words: ["-rIn", "--include=*.c", "needle", "."] },
  { words: ["-rn", "--exclude-dir=.hidden", "--exclude=*.md", "needle", "."] },
  { words: ["needle\\|int", "src/a.c", "src/b.h"] },
  { words: ["-E", "needle|int", "src/a.c"] },
  { words: ["needle|pin", "src/b.h"] },
  { words: ["-F", "foo.bar", "notes.md"] },
  { words: ["-x", "foo.bar", "notes.md"] },
  { words: ["-v", "needle", "notes.md"] },
  { words: ["-o", "[a-z]*bar", "notes.md"] },
  { words: ["-P", "foo(?=x)", "notes.md"] },
  { words: ["\\(o\\)\\1", "notes.md"] },
  { words: ["-L", "needle", "notes.md"] },
  { words: ["-q", "needle", "notes.md"] },
  { words: ["-n", "-A1", "sharp", "notes.md"] },
  { words: ["nothing", "notes.md"] },
  { words: [] },
  { words: ["needle", "missing.txt", "notes.md"] },
  { words: ["needle", "src", "notes.md"] },
  { words: ["-h", "needle", "src/a.c", "src/b.h"] },
  { words: ["needle"], input: "a\nneedle\n" },
  { words: ["-c", "needle", "-"], input: "needle\nneedle\n" },
  { words: ["-Hn", "needle"], input: "a\nneedle\n" },
  { words: ["-l", "needle", "-", "notes.md"], input: "needle\n" },
];

test("grep -r prints every line of every file, though files are searched in parallel", () => {
  const names = Array.from({ length: 300 }, (_, at) => `d${at % 7}/f${at}.txt`);
  const root = scratch(Object.fromEntries(names.map((name) => [name, "needle\nother\nneedle\n"])));
  const printed = runJig(["grep", "-rn", "needle", "."], { cwd: root }).stdout;
  const expected = names.flatMap((name) => [`./${name}:1:needle`, `./${name}:3:needle`]);
  assert.deepEqual(lines(printed.trim()), expected.sort());
});

test("grep prints GNU grep's lines and ends with its exit codes", { skip: !isGnu() }, () => {
  const root = scratch(FILES);
  for (const { words, input = "" } of LINES) {
    const real = spawnSync("grep", words, { cwd: root, input, encoding: "utf8", env: environment() });
    const ours = inShell(root, ["grep", ...words], input);
    assert.deepEqual([lines(ours.stdout), ours.status], [lines(real.stdout), real.status], words.join(" "));
  }
});

/** Available on every Linux. */
const OTHERS = [
  "find . -name *.c",
  "find src -type f -size -1k",
  "find . -path ./.hidden -prune -o -type f -print",
  "find . ( -name *.md -o -name *.h ) -a ! -empty",
  "find . -maxdepth 1 -type d",
  "find . -regex .*/[ab]\\.[ch]",
  "find . -printf %p|%f|%s|%d|%y\\n",
  "find . -depth",
  "find missing src",
  "ls",
  "ls -A src",
  "ls -1 -p .",
  "ls missing",
  "ls -R src",
  "cat notes.md src/a.c",
  "cat -n notes.md",
  "cat -A src/bin",
  "cat missing",
  "head -n 1 notes.md src/a.c",
  "head -c 5 notes.md",
  "head -n -1 notes.md",
  "tail -n 2 notes.md",
  "tail -n +2 notes.md",
  "wc notes.md src/a.c",
  "wc -l notes.md",
  "wc -lwm notes.md",
  "wc missing notes.md",
  "wc src notes.md",
  "cat src notes.md",
  "head -n 1 src notes.md",
  "tail -n 1 missing notes.md",
];

test("find, ls, cat, head, tail and wc print what the programs print", { skip: process.platform !== "linux" }, () => {
  const root = scratch(FILES);
  for (const line of OTHERS) {
    const [program = "", ...words] = line.split(" ");
    const real = spawnSync(program, words, { cwd: root, encoding: "utf8", env: environment({ LC_ALL: "C.UTF-8" }) });
    const ours = runJig([program, ...words], { cwd: root });
    assert.deepEqual([lines(ours.stdout), ours.code], [lines(real.stdout), real.status], line);
  }
});

/** Includes unreadable files and links. */
const FAULTY = [
  "cat secret.txt notes.md",
  "head -n 1 secret.txt notes.md",
  "wc secret.txt notes.md",
  "ls locked",
  "ls -R",
  "ls -R locked",
  "find .",
  "find locked",
  "cat locked/a.txt notes.md",
  "wc -l locked/a.txt notes.md",
  "find locked/a.txt notes.md",
  "rg -N needle .",
  "grep -r needle .",
  "ls nowhere",
  "ls -d nowhere out",
  "find nowhere out",
  "find -L nowhere",
  "cat nowhere notes.md",
  "head -n 1 nowhere notes.md",
];

test("what cannot be read is reported and ends with the program's exit code", {
  skip: process.platform !== "linux" || process.getuid?.() === 0,
}, () => {
  const root = scratch({ ...FILES, "secret.txt": "needle\n", "locked/a.txt": "needle\n" });
  symlinkSync("missing", join(root, "nowhere"));
  symlinkSync(scratch({ "a.txt": "needle\n" }), join(root, "out"));
  const closed = ["secret.txt", "locked"].map((path) => join(root, path));
  for (const path of closed) chmodSync(path, 0);
  try {
    for (const line of FAULTY) {
      const [program = "", ...words] = line.split(" ");
      const env = environment({ LC_ALL: "C.UTF-8" });
      const real = spawnSync(program, words, { cwd: root, encoding: "utf8", env });
      if (real.error) continue;
      const ours = runJig([program, ...words], { cwd: root });
      assert.deepEqual([lines(ours.stdout), ours.code], [lines(real.stdout), real.status], line);
      assert.equal(ours.stderr.split("\n").length, real.stderr.split("\n").length, `${line}\n${ours.stderr}`);
    }
  } finally {
    for (const path of closed) chmodSync(path, 0o700);
  }
});

test("a link out of the workspace is named, and does not keep the other files away", () => {
  const root = scratch({ "a.txt": "needle\n" });
  const out = scratch({ "b.txt": "needle\n" });
  symlinkSync(out, join(root, "out"));
  symlinkSync("missing", join(root, "nowhere"));
  const expected: [line: string, stdout: string, code: number, said?: RegExp][] = [
    ["rg -L needle a.txt out", "a.txt:needle\n", 2, /^rg: out: This link leads out of the workspace; add its target/m],
    ["grep -R needle .", "./a.txt:needle\n", 2, /^grep: \.\/out: This link leads out/m],
    ["fd -L txt", "a.txt\n", 0, /^\[fd error\]: out: This link leads out/m],
    ["find -L . -name *.txt", "./a.txt\n", 1, /^find: ‘\.\/out’: This link leads out/m],
    ["cat out a.txt", "needle\n", 1, /^cat: out: This link leads out/m],
    ["cat nowhere a.txt", "needle\n", 1, /^cat: nowhere: No such file or directory$/m],
    ["ls out nowhere", "nowhere\nout\n", 0],
    ["find out nowhere", "out\nnowhere\n", 0],
  ];
  for (const [line, stdout, code, said = /^$/] of expected) {
    const ran = runJig(line.split(" "), { cwd: root });
    assert.deepEqual([lines(ran.stdout), ran.code], [lines(stdout), code], line + ran.stderr);
    assert.match(ran.stderr, said, line);
  }
  assert.equal(runJig(["--root", root, "--root", out, "rg", "-L", "-l", "needle", "out"]).stdout, "out/b.txt\n");
});

test("fd begins paths with ./ where a program reads them", () => {
  const root = scratch(FILES);
  assert.equal(runJig(["fd", "-0", "notes"], { cwd: root }).stdout, "./notes.md\0");
  assert.equal(runJig(["fd", "-0", "--strip-cwd-prefix", "notes"], { cwd: root }).stdout, "notes.md\0");
  assert.equal(runJig(["fd", "--strip-cwd-prefix=never", "notes"], { cwd: root }).stdout, "./notes.md\n");
});

test("fd leaves out what is ignored or hidden, tree draws, cat takes lines", () => {
  const root = scratch({ ...FILES, ".git/HEAD": "", "build/out.c": "", ".ignore": "build/\n" });
  assert.equal(runJig(["fd", "-e", "c"], { cwd: root }).stdout, "src/a.c\n");
  assert.equal(runJig(["fd", "*.c"], { cwd: root }).stdout, "src/a.c\n");
  assert.equal(runJig(["fd", "-t", "d"], { cwd: root }).stdout, "src/\n");
  assert.equal(runJig(["fd", "-I", "-t", "d"], { cwd: root }).stdout, "build/\nsrc/\n");
  assert.equal(runJig(["fd", "-q", "nothing"], { cwd: root }).code, 1);
  assert.equal(runJig(["fd", "("], { cwd: root }).code, 1);
  assert.match(
    runJig(["tree", "src"], { cwd: root }).stdout,
    /^src\n├── a\.c\n├── b\.h\n└── bin\n\n1 directory, 3 files\n$/,
  );
  const { stdout } = runJig(["tree", "--noreport", "-I", "*.h"], { cwd: scratch({ "a/b\tc": "", "d/e": "" }) });
  assert.equal(stdout, ".\n├── a\n│\u00a0\u00a0 └── b\\011c\n└── d\n    └── e\n");
  assert.match(runJig(["tree", "-p"], { cwd: root }).stderr, /^tree: -p is not supported here\. Omit it/);
  assert.equal(runJig(["cat", "src/b.h:2-2"], { cwd: root }).stdout, "Needle\n");
  assert.equal(runJig(["cat", "src/b.h", "1", "1"], { cwd: root }).stdout, "needle|pin\n");
  const refused: [code: number, ...words: string[]][] = [
    [1, "find", ".", "-delete"],
    [1, "find", ".", "-exec", "ls", "{}", ";"],
    [2, "fd", "-x", "ls"],
    [1, "tail", "-f", "notes.md"],
  ];
  for (const [code, ...words] of refused) {
    assert.equal(runJig(words, { cwd: root }).code, code, words.join(" "));
  }
});

/** Use a shell's pipe: jig doesn't read from the socket a test provides. */
function inShell(cwd: string, words: string[], input: string) {
  return spawnSync("sh", ["-c", 'cat | "$@"', "sh", JIG, ...words], {
    cwd,
    input,
    encoding: "utf8",
    env: environment(),
  });
}

function isGnu(): boolean {
  return /GNU grep/.test(spawnSync("grep", ["--version"], { encoding: "utf8" }).stdout ?? "");
}

test("a whole answer goes through a pipe, and a reader may leave", () => {
  const root = scratch({ "a.txt": "needle\n".repeat(30_000) });
  const all = spawnSync("sh", ["-c", `"${JIG}" grep needle | wc -l`], {
    cwd: root,
    encoding: "utf8",
    env: environment(),
  });
  assert.equal(all.stdout.trim(), "30000");
  const head = spawnSync("sh", ["-c", `"${JIG}" rg needle | head -2`], {
    cwd: root,
    encoding: "utf8",
    env: environment(),
  });
  assert.deepEqual(
    [head.stdout, head.stderr],
    ["needle\nneedle\n", ""].map((text, at) => (at === 0 ? "a.txt:needle\n".repeat(2) : text)),
  );
});

test("without a path grep searches everything that ignore rules leave, with places", () => {
  const root = scratch(FILES);
  assert.equal(runJig(["grep", "sharp"], { cwd: root }).stdout, "notes.md:1:a needle (sharp)\n");
  assert.equal(runJig(["grep", "needle", "src/a.c", "--json"], { cwd: root }).code, 0);
});

test("what starts programs or leaves the workspace is refused with exit code 2", () => {
  const root = scratch(FILES);
  for (const [words, said] of [
    [["rg", "--pre", "cat", "needle"], /starts a program/],
    [["rg", "-z", "needle"], /zcat/],
    [["rg", "needle", "/etc"], /outside the workspace/],
    [["grep", "-f", "/etc/passwd", "x"], /outside/],
    [["git", "grep", "-Ovi", "x"], /opens a program/],
    [["git", "push"], /Write: git push/],
  ] as const) {
    const ran = runJig(words, { cwd: root });
    assert.equal(ran.code, 2, words.join(" "));
    assert.match(ran.stderr, said);
  }
});

test("a link named rg is ripgrep, its --json included", { skip: process.platform === "win32" }, () => {
  const root = scratch(FILES);
  const made = runJig(["setup", "--shell", "bin"], { cwd: root });
  assert.equal(made.code, 0, made.stderr);
  const link = join(root, "bin", "rg");
  const ran = spawnSync(link, ["--json", "sharp", "notes.md"], { cwd: root, encoding: "utf8", env: environment() });
  assert.match(ran.stdout, /^\{"type":"begin"/);
  assert.equal(runJig(["setup", "--shell", "bin", "--undo"], { cwd: root }).code, 0);
  assert.notEqual(spawnSync(link, ["--version"]).error, undefined);
  assert.equal(readFileSync(join(root, "notes.md"), "utf8").includes("sharp"), true);
});

test("map prints names with unseen characters as escapes, on a pipe too", () => {
  const root = scratch({ "a\u200bb.ts": "export function f\u200cg() {}\n" });
  assert.equal(runJig(["map", "."], { cwd: root }).stdout, "a\\u200bb.ts:1: function f\\u200cg\n");
});

test("jig tokei refuses an empty path as tokei does", () => {
  const { code, stdout, stderr } = runJig(["tokei", ""], { cwd: scratch(FILES) });
  assert.deepEqual([code, stdout, stderr], [1, "", "Error: '' not found.\n"]);
});
