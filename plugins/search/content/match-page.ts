/**
 * Implements pages of rows. The first page saves the list of matching files, so that later pages only have to read those again
 * instead of the whole tree.
 */
import { createHash, randomBytes } from "node:crypto";
import {
  type Context,
  JigError,
  type Part as PartOfAnswer,
  type TimeSlice,
  toJigError,
} from "../../../core/host/plugin-api.ts";
import type { Query, Target } from "../ripgrep/query.ts";
import { readRows } from "./collect-rows.ts";
import type { MatchRow } from "./match-rows.ts";
import { mergeRows } from "./multi-query.ts";
import savedSearch, {
  type SavedFiles,
  type SavedSearchHead,
  type SavedSearchJob,
  type SaveSearch,
  saveSearch,
} from "./saved-search.ts";
import type { SearchRun } from "./search-run.ts";
import { mapInSlices, sortInSlices } from "./sliced-arrays.ts";

/** A decoded cursor, which contains the saved search, the next file, and how many of that file's rows were already returned. */
interface Position {
  id: string;
  file: number;
  row: number;
}

const FEW_FILES = 2000;
const PATHS_AT_ONCE = 1024;
const FORM = /^rows:([0-9a-f]{16})\.(\d{1,9})\.(\d{1,9})$/;

export interface MatchPage {
  head: SavedSearchHead;
  rows: MatchRow[];
  /** The number of matches by file, only for files that were read. */
  files: Map<string, number>;
  /** The cursor after the last row. */
  next?: string;
  changed: string[];
}

/** The cursor of the next page, and the start of every page. */
export interface NextPages {
  next: string;
  parts?: PartOfAnswer[];
}

/**
 * Returns a hash that is equal for calls that are pages of the same answer. Files that jig itself wrote in the meantime do not
 * count.
 */
export function requestHash(query: Query, targets: readonly Target[]): string {
  const places = targets.map(({ without: _, ...target }) => target);
  return createHash("sha256")
    .update(JSON.stringify([query, places]))
    .digest("hex");
}

/** Saves the list of matching files. Returns the cursor after the last row, or undefined if saving failed. */
export async function saveForNextPages(
  { context, query, slice, warnings, targets }: SearchRun & { context: Context },
  found: { rows: readonly MatchRow[]; files: ReadonlyMap<string, number>; paths?: readonly string[] },
  head: SavedSearchHead,
): Promise<NextPages | undefined> {
  const id = randomBytes(8).toString("hex");
  const paths = found.paths ?? (await sortInSlices([...found.files.keys()], slice, (path) => path));
  const counts = Uint32Array.from(await mapInSlices(paths, slice, (path) => found.files.get(path)!));
  const job: SaveSearch = { kind: "save", id, head, paths: await joinPaths(paths, slice), counts };
  try {
    // A short list is not worth a thread, because it would use more memory than it saves.
    if (paths.length <= FEW_FILES || targets.some(({ fetched }) => fetched)) await saveSearch(job, context);
    else await context.worker("savedSearch", job, { signal: context.signal });
  } catch (error) {
    if (context.signal.aborted) throw error;
    warnings.add(`There is no cursor for the remaining rows: ${toJigError(error).message}`);
    return undefined;
  }
  if (slice.over) await slice.pause();
  const { file } = found.rows.at(-1)!;
  const next = encodeCursor({ id, file: paths.indexOf(file), row: countFrom(found.rows, file) });
  // We cannot compute the starts of pages here. If symlinks are followed, files outside of the roots are dropped later on, and
  // if there are multiple patterns, they share the rows of a file.
  if (query.followSymlinks || query.patterns.length > 1) return { next };
  const parts = pageStarts(id, counts, found.rows.length, maxRowsPerFile(query));
  if (slice.over) await slice.pause();
  return { next, parts };
}

/** Computes the start of every page, for which we only need the number of rows in each file. */
function pageStarts(id: string, counts: Uint32Array, most: number, each: number): PartOfAnswer[] {
  const parts: PartOfAnswer[] = [];
  let before = 0;
  for (let file = 0; file < counts.length; file++) {
    const rows = Math.min(counts[file]!, each);
    for (let start = parts.length * most; start < before + rows; start = parts.length * most) {
      parts.push({ before: start, input: { cursor: encodeCursor({ id, file, row: start - before }) } });
    }
    before += rows;
  }
  return parts;
}

