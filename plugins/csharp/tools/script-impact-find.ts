/** Implements `script_impact_find`, which finds everything that is affected by changing or renaming a declaration. */
import type { Context, JsonObject, Outcome } from "../../../core/host/plugin-api.ts";
import type { AssembliesOf, Directories, HierarchyAnswer, ReferencePage, Role } from "../queries/requests/requests.ts";
import type { ScriptService } from "../queries/service.ts";
import { guidOf } from "../rename/rename-assets.ts";
import { renameSetOf } from "../rename/rename-query.ts";
import type { AssetUse } from "../unity/asset-uses.ts";
import type { AssetUsesJob } from "../unity/asset-uses-worker.ts";
import { unreadAssets } from "./assets/unread-assets.ts";
import { scriptError } from "./error-envelope.ts";
import { codeRows, renameRows } from "./impact/code-rows.ts";
import { impactSince } from "./impact/since.ts";
import { forEachName, missingHint, type SeveralNames } from "./several-symbols.ts";
import { allReferences, anySymbolQuery, notFound, shownTargets } from "./symbol-query.ts";

export interface Input extends SeveralNames {
  to: string;
  since?: string | undefined;
}

export default async function scriptImpactFind(input: Input, context: Context): Promise<Outcome> {
  if (input.since !== undefined) {
    if (input.name !== "" || input.names || input.at !== undefined || input.to !== "" || input.path !== "")
      throw scriptError("INVALID_ARGUMENT", "INVALID_ARGUMENT", '"since" rules out name, names, at, to and path', {
        hint: "Pass either since or one declaration",
      });
    return await impactSince(input.since, context);
  }
  const { unread } = await (await context.service<ScriptService>()).unread();
  const rest = unread === undefined ? {} : { unread };
  if (!input.names) {
    const { found, results, notes, ...impact } = await impactOf(input, context);
    const overview = results.length > 0 ? { overview: overviewOf(results) } : {};
    const about = { ...shownTargets(found), ...(notes.length > 0 ? { notes } : {}) };
    return {
      value: {
        success: true,
        results: overviewFirst(results),
        total: results.length,
        ...overview,
        ...impact,
        ...about,
        ...rest,
      },
    };
  }
  const { answers, missing } = await forEachName(input, (name) => impactOf({ ...input, name }, context));
  const results = answers.flatMap(({ name, answer: { results: rows } }) => rows.map((row) => ({ ...row, of: [name] })));
  const sum = (which: "certain" | "possible") => answers.reduce((total, { answer }) => total + answer[which], 0);
  const notes = answers.flatMap(({ name, answer }) => answer.notes.map((note) => `${name}: ${note}`));
  return {
    value: {
      success: true,
      results: overviewFirst(results),
      total: results.length,
      overview: answers
        .map(({ name, answer }) => `${name}: ${answer.results.length === 0 ? "none" : overviewOf(answer.results)}`)
        .join("; "),
      certain: sum("certain"),
      possible: sum("possible"),
      targets: answers.flatMap(({ answer: { found } }) => found.targets.slice(0, 1)),
      ...(notes.length > 0 ? { notes: [...new Set(notes)] } : {}),
      ...missingHint(missing),
      ...rest,
    },
  };
}

interface Impact {
  found: ReferencePage;
  results: JsonObject[];
  notes: string[];
  certain: number;
  possible: number;
}

async function impactOf(input: Input, context: Context): Promise<Impact> {
  const query = await anySymbolQuery({ ...input, includeText: true }, context);
  const service = await context.service<ScriptService>();
  const found = await allReferences(query, context);
  const results: JsonObject[] = [];
  const miss = found.targets.length > 0 ? {} : await notFound(query, { ...found, rows: found.total }, context);
  const notes: string[] = typeof miss.note === "string" ? [miss.note] : [];
  // A rename is about a single symbol.
  const isOne = found.targetCount === 1 && !UNNAMED.has(String(found.targets[0]?.kind));
  const set = isOne ? await renameSetOf(query, input.to, context) : undefined;
  if (input.to !== "" && !set)
    throw scriptError(
      "INVALID_ARGUMENT",
      "INVALID_ARGUMENT",
      `"to" takes a single symbol, but ${query.symbol} matches several`,
      {
        hint: "Pass the symbol path of one of them",
      },
    );
  if (set) results.push(...renameRows(set, notes, context));
  if (query.local) results.push(...codeRows(found, set));
  else if (found.targets.length > 0) {
    const related = await service.ask<HierarchyAnswer>(
      { op: "hierarchy", query, depth: 100, up: true, down: true },
      context,
    );
    const isType = found.targets.some(({ kind }) => TYPES.has(String(kind)));
    for (const { relation, symbol, symbol_path, kind, path, line, outside } of related.rows) {
      if (isType && !/^derived|^implemented/.test(relation)) continue;
      results.push({
        where: "hierarchy",
        kind: `${relation} ${kind}`,
        symbol,
        symbol_path,
        certainty: "certain",
        ...(path ? { path } : {}),
        ...(line ? { line } : {}),
      });
      if (outside && !isType && !set)
        notes.push(`${symbol} is declared outside the workspace, so the name cannot be changed`);
    }
    results.push(...codeRows(found, set));
    results.push(...(await assetRows(query.name, found, context, notes)));
    results.push(...(await assemblyRows(found, context)));
  }
  return {
    found,
    results,
    notes,
    certain: set ? Math.max(found.certain, set.places.length) : found.certain,
    possible: found.possible,
  };
}

