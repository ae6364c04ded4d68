/** Real command lines (`command-lines.txt`): jig prints the same lines as the original program, with the same exit code. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { corpus, environment, runJig } from "../jig.ts";

const LINES = readFileSync(join(import.meta.dirname, "command-lines.txt"), "utf8")
  .trim()
  .split("\n")
  .map((line) => (line.split("\t")[1] ?? "").trim());
/** Alternative executable names. */
const NAMES: Readonly<Record<string, readonly string[]>> = { fd: ["fd", "fdfind"] };

function wordsOf(line: string): string[] {
  return [...line.matchAll(/'((?:[^']|'\\'')*)'|(\S+)/g)].map(([, single, bare]) => single ?? bare ?? "");
}

function judge(program: string): string | undefined {
  return (NAMES[program] ?? [program]).find((name) => spawnSync(name, ["--version"]).error === undefined);
}

const root = corpus("ripgrep");

const sorted = (text: string) => text.split("\n").sort().join("\n");

/** Same rows, with numbers that differ by less than 1 %. */
function sameCounts(ours: string, theirs: string): boolean {
  const [mine, other] = [ours, theirs].map((text) => text.split("\n"));
  return other!.every((row, at) => {
    const numbers = (text = "") => [...text.matchAll(/\d+/g)].map(([digits]) => Number(digits));
    const [known, counted] = [numbers(row), numbers(mine![at])];
    const [, lines = 0] = known;
    return (
      known.length === counted.length &&
      known.every((count, column) => Math.abs(count - (counted[column] ?? 0)) <= lines / 100)
    );
  });
}

test("at least 95 of 100 drawn command lines do what the program does", { skip: root === undefined }, () => {
  const wrong: string[] = [];
  let judged = 0;
  for (const line of LINES) {
    const [program = "", ...words] = wordsOf(line);
    const real = judge(program);
    if (real === undefined || root === undefined) continue;
    const env = environment({ LC_ALL: "C.UTF-8" });
    const theirs = spawnSync(real, words, {
      cwd: root,
      env,
      input: "",
      encoding: "utf8",
      maxBuffer: 256 * 1024 * 1024,
    });
    const ours = runJig([program, ...words], { cwd: root, env: { LC_ALL: "C.UTF-8" } });
    judged++;
    const same =
      program === "tokei" ? sameCounts(ours.stdout, theirs.stdout) : sorted(ours.stdout) === sorted(theirs.stdout);
    if (!same || ours.code !== theirs.status) wrong.push(line);
  }
  process.stdout.write(`${[`${judged - wrong.length} of ${judged}`, ...wrong].join("\n")}\n`);
  assert.ok(judged > 100, `${judged} lines were judged`);
  assert.ok(wrong.length <= judged / 20, `${wrong.length} of ${judged}:\n${wrong.join("\n")}`);
});
