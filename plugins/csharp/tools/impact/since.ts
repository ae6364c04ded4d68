/**
 * Implements `script_impact_find` with `since`. This starts from the declarations that a diff changes, and finds their
 * callers, the assets that use them, and the tests to run.
 */
import {
  type Context,
  type GitChanges,
  gitChanges,
  type JsonObject,
  type Outcome,
} from "../../../../core/host/plugin-api.ts";
import { rowKey } from "../../queries/call-rows.ts";
import type {
  CallRow,
  DeclarationChange,
  DeclarationChanges,
  Directories,
  Role,
} from "../../queries/requests/requests.ts";
import type { ScriptService } from "../../queries/service.ts";
import { guidOf } from "../../rename/rename-assets.ts";
import { CallWalk } from "../../sets/call-walk.ts";
import type { AssetUse } from "../../unity/asset-uses.ts";
import type { AssetUsesJob } from "../../unity/asset-uses-worker.ts";
import { AssetTree } from "../assets/asset-users.ts";
import { unreadAssets } from "../assets/unread-assets.ts";
import { scriptError } from "../error-envelope.ts";
import { allReferences, symbolQuery } from "../symbol-query.ts";

/** The number of steps from a change to a test. */
const STEPS = 5;
/** We stop following calls once we have reached this many declarations. */
const MAX_REACHED = 600;
/** If there are more changed declarations than this, we do not search for the callers of the others. */
const MAX_CHANGED = 500;
/** The number of members that we look for in saved values and events. This also limits the names that were removed. */
const MAX_NAMES = 40;
/** The number of paths in a note. */
const MAX_NAMED = 5;

export async function impactSince(since: string, context: Context): Promise<Outcome> {
  if (since.trim() === "")
    throw scriptError("INVALID_ARGUMENT", "INVALID_ARGUMENT", '"since" is empty', {
      hint: 'Write a commit such as HEAD~3, "staged" or "worktree"',
    });
  const service = await context.service<ScriptService>();
  const git = await gitChanges(since.trim(), (path) => /\.cs$/i.test(path), context);
  const changes = await service.ask<DeclarationChanges>({ op: "declarationChanges", files: git.files }, context);
  const notes = notesOf(git, changes, context);
  const { rows: callers, tests } = await callersOf(changes.rows, notes, context);
  const results = [
    ...changes.rows.map(changeRow),
    ...callers,
    ...(await namedStill(changes.rows, notes, context)),
    ...(await assetsOf(changes.rows, notes, context)),
    ...tests,
  ];
  const isSure = ({ where, certainty }: JsonObject) => where === "caller" && certainty === "certain";
  return {
    value: {
      success: true,
      results,
      total: results.length,
      compared: git.compared,
      overview: overviewOf(results, changes.rows),
      certain: results.filter(isSure).length,
      possible: results.filter(({ certainty }) => certainty === "possible").length,
      targets: [],
      ...(notes.length > 0 ? { notes } : {}),
      ...(await service.unread()),
    },
  };
}

function overviewOf(results: readonly JsonObject[], changes: readonly DeclarationChange[]): string {
  const count = (wanted: DeclarationChange["change"]) => changes.filter(({ change }) => change === wanted).length;
  const rows = (wanted: string) => results.filter(({ where }) => where === wanted).length;
  return `${count("changed")} changed, ${count("added")} added, ${count("removed")} removed; ${rows("caller")} callers, ${rows("asset")} assets, ${rows("test")} tests`;
}

