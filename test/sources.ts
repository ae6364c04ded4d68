/** The repository's TypeScript files, parsed once for all architecture tests. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type ParseResult, parseSync } from "oxc-parser";

export const TOP = join(import.meta.dirname, "..");

/** All TypeScript files except fixtures, committed or not. */
export const FILES = repositoryFiles("*.ts", "*.tsx").filter((file) => !file.includes("/fixtures/"));
/** Without unit tests and test/. */
export const SOURCES = FILES.filter((file) => !file.startsWith("test/") && !/\.test\.tsx?$/.test(file));
/** Production code: without builds, examples and pure types. */
export const PROGRAM = SOURCES.filter(
  (file) => /^(?:core|plugins|tui)\/|^(?:main|threads)\.ts$/.test(file) && !/\.bench\.tsx?$|\.d\.ts$/.test(file),
);

const TEXTS = new Map<string, string>();
const PARSED = new Map<string, ParseResult>();

export function repositoryFiles(...patterns: string[]): string[] {
  return execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", ...patterns], {
    cwd: TOP,
    encoding: "utf8",
  })
    .split("\n")
    .filter((file) => file !== "" && existsSync(join(TOP, file)));
}

export function textOf(file: string): string {
  const known = TEXTS.get(file);
  if (known !== undefined) return known;
  const text = readFileSync(join(TOP, file), "utf8");
  TEXTS.set(file, text);
  return text;
}

export function parsed(file: string): ParseResult {
  const known = PARSED.get(file);
  if (known !== undefined) return known;
  const result = parseSync(file, textOf(file));
  PARSED.set(file, result);
  return result;
}

export interface Import {
  file: string;
  target: string;
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s(?:[^"';]*?\sfrom\s)?["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)/g;

/** Includes `import()`. */
export function importsOf(file: string): Import[] {
  const text = textOf(file).replace(/\/\*[\s\S]*?\*\//g, "");
  return [...text.matchAll(IMPORT)].map((match) => ({ file, target: (match[1] ?? match[2])! }));
}

/** Imported files: value imports only, or types as well. `import()` doesn't count. */
export function staticTargets(file: string, kind: "values" | "all"): string[] {
  return targetsOf(parsed(file), kind).map((target) => join(dirname(file), target));
}

/** Relative modules of import and export declarations. */
export function targetsOf({ module }: ParseResult, kind: "values" | "all"): string[] {
  const imports = module.staticImports.map(({ moduleRequest, entries }) => ({
    target: moduleRequest.value,
    isType: entries.length > 0 && entries.every(({ isType }) => isType),
  }));
  const exports = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) => (moduleRequest ? [{ target: moduleRequest.value, isType }] : [])),
  );
  return [...imports, ...exports]
    .filter(({ target, isType }) => target.startsWith(".") && (kind === "all" || !isType))
    .map(({ target }) => target);
}

/** Cycles (strongly connected components), in order of discovery. */
export function circles(targets: Map<string, string[]>): string[][] {
  const reached = new Map([...targets.keys()].map((file) => [file, reachable(file, targets)]));
  const seen = new Set<string>();
  return [...targets.keys()].flatMap((file) => {
    const circle = [...reached.get(file)!].filter((other) => reached.get(other)?.has(file));
    if (seen.has(file) || circle.length === 0) return [];
    for (const each of circle) seen.add(each);
    return [circle];
  });
}

function reachable(file: string, targets: Map<string, string[]>): Set<string> {
  const found = new Set<string>();
  const waiting = [...(targets.get(file) ?? [])];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    waiting.push(...(targets.get(next) ?? []));
  }
  return found;
}
