/** Repositories of Zoekt servers as a source of files: where a path leads, which files may match, and what is in them. */
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
import { type Facts, leftOut } from "./facts.ts";
import { mayMatch, named, notIndexed } from "./left-out.ts";
import { factsOf, filesByRepo, ofVersion, refuseNoFolder } from "./on-server.ts";
import { isOf, missing, type Part, partsOf } from "./parts.ts";
import { pathPattern } from "./query/file-filter.ts";
import { needOf } from "./query/required-literals.ts";
import { anyOf, escaped, fileQuery, pathsQuery, repoQuery } from "./query/zoekt-query.ts";
import { locate as locateIn, type Tree } from "./repos.ts";
import { type Asking, search } from "./server/api.ts";
import type { Fleet } from "./service.ts";

/** Files that one question names. */
const MOST_FILES = 50_000;
const MOST_NAMES = 100_000;
const READ_MS = 30_000;

export async function locate(path: string, context: Context): Promise<RemotePath> {
  const { repos } = await context.service<Fleet>();
  const { tree, path: below } = locateIn(path, await repos.known());
  return { name: tree.name, version: tree.version, path: below };
}

export async function find(
  roots: readonly string[],
  question: RemoteQuery,
  context: Context,
): Promise<RemoteCandidates> {
  const [further] = question.further;
  if (further !== undefined) {
    throw new JigError("INVALID_ARGUMENT", `${further} cannot be asked of repo: roots`, {
      hint: `Leave out ${question.further.join(", ")}, or search folders of this machine`,
    });
  }
  const fleet = await context.service<Fleet>();
  const known = await fleet.repos.known(question.withinMs / 3);
  const finding: RemoteCandidates = { folders: [], warnings: [], incomplete: false };
  const parts = partsOf(roots, known, finding);
  // A root with a star may have more on a server that does not answer.
  if (roots.some((root) => root.includes("*") || root === "repo:")) {
    for (const failure of known.failures.values()) missing(finding, `Not searched: ${failure}`);
  }
  const asking: Asking = { net: fleet.net, signal: context.signal, withinMs: question.withinMs / 2 };
  const found = await Promise.all(
    parts.map((part) =>
      findOn(part, question, fleet, asking).catch((error): RemoteCandidates => {
        // The caller's own end is no fault of a server.
        if (context.signal.aborted) throw context.signal.reason;
        const { code, advice } = toJigError(error);
        if (code === "PATH_NOT_FOUND" || code === "INVALID_ARGUMENT") throw error;
        return { folders: [], warnings: [`Not searched: ${advice}`], incomplete: true };
      }),
    ),
  );
  for (const { folders, warnings, incomplete } of found) {
    finding.folders.push(...folders);
    finding.warnings.push(...warnings);
    finding.incomplete ||= incomplete;
  }
  return finding;
}

export async function read(from: RemoteVersion, paths: readonly string[], context: Context): Promise<RemoteFiles> {
  const fleet = await context.service<Fleet>();
  const { tree } = locateIn(from.name, await fleet.repos.known());
  if (tree.version !== from.version) throw moved(from.name);
  const asking = { net: fleet.net, signal: context.signal, withinMs: READ_MS };
  const query = `${repoQuery([tree.repo.name])} type:file ${pathsQuery(paths)}`;
  const { files } = await search(tree.repo.server, query, asking, { most: paths.length * 50, whole: true });
  const wanted = new Set(paths);
  const answer: RemoteFiles = { files: [], absent: [] };
  for (const { path, data, version, branches } of files) {
    if (!data || !wanted.has(path) || !isOf(tree, branches)) continue;
    if (version !== "" && version !== tree.version) throw moved(from.name);
    const why = data.length < 100 ? leftOut(Buffer.from(data).toString("utf8")) : undefined;
    if (why === undefined) answer.files.push({ path, data });
    else answer.absent.push({ path, why });
  }
  return answer;
}

