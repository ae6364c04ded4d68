/**
 * Divides matches into pages. The order is round-robin, so the first `perFile` matches of each file come first (in the order of
 * the paths), then the next ones, and so forth. This way no file can take up a whole page, and a client that follows the
 * cursors sees each match exactly once.
 */
import { JigError } from "../../../core/host/plugin-api.ts";

/** A file with matches. `lines[index]` is the line of the match with that index. */
export interface Matched {
  display: string;
  lines: ArrayLike<number>;
}

/** The matches `[from, to)` of a file. */
export interface FileSlice<File extends Matched> {
  file: File;
  from: number;
  to: number;
}

export interface PageLimits {
  pageSize: number;
  /** The unit in which the page size is given. */
  counts: "files" | "matches";
  perFile: number;
  startAfter: string;
}

interface Cursor {
  path: string;
  line: number;
  index: number;
}

/**
 * Yields the slices of a page in order. It is up to the caller to stop once the page is full.
 * @param files - Must be sorted by `display`
 */
export function* fileSlices<File extends Matched>(
  files: readonly File[],
  limits: PageLimits,
): Generator<FileSlice<File>> {
  const { perFile } = limits;
  const cursor = parseCursor(limits.startAfter);
  let round = cursor ? Math.floor(cursor.index / perFile) : 0;
  let files_ = files.filter((file) => file.lines.length > round * perFile);
  let at = cursor ? position(files_, cursor.path) : 0;
  const seen = new Set<File>();
  let taken = 0;
  while (files_.length > 0) {
    for (; at < files_.length; at++) {
      const file = files_[at]!;
      // This file has already had its share of the page.
      if (seen.has(file)) return;
      const resumed =
        cursor && seen.size === 0 && file.display === cursor.path && round === Math.floor(cursor.index / perFile);
      const from = resumed ? cursor.index + 1 : round * perFile;
      let to = Math.min((round + 1) * perFile, file.lines.length);
      if (limits.counts === "matches") to = Math.min(to, from + limits.pageSize - taken);
      if (from >= to) continue;
      yield { file, from, to };
      seen.add(file);
      taken += limits.counts === "matches" ? to - from : 1;
      if (taken >= limits.pageSize) return;
    }
    round++;
    at = 0;
    files_ = files_.filter((file) => file.lines.length > round * perFile);
  }
}

export function cursorAt<File extends Matched>({ file, to }: FileSlice<File>): string {
  return `${file.display}|${file.lines[to - 1]}|${to - 1}`;
}

/** Returns true if there are any matches after this slice. */
export function hasMore<File extends Matched>(
  files: readonly File[],
  share: FileSlice<File>,
  limits: PageLimits,
): boolean {
  return !fileSlices(files, { ...limits, startAfter: cursorAt(share) }).next().done;
}

function parseCursor(text: string): Cursor | undefined {
  if (text === "") return undefined;
  const found = /^(.*)\|(\d+)\|(\d+)$/s.exec(text);
  if (!found) {
    throw new JigError("INVALID_ARGUMENT", `Invalid cursor ${JSON.stringify(text)}`, {
      hint: "Pass the cursor of the previous page, unchanged: relPath|line|matchIndex",
    });
  }
  return { path: found[1] ?? "", line: Number(found[2]), index: Number(found[3]) };
}

/** Returns the index of the first file that does not come before the path. The path itself may have been deleted. */
function position(files: readonly Matched[], path: string): number {
  const at = files.findIndex((file) => file.display >= path);
  return at < 0 ? files.length : at;
}

/** Formats sorted line numbers, e.g. as `10-12,18`. */
export function lineRanges(lines: readonly number[]): string {
  const ranges: string[] = [];
  for (let at = 0; at < lines.length; ) {
    let end = at;
    while (end + 1 < lines.length && lines[end + 1]! <= lines[end]! + 1) end++;
    ranges.push(lines[end] === lines[at] ? `${lines[at]}` : `${lines[at]}-${lines[end]}`);
    at = end + 1;
  }
  return ranges.join(",");
}
