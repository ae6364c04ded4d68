/** Code patterns in public repositories: same matches and rewrites as ast-grep. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { WorkerContext } from "../../core/host/plugin-api.ts";
import { assetFiles, assetPath } from "../../core/host/runtime/source-assets.ts";
import { replacementOf } from "../../plugins/search/structure/replacement.ts";
import { structureLanguage } from "../../plugins/search/structure/structure-languages.ts";
import matchStructure from "../../plugins/search/structure/structure-worker.ts";
import { EXPLAINED, type Explained } from "./explained-differences.ts";
import { LANGUAGES, type StructurePattern } from "./structure-patterns.ts";

const TOP = join(import.meta.dirname, "../..");
const CORPUS = process.env.JIG_CORPUS ?? "";
/** Program from the npm package @ast-grep/cli. */
const JUDGE = process.env.JIG_AST_GREP ?? "";
/** Writes all differences to this file. */
const REPORT = process.env.JIG_STRUCTURE_REPORT ?? "";

interface Found {
  /** Text by `path:start-line:column`. */
  places: Map<string, string>;
  total: number;
}

function judged(cwd: string, language: string, { structure }: StructurePattern): Found | undefined {
  const { stdout, status } = ask(cwd, "run", "--json=stream", "--lang", language, "--pattern", structure, ".");
  if (status !== 0 && stdout.trim() === "" && status !== 1) return undefined;
  return foundIn(cwd, language, stdout);
}

/** Matches of a rule by node kind. */
function judgedByRule(cwd: string, language: string, rule: object): Found {
  const rules = JSON.stringify({ id: "meant", language, rule });
  return foundIn(cwd, language, ask(cwd, "scan", "--json=stream", "--inline-rules", rules, ".").stdout);
}

function ask(cwd: string, ...args: string[]) {
  return spawnSync(JUDGE, args, { cwd, encoding: "utf8", maxBuffer: 1 << 30 });
}

function foundIn(cwd: string, language: string, stdout: string): Found {
  const places = new Map<string, string>();
  const linesOf = new Map<string, string[]>();
  let total = 0;
  for (const line of stdout.split("\n").filter((each) => each !== "")) {
    const { file, range, text } = JSON.parse(line);
    if (!isOurs(file, language)) continue;
    total++;
    const { line: row, column } = range.start;
    const lines = linesOf.get(file) ?? readFileSync(join(cwd, file), "utf8").split("\n");
    linesOf.set(file, lines);
    // ast-grep counts characters including a byte order mark.
    const before = Array.from(lines[row] ?? "").slice(0, column);
    const units = before.join("").replace(/^\uFEFF/, "").length;
    places.set(`${file.replace(/^\.\//, "")}:${row + 1}:${units + 1}:${text.length}`, text);
  }
  return { places, total };
}

/** True for extensions that both recognize. */
function isOurs(file: string, language: string): boolean {
  const endings: Record<string, RegExp> = { typescript: /\.[cm]?ts$/, python: /\.pyi?$/, csharp: /\.cs$/ };
  return endings[language]?.test(file) ?? true;
}

async function ours(cwd: string, language: string, { structure }: StructurePattern): Promise<Found | string> {
  const job = { structure, language, rows: { before: 0, after: 0, limit: 1_000_000 } };
  try {
    const { files } = await matchStructure({ ...job, paths: await pathsOf(cwd, language, structure) }, worker);
    const places = new Map<string, string>();
    for (const { path, rows } of files)
      for (const { line_number, column, match_text, match_length } of rows)
        places.set(
          `${path.slice(cwd.length + 1)}:${line_number}:${column}:${match_length ?? match_text.length}`,
          match_text,
        );
    return { places, total: files.reduce((sum, { count }) => sum + count, 0) };
  } catch (error) {
    return String(error);
  }
}

interface Rewritten {
  start: number;
  end: number;
  text: string;
}

/** ast-grep's result for each file. Replacements inside of earlier ones are skipped. */
function judgedTexts(
  cwd: string,
  language: string,
  { structure, rewrite = "" }: StructurePattern,
): Map<string, string> {
  const args = ["run", "--json=stream", "--lang", language, "--pattern", structure, "--rewrite", rewrite, "."];
  const { stdout } = spawnSync(JUDGE, args, { cwd, encoding: "utf8", maxBuffer: 1 << 30 });
  const edits = new Map<string, Rewritten[]>();
  for (const line of stdout.split("\n").filter((each) => each !== "")) {
    const { file, replacement, replacementOffsets } = JSON.parse(line);
    if (!isOurs(file, language)) continue;
    const path = join(cwd, file);
    edits.set(path, [...(edits.get(path) ?? []), { ...replacementOffsets, text: replacement }]);
  }
  return new Map([...edits].map(([path, all]) => [path, withoutBlanks(replaced(readFileSync(path), all))]));
}

/** ast-grep indents empty lines in captured code, jig doesn't. */
function withoutBlanks(text: string): string {
  return text.replace(/[ \t]+$/gm, "");
}

function replaced(bytes: Buffer, edits: readonly Rewritten[]): string {
  const parts: Buffer[] = [];
  let at = 0;
  for (const { start, end, text } of [...edits].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (start < at) continue;
    parts.push(bytes.subarray(at, start), Buffer.from(text));
    at = end;
  }
  return Buffer.concat([...parts, bytes.subarray(at)]).toString();
}

