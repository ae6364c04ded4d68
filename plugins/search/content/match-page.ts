/** Goes on behind the last row of an answer that was too long: which files it was of is kept, and only those are read. */
import { createHash, randomBytes } from "node:crypto";
import { type Context, JigError, type Part as PartOfAnswer, toJigError } from "../../../core/host/plugin-api.ts";
import { mapInTurns, sortInTurns, type Turns } from "../pace/turns.ts";
import type { Query, Target } from "../ripgrep/query.ts";
import { readRows } from "./collect-rows.ts";
import type { MatchRow } from "./match-rows.ts";
import { mergedRows } from "./multi-query.ts";
import snapshot, {
  keep,
  type MakeSnapshot,
  type ReadFiles,
  type SnapshotHead,
  type SnapshotJob,
} from "./saved-search.ts";
import type { Search } from "./search-run.ts";

/** Which kept files, which of them is next, and how many of its rows were given. */
interface Position {
  id: string;
  file: number;
  row: number;
}

const FEW_FILES = 2000;
const PATHS_AT_ONCE = 1024;
const FORM = /^rows:([0-9a-f]{16})\.(\d{1,9})\.(\d{1,9})$/;

export interface Part {
  head: SnapshotHead;
  rows: MatchRow[];
  /** Matches of the files that were read. */
  files: Map<string, number>;
  /** The cursor behind the last row. */
  next?: string;
  changed: string[];
}

/** How a long answer goes on, and where each of its parts begins. */
export interface Kept {
  next: string;
  parts?: PartOfAnswer[];
}

/** What makes two calls parts of one answer. What jig itself wrote meanwhile is no part of the question. */
export function requestOf(query: Query, targets: readonly Target[]): string {
  const places = targets.map(({ without: _, ...target }) => target);
  return createHash("sha256")
    .update(JSON.stringify([query, places]))
    .digest("hex");
}

/** Keeps which files an answer is of, and gives the cursor behind its last row; undefined where that cannot be kept. */
export async function cursorBehind(
  { context, query, turns, warnings, targets }: Search & { context: Context },
  found: { rows: readonly MatchRow[]; files: ReadonlyMap<string, number> },
  head: SnapshotHead,
): Promise<Kept | undefined> {
  const id = randomBytes(8).toString("hex");
  const paths = await sortInTurns([...found.files.keys()], turns, (path) => path);
  const counts = Uint32Array.from(await mapInTurns(paths, turns, (path) => found.files.get(path)!));
  const job: MakeSnapshot = { kind: "make", id, head, paths: await joined(paths, turns), counts };
  try {
    // A thread takes more memory than a few files are worth.
    if (paths.length <= FEW_FILES || targets.some(({ brought }) => brought))
      await keep(job, context, () => (turns.over ? turns.pass() : undefined));
    else await context.worker("snapshot", job, { signal: context.signal });
  } catch (error) {
    if (context.signal.aborted) throw error;
    warnings.add(`There is no cursor for the rows that follow: ${toJigError(error).message}`);
    return undefined;
  }
  if (turns.over) await turns.pass();
  const { file } = found.rows.at(-1)!;
  const next = cursorOf({ id, file: paths.indexOf(file), row: countFrom(found.rows, file) });
  // What links lead to is left out of the rows, and several patterns share those of a file.
  if (query.followSymlinks || query.patterns.length > 1) return { next };
  const parts = partsOf(id, counts, found.rows.length, mostOf(query));
  if (turns.over) await turns.pass();
  return { next, parts };
}

/** Parts of `most` rows, by how many rows each file has. */
function partsOf(id: string, counts: Uint32Array, most: number, each: number): PartOfAnswer[] {
  const parts: PartOfAnswer[] = [];
  let before = 0;
  for (let file = 0; file < counts.length; file++) {
    const rows = Math.min(counts[file]!, each);
    for (let start = parts.length * most; start < before + rows; start = parts.length * most) {
      parts.push({ before: start, input: { cursor: cursorOf({ id, file, row: start - before }) } });
    }
    before += rows;
  }
  return parts;
}