async function joinPaths(paths: readonly string[], slice: TimeSlice): Promise<string> {
  const parts: string[] = [];
  for (let at = 0; at < paths.length; at += PATHS_AT_ONCE) {
    parts.push(paths.slice(at, at + PATHS_AT_ONCE).join("\0"));
    if (slice.over) await slice.pause();
  }
  return parts.join("\0");
}

/** Reads a page. @throws INVALID_ARGUMENT if the cursor is for another request, or if its list is not saved anymore */
export async function readPage(
  search: SearchRun & { context: Context },
  cursor: string,
  request: string,
  most: number,
): Promise<MatchPage> {
  const { id, file, row } = decodeCursor(cursor);
  const { context, query, deadline, slice } = search;
  const each = maxRowsPerFile(query);
  const job: SavedSearchJob = { kind: "read", id, from: file, most: Math.min(row, each) + most, each };
  // Workers do not have access to anything outside of the roots.
  const saved = search.targets.some(({ fetched }) => fetched)
    ? await savedSearch(job, context)
    : await context.worker<SavedFiles | undefined>("savedSearch", job, { signal: context.signal });
  if (!saved) {
    throw cursorError(
      "continues a search that is no longer kept",
      "Search again without it: cursors are kept for 7 days",
    );
  }
  if (saved.head.request !== request) {
    throw cursorError("belongs to another search", "Repeat the arguments of the call that returned it");
  }
  // If there is a single pattern, we can skip the earlier rows without ever storing them.
  const skipped = query.patterns.length === 1 && saved.paths[0] !== undefined ? row : 0;
  const skip = skipped > 0 ? { skip: { path: saved.paths[0]!, rows: skipped } } : {};
  const lists: MatchRow[][] = [];
  for (const pattern of query.patterns) {
    const label = query.patterns.length > 1 ? { label: pattern } : {};
    const one = { ...search, query: { ...query, patterns: [pattern] }, ...label, ...skip };
    // We read one more row to find out whether there is another page.
    lists.push(await readRows(one, saved.paths, row - skipped + most + 1, row + most + 1));
  }
  const all = await mergeRows(lists, { slice });
  // Only the first file may overlap with earlier pages.
  const passed = skipped > 0 ? 0 : Math.min(row, countOf(all, saved.paths[0]));
  const rows = all.slice(passed, passed + most);
  const part: MatchPage = {
    head: saved.head,
    rows,
    files: new Map(saved.paths.map((path, index) => [path, saved.counts[index]!])),
    changed: saved.changed,
  };
  if (deadline.expired) return part;
  if (all.length > passed + most) {
    const last = rows.at(-1)!.file;
    const at = saved.paths.indexOf(last);
    part.next = encodeCursor({ id, file: file + at, row: countFrom(rows, last) + (at === 0 ? passed + skipped : 0) });
  } else if (!saved.last) part.next = encodeCursor({ id, file: file + saved.paths.length, row: 0 });
  return part;
}

/** Returns the maximum number of rows for a single file, over all patterns. */
export function maxRowsPerFile({ maxCount, patterns }: Query): number {
  return maxCount === undefined ? Number.MAX_SAFE_INTEGER : maxCount * patterns.length;
}

function encodeCursor({ id, file, row }: Position): string {
  return `rows:${id}.${file}.${row}`;
}

function decodeCursor(cursor: string): Position {
  const [, id, file, row] = FORM.exec(cursor) ?? [];
  if (id === undefined) throw cursorError("is invalid", "Pass the value of next unchanged");
  return { id, file: Number(file), row: Number(row) };
}

/** Counts the rows at the end of the list that belong to this file. */
function countFrom(rows: readonly MatchRow[], file: string): number {
  return rows.length - 1 - rows.findLastIndex((row) => row.file !== file);
}

/** Counts the rows at the start of the list that belong to this file. */
function countOf(rows: readonly MatchRow[], file: string | undefined): number {
  const end = rows.findIndex((row) => row.file !== file);
  return end < 0 ? rows.length : end;
}

function cursorError(why: string, hint: string): JigError {
  return new JigError("INVALID_ARGUMENT", `The cursor ${why}`, { hint, details: { parameter: "cursor" } });
}
