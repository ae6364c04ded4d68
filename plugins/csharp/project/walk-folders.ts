/** Walks folders level by level, with limits, because a root may be huge. */
import { type Capabilities, type FileStat, TimeSlice } from "../../../core/host/plugin-api.ts";

export type WalkDisk = Pick<Capabilities, "files" | "clock">;

export interface WalkLimits {
  /** Levels below the first folder. */
  mostDepth: number;
  /** In all. */
  mostFolders: number;
}

/** `enter` gets the entries of each folder (none if unreadable) and returns the folders to enter next. */
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
      // Listing a folder stats every file in it.
      await slice.check();
      next.push(...enter(folder, await files.list(folder).catch((): FileStat[] => [])));
    }
    level = next;
  }
}
