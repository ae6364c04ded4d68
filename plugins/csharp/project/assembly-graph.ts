/** Finds problems in the references between assemblies: missing references, cycles, and assemblies without scripts. */
import { type Assemblies, PREDEFINED } from "./script-assemblies.ts";

export interface AssemblyRow {
  name: string;
  /** An absolute path, or "" for scripts without a definition. */
  path: string;
  scripts: number;
  references: string[];
  /** Referenced but not defined in the workspace. */
  external: string[];
}

export interface AssemblyGraph {
  rows: AssemblyRow[];
  /** Each cycle starts and ends with the name that is first in the alphabet. */
  cycles: string[][];
  solutions: SolutionRow[];
  /** The projects that aren't in any solution. It is only set if there are solutions. */
  inNone: string[];
}

export interface SolutionRow {
  path: string;
  /** The number of listed project files that exist. */
  holds: number;
  missing: string[];
}

export function assemblyGraph(assemblies: Assemblies, scripts: readonly string[]): AssemblyGraph {
  const counts = new Map<string, number>();
  for (const path of scripts) {
    const name = assemblies.of(path);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const known = new Set(assemblies.all().map(({ name }) => name));
  const rows = assemblies.all().map(({ name, path, references }) => ({
    name,
    path,
    scripts: counts.get(name) ?? 0,
    references: [...(references ?? [])].filter((each) => known.has(each)).sort(),
    external: [...(references ?? [])].filter((each) => !known.has(each)).sort(),
  }));
  for (const name of [PREDEFINED, ""]) {
    const count = counts.get(name);
    if (count !== undefined && !known.has(name))
      rows.push({ name, path: "", scripts: count, references: [], external: [] });
  }
  rows.sort((a, b) => (a.name < b.name ? -1 : 1));
  const cycles = cyclesOf(new Map(rows.map(({ name, references }) => [name, references])));
  return { rows, cycles, ...solutionsOf(assemblies) };
}

function solutionsOf({ solutions, dotnetProjects }: Pick<Assemblies, "solutions" | "dotnetProjects">) {
  const here = new Set(dotnetProjects.map(({ path }) => path));
  const named = new Set(solutions.flatMap(({ projects }) => projects));
  return {
    solutions: solutions.map(({ path, projects }) => ({
      path,
      holds: projects.filter((project) => here.has(project)).length,
      missing: projects.filter((project) => !here.has(project)),
    })),
    inNone: solutions.length === 0 ? [] : [...here].filter((path) => !named.has(path)).sort(),
  };
}

/** Returns one cycle for each strongly connected component. */
export function cyclesOf(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = [];
  const inOne = new Set<string>();
  for (const start of [...edges.keys()].sort()) {
    if (inOne.has(start)) continue;
    const way = shortestCycle(edges, start);
    if (!way) continue;
    for (const name of way) inOne.add(name);
    found.push(way);
  }
  return found;
}

/** Returns the shortest cycle through a name. */
function shortestCycle(edges: ReadonlyMap<string, readonly string[]>, start: string): string[] | undefined {
  const before = new Map<string, string>();
  const pending = [start];
  for (let at = pending.shift(); at !== undefined; at = pending.shift()) {
    for (const next of edges.get(at) ?? []) {
      if (next === start) {
        const way = [start];
        for (let back = at; back !== start; back = before.get(back) ?? start) way.unshift(back);
        return [start, ...way];
      }
      if (before.has(next) || !edges.has(next)) continue;
      before.set(next, at);
      pending.push(next);
    }
  }
  return undefined;
}
