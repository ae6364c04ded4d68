/** Guesses the entry points and tests of a repository. We only look at paths, never at contents. */
import { programmingLanguage } from "./programming-languages.ts";

/** The entry points, starting with the most certain ones. Paths are relative and use `/` everywhere. */
const STARTS: readonly RegExp[] = [
  /^(?:.*\/)?src\/main\.rs$/,
  /^(?:.*\/)?cmd\/[^/]+\/main\.go$/,
  /^(?:.*\/)?main\.(?:go|rs|zig|dart|swift|kt)$/,
  /^(?:.*\/)?(?:__main__|manage)\.py$/,
  /^(?:.*\/)?Program\.(?:cs|fs)$/,
  /^(?:.*\/)?(?:[A-Z]\w*Application|Main)\.(?:java|kt|scala)$/,
  /^(?:.*\/)?src\/bin\/[^/]+\.rs$/,
  /^(?:.*\/)?main\.(?:py|c|cc|cpp|m|mm|ts|tsx|js|mjs|rb|lua|jl|hs|ml)$/,
  /^(?:src\/|app\/|cli\/)?(?:cli|app|server|index)\.(?:ts|tsx|js|mjs|cjs|py|rb)$/,
  /^(?:packages|apps)\/[^/]+\/src\/(?:main|index|cli|app|server)\.(?:ts|tsx|js)$/,
  /^src\/[\w-]+\/(?:cli|__init__|index|main)\.(?:py|ts|js)$/,
  /^(?:bin|exe)\/[\w-]+(?:\.(?:js|mjs|ts|rb|py|sh))?$/,
  /^(?:.*\/)?src\/lib\.rs$/,
  /^lib\/[\w-]+\.(?:rb|ex|js)$/,
  /^[\w-]+\.(?:go|uproject|sln|slnx)$/,
  /^ProjectSettings\/ProjectVersion\.txt$/,
];

/** Folders for programs that are not part of the project itself, such as examples. */
const ASIDE =
  /(?:^|\/)(?:(?:[\w.-]*[-_])?tests?(?:[-_][\w.-]*)?|testing|__tests__|spec|fixtures?|testdata|examples?|samples?|demos?|docs?|vendor|third[-_]?party|external|benches|benchmarks?|node_modules|templates?)\//i;

const TEST =
  /(?:_test\.(?:go|py|rb|exs?|cc|cpp|dart)|\.(?:test|spec)\.[cm]?[jt]sx?|(?:^|\/)test_[^/]+\.py|(?:^|\/)[^/]*(?:Tests?|Spec)\.(?:cs|java|kt|swift|php|scala|fs)|_spec\.rb)$|(?:^|\/)(?:tests?|__tests__|spec)\/(?:.*\/)?[^/]+\.(?:rs|c|cc|cpp|lua|zig|ex|exs|php|js|ts|py|rb|as|sh|jl|hs|ml)$/;

/** Generated files, minified files and lock files, which are not worth reading. */
const GENERATED =
  /(?:\.min\.|\.generated\.|\.g\.cs$|\.pb\.|_pb2|\.designer\.|bundle\.|(?:^|\/)(?:dist|build|generated|vendor)\/)/i;

/** In a Go library, files at the top level are not entry points. */
const LOOSE = /^[\w-]+\.go$/;
const OF_NAME = 12;

export function mayStart(path: string): boolean {
  return STARTS.some((each) => each.test(path));
}

/**
 * Returns the likeliest entry points. `name` is the repository's name, since libraries often start in a file or folder with
 * that name.
 */
export function startsOf(paths: readonly string[], limit: number, name = ""): string[] {
  const rows = paths.flatMap((path) => {
    const rule = STARTS.findIndex((each) => each.test(path));
    if (rule === -1) return [];
    const parts = path.replace(/\.\w+$/, "").split("/");
    const file = parts.at(-1);
    const inFolder = (file === "lib" || file === "index" || file === "__init__") && parts.slice(0, -1).includes(name);
    const isNamed = name !== "" && (file === name || inFolder);
    const aside = ASIDE.test(path) || isTest(path) ? 100 : 0;
    const cost = aside + rule + 3 * (parts.length - 1) - (isNamed ? OF_NAME : 0);
    return [{ path, cost, isLoose: LOOSE.test(path) && file !== "main" && !isNamed }];
  });
  const clear = rows.filter(({ isLoose }) => !isLoose);
  return (clear.length > 0 ? clear : rows)
    .sort((a, b) => a.cost - b.cost || (a.path < b.path ? -1 : 1))
    .slice(0, limit)
    .map(({ path }) => path);
}

export function isTest(path: string): boolean {
  return TEST.test(path);
}

/** Returns the folders with the most tests, along with the first test in each of them. */
export function testFolders(
  paths: readonly string[],
  limit: number,
): { folder: string; files: number; first: string }[] {
  const tests = paths.filter(isTest);
  const byFolder = Map.groupBy(tests, (path) => folderOfTests(path));
  return [...byFolder]
    .map(([folder, [first, ...others]]) => ({ folder, files: others.length + 1, first: first! }))
    .sort((a, b) => b.files - a.files || (a.folder < b.folder ? -1 : 1))
    .slice(0, limit);
}

/** Returns the test folder in a path, or its first two levels if it has no such folder. */
function folderOfTests(path: string): string {
  const named = /^(?:.*?\/)?(?:tests?|__tests__|spec|[^/]*\.?Tests)\//i.exec(path)?.[0];
  if (named) return named;
  const folders = path.split("/").slice(0, -1);
  return folders.length === 0 ? "." : `${folders.slice(0, 2).join("/")}/`;
}

/** Returns true for source files that were written by hand, because only these are listed by size. */
export function isWritten(path: string): boolean {
  return programmingLanguage(path) !== undefined && !GENERATED.test(path);
}
