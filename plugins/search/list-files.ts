/** Lists files, directories and links in sorted order, with exact totals. */

import { createHash, randomBytes } from "node:crypto";
import {
  type Context,
  type JsonObject,
  type Outcome,
  type Part as PartOfAnswer,
  type ResolvedPath,
  toJigError,
} from "../../core/host/plugin-api.ts";
import { isRemote, namedIn, namerOf } from "./content/remote-roots.ts";
import { mapInSlices, searchSlice } from "./content/sliced-arrays.ts";
import type { EntryPage } from "./list/entry-table.ts";
import type { ListInput } from "./list/input.ts";
import { type ListRoot, resolveListRoots } from "./list/list-roots.ts";
import { type ListRow, listRow } from "./list/list-row.ts";
import { filterNames } from "./list/name-filter.ts";
import { type ListRequest, toListRequest } from "./list/request.ts";
import type { ReadPageJob, SavedPage } from "./list/saved-listing.ts";
import { type PackedPage, type PickJob, type SelectedPage, unpackPage } from "./list/select-page.ts";
import { BEFORE_ALL, cursorAfterEntry, type SortKey } from "./list/sort.ts";
import { visibleFiles } from "./list/visible-files.ts";
import type { UnmatchedEntries, WalkJob } from "./list/walk.ts";
import { Warnings } from "./ripgrep/warnings.ts";

/** The maximum number of entries in an answer. The others are available through a cursor. */
const MAX_ENTRIES = 10_000;

interface ListedPage extends EntryPage {
  total: number;
  note: string | undefined;
  next: JsonObject | undefined;
  parts?: PartOfAnswer[];
  changed?: string[];
}

type ListArguments = ListInput & { cursor?: string; limit?: number };

export default async function listFiles({ limit, ...input }: ListArguments, context: Context): Promise<Outcome> {
  const started = context.clock.monotonic();
  const request = toListRequest(input, context.clock.now());
  const format = input.output_format === "toon" ? "toon" : "json";
  const target =
    input.output_file === undefined ? undefined : await context.outputs.check(input.output_file, `.${format}`);
  const warnings = new Warnings();
  const roots = await resolveListRoots(context, input, request, warnings);
  const id = requestHash(input, roots);
  // An output file has no pages, so it takes as many entries as we allow.
  const most = target ? MAX_ENTRIES : Math.min(limit ?? MAX_ENTRIES, MAX_ENTRIES);
  const page =
    (await savedPage(context, request, id, warnings)) ??
    (await walkedPage(context, input, request, roots, id, warnings, most));
  const namer = namerOf(roots, context.workspace);
  const slice = searchSlice(context.clock);
  await slice.pause();
  const rows = input.count_only ? [] : await mapInSlices(page.paths, slice, (_, index) => rowAt(page, index, namer));
  const renamed = (message: string) => namedIn(message, roots, context.workspace);
  const { total, note, next, parts, changed } = page;
  const answer: JsonObject = {
    success: true,
    ...(input.count_only ? { count_only: true } : { count: rows.length }),
    total_count: total,
    truncated: !input.count_only && total > rows.length,
    ...(warnings.incomplete && input.roots?.some(isRemote) ? { at_least: true } : {}),
    elapsed_ms: Math.round(context.clock.monotonic() - started),
    ...(note === undefined ? {} : { auto_no_ignore: true, auto_no_ignore_reason: renamed(note) }),
    ...(warnings.list().length > 0 ? { warnings: warnings.list().map(renamed) } : {}),
    ...(input.count_only ? {} : { results: rows }),
  };
  const value = target ? await saved(context, target, answer, next, input) : answer;
  return {
    value,
    ...(next ? { next, ...(parts ? { parts } : {}) } : {}),
    ...(changed?.length ? { changed } : {}),
  };
}

/** Returns a hash that is equal for pages of the same listing. */
function requestHash(input: ListInput & { cursor?: string }, roots: readonly ListRoot[]): string {
  const {
    cursor: _,
    output_file: __,
    suppress_output: ___,
    output_format: ____,
    count_only: _____,
    ...request
  } = input;
  const places = roots.map(({ absolute, cwd }) => [absolute, cwd]);
  const sorted = Object.entries(request).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify([sorted, places]))
    .digest("hex");
}

/** Reads a page of a saved listing. Returns undefined if the listing does not exist anymore. */
async function savedPage(
  context: Context,
  { after, sort }: ListRequest,
  request: string,
  warnings: Warnings,
): Promise<ListedPage | undefined> {
  if (!after?.saved) return undefined;
  const { id, part } = after.saved;
  const job: ReadPageJob = { kind: "read", id, part, request };
  const saved = await context.worker<PackedPage<SavedPage> | undefined>("walk", job, { signal: context.signal });
  if (!saved) return undefined;
  const { head, continuesAfter, ...rest } = unpackPage<SavedPage>(saved);
  for (const warning of head.warnings) warnings.add(warning);
  warnUnlisted(head.unlisted, warnings);
  const next = continuesAfter && { cursor: cursorAfterEntry(sort, continuesAfter, { id, part: part + 1 }) };
  return { ...rest, total: head.total, note: head.note, next };
}

