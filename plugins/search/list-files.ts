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
} from "../../core/host/mod.ts";
import { type ListRow, listed, shaped } from "./list-answer.ts";
import type { ListInput } from "./list-input.ts";
import { matchingNames } from "./list-pattern.ts";
import { type ListRequest, toListRequest } from "./list-request.ts";
import { visibleFiles } from "./visible-files.ts";
import type { Walked, WalkRequest } from "./walk.ts";
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
  const walked = await walkAll(context, input, request, roots, visible);
  const chosen = await choose(context, input, walked, roots);
  const limit = Math.min(input.limit ?? DEFAULT_LIMIT, MOST_ENTRIES);
  const rows = input.count_only ? [] : chosen.slice(0, limit).map((index) => rowAt(walked, index));
  const answer: JsonObject = {
    success: true,
    ...(input.count_only ? { count_only: true } : { count: rows.length }),
    total_count: chosen.length,
    truncated: !input.count_only && chosen.length > rows.length,
    elapsed_ms: Math.round(context.clock.monotonic() - started),
    ...(note === undefined ? {} : { auto_no_ignore: true, auto_no_ignore_reason: note }),
    ...(warnings.list().length > 0 ? { warnings: warnings.list() } : {}),
    ...(input.count_only ? {} : { results: rows as unknown as Json[] }),
  };
  if (!target) return { value: shaped(answer, format) };
  return { value: await saved(context, target, answer, input) };
}

async function walkAll(
  context: Context,
  input: ListInput,
  request: ListRequest,
  roots: readonly ResolvedPath[],
  visible: string | undefined,
): Promise<Walked> {
  const job: WalkRequest = {
    directories: roots.map(({ absolute, root }) => ({ path: absolute, root: root.path })),
    visible,
    request,
    prune: input.prune && input.glob && input.pattern ? { glob: input.pattern } : undefined,
  };
  return await context.worker<Walked>("walk", job, { signal: context.signal });
}

/** Indices of the entries whose name matches the pattern, without what lies below a pruned directory. */
async function choose(
  context: Context,
  input: ListInput,
  walked: Walked,
  roots: readonly ResolvedPath[],
): Promise<number[]> {
  if (input.pattern === undefined || input.pattern === "") return walked.paths.map((_, index) => index);
  const rootOf = (path: string) => roots.find(({ root }) => path.startsWith(`${root.path}/`))!.root.path;
  const subjects = walked.paths.map((path) =>
    input.full_path_match ? path.slice(rootOf(path).length + 1) : path.slice(path.lastIndexOf("/") + 1),
  );
  const matching = await matchingNames(context, input.pattern, input.glob ?? false, subjects, roots[0]!.root.path);
  if (!input.prune) return matching;
  let pruned = "";
  return matching.filter((index) => {
    const path = walked.paths[index]!;
    if (pruned !== "" && path.startsWith(pruned)) return false;
    if (walked.kinds[index] === "d") pruned = `${path}/`;
    return true;
  });
}

function rowAt({ paths, kinds, sizes, mtimesMs }: Walked, index: number): ListRow {
  return listed(paths[index]!, kinds[index]!, sizes[index]!, mtimesMs[index]!);
}

async function saved(context: Context, target: ResolvedPath, answer: JsonObject, input: ListInput): Promise<Json> {
  const format = input.output_format ?? "json";
  const { output_file: _, suppress_output: __, ...query_info } = input;
  const whole = { ...answer, query_info: query_info as JsonObject };
  const text = format === "toon" ? String((shaped(whole, "toon") as JsonObject).toon_content) : JSON.stringify(whole);
  let told: JsonObject;
  try {
    await saveOutputFile(context, target, text);
    told = { output_file: target.absolute, message: `Results saved to ${target.absolute}` };
  } catch (error) {
    return { ...answer, output_file_error: toJigError(error).advice };
  }
  if (!input.suppress_output) return shaped({ ...answer, ...told }, format);
  const { results: ___, ...head } = answer;
  return { ...head, ...told };
}
