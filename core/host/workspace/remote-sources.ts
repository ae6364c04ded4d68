/** Handles paths of remote sources (`repo:…`). The workspace can resolve them, and everything that a search needs is downloaded. */
import type { ResolvedPath, ResolveOptions, Workspace } from "../contract/context.ts";
import { JigError, toJigError } from "../contract/errors.ts";
import type { FetchedFolders, RemoteFiles, RemotePath, RemoteQuery, RemoteVersion } from "../contract/remote-source.ts";
import type { RemoteSourceModule } from "../contract/remote-source-module.ts";
import { checkSyntax, quoted, resolvePath } from "./path-rules.ts";
import type { RemoteCopies } from "./remote-copies.ts";
import { layOutNames, listShort, type Unfetched } from "./remote-trees.ts";

/** A source that is bound to the plugin which contributes it. */
export interface BoundRemoteSource {
  prefix: string;
  locate(path: string): ReturnType<RemoteSourceModule["locate"]>;
  find(roots: readonly string[], query: RemoteQuery, signal: AbortSignal): ReturnType<RemoteSourceModule["find"]>;
  read(from: RemoteVersion, paths: readonly string[], signal: AbortSignal): Promise<RemoteFiles>;
}

/** The number of files per request. */
const BATCH = 40;
const AT_ONCE = 3;
/** The number of files per search. More than this would be a copy of the repository. */
const MAX_FILES = 20_000;
/** The share of the query's time that downloads may take, so that the rest is left for the search. */
const SHARE = 0.8;

/** Adds the files of sources to the workspace. Fetched copies are known by their absolute path. */
export function withRemoteSources(
  workspace: Workspace,
  copies: RemoteCopies,
  sources: () => readonly BoundRemoteSource[],
): Workspace {
  return {
    ...workspace,
    async resolve(path, options) {
      if (typeof path !== "string") return await workspace.resolve(path, options);
      const copy = copies.copyAt(path);
      if (copy) return isReadable(copies, copy, resolveCopy(path, copy, copies.treeOf(copy), options), options);
      const source = sources().find(({ prefix }) => path.startsWith(prefix));
      if (!source) return await workspace.resolve(path, options);
      if (options?.expect === "new") {
        throw new JigError("PERMISSION_DENIED", `${quoted(path)} is on a server`, {
          hint: "It can only be read",
        });
      }
      checkSyntax(path);
      const place = await source.locate(path);
      if (place.path === "") throw isTree(path);
      const tree = copies.open(place);
      const { wanted, refused } = copies.missing(tree, [place.path]);
      if (refused.length > 0) throw notThere(path);
      if (wanted.length > 0) {
        const { files, absent } = await source.read(place, wanted, new AbortController().signal);
        const [gone] = absent;
        if (gone) throw new JigError("UNAVAILABLE", `${quoted(path)} is not in the index: ${gone.why}`);
        const file = files.find((each) => each.path === place.path);
        if (!file) throw notThere(path);
        await copies.write(tree, file.path, file.data);
        copies.recordAdded(tree, file.data.length);
      }
      return resolveCopy(path, place, tree, options);
    },
    display(absolute) {
      const copy = copies.copyAt(absolute);
      return copy ? spelled(copy) : workspace.display(absolute);
    },
  };
}

/** Returns the workspace for a third-party plugin, which has neither remote files nor copies of them. */
export function withoutRemoteSources(
  workspace: Workspace,
  copies: RemoteCopies,
  sources: () => readonly BoundRemoteSource[],
): Workspace {
  return {
    ...workspace,
    async resolve(path, options) {
      const remote = typeof path === "string" && sources().some(({ prefix }) => path.startsWith(prefix));
      if (remote || copies.copyAt(String(path))) throw thirdPartyError(path);
      return await workspace.resolve(path, options);
    },
  };
}

export function thirdPartyError(path: string): JigError {
  return new JigError("PERMISSION_DENIED", `${quoted(String(path))} is outside the workspace, on a server`, {
    hint: "The plugin can call a tool that reads it, if permissions.invoke lists that tool",
  });
}

