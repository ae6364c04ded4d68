/** Keeps track of the files in an answer and of later changes to them. */

import { lstatSync } from "node:fs";
import type { Outcome } from "../contract/outcome.ts";
import { TimeSlice } from "../contract/time-slice.ts";
import { type DrawContext, fileOf } from "../rows/draw.ts";
import type { SplitAnswer } from "../rows/row.ts";
import type { FileStamp } from "./saved-answers.ts";

/** The maximum number for each page. */
const MAX_CHANGED = 200;

/** Records the state of each file in the rows and the outcome. */
export async function stampsOf(
  { files = [] }: Outcome,
  { rows }: SplitAnswer,
  at: DrawContext,
  slice: TimeSlice,
): Promise<FileStamp[]> {
  const { paths } = at;
  /** Maps the absolute path to its spelling in the answer. */
  const named = new Map<string, string | undefined>();
  // Many rows belong to the same file, so each path is resolved only once.
  const resolved = new Set<string>();
  let spelling = (path: string) => path;
  for (const row of rows) {
    const shown = fileOf(row, at);
    const isNew = shown !== undefined && !resolved.has(shown);
    if (isNew) {
      resolved.add(shown);
      const absolute = paths.absolute(shown);
      if (absolute !== shown) spelling = paths.display;
      named.set(absolute, shown);
    }
    const pause = isNew ? slice.check() : slice.step();
    if (pause) await pause;
  }
  for (const path of files) if (!named.has(path)) named.set(path, undefined);
  const stamps: FileStamp[] = [];
  for (const [path, shown = spelling(path)] of named) {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat) stamps.push([path, stat.size, stat.mtimeMs, stat.ctimeMs, shown]);
    await slice.check();
  }
  return stamps;
}

/** Returns the files that have changed since their state was recorded, or while the answer was still being made. */
export async function changedSince(files: readonly FileStamp[], startedAt: number): Promise<string[]> {
  const slice = new TimeSlice();
  const changed: string[] = [];
  for (const [path, size, mtimeMs, ctimeMs, shown] of files) {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    const isSame = stat && stat.size === size && stat.mtimeMs === mtimeMs && stat.ctimeMs === ctimeMs;
    if (!isSame || ctimeMs > startedAt) changed.push(shown);
    if (changed.length >= MAX_CHANGED) break;
    await slice.check();
  }
  return changed;
}