async function joined(paths: readonly string[], turns: Turns): Promise<string> {
  const parts: string[] = [];
  for (let at = 0; at < paths.length; at += PATHS_AT_ONCE) {
    parts.push(paths.slice(at, at + PATHS_AT_ONCE).join("\0"));
    if (turns.over) await turns.pass();
  }
  return parts.join("\0");
}

/** The rows behind a cursor, at most `most`. Throws INVALID_ARGUMENT for one of another request, or of one that is gone. */
export async function resumed(
  search: Search & { context: Context },
  cursor: string,
  request: string,
  most: number,
): Promise<Part> {
  const { id, file, row } = positionIn(cursor);
  const { context, query, deadline, turns } = search;
  const each = mostOf(query);
  const job: SnapshotJob = { kind: "read", id, from: file, most: Math.min(row, each) + most, each };
  // A worker knows the roots only.
  const kept = search.targets.some(({ brought }) => brought)
    ? await snapshot(job, context)
    : await context.worker<ReadFiles | undefined>("snapshot", job, { signal: context.signal });
  if (!kept) {
    throw refused("continues a search that is no longer kept", "Search again without it: cursors are kept for 7 days");
  }
  if (kept.head.request !== request) {
    throw refused("belongs to another search", "Repeat the arguments of the answer that gave it");
  }
  // Of one pattern the rows that were given need not be held to be passed over.
  const skip = query.patterns.length === 1 && kept.paths[0] !== undefined ? row : 0;
  const given = skip > 0 ? { given: { path: kept.paths[0]!, rows: skip } } : {};
  const lists: MatchRow[][] = [];
  for (const pattern of query.patterns) {
    const label = query.patterns.length > 1 ? { label: pattern } : {};
    const one = { ...search, query: { ...query, patterns: [pattern] }, ...label, ...given };
    // One more than is wanted: that shows whether any is left.
    lists.push(await readRows(one, kept.paths, row - skip + most + 1, row + most + 1));
  }
  const all = await mergedRows(lists, { turns });
  // Those that were given are passed over only in the file that they are of.
  const passed = skip > 0 ? 0 : Math.min(row, countOf(all, kept.paths[0]));
  const rows = all.slice(passed, passed + most);
  const part: Part = {
    head: kept.head,
    rows,
    files: new Map(kept.paths.map((path, index) => [path, kept.counts[index]!])),
    changed: kept.changed,
  };
  if (deadline.expired) return part;
  if (all.length > passed + most) {
    const last = rows.at(-1)!.file;
    const at = kept.paths.indexOf(last);
    part.next = cursorOf({ id, file: file + at, row: countFrom(rows, last) + (at === 0 ? passed + skip : 0) });
  } else if (!kept.last) part.next = cursorOf({ id, file: file + kept.paths.length, row: 0 });
  return part;
}

/** Rows of one file at most. */
export function mostOf({ maxCount, patterns }: Query): number {
  return maxCount === undefined ? Number.MAX_SAFE_INTEGER : maxCount * patterns.length;
}

function cursorOf({ id, file, row }: Position): string {
  return `rows:${id}.${file}.${row}`;
}

function positionIn(cursor: string): Position {
  const [, id, file, row] = FORM.exec(cursor) ?? [];
  if (id === undefined) throw refused("is invalid", "Pass on what next said, unchanged");
  return { id, file: Number(file), row: Number(row) };
}

/** How many of the last rows are of this file. */
function countFrom(rows: readonly MatchRow[], file: string): number {
  return rows.length - 1 - rows.findLastIndex((row) => row.file !== file);
}

/** How many of the first rows are of this file. */
function countOf(rows: readonly MatchRow[], file: string | undefined): number {
  const end = rows.findIndex((row) => row.file !== file);
  return end < 0 ? rows.length : end;
}

function refused(why: string, hint: string): JigError {
  return new JigError("INVALID_ARGUMENT", `The cursor ${why}`, { hint, details: { parameter: "cursor" } });
}
