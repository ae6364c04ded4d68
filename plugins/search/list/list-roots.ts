/** Where a listing looks: folders of this machine, and folders of names for roots that lie elsewhere (`repo:…`). */
import { type Context, JigError, type RemoteQuery } from "../../../core/host/plugin-api.ts";
import { bringRoots, supersededBy } from "../content/remote-roots.ts";
import type { Warnings } from "../ripgrep/warnings.ts";
import type { ListInput } from "./input.ts";
import type { ListRequest } from "./request.ts";

/** How long a server may take to name its files. */
const WITHIN_MS = 30_000;

export interface ListRoot {
  absolute: string;
  /** What globs and patterns are relative to. */
  cwd: string;
  /** Only names were brought: no size, no time. */
  brought: boolean;
  /** Folders in it that another root has newer. */
  without: string[];
}

export async function rootsOfListing(
  context: Context,
  input: ListInput,
  request: ListRequest,
  warnings: Warnings,
): Promise<ListRoot[]> {
  const written = input.roots ?? context.workspace.roots.map((root) => root.path);
  const { left, folders } = await bringRoots(context, written, questionOf(input), warnings);
  const local = await Promise.all(
    (left ?? []).map(async (path) => {
      const { absolute, root } = await context.workspace.resolve(path, { expect: "directory" });
      return { absolute, cwd: root.path, brought: false, without: [] };
    }),
  );
  const elsewhere: ListRoot[] = [];
  for (const folder of folders) {
    const places = local.map(({ absolute, cwd }) => ({ cwd, paths: [absolute] }));
    const { whole, parts } = await supersededBy(context, folder, places, warnings, "listed");
    const without = parts.map((below) => folder.tree + below);
    if (!whole) elsewhere.push({ absolute: folder.path, cwd: folder.tree, brought: true, without });
  }
  const roots = [...local, ...elsewhere];
  const { behind } = request;
  if (behind && elsewhere.length > 0 && !roots.some(({ absolute }) => behind.path.startsWith(`${absolute}/`))) {
    throw new JigError("INVALID_ARGUMENT", "The cursor is of an index that was replaced meanwhile", {
      hint: "Ask again without cursor",
      details: { parameter: "cursor" },
    });
  }
  return roots;
}

/** Everything is in the names, but for what only a file itself says. */
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