async function findOn(part: Part, question: RemoteQuery, fleet: Fleet, asking: Asking): Promise<RemoteCandidates> {
  const { server, roots } = part;
  if (question.namesOnly) return await namesOn(part, fleet, asking);
  const needs = question.patterns.map((pattern) => needOf(pattern, question));
  const paths = pathPattern(question.includeGlobs, question.typeGlobs);
  const names = [...new Set(roots.map(({ tree }) => tree.repo.name))];
  const query = [
    repoQuery(names),
    "type:file",
    anyOf(needs.map(({ formula }) => formula)),
    ...(paths === undefined ? [] : [fileQuery(paths)]),
    ...(roots.length === 1 && roots[0]!.path !== "" ? [fileQuery(`^${escaped(roots[0]!.path)}/`)] : []),
  ];
  const [answer, facts] = await Promise.all([
    search(server, query.filter((each) => each !== "").join(" "), asking, { most: MOST_FILES }),
    factsOf(roots, fleet, asking),
  ]);
  const finding: RemoteCandidates = { folders: [], warnings: [], incomplete: false };
  const byRepo = filesByRepo(answer, server, finding);
  const passes = new RegExp(paths ?? "");
  const shortest = Math.min(...needs.map((need) => need.shortest));
  for (const { tree, path: below } of roots) {
    const files = ofVersion(byRepo, tree, fleet, finding);
    if (!files) continue;
    const own = facts.get(tree);
    if (!own || "failure" in own)
      missing(finding, `What the index of ${tree.name} leaves out is not known${own ? `: ${own.failure}` : ""}`);
    const known: Facts = own && !("failure" in own) ? own : { rules: [], folding: [], left: [] };
    const inside = (path: string) => below === "" || path.startsWith(`${below}/`);
    const candidates = new Set(files.map(({ path }) => path).filter(inside));
    for (const path of known.folding) if (inside(path) && passes.test(path)) candidates.add(path);
    const left = known.left.filter(
      ({ path, why }) => inside(path) && passes.test(path) && mayMatch(path, why, shortest),
    );
    if (left.length > 0) missing(finding, notIndexed(tree, left));
    const unread = question.noIgnore ? [] : known.left.filter(({ path }) => known.rules.includes(path));
    if (unread.length > 0 && candidates.size > 0)
      missing(finding, `Ignore rules that are not in the index of ${tree.name}: ${named(unread)}`);
    for (const { path } of known.left) candidates.delete(path);
    if (below !== "" && candidates.size === 0) await refuseNoFolder(tree, below, asking);
    // Rules of folders above hold too, and those of a folder beside cost next to nothing.
    if (!question.noIgnore && candidates.size > 0) for (const path of known.rules) candidates.add(path);
    finding.folders.push({ ...folderOf(tree, below), paths: [...candidates].sort() });
  }
  return finding;
}

/** Every file has a name in the index, also one whose content was left out. */
async function namesOn({ server, roots }: Part, fleet: Fleet, asking: Asking): Promise<RemoteCandidates> {
  const finding: RemoteCandidates = { folders: [], warnings: [], incomplete: false };
  const [only] = roots.length === 1 && roots[0]!.path !== "" ? roots : [];
  const query = [
    repoQuery([...new Set(roots.map(({ tree }) => tree.repo.name))]),
    "type:file",
    ...(only ? [fileQuery(`^${escaped(only.path)}/`)] : []),
  ];
  const answer = await search(server, query.join(" "), asking, { most: MOST_NAMES });
  const byRepo = filesByRepo(answer, server, finding);
  for (const { tree, path: below } of roots) {
    const files = ofVersion(byRepo, tree, fleet, finding);
    if (!files) continue;
    const paths = files.map(({ path }) => path).filter((path) => below === "" || path.startsWith(`${below}/`));
    if (below !== "" && paths.length === 0) await refuseNoFolder(tree, below, asking);
    finding.folders.push({ ...folderOf(tree, below), paths: paths.sort() });
  }
  return finding;
}

function folderOf({ name, version, repo }: Tree, below: string): RemoteVersion & { below: string; origins: string[] } {
  return { name, version, below, origins: [repo.name, repo.url].filter((each) => each !== "") };
}

function moved(name: string): JigError {
  return new JigError("UNAVAILABLE", `${name} was reindexed meanwhile`, { hint: "Ask again" });
}
