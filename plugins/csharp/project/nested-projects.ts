/** Unity projects that lie below a root, and what lies beside them. */
import { basename, dirname } from "node:path";
import type { Capabilities, FileStat } from "../../../core/host/plugin-api.ts";
import { Slices } from "../slices.ts";

/** Deeper nobody keeps one, and more folders than these are not looked into: a root may be huge. */
const MOST_DEPTH = 4;
const MOST_FOLDERS = 300;
/** Folders that hold no project of anybody's own. */
const PASSED = new Set("Library Temp Logs obj bin node_modules Assets Packages ProjectSettings".split(" "));

export interface Below {
  /** Folders of the projects, sorted. */
  projects: string[];
  /** The folders around them, the root too: their own files belong to no project. */
  around: string[];
  /** What those hold beside the projects. */
  beside: string[];
}

export async function projectsBelow(
  root: string,
  { files, clock }: Pick<Capabilities, "files" | "clock">,
): Promise<Below> {
  const slices = new Slices({ clock }, "answering");
  const projects: string[] = [];
  const inner = new Map<string, string[]>();
  let level = [root];
  let left = MOST_FOLDERS;
  for (let depth = 0; depth <= MOST_DEPTH && level.length > 0; depth++) {
    const next: string[] = [];
    for (const folder of level) {
      if (left-- <= 0) break;
      // A folder's list has the state of every file in it.
      await slices.step();
      const held = (await files.list(folder).catch((): FileStat[] => []))
        .filter(({ kind }) => kind === "directory")
        .map(({ path }) => path);
      const names = new Set(held.map((path) => basename(path)));
      if (names.has("Assets") && (names.has("ProjectSettings") || names.has("Packages"))) {
        projects.push(folder);
        continue;
      }
      inner.set(folder, held);
      next.push(...held.filter((path) => !PASSED.has(basename(path)) && !basename(path).startsWith(".")));
    }
    level = next;
  }
  const around = new Set<string>();
  for (const project of projects) {
    for (let at = dirname(project); at.length >= root.length; at = dirname(at)) {
      around.add(at);
      if (at === dirname(at)) break;
    }
  }
  const mine = new Set([...projects, ...around]);
  const beside = [...around].flatMap((folder) => (inner.get(folder) ?? []).filter((path) => !mine.has(path)));
  return { projects: projects.sort(), around: [...around].sort(), beside: beside.sort() };
}
