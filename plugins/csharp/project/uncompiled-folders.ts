/**
 * Finds folders of a Unity project that Unity doesn't compile, for example with .NET servers, tools and generators, or unused
 * code.
 */
import { basename } from "node:path";
import { type WalkDisk, type WalkLimits, walkFolders } from "./walk-folders.ts";

const BOUNDS: WalkLimits = { mostDepth: 3, mostFolders: 100 };
/** Signs of a project. */
const DEFINITION = /\.(?:csproj|asmdef)$/i;
/** Unity's own folders, and the output of builds. */
const PASSED = new Set(
  "Assets Packages ProjectSettings UserSettings Library Temp Logs MemoryCaptures Recordings Build Builds obj bin node_modules".split(
    " ",
  ),
);

/**
 * Returns the outermost folders, sorted. The top folder of the project isn't examined, because Unity generates files for an IDE
 * there.
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
