/** Answers code_refs_find. It determines which declarations the query refers to, and returns their uses as rows. */
import { JigError, type JsonObject } from "../../../core/host/plugin-api.ts";
import type { IndexedDeclaration } from "../index/index-part.ts";
import type { Language } from "../outline/languages.ts";
import { pathInFile } from "../outline/symbol-paths.ts";
import { findUses, localUses, meaningAt, placesOf, type Use, type Uses } from "../uses/find-uses.ts";
import { findCallees } from "../uses/outgoing-calls.ts";
import type { Resolver } from "../uses/resolver.ts";
import type { RefsRequest } from "./ask-index.ts";
import { findSymbols } from "./find-symbols.ts";
import { parseNamePath } from "./name-path.ts";
import { refuseEmptyPlace, selectedFields, selectUses, type UsesFilter } from "./select-uses.ts";
import { suggestSymbols } from "./suggest-symbols.ts";
import type { SymbolPaths } from "./symbol-rows.ts";
import { unreadNote } from "./unread-note.ts";

export interface RefsParts {
  resolver: Resolver;
  paths: SymbolPaths;
  display(path: string): string;
  /** Returns sentences about the tools for other languages in the workspace. */
  otherTools(): Promise<string[]>;
}

export async function refsAnswer(request: RefsRequest, parts: RefsParts): Promise<JsonObject> {
  refuseEmptyPlace(request.filter, parts.resolver.index.places.keys(), parts.display);
  if (request.at) return await usesAt(request.at, request, parts);
  if (request.names.length === 0) return await usesOfFile(request.within ?? "", request.filter, parts);
  const targets = request.names.flatMap((name) => declared(name, request, parts));
  if (targets.length === 0) return await undeclared(request, parts);
  return await answerFor(targets, request, parts);
}

async function answerFor(
  targets: readonly IndexedDeclaration[],
  { filter, hasCallees }: RefsRequest,
  parts: RefsParts,
): Promise<JsonObject> {
  if (!hasCallees) return answerOf(targets, await findUses(targets, parts.resolver), filter, parts);
  const { calls, external } = await findCallees(targets, parts.resolver);
  const { other: _, ...answer } = answerOf(targets, { uses: calls, other: 0, unread: [] }, filter, parts, true);
  const note = external > 0 ? { note: `${external} calls to names that the sources do not declare` } : {};
  return { ...answer, declarations: [], ...note };
}

/** Returns the declarations for a name or name path. */
function declared(written: string, { within }: RefsRequest, { resolver, display }: RefsParts): IndexedDeclaration[] {
  const inScope = (path: string) => within === undefined || path === within || path.startsWith(`${within}/`);
  return findSymbols(resolver.index, { query: parseNamePath(written), exact: true, kinds: [], display, inScope });
}

async function undeclared({ names, within, filter }: RefsRequest, parts: RefsParts): Promise<JsonObject> {
  const { resolver, paths, display } = parts;
  const [written = ""] = names;
  const { containers, file } = parseNamePath(written);
  const isBare = containers.length === 0 && file === undefined && within === undefined;
  const uses = isBare
    ? (await Promise.all(names.map((each) => placesOf(parseNamePath(each).name, resolver)))).flat()
    : [];
  if (uses.length > 0) {
    const answer = answerOf([], { uses, other: 0, unread: [] }, filter, parts);
    return { ...answer, note: `${names.join(", ")}: declared outside the sources, or local` };
  }
  const candidates = suggestSymbols(resolver.index, parseNamePath(written), paths, display);
  const hint = candidates.length > 0 ? `Did you mean ${candidates.join(", ")}?` : undefined;
  const other = await parts.otherTools();
  throw new JigError("SYMBOL_NOT_FOUND", `Nothing here declares ${JSON.stringify(written)}`, {
    hint: [hint ?? "code_symbol_find searches by a part of the name", ...other].join(". ").replace("?. ", "? "),
    details: { candidates },
  });
}