function notesOf({ files, moved, missing, left }: GitChanges, changes: DeclarationChanges, context: Context): string[] {
  const shown = (path: string) => context.workspace.display(path);
  const named = (paths: readonly string[]) =>
    `${paths.slice(0, MAX_NAMED).join(", ")}${paths.length > MAX_NAMED ? ` and ${paths.length - MAX_NAMED} more` : ""}`;
  const notes = [...left];
  if (files.length === 0) notes.push("No script differs");
  else if (changes.rows.length === 0) notes.push(`No declaration differs in the changed scripts (${files.length})`);
  if (changes.outside.length > 0)
    notes.push(
      `Changed outside declarations (usings, namespace, attributes of the assembly): ${named(changes.outside)}`,
    );
  if (moved.length > 0)
    notes.push(`Moved without a change: ${named(moved.map(([from, to]) => `${shown(from)} → ${shown(to)}`))}`);
  if (missing.length > 0) notes.push(`Not compared, because this clone lacks a version: ${named(missing.map(shown))}`);
  if (changes.degraded.length > 0) notes.push(`Not fully parsed: ${named(changes.degraded)}`);
  return notes;
}

function changeRow({ change, kind, symbol_path, path, line, members }: DeclarationChange): JsonObject {
  const holds = members > 0 ? ` of ${members} members` : "";
  return { where: change, kind: `${kind}${holds}`, symbol: symbol_path, symbol_path, path, line, certainty: "certain" };
}

interface Reached {
  rows: JsonObject[];
  tests: JsonObject[];
}

/** Finds the users of declarations that still exist, and the tests that reach them. */
async function callersOf(changes: readonly DeclarationChange[], notes: string[], context: Context): Promise<Reached> {
  const there = changes.filter(({ isIndexed }) => isIndexed);
  const some = there.slice(0, MAX_CHANGED);
  if (some.length < there.length)
    notes.push(`Only callers of the first ${some.length} of ${there.length} declarations are listed`);
  const walk = new CallWalk("callers", STEPS, allReferences, context, MAX_REACHED);
  const nodes = some.map(({ name, absolute, line }) => ({ name, path: absolute, line }));
  const { first, all } = await walk.fromNodes(nodes, "all");
  if (walk.isCut)
    notes.push(`Tests: more than ${MAX_REACHED} declarations reach the changes, and not all were followed`);
  const own = new Map(some.map(({ absolute, line, symbol_path }) => [`${absolute}|${line}`, symbol_path]));
  const callers = new Map<string, { row: CallRow; of: Set<string>; lines: Set<number> }>();
  const keyOf = (row: CallRow, certainty = row.certainty) => `${certainty} ${rowKey(row)}`;
  for (const [at, rows] of first.entries()) {
    for (const row of rows) {
      const known = callers.get(keyOf(row)) ?? { row, of: new Set<string>(), lines: new Set<number>() };
      known.of.add(some[at]?.symbol_path ?? "");
      for (const line of row.calls) known.lines.add(line);
      callers.set(keyOf(row), known);
    }
  }
  // A line with a certain call is not possible as well, although it may call several changed declarations.
  for (const { row, lines } of callers.values())
    if (row.certainty === "possible")
      for (const line of callers.get(keyOf(row, "certain"))?.lines ?? []) lines.delete(line);
  const rows = [...callers.values()].flatMap(({ row, of, lines }): JsonObject[] => {
    if (lines.size === 0) return [];
    const isChanged = own.has(`${row.absolute}|${row.line}`) ? ", changed too" : "";
    const sorted = [...lines].sort((a, b) => a - b);
    return [{ where: "caller", kind: `${row.kind}${isChanged}`, ...placeOf(row), lines: sorted, of: [...of] }];
  });
  const changed = await changedTests(some, context);
  const tests = new Map([...changed, ...all].flatMap((row) => (row.test === undefined ? [] : [[rowKey(row), row]])));
  const isFar = tests.size > 0 || all.length > 0;
  if (isFar)
    notes.push(`Tests are those within ${STEPS} calls of a change; reflection and names in strings leave no trace`);
  return {
    rows,
    tests: [...tests.values()].map((row) => ({ where: "test", kind: row.test ?? "", ...placeOf(row) })),
  };
}

function placeOf({ symbol, symbol_path, path, line, certainty }: CallRow): JsonObject {
  return { symbol, symbol_path, path, ...(line > 0 ? { line } : {}), certainty };
}

