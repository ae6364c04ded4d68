/** Wrong use of borrowed programs, full disks, and commands of their kind. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { test } from "node:test";
import { environment, JIG, runJig, scratch } from "../jig.ts";
import { FILES } from "./borrowed-files.ts";

test("ls says which command shows sizes and times, and leaves other letters to ls itself", () => {
  const root = scratch(FILES);
  for (const [words, said] of [
    [["-la"], /^ls: -l is not supported here\. Use jig ll -a, which shows sizes and times$/m],
    [["-lh", "src"], /Use jig ll src, which/],
    [["-i"], /^ls: -i is not supported here\. Omit it, or use ls -i without jig$/m],
  ] as const) {
    const ran = runJig(["ls", ...words], { cwd: root });
    assert.equal(ran.code, 2);
    assert.match(ran.stderr, said);
  }
  assert.match(runJig(["ll", "-a"], { cwd: root }).stdout, /notes\.md/);
});

test("fd ends with 0 beside a path that is none, and says where a pattern with a slash belongs", () => {
  const root = scratch(FILES);
  const beside = runJig(["fd", "notes", "missing", "."], { cwd: root });
  assert.deepEqual([beside.stdout, beside.code], ["./notes.md\n", 0]);
  assert.match(beside.stderr, /Search path 'missing' is not a directory/);
  for (const words of [["src/a"], ["-g", "src/*"], ["a", "--and", "src/a"]]) {
    const ran = runJig(["fd", ...words], { cwd: root });
    assert.deepEqual([ran.code, ran.stdout], [0, ""]);
    assert.match(ran.stderr, /fd --full-path 'src\/[a*]'/);
  }
  assert.equal(runJig(["fd", "-p", "src/a"], { cwd: root }).stdout, "src/a.c\n");
});

test("tokei counts by language, code inside other languages apart", () => {
  const root = scratch({
    "src/a.rs": "/// Adds.\nfn a() {}\n\n// note\n",
    "b.py": "x = 1\n",
    "README.md": "# Title\n\n```python\ny = 2\n```\n",
    ".hidden/c.py": "z = 3\n",
  });
  const { stdout, code } = runJig(["tokei"], { cwd: root });
  assert.equal(code, 0);
  assert.match(stdout, /^ Python +1 +1 +1 +0 +0$/m);
  assert.match(stdout, /^ Markdown +1 +4 +0 +3 +1\n \|- Python +1 +1 +1 +0 +0\n \(Total\) +5 +1 +3 +1$/m);
  assert.match(stdout, /^ Rust +1 +3 +1 +1 +1\n \|- Markdown +1 +1 +0 +1 +0$/m);
  assert.match(stdout, /^ Total +3 +10 +3 +5 +2$/m);
  assert.equal(JSON.parse(runJig(["tokei", "-o", "json"], { cwd: root }).stdout).Total.code, 3);
  assert.equal(runJig(["loc", "missing"], { cwd: root }).code, 1);
});

test("a folder, a file or a word alone does the obvious; a mistake is still one", () => {
  const root = scratch(FILES);
  assert.equal(runJig(["src"], { cwd: root }).stdout, "a.c\nb.h\nbin\n");
  assert.equal(runJig(["src/b.h"], { cwd: root }).stdout, FILES["src/b.h"]);
  assert.equal(runJig(["src/b.h:2"], { cwd: root }).stdout, "Needle\n");
  assert.equal(runJig(["sharp"], { cwd: root }).stdout, "notes.md:1:a needle (sharp)\n");
  for (const [word, said] of [
    ["grpe", /Did you mean grep/],
    ["nowhere", /Unknown command or tool "nowhere"/],
    ["update", /updates it/],
    ["sg", /jig grep --structure/],
    ["du", /--sort size/],
  ] as const) {
    const ran = runJig([word], { cwd: root });
    assert.equal(ran.code, 2, word);
    assert.match(ran.stderr, said);
  }
});

test("parameter=value sets a parameter of a tool, and -- makes it a word", () => {
  const root = scratch(FILES);
  const count = (words: string[]) => JSON.parse(runJig(["search_content", ...words], { cwd: root }).stdout).count;
  assert.equal(count(["query=sharp"]), 1);
  assert.equal(count(["query=needle", "limit=1"]), 1);
  assert.equal(count(["--", "query=sharp"]), 0);
  assert.equal(count(["x = 0"]), 1);
});

test("wrong flags and values end with the program's exit code", () => {
  const root = scratch(FILES);
  for (const [code, ...lines] of [
    [1, "head -Z", "head -n x notes.md", "tail --bogus", "wc -Z", "wc --total=x", "cat -Z", "find -zzz"],
    [1, "find . -maxdepth x", "find . -type q", "head -Z --json"],
    [2, "ls -Z", "grep -n", "rg --bogus x", "fd --bogus", "fd -S 5", "fd -S +5"],
  ] as const) {
    for (const line of lines) assert.equal(runJig(line.split(" "), { cwd: root }).code, code, line);
  }
});

test("map lists declarations in every language, callers finds calls in each; both have --json", () => {
  const root = scratch({
    "a.ts": "export class Engine {\n  start() {\n    const local = 1\n  }\n}\nnew Engine().start()\n",
    "b.ts": "export const b = 1\n",
    "sub/c.py": "def turn():\n    pass\n\n\nturn()\n",
    "Assets/Player.cs": "class Player\n{\n    void Move() { }\n    void Start() { Move(); }\n}\n",
    "data.json": '{"key": 1}\n',
    ".gitignore": "out/\n",
    ".git/HEAD": "",
    "out/d.ts": "function built() {}\n",
  });
  const said = (...words: string[]) => runJig(words, { cwd: root });
  const all = [
    ...[
      "Assets/Player.cs:1: class Player",
      "Assets/Player.cs:3: method Player.Move",
      "Assets/Player.cs:4: method Player.Start",
    ],
    ...["a.ts:1: class Engine", "a.ts:2: method Engine.start", "b.ts:1: constant b", "sub/c.py:1: function turn"],
  ];
  assert.deepEqual(said("map").stdout.trim().split("\n"), all);
  assert.equal(said("map", "-L", "1", "Assets").stdout, "Assets/Player.cs:1: class Player\n");
  assert.equal(said("map", "data.json").stdout, "data.json:1: key key\n");
  assert.deepEqual(said("map", "missing").code, 2);
  assert.match(said("map", "--nope").stderr, /jig map --help/);
  assert.match(said("map", "-L", "0").stderr, /--levels takes 1 or more/);
  assert.equal(said("outline", "Assets").stdout, all.slice(0, 3).join("\n").concat("\n"));
  assert.deepEqual(JSON.parse(said("outline", "sub", "--json").stdout).lines, all.slice(-1));
  assert.deepEqual(JSON.parse(said("map", "--json").stdout), { success: true, exit_code: 0, count: 7, lines: all });
  assert.match(said("callers", "turn").stdout, /^sub\/c\.py:5:1: turn\(\)/m);
  assert.match(said("callers", "Move").stdout, /^Assets\/Player\.cs:4:/m);
  assert.match(said("callers", "start").stdout, /^a\.ts:6:/m);
  assert.equal(JSON.parse(said("callers", "start", "--json").stdout).total, 1);
});

test("programs that only print lines give them as JSON too", () => {
  const root = scratch(FILES);
  const json = (...words: string[]) => JSON.parse(runJig([...words, "--json"], { cwd: root }).stdout);
  assert.deepEqual(json("head", "-n", "1", "notes.md").lines, ["a needle (sharp)"]);
  assert.deepEqual(json("tail", "-n", "1", "notes.md").lines, ["fooxbar"]);
  assert.deepEqual(json("egrep", "bar$", "notes.md"), {
    success: true,
    exit_code: 0,
    count: 2,
    lines: ["foo.bar", "fooxbar"],
  });
  assert.deepEqual(json("egrep", "nothing", "notes.md"), { success: true, exit_code: 1, count: 0, lines: [] });
  assert.equal(json("tree", "src").count, 6);
  assert.match(runJig(["head", "--", "--json"], { cwd: root }).stderr, /--json/);
  const failed = runJig(["tree", "missing", "--json"], { cwd: root });
  assert.deepEqual([JSON.parse(failed.stdout).success, failed.code], [false, 2]);
});

test("a full disk is reported once by jig map", { skip: process.platform !== "linux" }, () => {
  const source = Array.from({ length: 40 }, (_, at) => `export const value${at} = ${at};\n`).join("");
  const root = scratch(Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`src/f${at}.ts`, source])));
  const full = openSync("/dev/full", "w");
  const { status, stderr } = spawnSync(JIG, ["map", "src"], {
    cwd: root,
    env: environment(),
    encoding: "utf8",
    stdio: ["ignore", full, "pipe"],
  });
  closeSync(full);
  assert.deepEqual([status, stderr], [2, "map: Cannot write: the disk is full. Free some space there\n"]);
});

test("a full disk is an error of every program that prints", { skip: process.platform !== "linux" }, () => {
  const root = scratch(FILES);
  for (const words of [
    ["wc", "notes.md"],
    ["wc", "-l", "notes.md", "src/a.c"],
    ["cat", "notes.md"],
    ["head", "notes.md"],
  ]) {
    const full = openSync("/dev/full", "w");
    const { status, stderr } = spawnSync(JIG, words, {
      cwd: root,
      env: environment(),
      encoding: "utf8",
      stdio: ["ignore", full, "pipe"],
    });
    closeSync(full);
    assert.deepEqual(
      [status, stderr.split(". ")[0]],
      [2, `${words[0]}: Cannot write: the disk is full`],
      words.join(" "),
    );
  }
});
