/** Where a search looks: its roots or files, resolved by the workspace and grouped by the workspace root that globs are relative to. */
import { type Context, JigError, type ResolvedPath } from "../../core/host/plugin-api.ts";
import { globFilter } from "./glob-filter.ts";
import type { SearchRequest } from "./request.ts";
import type { Warnings } from "./warnings.ts";

/** One run of rg. Paths are absolute and real. */
export interface Target {
  cwd: string;
  paths: string[];
  /** The paths are files that were named outright: rg then skips neither binary nor ignored ones. */
  explicit: boolean;
  noIgnore: boolean;
  /** Globs, relative to `cwd`, of what is left out whatever was asked. */
  without: string[];
}

/** Files whose first bytes hold a NUL are binary, as for rg, unless a byte order mark says UTF-16. */
const BINARY_PROBE_BYTES = 65_536;

export async function resolveScope(
  context: Pick<Context, "workspace" | "files">,
  request: SearchRequest,
  warnings: Warnings,
): Promise<Target[]> {
  const noIgnore = request.query.noIgnore;
  if (request.files) {
    const files = await Promise.all(request.files.map((path) => context.workspace.resolve(path, { expect: "file" })));
    const searched = await keepSearchable(context, request, files, warnings);
    return group(searched, { explicit: true, noIgnore, without: [] });
  }
  if (!request.roots) {
    const whole = { explicit: false, noIgnore, without: [] };
    return context.workspace.roots.map(({ path }) => ({ cwd: path, paths: [path], ...whole }));
  }
  const roots = await Promise.all(request.roots.map((path) => resolveRoot(context, path)));
  return group(roots, { explicit: false, noIgnore, without: [] });
}

async function resolveRoot(context: Pick<Context, "workspace">, path: string): Promise<ResolvedPath> {
  const resolved = await context.workspace.resolve(path, { expect: "any" });
  if (resolved.kind === "file") {
    throw new JigError("INVALID_ARGUMENT", `"${path}" in roots is a file`, { hint: "Pass files in files instead" });
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

/** Globs, size and binary rules hold for named files too (design §5 search 9). */
async function keepSearchable(
  context: Pick<Context, "files">,
  request: SearchRequest,
  files: readonly ResolvedPath[],
  warnings: Warnings,
): Promise<ResolvedPath[]> {
  const { includeGlobs, excludeGlobs, maxFilesize } = request.query;
  const passes = globFilter(includeGlobs, excludeGlobs);
  const kept: ResolvedPath[] = [];
  for (const file of files) {
    if (!passes(file.relative) || (maxFilesize !== undefined && file.size > maxFilesize)) continue;
    let head: Uint8Array;
    try {
      head = await context.files.read(file.written, { length: Math.min(BINARY_PROBE_BYTES, file.size) });
    } catch (error) {
      warnings.add(`Could not read: ${file.absolute} (${error instanceof JigError ? error.code : "unreadable"})`);
      warnings.incomplete = true;
      continue;
    }
    if (isBinary(head)) warnings.binary(file.absolute);
    else kept.push(file);
  }
  return kept;
}

function isBinary(head: Uint8Array): boolean {
  const utf16 = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  return !utf16 && head.includes(0);
}
