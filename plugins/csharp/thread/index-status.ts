/** Compares the state of the index with the current files. */
import { dirname, join } from "node:path";
import type { JsonObject, WorkerContext } from "../../../core/host/plugin-api.ts";
import { EXTRACTOR_VERSION } from "../index/published-segments.ts";
import type { ScriptIndex } from "../index/script-index.ts";
import { externalPackagesNote, type NugetPackage } from "../packages/nuget.ts";
import { AREAS, type Area, SCOPES } from "../project/scopes.ts";
import { buildWithProgress } from "../queries/build-with-progress.ts";

/** The number of files to list. */
const MAX_NAMED = 20;
/** The indexes of other tools, which we report but don't use. */
const OTHER_INDEXES = [
  "Library/UnityMCP/CodeIndex",
  ".unity/cache/code-index",
  ".unity/cache/unity-cli/symbol-index.json",
];

/** Returns the status. If `wait` is set, we wait until the index is complete. Otherwise the build continues in the background. */
export async function indexStatus(index: ScriptIndex, wait: boolean, context: WorkerContext): Promise<JsonObject> {
  if (wait) {
    await buildWithProgress(index, context);
  } else if (index.pending.size > 0) index.builder.build().catch(() => {});
  const totalFiles = index.files.paths.length;
  const indexedFiles = totalFiles - index.pending.size;
  const problems = [...index.store.files.values()].filter((file) => file.problem !== "");
  const answer: JsonObject = {
    totalFiles,
    indexedFiles,
    coverage: totalFiles === 0 ? 100 : Math.floor((100 * indexedFiles) / totalFiles),
    codeIndexRoot: index.location,
    ready: index.pending.size === 0,
    building: index.builder.building,
    symbols: index.store.symbols,
    extractorVersion: EXTRACTOR_VERSION,
    scopes: countByScope(index),
  };
  const sweep = context.sweepReports().at(-1);
  if (sweep?.watchedFolders !== undefined) answer.freshness = { watchedFolders: sweep.watchedFolders };
  else if (sweep?.reason !== undefined) answer.freshness = { reason: sweep.reason };
  const unity = index.layout.filter((project) => project.unity);
  // If there is a single root, it doesn't need a name.
  if (unity.length > 1 || unity.some(({ root }) => !context.workspace.roots.some(({ path }) => path === root.path)))
    answer.projects = unity.map(({ root }) => context.workspace.display(root.path));
  if (problems.length > 0) {
    answer.degradedFiles = problems.length;
    answer.degraded = problems
      .slice(0, MAX_NAMED)
      .map((file) => ({ path: index.display(file.path), reason: file.problem }));
  }
  const { cacheProblem } = index.builder;
  if (cacheProblem !== "") {
    answer.cacheProblem = `The index is kept in memory only: ${dirname(index.location)} cannot be used (${cacheProblem})`;
  }
  const packages = await packageStatus(index);
  if (packages) answer.packages = packages;
  const other = await foreignIndex(index, context);
  if (other) answer.foreignIndex = other;
  return answer;
}

function countByScope(index: ScriptIndex): JsonObject {
  const areas = new Map<Area | undefined, { total: number; indexed: number }>();
  for (const path of index.files.paths) {
    const area = index.areaOf(path);
    const count = areas.get(area) ?? { total: 0, indexed: 0 };
    count.total++;
    if (!index.pending.has(path)) count.indexed++;
    areas.set(area, count);
  }
  const counts: JsonObject = {};
  for (const scope of SCOPES) {
    const parts = AREAS[scope].flatMap((area) => areas.get(area) ?? []);
    const sum = (key: "total" | "indexed") => parts.reduce((all, part) => all + part[key], 0);
    if (parts.length > 0) counts[scope] = { total: sum("total"), indexed: sum("indexed") };
  }
  return counts;
}

/** Describes which NuGet packages are read, and why others are not. */
async function packageStatus(index: ScriptIndex): Promise<JsonObject | undefined> {
  const packages = await index.packages();
  if (packages.length === 0) return undefined;
  const read = packages.filter(({ libraries }) => libraries.length > 0);
  const named = (some: readonly NugetPackage[]) => {
    const names = some.slice(0, MAX_NAMED).map(({ name, version }) => `${name} ${version}`.trim());
    return [...names, ...(some.length > MAX_NAMED ? [`${some.length - MAX_NAMED} more`] : [])];
  };
  const external = packages.filter((each) => each.isExternal);
  const missing = packages.filter((each) => !each.isExternal && each.libraries.length === 0);
  return {
    total: packages.length,
    ...(read.length > 0 ? { read: named(read) } : {}),
    ...(external.length > 0 ? { unread: externalPackagesNote(external) } : {}),
    ...(missing.length > 0 ? { withoutAssemblies: named(missing) } : {}),
  };
}

async function foreignIndex(index: ScriptIndex, context: WorkerContext): Promise<JsonObject | undefined> {
  for (const project of index.layout) {
    for (const place of OTHER_INDEXES) {
      const path = join(project.root.path, place);
      if (await context.files.stat(path).catch(() => undefined)) {
        return { path: context.workspace.display(path), note: "Found but not used: jig keeps its own index" };
      }
    }
  }
  return undefined;
}
