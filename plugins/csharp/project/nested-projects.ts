/** Finds the Unity projects below a root, and the files around them. */
import { basename, dirname } from "node:path";
import { type WalkDisk, type WalkLimits, walkFolders } from "./walk-folders.ts";

/** The limits of the search. */
const BOUNDS: WalkLimits = { mostDepth: 4, mostFolders: 300 };
/** These folders contain no projects. */
const PASSED = new Set("Library Temp Logs obj bin node_modules Assets Packages ProjectSettings".split(" "));

export interface NestedProjects {
  /** Sorted. */
  projects: string[];
  /** The parents of projects, including the root. Files in these folders don't belong to any project. */
  parents: string[];
  /** Everything else in these folders. */
  siblings: string[];
}

export async function nestedProjects(root: string, disk: WalkDisk): Promise<NestedProjects> {
  const projects: string[] = [];
  const inner = new Map<string, string[]>();
  await walkFolders(root, BOUNDS, disk, (folder, held) => {
    const folders = held.filter(({ kind }) => kind === "directory").map(({ path }) => path);
    const names = new Set(folders.map((path) => basename(path)));
    if (names.has("Assets") && (names.has("ProjectSettings") || names.has("Packages"))) {
      projects.push(folder);
      return [];
    }
    inner.set(folder, folders);
    return folders.filter((path) => !PASSED.has(basename(path)) && !basename(path).startsWith("."));
  });
  const parents = new Set<string>();
  for (const project of projects) {
    for (let at = dirname(project); at.length >= root.length; at = dirname(at)) {
      parents.add(at);
      if (at === dirname(at)) break;
    }
  }
  const mine = new Set([...projects, ...parents]);
  const siblings = [...parents].flatMap((folder) => (inner.get(folder) ?? []).filter((path) => !mine.has(path)));
  return { projects: projects.sort(), parents: [...parents].sort(), siblings: siblings.sort() };
}
