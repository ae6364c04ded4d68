/** Resolves the roots of a listing. A remote root (`repo:…`) resolves to a local folder that only has names and no contents. */
import { type Context, JigError, type RemoteQuery } from "../../../core/host/plugin-api.ts";
import { fetchRoots, supersededBy } from "../content/remote-roots.ts";
import type { Warnings } from "../ripgrep/warnings.ts";
import type { ListInput } from "./input.ts";
import type { ListRequest } from "./request.ts";

/** The time that a server may take to list its files, in ms. */
const WITHIN_MS = 30_000;

export interface ListRoot {
  absolute: string;
  /** Globs and patterns are relative to this folder. */
  cwd: string;
  /** True if only names were fetched, so that there are no sizes or times. */
  fetched: boolean;
  /** The subfolders for which another root has something newer. */
  without: string[];
}

export async function resolveListRoots(
  context: Context,
  input: ListInput,
  request: ListRequest,
  warnings: Warnings,
): Promise<ListRoot[]> {
  const written = input.roots ?? context.workspace.roots.map((root) => root.path);
  const { local: localPaths, folders } = await fetchRoots(context, written, questionOf(input), warnings);
  const local = await Promise.all(
    (localPaths ?? []).map(async (path) => {
      const { absolute, root } = await context.workspace.resolve(path, { expect: "directory" });
      return { absolute, cwd: root.path, fetched: false, without: [] };
    }),
  );
  const remote: ListRoot[] = [];
  for (const folder of folders) {
    const places = local.map(({ absolute, cwd }) => ({ cwd, paths: [absolute] }));
    const { whole, parts } = await supersededBy(context, folder, places, warnings, "listed");
    const without = parts.map((below) => folder.tree + below);
    if (!whole) remote.push({ absolute: folder.path, cwd: folder.tree, fetched: true, without });
  }
  const roots = [...local, ...remote];
  const { after } = request;
  if (after && remote.length > 0 && !roots.some(({ absolute }) => after.path.startsWith(`${absolute}/`))) {
    throw new JigError("INVALID_ARGUMENT", "The cursor is from an index that has been replaced", {
      hint: "Repeat the call without cursor",
      details: { parameter: "cursor" },
    });
  }
  return roots;
}

/** Builds the query for a server. It only has the conditions that can be checked by name. */
function questionOf(input: ListInput): RemoteQuery {
  const further = [
    ...(input.size?.length ? ["size"] : []),
    ...(input.changed_within === undefined ? [] : ["changed_within"]),
    ...(input.changed_before === undefined ? [] : ["changed_before"]),
    ...(input.sort === "size" || input.sort === "time" ? [`sort: ${input.sort}`] : []),
    ...(input.types ?? []).filter((type) => type !== "f" && type !== "d").map((type) => `types: ${type}`),
    ...(input.follow_symlinks ? ["follow_symlinks"] : []),
  ];
  return {
    namesOnly: true,
    patterns: [],
    fixedStrings: true,
    caseMode: "sensitive",
    multiline: false,
    includeGlobs: [],
    typeGlobs: [],
    noIgnore: input.no_ignore ?? false,
    further,
    withinMs: WITHIN_MS,
  };
}
