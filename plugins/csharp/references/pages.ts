/** Reference searches kept on the index thread, so that a page never searches again and only a page crosses threads. */
import type { WorkerContext } from "../../../core/host/mod.ts";
import type { Reference, ReferencePage, RefsRequest } from "../index/requests.ts";
import type { ScriptIndex } from "../index/script-index.ts";
import { hasMore, type Matched, type PageLimits, shares } from "../search/paging.ts";
import { type FoundReferences, findReferences } from "./find.ts";

const KEPT = 8;

interface Kept {
  generation: string;
  found: FoundReferences;
}

/** Undefined where the text of the name must be looked for first. */
export async function referencePage(
  index: ScriptIndex,
  request: RefsRequest,
  context: WorkerContext,
): Promise<ReferencePage | undefined> {
  const kept = await context.keep("reference searches", () => new Map<string, Kept>());
  const key = JSON.stringify(request.query);
  const known = kept.get(key);
  if (known && known.generation === index.generation) return pageOf(known.found, request.page);
  if (!request.candidates) return undefined;
  const found = await findReferences(index, request.query, request.candidates, context);
  kept.delete(key);
  kept.set(key, { generation: index.generation, found });
  for (const oldest of [...kept.keys()].slice(0, -KEPT)) kept.delete(oldest);
  return pageOf(found, request.page);
}

interface MatchedFile extends Matched {
  path: string;
  references: Reference[];
}

function pageOf({ files, ...found }: FoundReferences, limits: PageLimits): ReferencePage {
  const matched = files.map((file): MatchedFile => ({ ...file, lines: file.references.map(({ line }) => line) }));
  const page = [...shares(matched, limits)];
  const last = page.at(-1);
  return {
    ...found,
    files: page.map(({ file, from, to }) => ({
      path: file.path,
      display: file.display,
      from,
      references: file.references.slice(from, to),
    })),
    more: last !== undefined && hasMore(matched, last, limits),
    total: files.reduce((sum, file) => sum + file.references.length, 0),
  };
}