async function ownTexts(cwd: string, language: string, pattern: StructurePattern): Promise<Map<string, string>> {
  const { structure, rewrite = "" } = pattern;
  const texts = new Map<string, string>();
  const { files } = await matchStructure(
    { structure, language, paths: await pathsOf(cwd, language, structure), outermost: true },
    worker,
  );
  for (const { path, matches } of files) {
    if (matches.length === 0) continue;
    const text = readFileSync(path, "utf8");
    const mark = text.startsWith("\uFEFF") ? 1 : 0;
    const own = text.slice(mark);
    const edits = matches.map((match) => ({ ...match, text: replacementOf(rewrite, own, match) }));
    let [result, at] = [text.slice(0, mark), 0];
    for (const { start, end, text: replacement } of edits) {
      result += own.slice(at, start) + replacement;
      at = end;
    }
    texts.set(path, withoutBlanks(result + own.slice(at)));
  }
  return texts;
}

async function pathsOf(cwd: string, language: string, structure: string): Promise<string[]> {
  const { literals } = await matchStructure({ structure, language, paths: [] }, worker);
  const extensions = structureLanguage(language)?.extensions ?? [];
  const all = globSync(`**/*.{${extensions.join(",")},none}`, { cwd }).filter((path) => !/(?:^|\/)\./.test(path));
  const paths = all.filter((path) => statSync(join(cwd, path)).isFile()).map((path) => join(cwd, path));
  return paths.filter((path) => readFileSync(path, "utf8").includes(literals[0] ?? "")).sort();
}

const kept = new Map<string, unknown>();

/** The worker needs nothing else. */
const worker = {
  keep: (key: string, make: () => unknown) => {
    if (!kept.has(key)) kept.set(key, make());
    return Promise.resolve(kept.get(key));
  },
  clock: { monotonic: () => performance.now(), now: () => Date.now(), sleep: () => Promise.resolve() },
  signal: new AbortController().signal,
  assets: {
    bytes: async (name: string) => {
      const asset = assetFiles(process.platform, process.arch)[name];
      const file = asset && assetPath(asset, TOP);
      return new Uint8Array(readFileSync(file ?? name));
    },
  },
  files: { readText: async (path: string) => ({ text: readFileSync(path, "utf8").replace(/^\uFEFF/, "") }) },
} as unknown as WorkerContext;

function without(one: Found, other: Found): [place: string, text: string][] {
  return [...one.places].filter(([place]) => !other.places.has(place));
}

function isSame(judge: Found, own: Found): boolean {
  const isCounted = own.total === judge.total || judge.total > 10_000;
  return without(judge, own).length + without(own, judge).length === 0 && isCounted;
}

function isExplained(why: Explained, judge: Found, own: Found, cwd: string, language: string): boolean {
  if (why.rule) return isSame(judgedByRule(cwd, language, why.rule), own);
  const more = without(own, judge);
  const { brokenFile } = why;
  if (brokenFile) return [...more, ...without(judge, own)].every(([place]) => place.includes(brokenFile));
  return why.comment === true && without(judge, own).length === 0 && more.every(([, text]) => /\/[/*]/.test(text));
}

/** jig leaves the lines of a string as they are, ast-grep indents them like code. */
function isSameRewrite(path: string, theirs: string | undefined, mine: string | undefined): boolean {
  if (theirs === mine) return true;
  const unindented = (text: string | undefined) => text?.replace(/^[ \t]+/gm, "");
  const indents = (text: string) =>
    text.split("\n").map((line) => (line.trim() === "" ? "" : /^[ \t]*/.exec(line)?.[0]));
  const before = readFileSync(path, "utf8");
  return unindented(theirs) === unindented(mine) && indents(before).join() === indents(mine ?? "").join();
}

for (const [language, { patterns, repositories }] of Object.entries(LANGUAGES)) {
  for (const repository of repositories) {
    const cwd = join(CORPUS, repository);
    const skip = CORPUS === "" || JUDGE === "" || !existsSync(cwd) ? "needs JIG_CORPUS and JIG_AST_GREP" : false;
    test(`${language} in ${repository}: the matches of ast-grep`, { skip }, async () => {
      const differences: string[] = [];
      let [same, explained, matches, rewrites, rewritten] = [0, 0, 0, 0, 0];
      for (const pattern of patterns) {
        const why: Explained = EXPLAINED[language]?.[pattern.structure] ?? {};
        const judge = judged(cwd, language, pattern);
        const own = await ours(cwd, language, pattern);
        if (!judge || typeof own === "string") {
          if (judge && why.refused) explained++;
          else differences.push(`${pattern.structure}\trefused\t${judge?.total}\t${JSON.stringify(own)}`);
          continue;
        }
        matches += judge.total;
        if (pattern.rewrite !== undefined) {
          const [theirs, mine] = [judgedTexts(cwd, language, pattern), await ownTexts(cwd, language, pattern)];
          const unlike = [...new Set([...theirs.keys(), ...mine.keys()])].filter(
            (at) => !isSameRewrite(at, theirs.get(at), mine.get(at)),
          );
          rewrites++;
          if (unlike.length === 0 || why.keepsRest) rewritten++;
          else
            differences.push(
              `${pattern.structure} ==> ${pattern.rewrite}\t${theirs.size} files\t${unlike.slice(0, 3)}`,
            );
        }
        if (isSame(judge, own)) same++;
        else if (isExplained(why, judge, own, cwd, language)) explained++;
        else
          differences.push(
            `${pattern.structure}\t${judge.total} of ast-grep, ${own.total} of jig\t-${without(judge, own).slice(0, 3).map(String).join(" | ")}\t+${without(own, judge).slice(0, 3).map(String).join(" | ")}`,
          );
      }
      const report = `${language} ${repository}: ${same} of ${patterns.length} patterns equal, ${explained} explained, ${matches} matches; ${rewritten} of ${rewrites} rewrites equal\n${differences.join("\n")}\n`;
      console.log(report);
      if (REPORT !== "") writeFileSync(REPORT, (existsSync(REPORT) ? readFileSync(REPORT, "utf8") : "") + report);
      assert.deepEqual(differences, [], report);
    });
  }
}
