/** Lists files, directories and links of the workspace, in order, with honest totals. */

import { createHash, randomBytes } from "node:crypto";
import {
  type Context,
  type JsonObject,
  type Outcome,
  type Part as PartOfAnswer,
  type ResolvedPath,
  toJigError,
} from "../../core/host/plugin-api.ts";
import { isElsewhere, namedIn, namerOf } from "./content/remote-roots.ts";
import type { Part } from "./list/entry-table.ts";
import type { ListInput } from "./list/input.ts";
import { type ListRoot, rootsOfListing } from "./list/list-roots.ts";
import { type ListRow, listed } from "./list/list-row.ts";
import { matchingLines } from "./list/name-filter.ts";
import { type ListRequest, toListRequest } from "./list/request.ts";
import type { KeptPart, ReadJob } from "./list/saved-listing.ts";
import { type Listed, type PickJob, received, type Sent } from "./list/select-page.ts";
import { cursorBehind, type Place, START } from "./list/sort.ts";
import { visibleFiles } from "./list/visible-files.ts";
import type { Untried, WalkJob } from "./list/walk.ts";
import { mapInTurns, Turns } from "./pace/turns.ts";
import { Warnings } from "./ripgrep/warnings.ts";

/** No answer holds more; a cursor goes on behind them. */
const MOST_ENTRIES = 10_000;

/** A part of a listing, and how it goes on. */
interface Given extends Part {
  total: number;
  note: string | undefined;
  next: JsonObject | undefined;
  parts?: PartOfAnswer[];
  changed?: string[];
}

export default async function listFiles(input: ListInput & { cursor?: string }, context: Context): Promise<Outcome> {
  const started = context.clock.monotonic();
  const request = toListRequest(input, context.clock.now());
  const format = input.output_format === "toon" ? "toon" : "json";
  const target =
    input.output_file === undefined ? undefined : await context.outputs.check(input.output_file, `.${format}`);
  const warnings = new Warnings();
  const roots = await rootsOfListing(context, input, request, warnings);
  const id = requestOf(input, roots);
  const given =
    (await keptPart(context, request, id, warnings)) ?? (await walked(context, input, request, roots, id, warnings));
  const namer = namerOf(roots, context.workspace);
  const turns = new Turns(context.clock);
  await turns.pass();
  const rows = input.count_only ? [] : await mapInTurns(given.paths, turns, (_, index) => rowAt(given, index, namer));
  const said = (message: string) => namedIn(message, roots, context.workspace);
  const { total, note, next, parts, changed } = given;
  const answer: JsonObject = {
    success: true,
    ...(input.count_only ? { count_only: true } : { count: rows.length }),
    total_count: total,
    truncated: !input.count_only && total > rows.length,
    ...(warnings.incomplete && input.roots?.some(isElsewhere) ? { at_least: true } : {}),
    elapsed_ms: Math.round(context.clock.monotonic() - started),
    ...(note === undefined ? {} : { auto_no_ignore: true, auto_no_ignore_reason: said(note) }),
    ...(warnings.list().length > 0 ? { warnings: warnings.list().map(said) } : {}),
    ...(input.count_only ? {} : { results: rows }),
  };
  const value = target ? await saved(context, target, answer, next, input) : answer;
  return {
    value,
    ...(next ? { next, ...(parts ? { parts } : {}) } : {}),
    ...(changed?.length ? { changed } : {}),
  };
}

/** What makes two calls parts of one listing. */
function requestOf(input: ListInput & { cursor?: string }, roots: readonly ListRoot[]): string {
  const { cursor: _, output_file: __, suppress_output: ___, output_format: ____, count_only: _____, ...asked } = input;
  const places = roots.map(({ absolute, cwd }) => [absolute, cwd]);
  const sorted = Object.entries(asked).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify([sorted, places]))
    .digest("hex");
}

/** A part of the listing as it was kept; undefined where it is not. */
async function keptPart(
  context: Context,
  { behind, sort }: ListRequest,
  request: string,
  warnings: Warnings,
): Promise<Given | undefined> {
  if (!behind?.kept) return undefined;
  const { id, part } = behind.kept;
  const job: ReadJob = { kind: "read", id, part, request };
  const kept = await context.worker<Sent<KeptPart> | undefined>("walk", job, { signal: context.signal });
  if (!kept) return undefined;
  const { head, goesOn, ...rest } = received<KeptPart>(kept);
  for (const warning of head.warnings) warnings.add(warning);
  sayUnlisted(head.unlisted, warnings);
  const next = goesOn && { cursor: cursorBehind(sort, goesOn, { id, part: part + 1 }) };
  return { ...rest, total: head.total, note: head.note, next };
}

