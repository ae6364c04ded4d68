/** What one server answers of several trees: files by their tree, what the index of each leaves out, and whether a folder is there. */
import { JigError, toJigError } from "../../core/host/plugin-api.ts";
import type { Facts } from "./facts.ts";
import { type Gaps, isOf, missing, type Part } from "./parts.ts";
import { escaped, fileQuery, repoQuery } from "./query/zoekt-query.ts";
import type { Tree } from "./repos.ts";
import { type Asking, search } from "./server/api.ts";
import type { Server } from "./server/configured.ts";
import type { Fleet } from "./service.ts";

const AT_ONCE = 8;

/** A file of an answer. */
interface Found {
  repo: string;
  version: string;
  branches: string[];
}

/** The files of an answer, and in the finding why there may be more. */
export function filesByRepo<File extends Found>(
  answer: { files: File[]; count: number; gaps: string[] },
  { url }: Server,
  finding: Gaps,
): Map<string, File[]> {
  for (const gap of answer.gaps) missing(finding, `Not all of ${url} was searched: ${gap}`);
  if (answer.count > answer.files.length)
    missing(finding, `${url} has ${answer.count} files that may match, of which it names ${answer.files.length}`);
  return Map.groupBy(answer.files, ({ repo }) => repo);
}

/** Those of a tree; undefined where it changed since it was listed. */
export function ofVersion<File extends Found>(
  byRepo: Map<string, File[]>,
  tree: Tree,
  { repos }: Fleet,
  finding: Gaps,
): File[] | undefined {
  const files = (byRepo.get(tree.repo.name) ?? []).filter(({ branches }) => isOf(tree, branches));
  if (files.every(({ version }) => version === "" || version === tree.version)) return files;
  repos.forget(tree.repo.server);
  missing(finding, `Not searched: ${tree.name} was reindexed meanwhile. Search again`);
  return undefined;
}

export async function factsOf(
  roots: Part["roots"],
  { facts }: Fleet,
  asking: Asking,
): Promise<Map<Tree, Facts | { failure: string }>> {
  const found = new Map<Tree, Facts | { failure: string }>();
  const waiting = roots.map(({ tree }) => tree);
  const work = async () => {
    for (let tree = waiting.shift(); tree; tree = waiting.shift()) {
      const known = await facts.of(tree, asking).catch((error) => ({ failure: toJigError(error).advice }));
      if (known) found.set(tree, known);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return found;
}

export async function refuseNoFolder(tree: Tree, below: string, asking: Asking): Promise<void> {
  const query = `${repoQuery([tree.repo.name])} type:file ${fileQuery(`^${escaped(below)}(?:/|$)`)}`;
  const { files } = await search(tree.repo.server, query, asking, { most: 100 });
  const own = files.filter(({ branches }) => isOf(tree, branches));
  if (own.length === 0)
    throw new JigError("PATH_NOT_FOUND", `${tree.name} has no folder ${JSON.stringify(below.slice(0, 200))}`);
  if (own.some(({ path }) => path === below)) {
    throw new JigError("INVALID_ARGUMENT", `"${tree.name}/${below}" in roots is a file`, {
      hint: "Pass files in files instead",
    });
  }
}
