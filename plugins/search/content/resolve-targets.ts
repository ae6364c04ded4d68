/** Resolves the targets of a search and groups them by workspace root, because globs are relative to the root. */

import { type Context, JigError, literalGlob, type ResolvedPath } from "../../../core/host/plugin-api.ts";
import { globFilter } from "../globs/glob-filter.ts";
import type { Target } from "../ripgrep/query.ts";
import { globsOfTypes } from "../ripgrep/type-globs.ts";
import type { Warnings } from "../ripgrep/warnings.ts";
import { fetchedTargets, fetchForRequest } from "./remote-roots.ts";
import type { SearchRequest } from "./request.ts";

/**
 * We use the same rule as ripgrep. A NUL within the first 64 KB means that a file is binary, unless there is a UTF-16 byte
 * order mark.
 */
const BINARY_PROBE_BYTES = 65_536;

type TargetContext = Pick<Context, "workspace" | "files" | "run" | "signal" | "clock" | "outputs" | "fetchCandidates">;

export async function resolveTargets(
  context: TargetContext,
  request: SearchRequest,
  warnings: Warnings,
): Promise<Target[]> {
  const noIgnore = request.query.noIgnore;
  if (request.files) {
    const files = await Promise.all(request.files.map((path) => context.workspace.resolve(path, { expect: "file" })));
    const searched = await searchableFiles(context, request, files, warnings);
    if (searched.length === 0 && warnings.list().length === 0) {
      warnings.add("None of the files matches include_globs, exclude_globs, types and max_filesize");
    }
    return group(searched, { explicit: true, noIgnore, without: [] });
  }
  const [{ local, folders }, own] = await Promise.all([
    fetchForRequest(context, request, warnings),
    context.outputs.list(),
  ]);
  const roots = await rootsOf(context, local);
  return [
    ...roots.map((target) => ({ ...target, noIgnore, without: globsFor(target, own) })),
    ...(await fetchedTargets(context, folders, roots, noIgnore, warnings)),
  ];
}

async function rootsOf(context: TargetContext, roots: readonly string[] | undefined): Promise<Target[]> {
  const kind = { explicit: false, noIgnore: false, without: [] };
  if (!roots) return context.workspace.roots.map(({ path }) => ({ cwd: path, paths: [path], ...kind }));
  return group(await Promise.all(roots.map((path) => resolveRoot(context, path))), kind);
}

/** The maximum length of these globs, which must all fit on one command line. */
const MAX_OWN_CHARS = 100_000;

/** Returns the globs for a target. Among other things, they exclude results that jig itself saved. */
function globsFor({ cwd, paths }: Target, own: readonly string[]): string[] {
  const globs: string[] = [];
  let budget = MAX_OWN_CHARS;
  for (const path of own) {
    if (!paths.some((directory) => path.startsWith(`${directory}/`))) continue;
    const glob = literalGlob(path.slice(cwd.length));
    budget -= glob.length;
    if (budget < 0) break;
    globs.push(glob);
  }
  return globs;
}

async function resolveRoot(context: Pick<Context, "workspace">, path: string): Promise<ResolvedPath> {
  const resolved = await context.workspace.resolve(path, { expect: "any" });
  if (resolved.kind === "file") {
    throw new JigError("INVALID_ARGUMENT", `"${path}" in roots is a file`, { hint: 'Pass files in "files" instead' });
  }
  return resolved;
}

function group(paths: readonly ResolvedPath[], kind: Omit<Target, "cwd" | "paths">): Target[] {
  const targets = new Map<string, Target>();
  for (const { root, absolute } of paths) {
    const target = targets.get(root.path) ?? { cwd: root.path, paths: [], ...kind };
    targets.set(root.path, target);
    if (!target.paths.includes(absolute)) target.paths.push(absolute);
  }
  return [...targets.values()];
}

/** Filters explicitly named files by globs, types, size and a check for binary content, because ripgrep does not do that. */
async function searchableFiles(
  context: TargetContext,
  request: SearchRequest,
  files: readonly ResolvedPath[],
  warnings: Warnings,
): Promise<ResolvedPath[]> {
  const { includeGlobs, excludeGlobs, types, maxFilesize } = request.query;
  const byGlob = globFilter(includeGlobs, excludeGlobs);
  const typed = globFilter(await globsOfTypes(context, types, context.workspace.roots[0]!.path), []);
  // As in ripgrep, globs that include files take precedence over types.
  const byType = types.length > 0 && !includeGlobs.some((glob) => !glob.startsWith("!"));
  const passes = (relative: string) => byGlob(relative) && (!byType || typed(relative));
  const searchable: ResolvedPath[] = [];
  for (const file of files) {
    if (!passes(file.relative) || (maxFilesize !== undefined && file.size > maxFilesize)) continue;
    let head: Uint8Array;
    try {
      head = await context.files.read(file.written, { length: Math.min(BINARY_PROBE_BYTES, file.size) });
    } catch (error) {
      const code = error instanceof JigError ? error.code : "unreadable";
      warnings.add(`Could not read: ${file.absolute} (${code})`);
      if (code !== "PATH_NOT_FOUND") warnings.incomplete = true;
      continue;
    }
    if (isBinary(head)) warnings.binary(file.absolute);
    else searchable.push(file);
  }
  return searchable;
}

function isBinary(head: Uint8Array): boolean {
  const utf16 = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  return !utf16 && head.includes(0);
}
