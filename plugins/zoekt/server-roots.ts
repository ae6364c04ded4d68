/** Groups roots by server. */
import { JigError } from "../../core/host/plugin-api.ts";
import { type KnownRepos, type Tree, treesOf } from "./repo-catalog.ts";
import type { Server } from "./server/configured-servers.ts";

/** Maximum per query, as the list of names would become too long. */
const MAX_REPOS = 1000;

/** What's missing in an answer, as messages. */
export interface Gaps {
  warnings: string[];
  incomplete: boolean;
}

export interface ServerRoots {
  server: Server;
  roots: { tree: Tree; path: string }[];
}

/** Keeps the order of roots. */
export function groupByServer(roots: readonly string[], known: KnownRepos, gaps: Gaps): ServerRoots[] {
  const groups = new Map<Server, ServerRoots>();
  const seen = new Set<string>();
  for (const root of roots) {
    for (const place of treesOf(root, known)) {
      const { tree, path } = place;
      if (seen.has(`${tree.name}\0${path}`)) continue;
      if (seen.size >= MAX_REPOS) {
        addGap(gaps, `Not searched: more than ${MAX_REPOS} repositories. Name fewer in roots`);
        return [...groups.values()];
      }
      seen.add(`${tree.name}\0${path}`);
      const group = groups.get(tree.repo.server) ?? { server: tree.repo.server, roots: [] };
      group.roots.push(place);
      groups.set(tree.repo.server, group);
    }
  }
  if (seen.size === 0 && known.failures.size === 0) {
    throw new JigError(
      "PATH_NOT_FOUND",
      `No repository matches ${roots.map((root) => JSON.stringify(root)).join(", ")}`,
    );
  }
  return [...groups.values()];
}

export function isOnBranch(tree: Tree, branches: readonly string[]): boolean {
  return branches.length === 0 || branches.includes(tree.branch);
}

export function addGap(gaps: Gaps, what: string): void {
  gaps.incomplete = true;
  gaps.warnings.push(what);
}
