/** Creates notes about parts of a project that can't be read. */
import type { Project } from "./project.ts";

/** The number of packages or paths that are listed. */
const MAX_NAMED = 3;

/** Returns a note about scripts and folders that can't be read, if there are any. */
export function unreadScripts({ folders, files }: { folders: string[]; files: string[] }): string | undefined {
  const counts = [
    ...(folders.length > 0 ? [`${folders.length} ${folders.length === 1 ? "folder" : "folders"}`] : []),
    ...(files.length > 0 ? [`${files.length} ${files.length === 1 ? "script" : "scripts"}`] : []),
  ];
  if (counts.length === 0) return undefined;
  const paths = [...folders, ...files];
  const rest = paths.length > MAX_NAMED ? ", …" : "";
  const [verb, possessor] = paths.length === 1 ? ["is", "its"] : ["are", "their"];
  return `${counts.join(" and ")} ${verb} not read (${paths.slice(0, MAX_NAMED).join(", ")}${rest}): ${possessor} code is unknown`;
}

/** Returns packages on this disk that are outside of the workspace (`file:` in the manifest). */
export function unreadPackages(projects: readonly Project[]): string | undefined {
  const external = projects.flatMap(({ packages }) =>
    packages.filter(({ source, folder, readable }) => source === "local" && folder !== undefined && !readable),
  );
  const byName = new Map(external.map(({ name, folder }) => [name, folder]));
  if (byName.size === 0) return undefined;
  const some = [...byName].slice(0, MAX_NAMED).map(([name, folder]) => `${name} (${folder})`);
  const rest = byName.size > some.length ? `, and ${byName.size - some.length} more` : "";
  const which =
    byName.size === 1 ? "A package outside the workspace is" : `${byName.size} packages outside the workspace are`;
  return `${which} not read: ${some.join(", ")}${rest}. To read ${byName.size === 1 ? "it" : "them"}, also pass each folder to jig with --root`;
}
