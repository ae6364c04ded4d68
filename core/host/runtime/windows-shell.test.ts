/** Windows command lines, verified by parsing them like the shell and the C runtime. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { endingsOf, findProgram, isShellScript, quoteArgument, spawnCommandOf } from "./windows-shell.ts";

/** Parses like `CommandLineToArgvW`. */
function wordsOf(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let within = false;
  for (let at = 0; at < line.length; at++) {
    const slashes = /^\\*/.exec(line.slice(at))![0].length;
    const next = line[at + slashes];
    if (slashes > 0) {
      word = (word ?? "") + "\\".repeat(next === '"' ? Math.floor(slashes / 2) : slashes);
      at += slashes - 1;
      if (next === '"' && slashes % 2 === 1) {
        word += '"';
        at++;
      }
    } else if (next === '"') {
      within = !within;
      word ??= "";
    } else if (!within && /\s/.test(next!)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + next;
  }
  if (word !== undefined) words.push(word);
  return words;
}

/** Parses like the shell, for lines without quotes: unescaped special characters are errors. */
function afterShell(line: string): string {
  assert.doesNotMatch(line.replace(/\^[\s\S]/g, ""), /["&|<>%!()]/);
  return line.replace(/\^([\s\S])/g, "$1");
}

const HARD = [
  "plain",
  "",
  "with space",
  'say "hi"',
  "C:\\Program Files\\Unity\\",
  "\\\\server\\share\\a b\\",
  'ends with \\"',
  "a&calc|b>c<d^e",
  "100%PATH%!x!",
  "(1;2,3=4)",
  "日本 😀",
];

test("a word survives the C runtime's taking apart, whatever it holds", () => {
  for (const word of HARD) assert.deepEqual(wordsOf(quoteArgument(word)), [word]);
  assert.deepEqual(wordsOf(HARD.map(quoteArgument).join(" ")), HARD);
});

test("a script's words survive both shells and the program's taking apart", () => {
  const program = "C:\\Program Files\\nodejs\\claude.cmd";
  const { command, args, windowsVerbatimArguments } = spawnCommandOf(program, HARD, "C:\\Windows\\cmd.exe");
  assert.deepEqual(
    [command, args.slice(0, 3), windowsVerbatimArguments],
    ["C:\\Windows\\cmd.exe", ["/d", "/s", "/c"], true],
  );
  const line = args[3]!.slice(1, -1);
  const [first, ...rest] = splitLine(line);
  assert.equal(wordsOf(afterShell(first!))[0], program);
  // The script passes on `%*`, which its shell parses again.
  assert.deepEqual(
    rest.flatMap((word) => wordsOf(afterShell(afterShell(word)))),
    HARD,
  );
});

/** Splits at spaces without a caret. */
function splitLine(line: string): string[] {
  return line.match(/(?:\^[\s\S]|[^ ])+/g)!;
}

test("a program is started as it is, with no shell between", () => {
  assert.deepEqual(spawnCommandOf("C:\\Tools\\rg.exe", ["a b"]), { command: "C:\\Tools\\rg.exe", args: ["a b"] });
  assert.deepEqual(["a.cmd", "A.BAT", "a.exe", "cmd"].map(isShellScript), [true, true, false, false]);
});

test("a name is tried with the endings of PATHEXT, and as it is first where it has one", () => {
  assert.deepEqual(endingsOf("code", ".EXE;.CMD"), [".exe", ".cmd", ""]);
  assert.deepEqual(endingsOf("code.CMD", ".EXE;.CMD"), ["", ".exe", ".cmd"]);
  assert.deepEqual(endingsOf("x", "..;evil;.PS1"), [".ps1", ""]);
});

test("a name is found on the PATH by its ending, the first folder first", () => {
  const there = ["C:\\Program Files\\nodejs\\claude.cmd", "D:\\bin\\claude.exe", "D:\\bin\\claude"];
  const found = (name: string, searchPath: string) => findProgram(name, { searchPath }, (file) => there.includes(file));
  assert.equal(found("claude", "C:\\Windows;;C:\\Program Files\\nodejs;D:\\bin"), there[0]);
  assert.equal(found("claude", "D:\\bin;C:\\Program Files\\nodejs"), there[1]);
  assert.equal(found("codex", "D:\\bin"), undefined);
});
