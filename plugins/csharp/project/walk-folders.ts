/** Walks folders level by level. The walk is limited, because a root can be huge. */
import { type Capabilities, type FileStat, TimeSlice } from "../../../core/host/plugin-api.ts";

export type WalkDisk = Pick<Capabilities, "files" | "clock">;

export interface WalkLimits {
  /** Maximum number of levels below the first folder. */
  mostDepth: number;
  /** Maximum number of folders in all. */
  mostFolders: number;
}

/**
 * `enter` takes the entries of a folder, which are empty if it cannot be read, and returns the folders to enter next.
 */
export async function walkFolders(
  top: string,
  { mostDepth, mostFolders }: WalkLimits,
  { files, clock }: WalkDisk,
  enter: (folder: string, held: readonly FileStat[]) => readonly string[],
): Promise<void> {
  const slice = new TimeSlice({ clock });
  let level = [top];
  let left = mostFolders;
  for (let depth = 0; depth <= mostDepth && level.length > 0; depth++) {
    const next: string[] = [];
    for (const folder of level) {
      if (left-- <= 0) return;
      // Listing a folder also calls stat for each of its files.
      await slice.check();
      next.push(...enter(folder, await files.list(folder).catch((): FileStat[] => [])));
    }
    level = next;
  }
}
