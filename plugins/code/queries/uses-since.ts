/** Answers code_refs_find with `since`, that is, finds the declarations that a diff changes and their uses. */
import { type ChangedFile, type JsonObject, TimeSlice } from "../../../core/host/plugin-api.ts";
import type { Parsers } from "../grammar/parsers.ts";
import type { IndexedDeclaration } from "../index/index-part.ts";
import { MAX_SOURCE_BYTES } from "../index/source-files.ts";
import { pathInFile } from "../outline/symbol-paths.ts";
import { type ChangedDeclaration, compareOutlines } from "../since/compare-outlines.ts";
import { findUses, placesOf } from "../uses/find-uses.ts";
import type { SinceRequest } from "./ask-index.ts";
import { answerOf, countsOf, type RefsParts } from "./refs-query.ts";
import { selectUses } from "./select-uses.ts";

/** The maximum number of changed declarations whose uses are searched for, and of removed names whose mentions are searched for. */
const MAX_CHANGED = 500;
const MAX_REMOVED = 40;
/** The maximum number of paths to list in a note. */
const MAX_NAMED = 5;

interface Row extends ChangedDeclaration {
  path: string;
  now: IndexedDeclaration | undefined;
}

export async function usesSince(
  { files, filter }: SinceRequest,
  parsers: Parsers,
  parts: RefsParts,
): Promise<JsonObject> {
  const { resolver, paths, display } = parts;
  const notes: string[] = [];
  const rows = await changedIn(files, parsers, parts, notes);
  if (rows.length === 0) notes.unshift("No declaration differs");
  const targets = rows.flatMap(({ now }) => now ?? []);
  if (targets.length > MAX_CHANGED) notes.push(`Only uses of the first ${MAX_CHANGED} declarations are listed`);
  const found = await findUses(targets.slice(0, MAX_CHANGED), resolver);
  const gone = [...new Set(rows.flatMap(({ change, declaration }) => (change === "removed" ? declaration.name : [])))];
  const undeclared = gone.filter((name) => resolver.declared(name).length === 0);
  if (undeclared.length > MAX_REMOVED)
    notes.push(`Removed names that the code still uses: only the first ${MAX_REMOVED} were searched for`);
  for (const name of undeclared.slice(0, MAX_REMOVED)) found.uses.push(...(await placesOf(name, resolver)));
  const uses = found.uses.filter(({ kind }) => kind !== "declaration");
  const counts = countsOf(selectUses(uses, filter, display).wanted, resolver);
  return {
    ...answerOf(targets, { ...found, uses }, filter, parts),
    declarations: [],
    changes: rows.map(({ change, declaration, path, members, now }) => ({
      change,
      symbol_path: now ? paths.of(now) : `${display(path)}#${pathInFile(declaration)}`,
      kind: declaration.kind,
      line: now?.nameLine ?? declaration.nameLine,
      // A removed declaration no longer has a place.
      ...counts(now ?? { path, name: declaration.name, nameLine: 0, column: 0 }),
      ...(members > 0 ? { members } : {}),
    })),
    ...(notes.length > 0 ? { note: notes.join(". ") } : {}),
  };
}

async function changedIn(
  files: readonly ChangedFile[],
  parsers: Parsers,
  { resolver, display }: RefsParts,
  notes: string[],
): Promise<Row[]> {
  const slice = new TimeSlice();
  const rows: Row[] = [];
  const outside: string[] = [];
  const unread: string[] = [];
  const large: string[] = [];
  for (const { path, before, after } of files) {
    if (Math.max(before?.length ?? 0, after?.length ?? 0) > MAX_SOURCE_BYTES) {
      large.push(path);
      continue;
    }
    const comparison = await compareOutlines(path, before, after, parsers);
    if (comparison.isOutsideChanged) outside.push(path);
    if (comparison.isUnread) unread.push(path);
    const declared = resolver.declarationsOf(path);
    for (const row of comparison.rows) rows.push({ ...row, path, now: indexed(row, declared) });
    await slice.check();
  }
  const named = (all: readonly string[]) =>
    `${all.slice(0, MAX_NAMED).map(display).join(", ")}${all.length > MAX_NAMED ? ` and ${all.length - MAX_NAMED} more` : ""}`;
  if (outside.length > 0) notes.push(`Code outside declarations differs in ${named(outside)}`);
  if (unread.length > 0) notes.push(`Not fully parsed, so changes may be missing: ${named(unread)}`);
  if (large.length > 0) notes.push(`Not compared, over 1 MB: ${named(large)}`);
  return rows;
}

/** Returns the indexed declaration for a row. If several have the same path, this is the one nearest to its line. */
function indexed(
  { change, declaration }: ChangedDeclaration,
  declared: readonly IndexedDeclaration[],
): IndexedDeclaration | undefined {
  if (change === "removed") return undefined;
  const path = pathInFile(declaration);
  const distance = ({ nameLine }: IndexedDeclaration) => Math.abs(nameLine - declaration.nameLine);
  return declared
    .filter((each) => each.kind === declaration.kind && pathInFile(each) === path)
    .reduce<IndexedDeclaration | undefined>(
      (best, each) => (best && distance(best) <= distance(each) ? best : each),
      undefined,
    );
}