async function walkedPage(
  context: Context,
  input: ListInput,
  request: ListRequest,
  roots: readonly ListRoot[],
  id: string,
  warnings: Warnings,
  most: number,
): Promise<ListedPage> {
  const { visible, note } = input.no_ignore
    ? { visible: undefined, note: undefined }
    : await visibleFiles(context, roots, request, warnings);
  if (visible && asksForAllFiles(input)) context.rows(() => namedRows(visible, namerOf(roots, context.workspace)));
  // For remote files, we show the source and not our copy.
  const saveAs: WalkJob["saveAs"] =
    input.count_only || roots.some(({ fetched }) => fetched)
      ? undefined
      : {
          id: randomBytes(8).toString("hex"),
          request: id,
          ...(note === undefined ? {} : { note }),
          warnings: warnings.list(),
        };
  const found = await walk(context, request, roots, visible, input.count_only ? 0 : most, saveAs);
  warnUnlisted(found.unlisted, warnings);
  if (request.after) warnings.add("This page was listed again: changes since the first page are not reported");
  if (found.notSaved !== undefined) warnings.add(`Later pages will be listed again: ${found.notSaved}`);
  const { savedId } = found;
  const at = (key: SortKey, part: number) => ({
    cursor: cursorAfterEntry(request.sort, key, savedId === undefined ? undefined : { id: savedId, part }),
  });
  const { paths, kinds, sizes, mtimesMs, total } = found;
  const last = paths.length - 1;
  const hasNext = found.remaining > 0 && last >= 0 && !input.count_only;
  const key = { path: paths[last]!, size: sizes[last]!, mtimeMs: mtimesMs[last]! };
  const parts = found.pageEnds.map((end, index) => ({ before: (index + 1) * most, input: at(end, index + 1) }));
  return {
    paths,
    kinds,
    sizes,
    mtimesMs,
    total,
    note,
    next: hasNext ? at(key, 1) : undefined,
    ...(request.after
      ? {}
      : { parts: [{ before: 0, input: savedId === undefined ? {} : at(BEFORE_ALL, 0) }, ...parts] }),
  };
}

/** Returns true if ripgrep's list of names is all that we need to select the entries. */
function asksForAllFiles({ roots: _, types, ...tests }: ListInput): boolean {
  return types?.join() === "f" && Object.values(tests).every((test) => test === undefined || test === false);
}

/** Builds rows for the first files before we know any sizes or times. */
function namedRows(visible: Uint8Array, namer: ((path: string) => string) | undefined): ListRow[] {
  const paths = new TextDecoder()
    .decode(visible)
    .split("\0", MAX_ENTRIES)
    .filter((path) => path !== "");
  return paths.map((path) => namedRow(listRow(path, "f", -1, 0), namer?.(path) ?? path));
}

function namedRow(row: ListRow, path: string): ListRow {
  return { ...row, path, size_bytes: null, mtime: null };
}

function warnUnlisted(paths: readonly string[], warnings: Warnings): void {
  for (const path of paths) warnings.add(`File name is not UTF-8, so it cannot be listed: ${path}`);
}

/** Walks the roots. The walk also handles globs and sorting, but regular expressions go through ripgrep. */
async function walk(
  context: Context,
  request: ListRequest,
  roots: readonly ListRoot[],
  visible: Uint8Array<ArrayBuffer> | undefined,
  most: number,
  saveAs: WalkJob["saveAs"],
): Promise<SelectedPage> {
  const directories = roots.map(({ absolute, cwd, without }) => ({ path: absolute, root: cwd, without }));
  const job: WalkJob = { kind: "walk", directories, visible, request, most, saveAs };
  const sent: { unmatched?: UnmatchedEntries } = {};
  const found = await context.worker<PackedPage<SelectedPage> | undefined>("walk", job, {
    signal: context.signal,
    ...(visible ? { transfer: [visible.buffer] } : {}),
    onMessage: (message) => {
      sent.unmatched = message as UnmatchedEntries;
    },
  });
  if (found) return unpackPage<SelectedPage>(found);
  const { columns, matchInput, unlisted } = sent.unmatched!;
  const matching = await filterNames(context, request.pattern!.text, matchInput, roots[0]!.cwd);
  const pick: PickJob = { kind: "pick", columns, matching, unlisted, request, most, saveAs };
  const { text, ends, kinds, sizes, mtimesMs } = columns;
  const picked = await context.worker<PackedPage<SelectedPage>>("walk", pick, {
    signal: context.signal,
    transfer: [text, ends, kinds, sizes, mtimesMs, matching].map(({ buffer }) => buffer),
  });
  return unpackPage<SelectedPage>(picked);
}

function rowAt(
  { paths, kinds, sizes, mtimesMs }: EntryPage,
  index: number,
  namer: ((path: string) => string) | undefined,
): ListRow {
  const path = paths[index]!;
  const row = listRow(path, kinds[index]!, sizes[index]!, mtimesMs[index]!);
  const named = namer?.(path) ?? path;
  return named === path ? row : namedRow(row, named);
}

async function saved(
  context: Context,
  target: ResolvedPath,
  answer: JsonObject,
  next: JsonObject | undefined,
  input: ListInput,
): Promise<JsonObject> {
  const { output_file: _, suppress_output: __, output_format = "json", ...query_info } = input;
  const whole = { ...answer, ...(next ? { next } : {}), query_info: query_info as JsonObject };
  try {
    await context.outputs.save(target, whole, output_format === "toon" ? "toon" : "json");
  } catch (error) {
    return { ...answer, output_file_error: toJigError(error).advice };
  }
  const file = { output_file: target.absolute, message: `Results saved to ${target.absolute}` };
  if (!input.suppress_output) return { ...answer, ...file };
  const { results: ___, ...head } = answer;
  return { ...head, ...file };
}