/** Downloads the files of these roots that might match, and returns them as local folders. */
export async function fetchCandidates(
  paths: readonly string[],
  query: RemoteQuery,
  parts: { sources: readonly BoundRemoteSource[]; copies: RemoteCopies; signal: AbortSignal },
): Promise<FetchedFolders> {
  const fetched: FetchedFolders = { local: [], folders: [], warnings: [], incomplete: false };
  const bySource = new Map<BoundRemoteSource, string[]>();
  for (const path of paths) {
    const source = parts.sources.find(({ prefix }) => path.startsWith(prefix));
    if (!source) fetched.local.push(path);
    else bySource.set(source, [...(bySource.get(source) ?? []), path]);
  }
  for (const [source, roots] of bySource) {
    const until = AbortSignal.timeout(Math.max(1, query.withinMs * SHARE));
    const signal = AbortSignal.any([parts.signal, until]);
    const found = await source.find(roots, query, signal);
    fetched.warnings.push(...found.warnings);
    fetched.incomplete ||= found.incomplete;
    if (query.namesOnly) {
      await layOutNames(found.folders, fetched, parts.copies, (of, tree, rules) =>
        fetchFiles(source, of, tree, rules, signal, parts),
      );
      continue;
    }
    let budget = MAX_FILES;
    for (const { paths: all, below, origins, ...of } of found.folders) {
      const tree = parts.copies.open(of);
      const { wanted, refused } = parts.copies.missing(tree, all);
      const within = wanted.slice(0, Math.max(0, budget));
      budget -= within.length;
      const late = await fetchFiles(source, of, tree, within, signal, parts);
      const lacking = [...refused, ...wanted.slice(within.length), ...late.late];
      fetched.folders.push({ name: of.name, tree, path: parts.copies.folderIn(tree, below), origins });
      if (lacking.length === 0) continue;
      fetched.incomplete = true;
      const why =
        late.why ?? (late.late.length > 0 ? "the time ran out" : `a search fetches at most ${MAX_FILES} files`);
      fetched.warnings.push(
        `Not searched in ${of.name}: ${lacking.length} of ${all.length} files that may match (${why}): ${listShort(lacking)}`,
      );
    }
  }
  return fetched;
}

/** Downloads in batches. It returns failures and the files that the source does not have. */
async function fetchFiles(
  source: BoundRemoteSource,
  of: RemoteVersion,
  tree: string,
  paths: readonly string[],
  signal: AbortSignal,
  { copies, signal: call }: { copies: RemoteCopies; signal: AbortSignal },
): Promise<Unfetched> {
  const batches: string[][] = [];
  for (let at = 0; at < paths.length; at += BATCH) batches.push(paths.slice(at, at + BATCH));
  const late: string[] = [];
  const none: string[] = [];
  let why: string | undefined;
  let bytes = 0;
  const work = async () => {
    for (let batch = batches.shift(); batch; batch = batches.shift()) {
      const open = new Set(batch);
      try {
        if (signal.aborted) throw signal.reason;
        const { files, absent } = await source.read(of, batch, signal);
        // The server doesn't index these files, which its answer already says.
        for (const { path } of absent) if (open.delete(path)) none.push(path);
        for (const { path, data } of files) {
          if (!open.has(path)) continue;
          await copies.write(tree, path, data);
          bytes += data.length;
          open.delete(path);
        }
      } catch (error) {
        call.throwIfAborted();
        if (!signal.aborted) why ??= toJigError(error).message;
      }
      late.push(...open);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (bytes > 0) copies.recordAdded(tree, bytes);
  return { late, absent: none, ...(why === undefined ? {} : { why }) };
}

function resolveCopy(written: string, place: RemotePath, tree: string, options?: ResolveOptions): ResolvedPath {
  const root = { name: place.name, path: tree };
  const resolved = resolvePath([root], place.path === "" ? tree : `${tree}/${place.path}`, options);
  return { ...resolved, written, display: spelled(place) };
}

/** Returns true if a file can be read. A file of which we only have the name must not be taken for an empty one. */
function isReadable(
  copies: RemoteCopies,
  place: RemotePath,
  resolved: ResolvedPath,
  options: ResolveOptions = {},
): ResolvedPath {
  if (!copies.isNameOnly(place) || resolved.kind !== "file" || options.expect === "any") return resolved;
  throw new JigError("NOT_A_FILE", `${quoted(resolved.written)} has only a name and no content`, {
    hint: `Write ${resolved.display}`,
  });
}

function spelled({ name, path }: RemotePath): string {
  return path === "" ? name : `${name}/${path}`;
}

function isTree(path: string): JigError {
  return new JigError("NOT_A_FILE", `${quoted(path)} is a remote tree, not a file`, {
    hint: "Name it in roots of a search, or write the path of one of its files",
  });
}

function notThere(path: string): JigError {
  return new JigError("PATH_NOT_FOUND", `${quoted(path)} does not exist`, {
    hint: "Check the path below the repository, and the branch",
  });
}
