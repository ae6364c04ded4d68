/** Splits a server's response by tree and requests index data and folders for each. */
import { JigError, toJigError } from "../../core/host/plugin-api.ts";
import type { IndexFacts } from "./index-facts.ts";
import { escaped, fileQuery, repoQuery } from "./query/zoekt-query.ts";
import type { Tree } from "./repo-catalog.ts";
import type { Server } from "./server/configured-servers.ts";
import { type RequestOptions, searchFiles } from "./server/zoekt-api.ts";
import { addGap, type Gaps, isOnBranch, type ServerRoots } from "./server-roots.ts";
import type { ZoektService } from "./service.ts";

const AT_ONCE = 8;

interface TreeFile {
  repo: string;
  version: string;
  branches: string[];
}

/** Groups files by repository. `gaps` gets reasons for incomplete results. */
export function filesByRepo<File extends TreeFile>(
  answer: { files: File[]; count: number; gaps: string[] },
  { url }: Server,
  gaps: Gaps,
): Map<string, File[]> {
  for (const gap of answer.gaps) addGap(gaps, `Not all of ${url} was searched: ${gap}`);
  if (answer.count > answer.files.length)
    addGap(gaps, `${url} has ${answer.count} files that may match, but lists only ${answer.files.length}`);
  return Map.groupBy(answer.files, ({ repo }) => repo);
}

/** Undefined if the tree has changed since we listed it. */
export function filesOfTree<File extends TreeFile>(
  byRepo: Map<string, File[]>,
  tree: Tree,
  { repos }: ZoektService,
  gaps: Gaps,
): File[] | undefined {
  const files = (byRepo.get(tree.repo.name) ?? []).filter(({ branches }) => isOnBranch(tree, branches));
  if (files.every(({ version }) => version === "" || version === tree.version)) return files;
  repos.forget(tree.repo.server);
  addGap(gaps, `Not searched: ${tree.name} was reindexed in the meantime. Search again`);
  return undefined;
}

export async function factsOfTrees(
  roots: ServerRoots["roots"],
  { facts }: ZoektService,
  requestOptions: RequestOptions,
): Promise<Map<Tree, IndexFacts | { failure: string }>> {
  const found = new Map<Tree, IndexFacts | { failure: string }>();
  const waiting = roots.map(({ tree }) => tree);
  const work = async () => {
    for (let tree = waiting.shift(); tree; tree = waiting.shift()) {
      const known = await facts.get(tree, requestOptions).catch((error) => ({ failure: toJigError(error).advice }));
      if (known) found.set(tree, known);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return found;
}

export async function requireFolder(tree: Tree, below: string, requestOptions: RequestOptions): Promise<void> {
  const query = `${repoQuery([tree.repo.name])} type:file ${fileQuery(`^${escaped(below)}(?:/|$)`)}`;
  const { files } = await searchFiles(tree.repo.server, query, requestOptions, { most: 100 });
  const own = files.filter(({ branches }) => isOnBranch(tree, branches));
  if (own.length === 0)
    throw new JigError("PATH_NOT_FOUND", `${tree.name} has no folder ${JSON.stringify(below.slice(0, 200))}`);
  if (own.some(({ path }) => path === below)) {
    throw new JigError("INVALID_ARGUMENT", `"${tree.name}/${below}" in roots is a file`, {
      hint: 'Pass files in "files" instead',
    });
  }
}
