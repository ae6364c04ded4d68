/**
 * Compares changed declarations found by `since` with the compiler's parser. `bun test/csharp/since-judge.ts JUDGE COUNT CLONE…`
 * checks out COUNT commits of each clone, newest first; JUDGE is the compiled `declarations-judge.cs`.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { callJig } from "../jig.ts";

interface JudgedDeclaration {
  path: string;
  line: number;
  key: string;
  code: string;
}

export interface JudgedCommit {
  commit: string;
  /** Changes found by both. */
  equal: number;
  /** `- change key` is missing in jig, `+ change key` in the compiler. */
  differing: string[];
}

const MAX_BUFFER = 1 << 28;

/** Latest non-merge commits that change C#. */
export function commitsOf(clone: string, count: number, revision = "HEAD"): string[] {
  const words = ["log", "--format=%h", "--no-merges", "--diff-filter=MAD", `-${count}`, revision, "--", "*.cs"];
  return git(clone, ...words)
    .split("\n")
    .filter(Boolean);
}

/** Checks out the commit. */
export function judgeCommit(judge: string, clone: string, commit: string): JudgedCommit {
  const parent = `${commit}~1`;
  git(clone, "checkout", "-q", "--force", commit);
  const changed = git(clone, "diff", "--name-only", "--no-renames", parent, commit, "--", "*.cs")
    .split("\n")
    .filter(Boolean);
  const has = (revision: string) =>
    new Set(git(clone, "ls-tree", "-r", "--name-only", revision, "--", ...changed).split("\n"));
  const folder = mkdtempSync(join(tmpdir(), "jig-since-"));
  try {
    const [then, now] = [has(parent), has(commit)];
    const copies = new Map<string, string>();
    for (const [at, path] of changed.entries()) {
      if (!then.has(path)) continue;
      const copy = join(folder, `${at}.cs`);
      writeFileSync(copy, execFileSync("git", ["show", `${parent}:${path}`], { cwd: clone, maxBuffer: MAX_BUFFER }));
      copies.set(copy, path);
    }
    const before = declarationsOf(judge, folder, [...copies.keys()]).map((one) => ({
      ...one,
      path: copies.get(one.path) ?? "",
    }));
    const here = (path: string) => join(clone, path);
    const inClone = (paths: string[]) =>
      declarationsOf(judge, folder, paths.map(here)).map((one) => ({ ...one, path: relative(clone, one.path) }));
    const after = inClone(changed.filter((path) => now.has(path)));
    const partial = spawnLines(clone, ["grep", "-lw", "partial", commit, "--", "*.cs"]).map((line) =>
      line.slice(line.indexOf(":") + 1),
    );
    const parts = new Set(inClone(partial.filter((path) => !changed.includes(path))).map(({ key }) => key));
    const results: { where: string; path: string; line: number; symbol_path: string }[] = [];
    for (let cursor: string | undefined; ; ) {
      const input = { since: parent, limit: 1000, ...(cursor ? { cursor } : {}) };
      const { value } = callJig("script_impact_find", input, { cwd: clone });
      if (value.error !== undefined) throw new Error(`${commit}: ${value.error}`);
      results.push(...value.results);
      cursor = value.next?.cursor;
      if (!cursor) break;
    }
    const found = new Set<string>();
    for (const { where, path, line, symbol_path } of results) {
      if (!/^(?:added|changed|removed)$/.test(where)) continue;
      const side = where === "removed" ? before : after;
      const keys = side.filter((one) => one.path === path && one.line === line).map(({ key }) => key);
      const name = /([^/.]+?)(?:<[,]*>)?(?:\(.*)?$/.exec(symbol_path)?.[1] ?? "";
      const key = keys.length === 1 ? keys[0] : keys.find((each) => each.replace(/.*[./]/, "").startsWith(name));
      found.add(`${where} ${key ?? `${symbol_path} at ${path}:${line}`}`);
    }
    const meant = changesBetween(before, after, parts);
    const missing = [...meant].filter((each) => !found.has(each)).map((each) => `- ${each}`);
    const more = [...found].filter((each) => !meant.has(each)).map((each) => `+ ${each}`);
    return { commit, equal: meant.size - missing.length, differing: [...missing, ...more] };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** `added key`, `changed key` and `removed key`. Members of added and removed types aren't listed. */
function changesBetween(
  before: readonly JudgedDeclaration[],
  after: readonly JudgedDeclaration[],
  parts: ReadonlySet<string>,
): Set<string> {
  const [old, fresh] = [byKey(before), byKey(after)];
  const changes = new Map<string, string>();
  for (const key of new Set([...old.keys(), ...fresh.keys()])) {
    const [was, is] = [old.get(key)?.sort().join(), fresh.get(key)?.sort().join()];
    if (was === is) continue;
    const isWhole = (was === undefined || is === undefined) && !parts.has(key);
    changes.set(key, isWhole ? (was === undefined ? "added" : "removed") : "changed");
  }
  const isInside = (key: string, change: string): boolean => {
    const outer = key.slice(0, Math.max(0, lastSlash(key)));
    return outer !== "" && (changes.get(outer) === change || isInside(outer, change));
  };
  return new Set(
    [...changes]
      .filter(([key, change]) => change === "changed" || !isInside(key, change))
      .map(([key, change]) => `${change} ${key}`),
  );
}

/** The slash in front of the member name, not in a parameter. */
function lastSlash(key: string): number {
  const open = key.indexOf("(");
  return key.lastIndexOf("/", open < 0 ? undefined : open);
}

function byKey(declarations: readonly JudgedDeclaration[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { key, code } of declarations) found.set(key, [...(found.get(key) ?? []), code]);
  return found;
}

function declarationsOf(judge: string, folder: string, paths: readonly string[]): JudgedDeclaration[] {
  if (paths.length === 0) return [];
  const [list, out] = [join(folder, "list"), join(folder, "out")];
  writeFileSync(list, paths.join("\n"));
  execFileSync(judge, [list, out], { env: { ...process.env, DOTNET_SYSTEM_GLOBALIZATION_INVARIANT: "1" } });
  return readFileSync(out, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((row) => {
      const [path = "", line, , key = "", code = ""] = row.split("\t");
      return { path, line: Number(line), key, code };
    });
}

export function git(clone: string, ...words: string[]): string {
  return execFileSync("git", words, { cwd: clone, encoding: "utf8", maxBuffer: MAX_BUFFER });
}

/** Output lines of a git command that exits with 1 if there's no match. */
function spawnLines(clone: string, words: string[]): string[] {
  try {
    return git(clone, ...words)
      .split("\n")
      .filter(Boolean);
  } catch {
    return [];
  }
}

function attempt<Result>(run: () => Result): Result | Error {
  try {
    return run();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

if (import.meta.main) {
  const [judge = "", count = "", ...clones] = process.argv.slice(2);
  for (const clone of clones) {
    for (const commit of commitsOf(clone, Number(count))) {
      const judged = attempt(() => judgeCommit(judge, clone, commit));
      if (judged instanceof Error) {
        console.log(`${clone} ${commit}: not judged: ${judged.message}`);
        continue;
      }
      const { equal, differing } = judged;
      console.log(`${clone} ${commit}: ${equal} equal, ${differing.length} differing`);
      for (const each of differing) console.log(`  ${each}`);
    }
  }
}