/** The number of rows of each kind that come first, so that the first page has some of everything. */
const FIRST_OF_EACH = 5;

function overviewFirst(rows: readonly JsonObject[]): JsonObject[] {
  const met = new Map<unknown, number>();
  const isFirst = ({ where }: JsonObject): boolean => {
    const count = (met.get(where) ?? 0) + 1;
    met.set(where, count);
    return count <= FIRST_OF_EACH;
  };
  const [first, behind]: [JsonObject[], JsonObject[]] = [[], []];
  for (const row of rows) (isFirst(row) ? first : behind).push(row);
  return first.concat(behind);
}

/** Counts the rows of each kind, for example `131 code, 62 asset`. */
function overviewOf(rows: readonly JsonObject[]): string {
  const counts = new Map<unknown, number>();
  for (const { where } of rows) counts.set(where, (counts.get(where) ?? 0) + 1);
  return [...counts].map(([where, count]) => `${count} ${String(where)}`).join(", ");
}

/** The kinds of declarations that can't be renamed. */
const UNNAMED = new Set(["namespace", "operator", "indexer", "constructor", "destructor"]);
const TYPES = new Set(["class", "struct", "interface", "enum", "delegate"]);

/** Lists the assemblies that would be recompiled, and how many files use the symbol in each of them. */
async function assemblyRows(found: ReferencePage, context: Context): Promise<JsonObject[]> {
  const service = await context.service<ScriptService>();
  const { names, definitions } = await service.ask<AssembliesOf>(
    { op: "assembliesOf", paths: found.files.map(({ absolute }) => absolute) },
    context,
  );
  const declaring = new Set(
    found.targets.map(({ path }) => names[found.files.findIndex((file) => file.display === path)]),
  );
  const counts = new Map<string, number>();
  for (const name of names) if (name !== "") counts.set(name, (counts.get(name) ?? 0) + 1);
  const rows: JsonObject[] = [];
  for (const [name, count] of [...counts].sort()) {
    const path = definitions[name];
    rows.push({
      where: "assembly",
      kind: declaring.has(name) ? "declared in" : "used in",
      symbol: name,
      ...(path === undefined ? {} : { path: await service.display(path) }),
      count,
      certainty: "certain",
    });
  }
  return rows.sort((a, b) => Number(a.kind === "used in") - Number(b.kind === "used in"));
}

/** Returns the assets that would break because they have the component, a saved value, or a call of the method. */
async function assetRows(name: string, found: ReferencePage, context: Context, notes: string[]): Promise<JsonObject[]> {
  const service = await context.service<ScriptService>();
  const where = await service.ask<Directories>({ op: "directories" }, context);
  const rows: JsonObject[] = [];
  let isSaved = false;
  for (const target of found.targets.slice(0, 5)) {
    const script = await context.workspace.resolve(String(target.path)).catch(() => undefined);
    if (!script) continue;
    const [role] = await service.ask<Role[]>(
      { op: "roles", places: [{ path: script.absolute, line: Number(target.line) }] },
      context,
    );
    const isType = TYPES.has(String(target.kind));
    if (role?.unity === "message")
      notes.push(`Unity calls ${role.symbol} by name: once renamed, it is no longer called`);
    if (role?.unity === "serialized")
      notes.push(`Unity saves ${role.symbol} by name: [FormerlySerializedAs("${name}")] keeps saved values`);
    const guid = await guidOf(script.absolute, context);
    if (guid === "" || (isType && role?.unity === "")) continue;
    if (isType && script.absolute.endsWith(`/${name}.cs`))
      notes.push(`${String(target.path)} has the name of the class: rename it together with its .meta file`);
    isSaved = true;
    const paths = await service.assetsWith(isType ? guid : name, where, context.signal);
    const job: AssetUsesJob = { guid, member: isType ? "" : name, paths: paths.sort() };
    const uses = await context.worker<(AssetUse[] | undefined)[]>("assets", job, { signal: context.signal });
    for (const [at, each] of uses.entries()) {
      for (const kind of new Set(each?.map((use) => use.kind) ?? [])) {
        const same = (each ?? []).filter((use) => use.kind === kind);
        rows.push({
          where: "asset",
          kind,
          path: context.workspace.display(paths[at] ?? ""),
          line: same[0]?.line ?? 1,
          count: same.reduce((sum, { count = 1 }) => sum + count, 0),
          certainty: kind === "override" || kind === "animation" ? "possible" : "certain",
        });
      }
    }
  }
  if (isSaved) notes.push(...(await unreadAssets(service, where, context)).notes);
  return rows;
}

export { impactLines as lines } from "./relation-lines.ts";
