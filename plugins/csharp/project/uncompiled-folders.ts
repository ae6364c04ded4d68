/**
 * Finds folders in a Unity project whose scripts Unity does not compile, such as .NET servers, tools and generators,
 * and unused code.
 */
import { basename } from "node:path";
import { type WalkDisk, type WalkLimits, walkFolders } from "./walk-folders.ts";

const BOUNDS: WalkLimits = { mostDepth: 3, mostFolders: 100 };
/** Matches the files that mark a project. */
const DEFINITION = /\.(?:csproj|asmdef)$/i;
/** Unity's own folders and build output. */
const PASSED = new Set(
  "Assets Packages ProjectSettings UserSettings Library Temp Logs MemoryCaptures Recordings Build Builds obj bin node_modules".split(
    " ",
  ),
);

/**
 * Returns the outermost such folders, sorted. The files that Unity generates for an IDE are in the top folder of the
 * project, which is not searched.
 */
export async function uncompiledFolders(project: string, disk: WalkDisk): Promise<string[]> {
  const found: string[] = [];
  await walkFolders(project, BOUNDS, disk, (folder, held) => {
    if (folder !== project && held.some(({ path, kind }) => kind === "file" && DEFINITION.test(path))) {
      found.push(folder);
      return [];
    }
    return held.filter(({ path, kind }) => kind === "directory" && !isPassed(basename(path))).map(({ path }) => path);
  });
  return found.sort();
}

function isPassed(name: string): boolean {
  return name.startsWith(".") || name.endsWith("~") || PASSED.has(name);
}
