/** Answers code_refs_find: which declarations are meant, and their uses as rows. */
import { JigError, type JsonObject } from "../../../core/host/plugin-api.ts";
import type { IndexedDeclaration } from "../index/index-part.ts";
import { LANGUAGES, languageOf } from "../outline/languages.ts";
import { findUses, localUses, meaningAt, placesOf, type Use, type Uses } from "../uses/find-uses.ts";
import type { Resolver } from "../uses/resolver.ts";
import type { RefsRequest } from "./ask-index.ts";
import { findSymbols, nearestDeclared } from "./find-symbols.ts";
import { parseNamePath } from "./name-path.ts";
import type { SymbolPaths } from "./symbol-rows.ts";
import { unreadNote } from "./unread-note.ts";

export interface RefsParts {
  resolver: Resolver;
  paths: SymbolPaths;
  display(path: string): string;
}

export async function refsAnswer(request: RefsRequest, parts: RefsParts): Promise<JsonObject> {
  const { resolver, paths, display } = parts;
  if (request.at) return await usesAt(request.at, request.kinds, parts);
  if (request.names.length === 0) return await usesOfFile(request.within ?? "", parts);
  const targets = request.names.flatMap((name) => declared(name, request, parts));
  if (targets.length === 0) return await undeclared(request, parts);
  return answerOf(targets, await findUses(targets, resolver), request.kinds, { resolver, paths, display });
}

/** The declarations of a name or name path. */
function declared(written: string, { within }: RefsRequest, { resolver, display }: RefsParts): IndexedDeclaration[] {
  const inScope = (path: string) => within === undefined || path === within || path.startsWith(`${within}/`);
  return findSymbols(resolver.index, { query: parseNamePath(written), exact: true, kinds: [], display, inScope });
}

async function undeclared({ names, within, kinds }: RefsRequest, parts: RefsParts): Promise<JsonObject> {
  const { resolver } = parts;
  const [written = ""] = names;
  const { name, containers, file } = parseNamePath(written);
  const isBare = containers.length === 0 && file === undefined && within === undefined;
  const uses = isBare
    ? (await Promise.all(names.map((each) => placesOf(parseNamePath(each).name, resolver)))).flat()
    : [];
  if (uses.length > 0) {
    const answer = answerOf([], { uses, other: 0, unread: [] }, kinds, parts);
    return { ...answer, note: `${names.join(", ")}: declared outside the sources, or local` };
  }
  const near = nearestDeclared(resolver.index, name);
  throw new JigError("SYMBOL_NOT_FOUND", `Nothing here declares ${JSON.stringify(written)}`, {
    hint: near === undefined ? "code_symbol_find searches by a part of the name" : `Did you mean ${near}?`,
    details: { candidates: near === undefined ? [] : [near] },
  });
}

async function usesAt(
  { path, line, column }: NonNullable<RefsRequest["at"]>,
  kinds: readonly string[],
  parts: RefsParts,
): Promise<JsonObject> {
  const { resolver, display } = parts;
  const file = await resolver.file(path);
  const offset = file?.lines.offset(line, column) ?? 0;
  const node = file?.nameAt(offset);
  if (!file || !node) {
    throw new JigError("SYMBOL_NOT_FOUND", `No name is at ${display(path)}:${line}:${column}`, {
      hint: "Lines and columns count from 1; code_outline gives those of declarations",
    });
  }
  const meant = await meaningAt(node, file, resolver);
  if (meant && meant.length > 0) return answerOf(meant, await findUses(meant, resolver), kinds, parts);
  const local = localUses(file, node, resolver);
  if (local.length > 0) {
    const { unread: _, ...answer } = answerOf([], { uses: local, other: 0, unread: [] }, kinds, parts);
    return { ...answer, note: "A local of this file" };
  }
  const uses = await placesOf(file.textOf(node), resolver);
  const note = "This name cannot be decided: every place of the name";
  return { ...answerOf([], { uses, other: 0, unread: [] }, kinds, parts), note };
}

/** How often each declaration of a file is used. */
async function usesOfFile(path: string, { resolver, paths }: RefsParts): Promise<JsonObject> {
  const all = resolver.declarationsOf(path);
  const found = await findUses(all, resolver);
  const counts = countsOf(found.uses);
  const language = languageOf(path);
  return {
    declarations: all.map((each) => ({
      symbol_path: paths.of(each),
      kind: each.kind,
      line: each.nameLine,
      ...counts(each),
    })),
    uses: [],
    total: 0,
    ...levelNote(language ? [language.id] : []),
  };
}

type Placed = Pick<IndexedDeclaration, "path" | "name" | "nameLine" | "column">;

/** Uses of a declaration; those that are only possible are counted by its name. */
export function countsOf(uses: readonly Use[]): (one: Placed) => { certain: number; possible: number } {
  const certain = new Map<string, number>();
  const possible = new Map<string, number>();
  const place = ({ path, nameLine, column }: Placed) => `${path}:${nameLine}:${column}`;
  const add = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const { kind, targets, name } of uses) {
    if (kind === "declaration") continue;
    for (const each of targets) add(certain, place(each));
    if (targets.length === 0) add(possible, name);
  }
  return (one) => ({ certain: certain.get(place(one)) ?? 0, possible: possible.get(one.name) ?? 0 });
}

export function answerOf(
  targets: readonly IndexedDeclaration[],
  found: Uses,
  kinds: readonly string[],
  { resolver, paths, display }: RefsParts,
): JsonObject {
  const uses = found.uses.filter(({ kind }) => kinds.length === 0 || kinds.includes(kind));
  // Certain uses first; each part in the order of paths.
  const ordered = [
    ...uses.filter((use) => use.certainty === "certain"),
    ...uses.filter((use) => use.certainty === "possible"),
  ];
  const counts = countsOf(uses);
  const several = targets.length > 1;
  return {
    declarations: targets.map((each) => ({
      symbol_path: paths.of(each),
      kind: each.kind,
      line: each.nameLine,
      ...counts(each),
    })),
    uses: ordered.map(({ path, line, column, kind, certainty, text, enclosing, targets: [target] }) => ({
      path: display(path),
      line,
      column,
      kind,
      certainty,
      text,
      ...(enclosing && kind !== "declaration" ? { symbol_path: paths.of(enclosing) } : {}),
      ...(several && target ? { of: paths.of(target) } : {}),
    })),
    total: ordered.length,
    certain: ordered.filter(({ certainty }) => certainty === "certain").length,
    possible: ordered.filter(({ certainty }) => certainty === "possible").length,
    other: found.other,
    ...unreadNote(resolver.index, display, found.unread),
    ...levelNote([
      ...new Set([...new Set(found.uses.map(({ path }) => path))].flatMap((path) => languageOf(path)?.id ?? [])),
    ]),
  };
}

/** Languages whose uses are known by name alone say so. */
function levelNote(languages: readonly string[]): { level?: string } {
  const bare = LANGUAGES.filter(({ id, level }) => level === "index" && languages.includes(id)).map(
    ({ title }) => title,
  );
  return bare.length > 0 ? { level: `Uses in ${bare.join(", ")} are known by name alone` } : {};
}