/** Returns the tests that were changed themselves. */
async function changedTests(changes: readonly DeclarationChange[], context: Context): Promise<CallRow[]> {
  const service = await context.service<ScriptService>();
  const places = changes.map(({ absolute, line, name }) => ({ path: absolute, line, name }));
  const roles = await service.ask<Role[]>({ op: "roles", places }, context);
  return roles.flatMap(({ test, symbol, symbol_path, kind }, at): CallRow[] => {
    const change = changes[at];
    if (!change || test === undefined) return [];
    const { path, absolute, line } = change;
    return [{ symbol, symbol_path, kind, path, absolute, line, calls: [], certainty: "certain", test }];
  });
}

/** Finds mentions of names that have been removed and are no longer declared anywhere. */
async function namedStill(
  changes: readonly DeclarationChange[],
  notes: string[],
  context: Context,
): Promise<JsonObject[]> {
  const removed = changes.filter(
    ({ change, isNameLeft, kind }) => change === "removed" && !isNameLeft && kind !== "operator",
  );
  const names = [...new Set(removed.map(({ name }) => name))];
  if (names.length > MAX_NAMES) notes.push(`Uses of removed names: ${MAX_NAMES} of ${names.length} were searched for`);
  const rows: JsonObject[] = [];
  for (const name of names.slice(0, MAX_NAMES)) {
    const query = await symbolQuery({ name, path: "", container: "", namespace: "" }, context);
    for (const { display, references } of (await allReferences(query, context)).files) {
      const lines = [...new Set(references.map(({ line }) => line))];
      rows.push({
        where: "code",
        kind: `still names ${name}`,
        path: display,
        line: lines[0] ?? 0,
        lines,
        count: references.length,
        certainty: "possible",
      });
    }
  }
  return rows;
}

/** Returns the assets that use a changed script, or that save or call a changed member. */
async function assetsOf(
  changes: readonly DeclarationChange[],
  notes: string[],
  context: Context,
): Promise<JsonObject[]> {
  const service = await context.service<ScriptService>();
  const where = await service.ask<Directories>({ op: "directories" }, context);
  const guids = new Map<string, string>();
  for (const path of new Set(changes.map(({ absolute }) => absolute))) {
    const guid = await guidOf(path, context);
    if (guid !== "") guids.set(path, guid);
  }
  if (guids.size === 0) return [];
  const rows: JsonObject[] = [];
  const users = await new AssetTree(service, where, context).usesOf([...guids.values()]);
  for (const [path, guid] of guids)
    for (const { display, uses } of users.get(guid) ?? [])
      rows.push(...usesAsRows(uses, display, context.workspace.display(path)));
  const members = changes.filter(
    ({ change, kind, absolute }) => change !== "added" && MEMBERS.has(kind) && guids.has(absolute),
  );
  if (members.length > MAX_NAMES)
    notes.push(`Saved values and events: those of ${MAX_NAMES} of ${members.length} members were searched for`);
  for (const { name, absolute, symbol_path } of members.slice(0, MAX_NAMES)) {
    const paths = (await service.assetsWith(name, where, context.signal)).sort();
    const job: AssetUsesJob = { guid: guids.get(absolute) ?? "", member: name, paths };
    const found = await context.worker<(AssetUse[] | undefined)[]>("assets", job, { signal: context.signal });
    for (const [at, path] of paths.entries())
      rows.push(...usesAsRows(found[at] ?? [], context.workspace.display(path), symbol_path));
  }
  notes.push(...(await unreadAssets(service, where, context)).notes);
  return rows;
}

const MEMBERS = new Set(["field", "property", "method"]);

/** Returns one row for each kind of use. */
function usesAsRows(uses: readonly AssetUse[], path: string, of: string): JsonObject[] {
  return [...new Set(uses.map(({ kind }) => kind))].map((kind) => {
    const same = uses.filter((use) => use.kind === kind);
    return {
      where: "asset",
      kind,
      path,
      line: same[0]?.line ?? 0,
      count: same.reduce((sum, { count = 1 }) => sum + count, 0),
      of: [of],
      certainty: kind === "override" || kind === "animation" ? "possible" : "certain",
    };
  });
}
