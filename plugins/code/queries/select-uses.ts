/** Selects the uses that an answer lists, and sorts them. */
import { matchesGlob } from "node:path";
import { JigError, type JsonObject } from "../../../core/host/plugin-api.ts";
import type { Use } from "../uses/find-uses.ts";

/** Selects the uses that a call asks for. */
export interface UsesFilter {
  kinds: readonly string[];
  /** A folder, file or glob in the form in which answers print paths. With `!`, it selects everything else. */
  in?: string;
  tests?: "only" | "none";
}

/** If there are more possible uses than this, they are only counted by file, because they would hide the others. */
const MAX_POSSIBLE = 40;

const TEST = /(?:^|[/_.-])(?:tests?|specs?|__tests__|testdata|fixtures)(?:[/_.-]|$)|Tests?\.\w+$/;

export interface SelectedUses {
  /** The answer's rows. */
  uses: Use[];
  /** The rows and the uses that are counted by file. */
  wanted: Use[];
  inTests: number;
  /** Files with uses that are only possible, which are listed instead of the rows. */
  possibleIn: { path: string; possible: number }[];
}

/** Certain uses come first. Uses in code come before those in tests, and each part is in path order. */
export function selectUses(all: readonly Use[], filter: UsesFilter, display: (path: string) => string): SelectedUses {
  const { kinds, tests } = filter;
  const isIn = placeTest(filter.in);
  const wanted = all.filter(({ kind, path }) => {
    const shown = display(path);
    return (
      (kinds.length === 0 || kinds.includes(kind) || (kind === "base" && kinds.includes("type"))) &&
      isIn(shown) &&
      (tests === undefined || TEST.test(shown) === (tests === "only"))
    );
  });
  const inTests = new Set(wanted.filter(({ path }) => TEST.test(display(path))));
  const part = (certainty: Use["certainty"]) => {
    const uses = wanted.filter((use) => use.certainty === certainty);
    return [...uses.filter((use) => !inTests.has(use)), ...uses.filter((use) => inTests.has(use))];
  };
  const [certain, possible] = [part("certain"), part("possible")];
  const isFlood = possible.length > MAX_POSSIBLE && filter.in === undefined;
  const byFile = isFlood ? Map.groupBy(possible, ({ path }) => path) : new Map<string, Use[]>();
  return {
    uses: isFlood ? certain : [...certain, ...possible],
    wanted,
    inTests: inTests.size,
    possibleIn: [...byFile]
      .map(([path, uses]) => ({ path: display(path), possible: uses.length }))
      .sort((a, b) => b.possible - a.possible || (a.path < b.path ? -1 : 1)),
  };
}

/** Rejects a place that contains no source file. It is a mistake, because no use of any name can be in it. */
export function refuseEmptyPlace(
  { in: written }: UsesFilter,
  paths: Iterable<string>,
  display: (path: string) => string,
) {
  if (written === undefined) return;
  const isIn = placeTest(written.replace(/^!/, ""));
  for (const path of paths) if (isIn(display(path))) return;
  throw new JigError("PATH_NOT_FOUND", `No source file here is in ${JSON.stringify(written.replace(/^!/, ""))}`, {
    hint: 'Write "in" as answers print paths: a folder such as src, a file, or a glob such as **/*.test.ts',
  });
}

function placeTest(written: string | undefined): (path: string) => boolean {
  if (written === undefined) return () => true;
  const isNot = written.startsWith("!");
  const place = written.slice(isNot ? 1 : 0).replaceAll("\\", "/");
  const folder = place.replace(/^\.\//, "").replace(/\/+$/, "");
  const isGlob = /[*?[{]/.test(folder);
  const fits = (path: string) => {
    if (!isGlob)
      return (
        folder === "" ||
        folder === "." ||
        path === folder ||
        path.startsWith(`${folder}/`) ||
        path.endsWith(`/${folder}`)
      );
    return matchesGlob(path, folder) || (!folder.includes("/") && matchesGlob(path, `**/${folder}`));
  };
  return (path) => fits(path) !== isNot;
}

/** Returns the fields of an answer for the selected uses. Declarations are rows, but they do not count as uses. */
export function selectedFields({ uses, inTests, possibleIn }: SelectedUses): JsonObject {
  const possible = uses.filter(({ certainty }) => certainty === "possible").length;
  const declared = uses.filter(({ kind }) => kind === "declaration").length;
  const counted = possibleIn.reduce((sum, { possible }) => sum + possible, 0);
  return {
    total: uses.length,
    certain: uses.length - possible - declared,
    possible: possible + counted,
    ...(inTests > 0 ? { in_tests: inTests } : {}),
    ...(possibleIn.length > 0 ? { possible_in: possibleIn } : {}),
  };
}
