/** Makes Zoekt repositories available as a file source: resolves paths, and lists and fetches candidate files. */
import {
  type Context,
  JigError,
  type RemoteCandidates,
  type RemoteFiles,
  type RemotePath,
  type RemoteQuery,
  type RemoteVersion,
  toJigError,
} from "../../core/host/plugin-api.ts";
import type { IndexFacts } from "./index-facts.ts";
import { pathPattern } from "./query/file-filter.ts";
import { requiredLiterals } from "./query/required-literals.ts";
import { anyOf, escaped, fileQuery, pathsQuery, repoQuery } from "./query/zoekt-query.ts";
import { locate as locateIn, type Tree } from "./repo-catalog.ts";
import { type RequestOptions, searchFiles } from "./server/zoekt-api.ts";
import { addGap, groupByServer, isOnBranch, type ServerRoots } from "./server-roots.ts";
import type { ZoektService } from "./service.ts";
import { factsOfTrees, filesByRepo, filesOfTree, requireFolder } from "./tree-files.ts";
import { listPaths, mayHoldMatch, skipReason, unindexedWarning } from "./unindexed-files.ts";

/** Per query. */
const MAX_FILES = 50_000;
const MAX_NAMES = 100_000;
const READ_MS = 30_000;

export async function locate(path: string, context: Context): Promise<RemotePath> {
  const { repos } = await context.service<ZoektService>();
  const { tree, path: below } = locateIn(path, await repos.known());
  return { name: tree.name, version: tree.version, path: below };
}

export async function find(
  roots: readonly string[],
  remoteQuery: RemoteQuery,
  context: Context,
): Promise<RemoteCandidates> {
  const [further] = remoteQuery.further;
  if (further !== undefined) {
    throw new JigError("INVALID_ARGUMENT", `${further} cannot be used with repo: roots`, {
      hint: `Leave out ${remoteQuery.further.join(", ")}, or search folders on this machine`,
    });
  }
  const service = await context.service<ZoektService>();
  const known = await service.repos.known(remoteQuery.withinMs / 3);
  const result: RemoteCandidates = { folders: [], warnings: [], incomplete: false };
  const groups = groupByServer(roots, known, result);
  // An unreachable server might have more repositories for a root with `*`.
  if (roots.some((root) => root.includes("*") || root === "repo:")) {
    for (const failure of known.failures.values()) addGap(result, `Not searched: ${failure}`);
  }
  const requestOptions: RequestOptions = {
    net: service.net,
    signal: context.signal,
    withinMs: remoteQuery.withinMs / 2,
  };
  const found = await Promise.all(
    groups.map((group) =>
      findOn(group, remoteQuery, service, requestOptions).catch((error): RemoteCandidates => {
        // We cancelled it, so don't blame the server.
        if (context.signal.aborted) throw context.signal.reason;
        const { code, advice } = toJigError(error);
        if (code === "PATH_NOT_FOUND" || code === "INVALID_ARGUMENT") throw error;
        return { folders: [], warnings: [`Not searched: ${advice}`], incomplete: true };
      }),
    ),
  );
  for (const { folders, warnings, incomplete } of found) {
    result.folders.push(...folders);
    result.warnings.push(...warnings);
    result.incomplete ||= incomplete;
  }
  return result;
}

export async function read(from: RemoteVersion, paths: readonly string[], context: Context): Promise<RemoteFiles> {
  const service = await context.service<ZoektService>();
  const { tree } = locateIn(from.name, await service.repos.known());
  if (tree.version !== from.version) throw reindexed(from.name);
  const requestOptions = { net: service.net, signal: context.signal, withinMs: READ_MS };
  const query = `${repoQuery([tree.repo.name])} type:file ${pathsQuery(paths)}`;
  const { files } = await searchFiles(tree.repo.server, query, requestOptions, {
    most: paths.length * 50,
    whole: true,
  });
  const wanted = new Set(paths);
  const answer: RemoteFiles = { files: [], absent: [] };
  for (const { path, data, version, branches } of files) {
    if (!data || !wanted.has(path) || !isOnBranch(tree, branches)) continue;
    if (version !== "" && version !== tree.version) throw reindexed(from.name);
    const why = data.length < 100 ? skipReason(Buffer.from(data).toString("utf8")) : undefined;
    if (why === undefined) answer.files.push({ path, data });
    else answer.absent.push({ path, why });
  }
  return answer;
}

