/** Folders of a Unity project with scripts that it does not compile: servers, tools and generators of .NET, and what was laid aside. */
import { basename } from "node:path";
import type { Capabilities, FileStat } from "../../../core/host/plugin-api.ts";
import { Slices } from "../slices.ts";

const MOST_DEPTH = 3;
const MOST_FOLDERS = 100;
/** What says that scripts belong together. */
const DEFINITION = /\.(?:csproj|asmdef)$/i;
/** Unity's own folders, and what builds leave behind. */
const PASSED = new Set(
  "Assets Packages ProjectSettings UserSettings Library Temp Logs MemoryCaptures Recordings Build Builds obj bin node_modules".split(
    " ",
  ),
);

/** The outermost of them, sorted. What Unity writes for an IDE lies in the project's own folder, which is not looked at. */
export async function scriptsBeside(
  project: string,
  { files, clock }: Pick<Capabilities, "files" | "clock">,
): Promise<string[]> {
  const slices = new Slices({ clock }, "answering");
  const found: string[] = [];
  let level = [project];
  let left = MOST_FOLDERS;
  for (let depth = 0; depth <= MOST_DEPTH && level.length > 0; depth++) {
    const next: string[] = [];
    for (const folder of level) {
      if (left-- <= 0) break;
      await slices.step();
      const held = await files.list(folder).catch((): FileStat[] => []);
      if (depth > 0 && held.some(({ path, kind }) => kind === "file" && DEFINITION.test(path))) {
        found.push(folder);
        continue;
      }
      for (const { path, kind } of held) if (kind === "directory" && !isPassed(basename(path))) next.push(path);
    }
    level = next;
  }
  return found.sort();
}

function isPassed(name: string): boolean {
  return name.startsWith(".") || name.endsWith("~") || PASSED.has(name);
}
