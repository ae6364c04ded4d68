/** Lists files, directories and links of the workspace, sorted, with honest totals (facts §6). */
import {
  type Context,
  checkOutputFile,
  type Json,
  type JsonObject,
  type Outcome,
  type ResolvedPath,
  saveOutputFile,
  toJigError,
} from "../../core/host/plugin-api.ts";
import { type ListRow, listed, shaped } from "./list-answer.ts";
import type { ListInput } from "./list-input.ts";
import { matchingNames } from "./list-pattern.ts";
import { type ListRequest, toListRequest } from "./list-request.ts";
import { mapInTurns, Turns } from "./turns.ts";
import { visibleFiles } from "./visible-files.ts";
import { type Walked, type WalkRequest, withoutPruned } from "./walk.ts";
import { Warnings } from "./warnings.ts";

export { fit, view } from "./list-answer.ts";

const DEFAULT_LIMIT = 2000;
const MOST_ENTRIES = 10_000;

export default async function listFiles(input: ListInput, context: Context): Promise<Outcome> {
  const started = context.clock.monotonic();
  const request = toListRequest(input, context.clock.now());
  const format = input.output_format ?? "json";
  const target =
    input.output_file === undefined
      ? undefined
      : await checkOutputFile(context, input.output_file, format === "toon" ? ".toon" : ".json");
  const roots = await Promise.all(
    (input.roots ?? context.workspace.roots.map((root) => root.path)).map((path) =>
      context.workspace.resolve(path, { expect: "directory" }),
    ),
  );
  const warnings = new Warnings();
  const { visible, note } = input.no_ignore
    ? { visible: undefined, note: undefined }
    : await visibleFiles(context, roots, request, warnings);
  const turns = new Turns(context.clock);
  const most = input.count_only ? 0 : Math.min(input.limit ?? DEFAULT_LIMIT, MOST_ENTRIES);
  const walked = await walkAll(context, request, roots, visible, most);
  for (const path of walked.unlisted) warnings.add(`File name is not UTF-8, so it cannot be listed: ${path}`);
  const { total, chosen } = await choose(context, request, walked, roots, turns);
  const rows = await mapInTurns(chosen.slice(0, most), turns, (index) => rowAt(walked, index));
  const answer: JsonObject = {
    success: true,
    ...(input.count_only ? { count_only: true } : { count: rows.length }),
    total_count: total,
    truncated: !input.count_only && total > rows.length,
    elapsed_ms: Math.round(context.clock.monotonic() - started),
    ...(note === undefined ? {} : { auto_no_ignore: true, auto_no_ignore_reason: note }),
    ...(warnings.list().length > 0 ? { warnings: warnings.list() } : {}),
    ...(input.count_only ? {} : { results: rows as unknown as Json[] }),
  };
  if (!target) return { value: await shaped(answer, format, turns) };
  return { value: await saved(context, target, answer, input, turns) };
}

async function walkAll(
  context: Context,
  request: ListRequest,
  roots: readonly ResolvedPath[],
  visible: Uint8Array | undefined,
  most: number,
): Promise<Walked> {
  const job: WalkRequest = {
    directories: roots.map(({ absolute, root }) => ({ path: absolute, root: root.path })),
    visible,
    request,
    most,
  };
  return await context.worker<Walked>("walk", job, { signal: context.signal });
}

/** Indices of the entries that are wanted. Globs have been seen to where the entries come from. */
async function choose(
  context: Context,
  { pattern }: ListRequest,
  walked: Walked,
  roots: readonly ResolvedPath[],
  turns: Turns,
): Promise<{ total: number; chosen: number[] }> {
  const { paths, kinds, total } = walked;
  if (!pattern || pattern.glob) return { total, chosen: paths.map((_, index) => index) };
  const rootOf = (path: string) => roots.find(({ root }) => path.startsWith(`${root.path}/`))!.root.path;
  const subjects = await mapInTurns(paths, turns, (path) =>
    path.slice(pattern.fullPath ? rootOf(path).length + 1 : path.lastIndexOf("/") + 1),
  );
  const matching = await matchingNames(context, pattern.text, subjects, roots[0]!.root.path);
  if (!pattern.prune) return { total: matching.length, chosen: matching };
  const entries = matching.map((index) => ({ index, path: paths[index]!, kind: kinds[index]! }));
  const chosen = withoutPruned(entries).map(({ index }) => index);
  return { total: chosen.length, chosen };
}

function rowAt({ paths, kinds, sizes, mtimesMs }: Walked, index: number): ListRow {
  return listed(paths[index]!, kinds[index]!, sizes[index]!, mtimesMs[index]!);
}

async function saved(
  context: Context,
  target: ResolvedPath,
  answer: JsonObject,
  input: ListInput,
  turns: Turns,
): Promise<Json> {
  const format = input.output_format ?? "json";
  const { output_file: _, suppress_output: __, ...query_info } = input;
  const whole = { ...answer, query_info: query_info as JsonObject };
  const text =
    format === "toon"
      ? String(((await shaped(whole, "toon", turns)) as JsonObject).toon_content)
      : JSON.stringify(whole);
  let told: JsonObject;
  try {
    await saveOutputFile(context, target, text);
    told = { output_file: target.absolute, message: `Results saved to ${target.absolute}` };
  } catch (error) {
    return { ...answer, output_file_error: toJigError(error).advice };
  }
  if (!input.suppress_output) return await shaped({ ...answer, ...told }, format, turns);
  const { results: ___, ...head } = answer;
  return { ...head, ...told };
}
