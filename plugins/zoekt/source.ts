/** Repositories of Zoekt servers as a source of files: where a path leads, which files may match, and what is in them. */
import {
  type Context,
  JigError,
  type SourceFiles,
  type SourceFinding,
  type SourcePlace,
  type SourceQuestion,
  type SourceVersion,
  toJigError,
} from "../../core/host/plugin-api.ts";
import { type Facts, leftOut } from "./facts.ts";
import { pathPattern } from "./question/file-filter.ts";
import { needOf } from "./question/literals.ts";
import { anyOf, escaped, fileQuery, pathsQuery, repoQuery } from "./question/query.ts";
import { type Known, locate as locateIn, type Tree, treesOf } from "./repos.ts";
import { type Asking, search } from "./server/api.ts";
import type { Server } from "./server/configured.ts";
import type { Fleet } from "./service.ts";

/** Repositories of one question; behind that, the server would be asked for a name list longer than any answer. */
const MOST_REPOS = 1000;
/** Files that one question names. */
const MOST_FILES = 50_000;
const READ_MS = 30_000;
const AT_ONCE = 8;
const MOST_NAMED = 3;
/** Shorter files are not in any index. */
const SHORTEST_INDEXED = 3;
/** Binary for the index, and yet text where they are UTF-16: by their names they may be. */
const TEXT_NAMES =
  /\.(?:as|bat|c|cc|cfg|cmd|conf|config|cpp|cs|css|csproj|csv|cxx|fs|go|h|hpp|html?|hxx|idl|inf|ini|java|js|json|kt|log|lua|md|ps1|psm1|py|rb|rc|reg|resx|rs|rst|sh|sln|sql|strings|swift|tex|ts|tsv|tsx|txt|vb|vcxproj|xaml|xml|ya?ml)$/i;

/** Of these ripgrep shows nothing either, however large they are: they are never text. */
const BINARY_NAMES =
  /\.(?:7z|a|aiff?|avi|bank|bin|blend|bmp|bz2|class|dds|dll|docx?|dylib|exe|exr|flac|gif|gz|hdr|ico|jar|jpe?g|ktx2?|lib|mov|mp3|mp4|nupkg|o|ogg|otf|pdb|png|pptx?|psb|psd|pyc|rar|so|tga|tiff?|ttc|ttf|unitypackage|wasm|wav|webm|webp|woff2?|xlsx?|xz|zip|zst)$/i;

/** Trees of one server. */
interface Part {
  server: Server;
  roots: { tree: Tree; path: string }[];
}

export async function locate(path: string, context: Context): Promise<SourcePlace> {
  const { repos } = await context.service<Fleet>();
  const { tree, path: below } = locateIn(path, await repos.known());
  return { name: tree.name, version: tree.version, path: below };
}

