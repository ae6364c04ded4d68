/** Lists files, directories and links of the workspace, in order, with honest totals. */
import {
  type Context,
  type JsonObject,
  type Outcome,
  type ResolvedPath,
  toJigError,
} from "../../core/host/plugin-api.ts";
import { isElsewhere, namedIn, namerOf } from "./content/brought.ts";
import type { ListInput } from "./list/input.ts";
import { compare, cursorBehind, endsOf, type Place } from "./list/order.ts";
import { matchingNames } from "./list/pattern.ts";
import { type ListRequest, toListRequest } from "./list/request.ts";
import { type ListRoot, rootsOfListing } from "./list/roots.ts";
import { type ListRow, listed } from "./list/rows.ts";
import { visibleFiles } from "./list/visible-files.ts";
import { type Walked, type WalkRequest, withoutPruned } from "./list/walk.ts";
import { mapInTurns, Turns } from "./pace/turns.ts";
import { Warnings } from "./ripgrep/warnings.ts";

/** No answer holds more; a cursor goes on behind them. */
const MOST_ENTRIES = 10_000;

export default async function listFiles(input: ListInput & { cursor?: string }, context: Context): Promise<Outcome> {
  const started = context.clock.monotonic();
  const request = toListRequest(input, context.clock.now());
  const format = input.output_format === "toon" ? "toon" : "json";
  const target =
    input.output_file === undefined ? undefined : await context.outputs.check(input.output_file, `.${format}`);
  const warnings = new Warnings();
  const roots = await rootsOfListing(context, input, request, warnings);
  const { visible, note } = input.no_ignore
    ? { visible: undefined, note: undefined }
    : await visibleFiles(context, roots, request, warnings);
  const turns = new Turns(context.clock);
  const walked = await walkAll(context, request, roots, visible, input.count_only ? 0 : MOST_ENTRIES);
  for (const path of walked.unlisted) warnings.add(`File name is not UTF-8, so it cannot be listed: ${path}`);
  const { total, chosen, left, ends } = await choose(context, request, walked, roots, turns);
  if (request.behind) warnings.add("This part was listed again: entries that changed since the first are not named");
  const namer = namerOf(roots, context.workspace);
  const rows = input.count_only ? [] : await mapInTurns(chosen, turns, (index) => rowAt(walked, index, namer));
  const said = (message: string) => namedIn(message, roots, context.workspace);
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
  const last = chosen.at(-1);
  const next = left > 0 && last !== undefined && !input.count_only ? nextBehind(request, walked, last) : undefined;
  const value = target ? await saved(context, target, answer, next, input) : answer;
  if (!next) return { value };
  const parts = ends.map((place, index) => ({
    before: (index + 1) * MOST_ENTRIES,
    input: { cursor: cursorBehind(request.sort, place) },
  }));
  return { value, next, ...(request.behind ? {} : { parts: [{ before: 0, input: {} }, ...parts] }) };
}

function nextBehind({ sort }: ListRequest, walked: Walked, index: number): JsonObject {
  return { cursor: cursorBehind(sort, placeAt(walked, index)) };
}

async function walkAll(
  context: Context,
  request: ListRequest,
  roots: readonly ListRoot[],
  visible: Uint8Array<ArrayBuffer> | undefined,
  most: number,
): Promise<Walked> {
  const job: WalkRequest = {
    directories: roots.map(({ absolute, cwd, without }) => ({ path: absolute, root: cwd, without })),
    visible,
    request,
    most,
  };
  const given = visible ? { transfer: [visible.buffer] } : {};
  return await context.worker<Walked>("walk", job, { signal: context.signal, ...given });
}

interface Chosen {
  total: number;
  /** Indices of the entries of this part. */
  chosen: number[];
  /** Entries behind them. */
  left: number;
  /** Where the parts of the whole listing end. */
  ends: Place[];
}

/** Globs have been seen to, and their entries put in order, where the entries come from. */
async function choose(
  context: Context,
  { pattern, sort, behind }: ListRequest,
  walked: Walked,
  roots: readonly ListRoot[],
  turns: Turns,
): Promise<Chosen> {
  const { paths, kinds, total, left, ends } = walked;
  if (!pattern || pattern.glob) return { total, chosen: paths.map((_, index) => index), left, ends };
  const rootOf = (path: string) => roots.find(({ cwd }) => path.startsWith(`${cwd}/`))!.cwd;
  const subjects = await mapInTurns(paths, turns, (path) =>
    path.slice(pattern.fullPath ? rootOf(path).length + 1 : path.lastIndexOf("/") + 1),
  );
  const matching = await matchingNames(context, pattern.text, subjects, roots[0]!.cwd);
  const entries = matching.map((index) => ({ index, kind: kinds[index]!, ...placeAt(walked, index) }));
  const wanted = pattern.prune ? withoutPruned(entries) : entries;
  const order = compare(sort);
  if (sort !== "path") wanted.sort(order);
  const behindThat = behind ? wanted.filter((entry) => order(entry, behind) > 0) : wanted;
  const chosen = behindThat.slice(0, MOST_ENTRIES).map(({ index }) => index);
  return { total: wanted.length, chosen, left: behindThat.length - chosen.length, ends: endsOf(wanted, MOST_ENTRIES) };
}

function placeAt({ paths, sizes, mtimesMs }: Walked, index: number) {
  return { path: paths[index]!, size: sizes[index]!, mtimeMs: mtimesMs[index]! };
}

function rowAt(
  { paths, kinds, sizes, mtimesMs }: Walked,
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
