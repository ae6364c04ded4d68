/**
 * Samples real command lines of rg, grep, fd, find, git grep, wc and tokei from public scripts, dotfiles and docs: `bun
 * build/draw-command-lines.ts COUNT FOLDER … > test/cli/command-lines.txt`. Each folder is a checkout. We keep flags and their
 * order, replace patterns, globs and paths by our own, and record the source. Commands that execute, delete or write, and those
 * with variables in flags, are skipped.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join, relative } from "node:path";
import process from "node:process";
import { PROGRAMS, type Program, rewritten } from "./rewrite-command-line.ts";

/** Share of each program in the sample. */
const SHARES: Record<Program, number> = {
  rg: 22,
  grep: 26,
  egrep: 1,
  fd: 15,
  find: 21,
  "git grep": 6,
  wc: 5,
  tokei: 4,
};

/** Skip commands that execute, delete, write, follow, or print help. */
const LEFT_OUT =
  /(^| )(-exec|-execdir|-ok|-delete|-fprint|-ls|--pre|--pre-glob|-x|-X|--exec|--exec-batch|-i-|--help|-h|--version|-V|-O|--open-files-in-pager|--passthru|-perm|-user|-group|-uid|-nouser|-xtype|-links|-inum|-samefile|-atime|-amin|-anewer|-z|--search-zip|-l0|--list-details|--format|-0|-print0|--null|--print0|-p0|--json|--debug|--trace|--generate|--no-index|--show-function|--function-context|--stats)( |=|$)/;

interface Drawn {
  program: Program;
  source: string;
  line: string;
}

function* filesIn(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.name === ".git" || /^pages\.|node_modules/.test(entry.name)) continue;
    if (entry.isDirectory()) yield* filesIn(path);
    else if (
      entry.isFile() &&
      /\.(sh|bash|zsh|md|yml|yaml|txt|mk|fish|1|adoc)$|^(Makefile|[^.]*|\.\w+rc|\.?aliases.*)$/.test(entry.name)
    )
      yield path;
  }
}

/** Finds command lines, cut at the first shell operator. */
function* commandsIn(text: string): Generator<[program: Program, words: string[], line: number]> {
  for (const [index, line] of text.split("\n").entries()) {
    if (line.length > 400) continue;
    const plain = line
      .replace(/\{\{\[([^|\]]*)\|[^\]]*\]\}\}/g, "$1")
      .replace(/\{\{([^}]*)\}\}/g, (_, inside) => String(inside).replace(/\s+/g, "_").split("|")[0] ?? "");
    for (const program of PROGRAMS) {
      const found = new RegExp(`(?:^|[|(\`$;] *|[=:] ?|\\bexec |\\bsudo )${program} (.*)`).exec(plain);
      const words = found?.[1] === undefined ? undefined : wordsOf(found[1]);
      if (words && words.length > 0) yield [program, words, index + 1];
    }
  }
}

/** Undefined if only a shell could parse it. */
function wordsOf(text: string): string[] | undefined {
  const words: string[] = [];
  for (let at = 0; at < text.length; ) {
    const rest = text.slice(at);
    const gap = /^\s+/.exec(rest)?.[0];
    if (gap !== undefined) {
      at += gap.length;
      continue;
    }
    if (/^([|;&<>)`#]|\d?>)/.test(rest)) break;
    const [whole = "", single, double, bare] =
      /^(?:'([^']*)'|"((?:[^"\\]|\\.)*)"|((?:\\.|[^\\\s'"|;&<>)`])+))/.exec(rest) ?? [];
    if (whole === "") return undefined;
    words.push(single ?? double ?? (bare ?? "").replace(/\\(.)/g, "$1"));
    at += whole.length;
    if (at < text.length && !/^[\s|;&<>)`]/.test(text.slice(at))) return undefined;
  }
  return words;
}

function quoted(word: string): string {
  return /^[\w./:=,+@%-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

const [count, ...folders] = process.argv.slice(2);
const drawn = new Map<string, Drawn>();
for (const folder of folders) {
  for (const path of filesIn(folder)) {
    if (statSync(path).size > 1_000_000) continue;
    for (const [program, words, line] of commandsIn(readFileSync(path, "utf8"))) {
      const source = `${basename(folder)}/${relative(folder, path)}:${line}`;
      if (
        LEFT_OUT.test(words.join(" ")) ||
        words.some((word) => /[$]\{?\w|\.\.\.|…/.test(word) && word.startsWith("-"))
      )
        continue;
      // Prose that mentions a program.
      if (words.length > 2 && words.every((word) => /^[A-Za-z,.’'-]+$/.test(word) && !word.startsWith("-"))) continue;
      const ours = rewritten(program, words, source);
      if (!ours) continue;
      const written = ours.map(quoted).join(" ");
      if (!drawn.has(written)) drawn.set(written, { program, source, line: written });
    }
  }
}
const order = (each: Drawn) => createHash("sha256").update(each.source).digest("hex");
const all = [...drawn.values()].sort((a, b) => (order(a) < order(b) ? -1 : 1));
const chosen = PROGRAMS.flatMap((program) =>
  all.filter((each) => each.program === program).slice(0, Math.ceil((Number(count) * SHARES[program]) / 100)),
);
for (const { source, line } of chosen.slice(0, Number(count))) process.stdout.write(`${source}\t${line}\n`);
process.stderr.write(
  `${all.length} lines, ${PROGRAMS.map((each) => `${each} ${all.filter(({ program }) => program === each).length}`).join(", ")}\n`,
);
