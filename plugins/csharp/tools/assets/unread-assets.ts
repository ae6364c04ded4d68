/** Counts the assets that are not readable as text, by reason. The counts are used in notes. */
import type { Context } from "../../../../core/host/plugin-api.ts";
import type { Directories } from "../../queries/requests/requests.ts";
import type { ScriptService } from "../../queries/service.ts";

/** The assets that may have scripts on them. This includes animator states and timeline tracks. */
export const CARRIERS = ["*.unity", "*.prefab", "*.asset", "*.controller", "*.playable"];
/** The same assets, plus those that may contain the names of methods. */
export const ASSETS = [...CARRIERS, "*.overrideController", "*.anim"];

/** The assets that are not in Unity's text format. Some of them are just Git LFS pointers. */
export interface UnreadAssets {
  paths: string[];
  notes: string[];
}

export async function unreadAssets(
  service: ScriptService,
  where: Directories,
  context: Context,
  globs = ASSETS,
): Promise<UnreadAssets> {
  const { signal } = context;
  const paths = await service.filesLacking("%YAML", where, { signal, globs });
  if (paths.length === 0) return { paths, notes: [] };
  const pointers = await service.matchesIn("^version https://git-lfs", where, { signal, globs });
  const unfetched = new Set(pointers.map(({ path }) => path));
  const binary = paths.filter((path) => !unfetched.has(path));
  const first = (some: readonly string[]) => context.workspace.display([...some].sort()[0] ?? "");
  const counts = [
    ...(unfetched.size > 0 ? [`${unfetched.size} not fetched by Git LFS, such as ${first([...unfetched])}`] : []),
    ...(binary.length > 0 ? [`${binary.length} binary, such as ${first(binary)}`] : []),
  ];
  return {
    paths,
    notes: [
      `${paths.length} ${paths.length === 1 ? "asset is" : "assets are"} not text: ${counts.join("; ")}, so they may contain more uses`,
    ],
  };
}