async function walked(
  context: Context,
  input: ListInput,
  request: ListRequest,
  roots: readonly ListRoot[],
  id: string,
  warnings: Warnings,
): Promise<Given> {
  const { visible, note } = input.no_ignore
    ? { visible: undefined, note: undefined }
    : await visibleFiles(context, roots, request, warnings);
  // Names that were brought are kept where they were brought to.
  const keeping: WalkJob["keeping"] =
    input.count_only || roots.some(({ brought }) => brought)
      ? undefined
      : {
          id: randomBytes(8).toString("hex"),
          request: id,
          ...(note === undefined ? {} : { note }),
          warnings: warnings.list(),
        };
  const found = await walk(context, request, roots, visible, input.count_only ? 0 : MOST_ENTRIES, keeping);
  sayUnlisted(found.unlisted, warnings);
  if (request.behind) warnings.add("This part was listed again: entries that changed since the first are not named");
  if (found.notKept !== undefined) warnings.add(`Parts that follow will be listed again: ${found.notKept}`);
  const { kept } = found;
  const at = (place: Place, part: number) => ({
    cursor: cursorBehind(request.sort, place, kept === undefined ? undefined : { id: kept, part }),
  });
  const { paths, kinds, sizes, mtimesMs, total } = found;
  const last = paths.length - 1;
  const goesOn = found.left > 0 && last >= 0 && !input.count_only;
  const place = { path: paths[last]!, size: sizes[last]!, mtimeMs: mtimesMs[last]! };
  const parts = found.ends.map((end, index) => ({ before: (index + 1) * MOST_ENTRIES, input: at(end, index + 1) }));
  return {
    paths,
    kinds,
    sizes,
    mtimesMs,
    total,
    note,
    next: goesOn ? at(place, 1) : undefined,
    ...(request.behind ? {} : { parts: [{ before: 0, input: kept === undefined ? {} : at(START, 0) }, ...parts] }),
  };
}

function sayUnlisted(paths: readonly string[], warnings: Warnings): void {
  for (const path of paths) warnings.add(`File name is not UTF-8, so it cannot be listed: ${path}`);
}

/** Globs are seen to, and entries put in order, where the entries come from; regular expressions are ripgrep's. */
async function walk(
  context: Context,
  request: ListRequest,
  roots: readonly ListRoot[],
  visible: Uint8Array<ArrayBuffer> | undefined,
  most: number,
  keeping: WalkJob["keeping"],
): Promise<Listed> {
  const directories = roots.map(({ absolute, cwd, without }) => ({ path: absolute, root: cwd, without }));
  const job: WalkJob = { kind: "walk", directories, visible, request, most, keeping };
  const sent: { untried?: Untried } = {};
  const found = await context.worker<Sent<Listed> | undefined>("walk", job, {
    signal: context.signal,
    ...(visible ? { transfer: [visible.buffer] } : {}),
    onMessage: (message) => {
      sent.untried = message as Untried;
    },
  });
  if (found) return received<Listed>(found);
  const { columns, subjects, unlisted } = sent.untried!;
  const matching = await matchingLines(context, request.pattern!.text, subjects, roots[0]!.cwd);
  const pick: PickJob = { kind: "pick", columns, matching, unlisted, request, most, keeping };
  const { text, ends, kinds, sizes, mtimesMs } = columns;
  const picked = await context.worker<Sent<Listed>>("walk", pick, {
    signal: context.signal,
    transfer: [text, ends, kinds, sizes, mtimesMs, matching].map(({ buffer }) => buffer),
  });
  return received<Listed>(picked);
}

function rowAt(
  { paths, kinds, sizes, mtimesMs }: Part,
  index: number,
  namer: ((path: string) => string) | undefined,
): ListRow {
  const path = paths[index]!;
  const row = listed(path, kinds[index]!, sizes[index]!, mtimesMs[index]!);
  const named = namer?.(path) ?? path;
  return named === path ? row : { ...row, path: named, size_bytes: null, mtime: null };
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
  const told = { output_file: target.absolute, message: `Results saved to ${target.absolute}` };
  if (!input.suppress_output) return { ...answer, ...told };
  const { results: ___, ...head } = answer;
  return { ...head, ...told };
}
