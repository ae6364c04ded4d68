/**
 * Counts odd turns of phrase in comments and strings, by folder.
 *
 *     bun build/prose-rules.ts                  counts by turn and folder
 *     bun build/prose-rules.ts --list FOLDER    matches in a folder
 *     bun build/prose-rules.ts --write          lowers the ceilings in build/prose-counts.txt to the current counts
 *     bun build/prose-rules.ts --write --moved  same after moving files: a folder may rise if the sum doesn't
 *
 * test/prose.test.ts fails if a count is above its ceiling. We use a regex instead of a parser, so quotes in regex literals can
 * hide some text. That's fine for comparing commits.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";

const TOP = join(import.meta.dirname, "..");
const TABLE = join(import.meta.dirname, "prose-counts.txt");
const READ = ["core", "plugins", "tui", "build", "first.ts", "main.ts", "threads.ts"];

const TURNS: Record<string, RegExp> = {
  'noun "what is"': /\bwhat (?:is|was|it|they|there|of|a|the|no|an?)\b(?! \w+\?)/i,
  'condition "where"': /\bwhere (?:it|there|that|they|nothing|nobody|none|one|a|the|no)\b/i,
  'place "behind", "beside"': /\b(?:behind|beside)\b/i,
  stands: /\bstands?\b/i,
  "nobody, somebody, whoever": /\b(?:nobody|somebody|whoever|whichever)\b/i,
  "fragment that begins with Of, By, What": /^(?:Of|By|What|Whose|Whom) /,
  "asked, told": /\b(?:asked|told)\b/i,
  "undefined where": /\bundefined where\b/i,
  lies: /\blies?\b/i,
  "is none, as it is, for good": /\b(?:is none|are none|none of ours|none of its|as they are|as it is|for good)\b/i,
};

/** One pattern for both, so that neither is found inside the other. */
const LITERAL = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|\/\*.*?\*\/|(?<![:"'`])\/\/[^\n]*/gs;

export interface Prose {
  kind: "comment" | "string";
  text: string;
  line: number;
  /** Names of the turns it uses. */
  turns: string[];
}

export interface Counts {
  comments: number;
  strings: number;
}

/** Comments of three words or more, and strings of four or more that begin like a sentence. */
export function proseOf(source: string): Prose[] {
  return [...source.matchAll(LITERAL)].flatMap(({ 0: literal, index }) => {
    const kind = /^\/[/*]/.test(literal) ? "comment" : "string";
    const text = kind === "comment" ? textOfComment(literal) : literal.slice(1, -1);
    const words = text.split(/\s+/).filter((word) => word !== "").length;
    if (words < (kind === "comment" ? 3 : 4) || /^(?:biome-|@ts|eslint)/.test(text)) return [];
    if (kind === "string" && !/^[A-Z"`'{$]/.test(text)) return [];
    const turns = Object.entries(TURNS).flatMap(([turn, pattern]) => (pattern.test(text) ? [turn] : []));
    return [{ kind, text, line: source.slice(0, index).split("\n").length, turns }];
  });
}

function textOfComment(literal: string): string {
  return literal
    .replace(/^\s*(?:\/\*\*?|\*\/?|\/\/)|\*\/$/gm, " ")
    .replace(/\s+/g, " ")
    .trim();
}

function sourceFiles(): string[] {
  return execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "--", ...READ], {
    cwd: TOP,
    encoding: "utf8",
  })
    .split("\n")
    .filter((file) => /\.tsx?$/.test(file) && !/\.(?:test|bench)\.tsx?$|\.d\.ts$|\/fixtures\/|\/generated\//.test(file))
    .filter((file) => existsSync(join(TOP, file)));
}

export function readProse(): Map<string, Prose[]> {
  return new Map(sourceFiles().map((file) => [file, proseOf(readFileSync(join(TOP, file), "utf8"))]));
}

export function flaggedByFolder(prose: Map<string, Prose[]>): Map<string, Counts> {
  const counts = new Map<string, Counts>();
  for (const [file, found] of prose) {
    const flagged = found.filter(({ turns }) => turns.length > 0);
    if (flagged.length === 0) continue;
    const { comments, strings } = counts.get(dirname(file)) ?? { comments: 0, strings: 0 };
    const added = flagged.filter(({ kind }) => kind === "comment").length;
    counts.set(dirname(file), { comments: comments + added, strings: strings + flagged.length - added });
  }
  return counts;
}

/** Parses build/prose-counts.txt. */
export function readCeilings(): Map<string, Counts> {
  const rows = readFileSync(TABLE, "utf8").trim().split("\n").slice(1);
  return new Map(
    rows.map((row) => {
      const [folder = "", comments, strings] = row.split(/\s+/);
      return [folder, { comments: Number(comments), strings: Number(strings) }];
    }),
  );
}

/** Unlisted folders have a ceiling of 0. */
export function foldersAbove(counts: Map<string, Counts>, ceilings: Map<string, Counts>): string[] {
  return [...counts].flatMap(([folder, { comments, strings }]) => {
    const ceiling = ceilings.get(folder) ?? { comments: 0, strings: 0 };
    return comments > ceiling.comments || strings > ceiling.strings ? [folder] : [];
  });
}

/** One line per match, optionally filtered by `isWanted`. */
export function flaggedPlaces(
  prose: Map<string, Prose[]>,
  folder: string,
  isWanted: (file: string, line: number) => boolean = () => true,
): string[] {
  return [...prose]
    .filter(([file]) => dirname(file) === folder)
    .flatMap(([file, found]) =>
      found
        .filter(({ turns, line }) => turns.length > 0 && isWanted(file, line))
        .map(({ kind, text, line, turns }) => `${file}:${line} ${kind} (${turns.join("; ")}): ${text.slice(0, 120)}`),
    );
}

/** Returns a filter for lines changed since the table was written. In a shallow clone without that commit, accepts all lines. */
export function changedSinceTable(): (file: string, line: number) => boolean {
  const git = (...args: string[]) => spawnSync("git", args, { cwd: TOP, encoding: "utf8" });
  const written = git("log", "-1", "--format=%H", "--", TABLE).stdout.trim();
  const diff = git("diff", "-U0", "--no-color", "--no-ext-diff", written || "HEAD", "--", ...READ).stdout;
  const untracked = git("ls-files", "--others", "--exclude-standard", "--", ...READ).stdout.split("\n");
  const changed = new Map<string, [first: number, count: number][]>(
    diff.split(/^diff --git /m).flatMap((part) => {
      const file = /^\+\+\+ b\/(.*)$/m.exec(part)?.[1];
      const hunks = [...part.matchAll(/^@@ -\S+ \+(\d+)(?:,(\d+))? @@/gm)];
      return file ? [[file, hunks.map(([, first, count = "1"]) => [Number(first), Number(count)])]] : [];
    }),
  );
  if (changed.size === 0 && untracked.every((file) => file === "")) return () => true;
  return (file, line) =>
    untracked.includes(file) ||
    (changed.get(file) ?? []).some(([first, count]) => line >= first && line < first + count);
}

function sumOf(counts: Map<string, Counts>): Counts {
  const all = [...counts.values()];
  return {
    comments: all.reduce((sum, each) => sum + each.comments, 0),
    strings: all.reduce((sum, each) => sum + each.strings, 0),
  };
}

function tableOf(counts: Map<string, Counts>): string {
  const width = Math.max(...[...counts.keys()].map((folder) => folder.length)) + 2;
  const rows = [...counts]
    .map(
      ([folder, { comments, strings }]) =>
        `${folder.padEnd(width)}${String(comments).padStart(8)}${String(strings).padStart(9)}`,
    )
    .sort();
  return [`${"folder".padEnd(width)}comments  strings`, ...rows, ""].join("\n");
}

function writeCeilings(counts: Map<string, Counts>, hasMoved: boolean): void {
  const ceilings = readCeilings();
  const above = foldersAbove(counts, ceilings);
  const [now, was] = [sumOf(counts), sumOf(ceilings)];
  const isAllowed = hasMoved ? now.comments <= was.comments && now.strings <= was.strings : above.length === 0;
  if (!isAllowed) {
    console.error(`Not written: more than the ceiling in ${above.join(", ")}. A ceiling only falls.`);
    process.exit(1);
  }
  writeFileSync(TABLE, tableOf(counts));
}

function printSummary(prose: Map<string, Prose[]>, counts: Map<string, Counts>): void {
  const all = [...prose.values()].flat();
  for (const kind of ["comment", "string"] as const) {
    const own = all.filter((each) => each.kind === kind);
    for (const turn of Object.keys(TURNS)) {
      const used = own.filter(({ turns }) => turns.includes(turn)).length;
      if (used > 0) console.log(`${String(used).padStart(6)} ${turn}`);
    }
    console.log(`${own.filter(({ turns }) => turns.length > 0).length} of ${own.length} ${kind}s\n`);
  }
  console.log(tableOf(counts));
  const ceilings = readCeilings();
  const lower = [...ceilings].flatMap(([folder, ceiling]) => {
    const { comments, strings } = counts.get(folder) ?? { comments: 0, strings: 0 };
    return comments < ceiling.comments || strings < ceiling.strings ? [folder] : [];
  });
  if (lower.length > 0)
    console.log(`Below their ceilings: ${lower.join(", ")}. Lower them: bun build/prose-rules.ts --write`);
}

if (import.meta.main) {
  const words = process.argv.slice(2);
  const prose = readProse();
  const counts = flaggedByFolder(prose);
  if (words[0] === "--list") console.log(flaggedPlaces(prose, words[1] ?? "").join("\n"));
  else if (words[0] === "--write") writeCeilings(counts, words.includes("--moved"));
  else printSummary(prose, counts);
}
