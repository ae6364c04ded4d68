/** The trees that roots mean, by the server that has them. */
import { JigError } from "../../core/host/plugin-api.ts";
import { type Known, type Tree, treesOf } from "./repos.ts";
import type { Server } from "./server/configured.ts";

/** Repositories of one question; behind that, the server would be asked for a name list longer than any answer. */
const MOST_REPOS = 1000;

/** What is missing of an answer, as sentences. */
export interface Gaps {
  warnings: string[];
  incomplete: boolean;
}

/** Trees of one server. */
export interface Part {
  server: Server;
  roots: { tree: Tree; path: string }[];
}

/** By server, in the order in which they were given. */
export function partsOf(roots: readonly string[], known: Known, gaps: Gaps): Part[] {
  const parts = new Map<Server, Part>();
  const seen = new Set<string>();
  for (const root of roots) {
    for (const place of treesOf(root, known)) {
      const { tree, path } = place;
      if (seen.has(`${tree.name}\0${path}`)) continue;
      if (seen.size >= MOST_REPOS) {
        missing(gaps, `Not searched: more than ${MOST_REPOS} repositories. Name fewer in roots`);
        return [...parts.values()];
      }
      seen.add(`${tree.name}\0${path}`);
      const part = parts.get(tree.repo.server) ?? { server: tree.repo.server, roots: [] };
      part.roots.push(place);
      parts.set(tree.repo.server, part);
    }
  }
  if (seen.size === 0 && known.failures.size === 0) {
    throw new JigError("PATH_NOT_FOUND", `No repository fits ${roots.map((root) => JSON.stringify(root)).join(", ")}`);
  }
  return [...parts.values()];
}

export function isOf(tree: Tree, branches: readonly string[]): boolean {
  return branches.length === 0 || branches.includes(tree.branch);
}

export function missing(gaps: Gaps, what: string): void {
  gaps.incomplete = true;
  gaps.warnings.push(what);
}
