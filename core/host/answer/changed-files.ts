/** The files that an answer speaks of, and which of them are not what they were. */

import { lstatSync } from "node:fs";
import type { JsonObject, Outcome } from "../contract/outcome.ts";
import { TimeSlice } from "../contract/time-slice.ts";
import { fileOf, type Paths } from "../rows/draw.ts";
import type { SplitAnswer } from "../rows/row.ts";
import type { FileStamp } from "./saved-answers.ts";

/** Changed files named on one page. */
const MOST_CHANGED = 200;

/** The files that the rows speak of, as they are now. */
export async function stampsOf(
  input: JsonObject,
  outcome: Outcome,
  { rows }: SplitAnswer,
  paths: Paths,
  turns: TimeSlice,
): Promise<FileStamp[]> {
  const seen = new Map<string, string>();
  // A path is looked for in the file system, and many rows are of one file.
  const looked = new Set<string>();
  let spelling = (path: string) => path;
  for (const unit of rows) {
    const shown = fileOf(unit, outcome.value, input, paths);
    const isNew = shown !== undefined && !looked.has(shown);
    if (isNew) {
      looked.add(shown);
      const absolute = paths.absolute(shown);
      if (absolute !== shown) spelling = paths.display;
      seen.set(absolute, shown);
    }
    const pause = isNew ? turns.check() : turns.step();
    if (pause) await pause;
  }
  // Named as the answer spells its paths.
  for (const path of outcome.files ?? []) {
    if (!seen.has(path)) seen.set(path, spelling(path));
    const pause = turns.step();
    if (pause) await pause;
  }
  const stamps: FileStamp[] = [];
  for (const [path, shown] of seen) {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat) stamps.push([path, stat.size, stat.mtimeMs, stat.ctimeMs, shown]);
    const pause = turns.check();
    if (pause) await pause;
  }
  return stamps;
}

/** Files that are not what they were, or were changed while the answer was made. */
export async function changedSince(files: readonly FileStamp[], startedAt: number): Promise<string[]> {
  const turns = new TimeSlice();
  const changed: string[] = [];
  for (const [path, size, mtimeMs, ctimeMs, shown] of files) {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    const same = stat && stat.size === size && stat.mtimeMs === mtimeMs && stat.ctimeMs === ctimeMs;
    if (!same || ctimeMs > startedAt) changed.push(shown);
    if (changed.length >= MOST_CHANGED) break;
    const pause = turns.check();
    if (pause) await pause;
  }
  return changed;
}
