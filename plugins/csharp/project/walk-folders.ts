/** Walks folders breadth first with limits, because some roots are huge. */
import { type Capabilities, type FileStat, TimeSlice } from "../../../core/host/plugin-api.ts";

export type WalkDisk = Pick<Capabilities, "files" | "clock">;

export interface WalkLimits {
  /** How many levels below the first folder to go. */
  mostDepth: number;
  /** The total number of folders. */
  mostFolders: number;
}

/** `enter` gets the entries of a folder (none if it can't be read), and returns which folders to enter next. */
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
      // A listing calls stat for every file of the folder.
      await slice.check();
      next.push(...enter(folder, await files.list(folder).catch((): FileStat[] => [])));
    }
    level = next;
  }
}