async function usesAt(
  { path, line, column }: NonNullable<RefsRequest["at"]>,
  request: RefsRequest,
  parts: RefsParts,
): Promise<JsonObject> {
  const { resolver, display } = parts;
  const { filter } = request;
  const file = await resolver.file(path);
  const offset = file?.lines.offset(line, column) ?? 0;
  const node = file?.nameAt(offset);
  // A macro is declared on a line that is hidden from the grammar.
  const isHere = ({ nameLine, column: start, name }: IndexedDeclaration) =>
    nameLine === line && start <= column && column <= start + name.length;
  const hidden = file && !node ? resolver.declarationsOf(path).filter(isHere) : [];
  if (hidden.length > 0) return await answerFor(hidden, request, parts);
  if (!file || !node) {
    throw new JigError("SYMBOL_NOT_FOUND", `There is no name at ${display(path)}:${line}:${column}`, {
      hint: "Lines and columns are counted from 1; code_outline lists those of declarations",
    });
  }
  const meant = await meaningAt(node, file, resolver);
  if (meant && meant.length > 0) return await answerFor(meant, request, parts);
  const local = localUses(file, node, resolver);
  if (local.length > 0) {
    const { unread: _, ...answer } = answerOf([], { uses: local, other: 0, unread: [] }, filter, parts);
    return { ...answer, note: "A local in this file" };
  }
  const uses = await placesOf(file.textOf(node), resolver);
  const note = "This name cannot be resolved: these are all places with the name";
  return { ...answerOf([], { uses, other: 0, unread: [] }, filter, parts), note };
}

/** Counts the uses of each declaration in a file. */
async function usesOfFile(
  path: string,
  filter: UsesFilter,
  { resolver, paths, display }: RefsParts,
): Promise<JsonObject> {
  const all = resolver.declarationsOf(path);
  const found = await findUses(all, resolver);
  const counts = countsOf(selectUses(found.uses, filter, display).wanted, resolver);
  const language = resolver.index.languageOf(path);
  return {
    declarations: all.map((each) => ({
      symbol_path: paths.of(each),
      kind: each.kind,
      line: each.nameLine,
      ...counts(each),
    })),
    uses: [],
    total: 0,
    ...levelNote(language ? [language] : []),
  };
}

type Placed = Pick<IndexedDeclaration, "path" | "name" | "nameLine" | "column">;

/** Counts the uses of a declaration. Possible uses are counted by its name and language. */
export function countsOf(
  uses: readonly Use[],
  resolver: Resolver,
): (one: Placed) => { certain: number; possible: number } {
  const certain = new Map<string, number>();
  const possible = new Map<string, number>();
  const place = ({ path, nameLine, column }: Placed) => `${path}:${nameLine}:${column}`;
  const word = ({ path, name }: Pick<Placed, "path" | "name">) => `${resolver.partnersOf(path)}:${name}`;
  const add = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const use of uses) {
    if (use.kind === "declaration") continue;
    for (const each of use.targets) add(certain, place(each));
    if (use.targets.length === 0) add(possible, word(use));
  }
  return (one) => ({ certain: certain.get(place(one)) ?? 0, possible: possible.get(word(one)) ?? 0 });
}

export function answerOf(
  targets: readonly IndexedDeclaration[],
  found: Uses,
  filter: UsesFilter,
  { resolver, paths, display }: RefsParts,
  saysTarget = targets.length > 1,
): JsonObject {
  const selected = selectUses(found.uses, filter, display);
  const counts = countsOf(selected.wanted, resolver);
  return {
    declarations: targets.map((each) => ({
      symbol_path: paths.of(each),
      kind: each.kind,
      line: each.nameLine,
      ...counts(each),
    })),
    uses: selected.uses.map(({ path, line, column, kind, certainty, text, enclosing, targets: [target] }) => ({
      path: display(path),
      line,
      column,
      kind,
      certainty,
      text,
      ...(enclosing && kind !== "declaration" ? { symbol_path: paths.of(enclosing), in: pathInFile(enclosing) } : {}),
      ...(saysTarget && target ? { of: paths.of(target) } : {}),
    })),
    ...selectedFields(selected),
    other: found.other,
    ...unreadNote(resolver.index, display, found.unread),
    ...levelNote(
      [...new Set(found.uses.map(({ path }) => path))].flatMap((path) => resolver.index.languageOf(path) ?? []),
    ),
  };
}

/** Returns a note if uses in some of the languages are only known by name. */
function levelNote(languages: readonly Language[]): { level?: string } {
  const bare = [...new Set(languages.flatMap(({ level, title }) => (level === "index" ? title : [])))];
  return bare.length > 0 ? { level: `Uses in ${bare.join(", ")} are found by name only` } : {};
}