export async function find(
  roots: readonly string[],
  question: SourceQuestion,
  context: Context,
): Promise<SourceFinding> {
  const [further] = question.further;
  if (further !== undefined) {
    throw new JigError("INVALID_ARGUMENT", `${further} cannot be asked of repo: roots`, {
      hint: `Leave out ${question.further.join(", ")}, or search folders of this machine`,
    });
  }
  const fleet = await context.service<Fleet>();
  const known = await fleet.repos.known(question.withinMs / 3);
  const finding: SourceFinding = { folders: [], warnings: [], incomplete: false };
  const parts = partsOf(roots, known, finding);
  // A root with a star may have more on a server that does not answer.
  if (roots.some((root) => root.includes("*") || root === "repo:")) {
    for (const failure of known.failures.values()) missing(finding, `Not searched: ${failure}`);
  }
  const asking: Asking = { net: fleet.net, signal: context.signal, withinMs: question.withinMs / 2 };
  const found = await Promise.all(
    parts.map((part) =>
      findOn(part, question, fleet, asking).catch((error): SourceFinding => {
        // The caller's own end is no fault of a server.
        if (context.signal.aborted) throw context.signal.reason;
        return { folders: [], warnings: [`Not searched: ${toJigError(error).advice}`], incomplete: true };
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

export async function read(from: SourceVersion, paths: readonly string[], context: Context): Promise<SourceFiles> {
  const fleet = await context.service<Fleet>();
  const { tree } = locateIn(from.name, await fleet.repos.known());
  if (tree.version !== from.version) throw moved(from.name);
  const asking = { net: fleet.net, signal: context.signal, withinMs: READ_MS };
  const query = `${repoQuery([tree.repo.name])} type:file ${pathsQuery(paths)}`;
  const { files } = await search(tree.repo.server, query, asking, { most: paths.length * 50, whole: true });
  const wanted = new Set(paths);
  const answer: SourceFiles = { files: [], absent: [] };
  for (const { path, data, version, branches } of files) {
    if (!data || !wanted.has(path) || !isOf(tree, branches)) continue;
    if (version !== "" && version !== tree.version) throw moved(from.name);
    const why = data.length < 100 ? leftOut(Buffer.from(data).toString("utf8")) : undefined;
    if (why === undefined) answer.files.push({ path, data });
    else answer.absent.push({ path, why });
  }
  return answer;
}

/** By server, in the order in which they were given. */
function partsOf(roots: readonly string[], known: Known, finding: SourceFinding): Part[] {
  const parts = new Map<Server, Part>();
  const seen = new Set<string>();
  for (const root of roots) {
    for (const place of treesOf(root, known)) {
      const { tree, path } = place;
      if (seen.has(`${tree.name}\0${path}`)) continue;
      if (seen.size >= MOST_REPOS) {
        missing(finding, `Not searched: more than ${MOST_REPOS} repositories. Name fewer in roots`);
        return [...parts.values()];
      }
      seen.add(`${tree.name}\0${path}`);
      const part = parts.get(tree.repo.server) ?? { server: tree.repo.server, roots: [] };
      part.roots.push(place);
      parts.set(tree.repo.server, part);
    }
  }
  if (seen.size === 0 && known.failures.size === 0) {
    throw new JigError("PATH_NOT_FOUND", `No repository fits ${roots.map((root) => JSON.stringify(root)).join(", ")}`);
  }
  return [...parts.values()];
}

async function findOn(part: Part, question: SourceQuestion, fleet: Fleet, asking: Asking): Promise<SourceFinding> {
  const { server, roots } = part;
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
  const finding: SourceFinding = { folders: [], warnings: [], incomplete: false };
  for (const gap of answer.gaps) missing(finding, `Not all of ${server.url} was searched: ${gap}`);
  if (answer.count > answer.files.length) {
    missing(
      finding,
      `${server.url} has ${answer.count} files that may match, of which it names ${answer.files.length}`,
    );
  }
  const byRepo = Map.groupBy(answer.files, ({ repo }) => repo);
  const passes = new RegExp(paths ?? "");
  const shortest = Math.min(...needs.map((need) => need.shortest));
  for (const { tree, path: below } of roots) {
    const files = (byRepo.get(tree.repo.name) ?? []).filter(({ branches }) => isOf(tree, branches));
    if (files.some(({ version }) => version !== "" && version !== tree.version)) {
      fleet.repos.forget(server);
      missing(finding, `Not searched: ${tree.name} was reindexed meanwhile. Search again`);
      continue;
    }
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
    for (const { path } of known.left) candidates.delete(path);
    if (below !== "" && candidates.size === 0) await refuseNoFolder(tree, below, asking);
    // Rules of folders above hold too, and those of a folder beside cost next to nothing.
    if (!question.noIgnore && candidates.size > 0) for (const path of known.rules) candidates.add(path);
    const origins = [tree.repo.name, tree.repo.url].filter((each) => each !== "");
    finding.folders.push({ name: tree.name, version: tree.version, below, paths: [...candidates].sort(), origins });
  }
  return finding;
}

async function factsOf(
  roots: Part["roots"],
  { facts }: Fleet,
  asking: Asking,
): Promise<Map<Tree, Facts | { failure: string }>> {
  const found = new Map<Tree, Facts | { failure: string }>();
  const waiting = roots.map(({ tree }) => tree);
  const work = async () => {
    for (let tree = waiting.shift(); tree; tree = waiting.shift()) {
      const known = await facts.of(tree, asking).catch((error) => ({ failure: toJigError(error).advice }));
      if (known) found.set(tree, known);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return found;
}

/** Whether a file that is not in the index may have a match that ripgrep would show. */
function mayMatch(path: string, why: string, shortest: number): boolean {
  if (BINARY_NAMES.test(path)) return false;
  if (why.includes("binary")) return TEXT_NAMES.test(path);
  if (why.includes("too few")) return shortest < SHORTEST_INDEXED;
  return true;
}

function notIndexed(tree: Tree, left: Facts["left"]): string {
  const reasons = [...Map.groupBy(left, ({ why }) => why)].map(([why, files]) => {
    const more = files.length - MOST_NAMED;
    const named = files.slice(0, MOST_NAMED).map(({ path }) => path);
    return `${named.join(", ")}${more > 0 ? ` and ${more} more` : ""} (${why})`;
  });
  return `Not in the index of ${tree.name}, so not searched: ${reasons.join("; ")}`;
}

async function refuseNoFolder(tree: Tree, below: string, asking: Asking): Promise<void> {
  const query = `${repoQuery([tree.repo.name])} type:file ${fileQuery(`^${escaped(below)}(?:/|$)`)}`;
  const { files } = await search(tree.repo.server, query, asking, { most: 100 });
  const own = files.filter(({ branches }) => isOf(tree, branches));
  if (own.length === 0)
    throw new JigError("PATH_NOT_FOUND", `${tree.name} has no folder ${JSON.stringify(below.slice(0, 200))}`);
  if (own.some(({ path }) => path === below)) {
    throw new JigError("INVALID_ARGUMENT", `"${tree.name}/${below}" in roots is a file`, {
      hint: "Pass files in files instead",
    });
  }
}

function isOf(tree: Tree, branches: readonly string[]): boolean {
  return branches.length === 0 || branches.includes(tree.branch);
}

function missing(finding: SourceFinding, what: string): void {
  finding.incomplete = true;
  finding.warnings.push(what);
}

function moved(name: string): JigError {
  return new JigError("UNAVAILABLE", `${name} was reindexed meanwhile`, { hint: "Ask again" });
}