async function findOn(
  group: ServerRoots,
  remoteQuery: RemoteQuery,
  service: ZoektService,
  requestOptions: RequestOptions,
): Promise<RemoteCandidates> {
  const { server, roots } = group;
  if (remoteQuery.namesOnly) return await namesOn(group, service, requestOptions);
  const needs = remoteQuery.patterns.map((pattern) => requiredLiterals(pattern, remoteQuery));
  const paths = pathPattern(remoteQuery.includeGlobs, remoteQuery.typeGlobs);
  const names = [...new Set(roots.map(({ tree }) => tree.repo.name))];
  const query = [
    repoQuery(names),
    "type:file",
    anyOf(needs.map(({ formula }) => formula)),
    ...(paths === undefined ? [] : [fileQuery(paths)]),
    ...(roots.length === 1 && roots[0]?.path ? [fileQuery(`^${escaped(roots[0].path)}/`)] : []),
  ];
  const [answer, facts] = await Promise.all([
    searchFiles(server, query.filter((each) => each !== "").join(" "), requestOptions, { most: MAX_FILES }),
    factsOfTrees(roots, service, requestOptions),
  ]);
  const result: RemoteCandidates = { folders: [], warnings: [], incomplete: false };
  const byRepo = filesByRepo(answer, server, result);
  const passes = new RegExp(paths ?? "");
  const shortest = Math.min(...needs.map((need) => need.shortest));
  for (const { tree, path: below } of roots) {
    const files = filesOfTree(byRepo, tree, service, result);
    if (!files) continue;
    const own = facts.get(tree);
    if (!own || "failure" in own)
      addGap(result, `What the index of ${tree.name} leaves out is not known${own ? `: ${own.failure}` : ""}`);
    const known: IndexFacts = own && !("failure" in own) ? own : { rules: [], folding: [], left: [] };
    const inside = (path: string) => below === "" || path.startsWith(`${below}/`);
    const candidates = new Set(files.map(({ path }) => path).filter(inside));
    for (const path of known.folding) if (inside(path) && passes.test(path)) candidates.add(path);
    const left = known.left.filter(
      ({ path, why }) => inside(path) && passes.test(path) && mayHoldMatch(path, why, shortest),
    );
    if (left.length > 0) addGap(result, unindexedWarning(tree, left));
    const unread = remoteQuery.noIgnore ? [] : known.left.filter(({ path }) => known.rules.includes(path));
    if (unread.length > 0 && candidates.size > 0)
      addGap(result, `Ignore rules that are not in the index of ${tree.name}: ${listPaths(unread)}`);
    for (const { path } of known.left) candidates.delete(path);
    if (below !== "" && candidates.size === 0) await requireFolder(tree, below, requestOptions);
    // Ignore files in parent folders matter as well. For simplicity, add all of them.
    if (!remoteQuery.noIgnore && candidates.size > 0) for (const path of known.rules) candidates.add(path);
    result.folders.push({ ...folderOf(tree, below), paths: [...candidates].sort() });
  }
  return result;
}

/** Even unindexed files are listed by name. */
async function namesOn(
  { server, roots }: ServerRoots,
  service: ZoektService,
  requestOptions: RequestOptions,
): Promise<RemoteCandidates> {
  const result: RemoteCandidates = { folders: [], warnings: [], incomplete: false };
  const only = roots.length === 1 && roots[0]?.path !== "" ? roots[0] : undefined;
  const query = [
    repoQuery([...new Set(roots.map(({ tree }) => tree.repo.name))]),
    "type:file",
    ...(only ? [fileQuery(`^${escaped(only.path)}/`)] : []),
  ];
  const answer = await searchFiles(server, query.join(" "), requestOptions, { most: MAX_NAMES });
  const byRepo = filesByRepo(answer, server, result);
  for (const { tree, path: below } of roots) {
    const files = filesOfTree(byRepo, tree, service, result);
    if (!files) continue;
    const paths = files.map(({ path }) => path).filter((path) => below === "" || path.startsWith(`${below}/`));
    if (below !== "" && paths.length === 0) await requireFolder(tree, below, requestOptions);
    result.folders.push({ ...folderOf(tree, below), paths: paths.sort() });
  }
  return result;
}

function folderOf({ name, version, repo }: Tree, below: string): RemoteVersion & { below: string; origins: string[] } {
  return { name, version, below, origins: [repo.name, repo.url].filter((each) => each !== "") };
}

function reindexed(name: string): JigError {
  return new JigError("UNAVAILABLE", `${name} was reindexed in the meantime`, { hint: "Try again" });
}
