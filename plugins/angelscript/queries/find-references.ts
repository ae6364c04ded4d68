/** `angelscript_findReferences`: every use of a symbol, classified, in the order of files and positions. */
import type { WorkerContext } from "../../../core/host/plugin-api.ts";
import { isLocal, isUnresolved, readUse, type Use, usesOf } from "../binding/bound-uses.ts";
import { overrideFamily } from "../database/override-family.ts";
import { symbolOfKey } from "../database/symbol-of-key.ts";
import type { SymbolTable } from "../database/symbol-table.ts";
import type { MemberSymbol, TypeSymbol } from "../database/symbols.ts";
import type { Engine } from "../engine/engine.ts";
import type { IndexedFile } from "../engine/indexed-file.ts";
import { Flag } from "../parser/syntax.ts";
import { answerError } from "./answer-error.ts";
import { describePosition, type PositionRequest, resolvePosition } from "./position.ts";
import { displayPath, nameLocation, preview, Sources } from "./source-preview.ts";
import { type NamedSymbol, symbolsNamed } from "./symbol-names.ts";

export type ReferencesRequest = (PositionRequest | NamesRequest) & PageRequest;

/** Symbols by name instead of a place; see symbol-names.ts. */
export interface NamesRequest {
  names: string[];
}

interface PageRequest {
  limit: number;
  /** Only uses of these kinds are listed; counts are of all. */
  kinds?: readonly string[] | undefined;
  /** `path|line|character` after which the answer goes on; line from 1, character from 0. */
  cursor?: string | undefined;
}

export interface Reference {
  filePath: string;
  startLine: number;
  endLine: number;
  range: { start: { line: number; character: number }; end: { line: number; character: number } };
  preview: string;
  kind: Exclude<Use, "alias">;
  /** The symbol that is used, if several were named. */
  symbolPath?: string;
}

/** One of the symbols that were named. */
export interface SymbolUses {
  symbolPath: string;
  /** Without its declaration and overrides: 0 if no script uses it. */
  uses: number;
  total: number;
  counts: Record<string, number>;
  filePath?: string;
  startLine?: number;
}

export interface ReferencesAnswer {
  /** In the order of the question; only where symbols were named. */
  symbols?: SymbolUses[];
  total: number;
  references: Reference[];
  returned: number;
  truncated: boolean;
  nextCursor?: string;
  /** By kind, of all uses. */
  counts: Record<string, number>;
  /** Uses of the same name whose meaning could not be decided; they are not among the references. */
  unresolved?: number;
  notice?: string;
  /** Absolute paths of the files with uses, of all pages. */
  files: string[];
}

export interface FoundUse {
  file: IndexedFile;
  start: number;
  length: number;
  use: Use;
  symbolPath?: string;
}

export async function findReferences(
  engine: Engine,
  request: ReferencesRequest,
  context: WorkerContext,
): Promise<ReferencesAnswer> {
  if ("names" in request) return await referencesOfNames(engine, request, context);
  const position = await resolvePosition(engine, request, context);
  const use = position.uses.find((each) => !isUnresolved(each.target)) ?? position.uses[0];
  if (!use)
    return {
      total: 0,
      references: [],
      returned: 0,
      truncated: false,
      counts: {},
      files: [],
      notice: `No symbol here: it is ${describePosition(position)}`,
    };
  const name = position.text.slice(use.start, use.start + use.length);
  if (isLocal(use.target)) {
    const found = collect(position.file, position.all, new Set([use.target]));
    return await page(request, context, found);
  }
  const same = engine.unresolved(name);
  if (isUnresolved(use.target)) {
    const { found } = await collectUses(engine, [name], () => [same], context);
    return { ...(await page(request, context, found)), notice: UNDECIDED };
  }
  const { found, undecided } = await usesOfTarget(engine, use.target, context, same);
  const answer = await page(request, context, found);
  return undecided === 0 ? answer : { ...answer, unresolved: undecided };
}

async function referencesOfNames(
  engine: Engine,
  request: NamesRequest & PageRequest,
  context: WorkerContext,
): Promise<ReferencesAnswer> {
  const sources = new Sources(context);
  const named = new Map<string, NamedSymbol>();
  for (const name of request.names)
    for (const each of await symbolsNamed(engine, name, sources)) named.set(each.key, each);
  const all: FoundUse[] = [];
  const symbols: SymbolUses[] = [];
  let unresolved = 0;
  for (const { key, path, place } of named.values()) {
    const same = named.size === 1 ? engine.unresolved(nameOfKey(key)) : undefined;
    const { found, undecided } = await usesOfTarget(engine, engine.keys.number(key), context, same, ofBranch);
    unresolved += undecided;
    const counts = countsOf(found);
    const uses = found.filter(({ use }) => use !== "declaration" && use !== "override").length;
    symbols.push({ symbolPath: path, uses, total: found.length, counts, ...(await nameLocation(sources, place)) });
    for (const each of found) all.push(named.size > 1 ? { ...each, symbolPath: path } : each);
  }
  if (named.size > 1) sortByPlace(all, sources);
  const answer = await page(request, context, all);
  return { symbols, ...answer, ...(unresolved > 0 ? { unresolved } : {}) };
}

function sortByPlace(found: FoundUse[], sources: Sources): void {
  const shown = new Map(found.map(({ file }) => [file, sources.display(file.path)]));
  found.sort((a, b) => {
    const [first = "", second = ""] = [shown.get(a.file), shown.get(b.file)];
    return first < second ? -1 : first > second ? 1 : a.start - b.start;
  });
}

type Family = (table: SymbolTable, member: MemberSymbol) => MemberSymbol[];

/** The family without the branches of other classes, which share no more than a function of the engine's. */
function ofBranch(table: SymbolTable, member: MemberSymbol): MemberSymbol[] {
  const family = overrideFamily(table, member);
  const { owner } = member;
  if (!owner?.isScript || family.every((each) => each.place)) return family;
  const isNear = (other: TypeSymbol | undefined): boolean =>
    other?.isScript === true && (table.derivesFrom(other, owner) || table.derivesFrom(owner, other));
  return family.filter((each) => isNear(each.owner));
}

/** Uses of what has that number, of all that overrides it or is overridden by it too. */
export async function usesOfTarget(
  engine: Engine,
  target: number,
  context: WorkerContext,
  same?: number,
  familyOf: Family = overrideFamily,
): Promise<{ found: FoundUse[]; undecided: number }> {
  const key = engine.keys.key(target);
  const symbol = symbolOfKey(engine.table, key);
  const member = symbol?.kind === "member" ? symbol.member : undefined;
  const keys = member ? withTriggers(engine.table, familyOf(engine.table, member)).map((each) => each.key) : [key];
  const targets = (): number[] => keys.flatMap((each) => engine.keys.known(each) ?? []);
  const words = member ? spellings(member) : [nameOfKey(key)];
  return await collectUses(engine, words, targets, context, same);
}

/** An event of an effect handler and the function that the compiler makes to trigger it are one symbol. */
function withTriggers(table: SymbolTable, family: readonly MemberSymbol[]): MemberSymbol[] {
  const triggers = family.flatMap((member) => {
    const { owner, place } = member;
    if (!owner || !place || !(member.flags & Flag.blueprintEvent)) return [];
    const name = `Trigger_${member.name}`;
    const types = [owner, ...derivedTypes(table, owner)];
    return types.flatMap((type) => table.statics(type).filter((each) => each.name === name));
  });
  return [...family, ...triggers];
}

function derivedTypes(table: SymbolTable, type: TypeSymbol): TypeSymbol[] {
  return table.derived(type).flatMap((each) => [each, ...derivedTypes(table, each)]);
}

const UNDECIDED =
  "The declaration of this name is not known here: these are the uses of the same name that could not be decided either";

/**
 * Uses of any of the targets in the files that have one of the words, in the order of shown paths and positions; and how many
 * uses there have the target `same`, which is a name that could not be decided.
 */
async function collectUses(
  engine: Engine,
  words: readonly string[],
  targets: () => readonly number[],
  context: WorkerContext,
  same?: number,
): Promise<{ found: FoundUse[]; undecided: number }> {
  const files = new Set<IndexedFile>();
  for (const word of words) for (const file of engine.filesWith(word)) files.add(file);
  const shown = new Map([...files].map((file) => [file, displayPath(context, file.path)]));
  const inOrder = [...shown].sort((a, b) => (a[1] < b[1] ? -1 : 1));
  const found: FoundUse[] = [];
  let undecided = 0;
  let known = -1;
  let wanted: ReadonlySet<number> = new Set();
  const sames = new Set(same === undefined ? [] : [same]);
  for (const [file] of inOrder) {
    const uses = file.uses ?? (await engine.uses(context, file));
    // Binding a file may be what gives a key its number.
    if (engine.keys.size !== known) {
      known = engine.keys.size;
      wanted = new Set(targets());
    }
    for (const each of collect(file, uses, wanted)) found.push(each);
    for (const _ of usesOf(uses, sames)) undecided++;
  }
  return { found, undecided };
}

function nameOfKey(key: string): string {
  return /([^:@.]+)(?:@\d+)?$/.exec(key)?.[1] ?? key;
}

/** How a member may be written: `GetX` also as `X`. */
function spellings(member: MemberSymbol): string[] {
  const accessorLike = /^(?:Get|Set)./.test(member.name) && member.isCallable;
  const name = member.name.replace(/^~/, "");
  const trigger = member.flags & Flag.blueprintEvent ? [`Trigger_${name}`] : [];
  return accessorLike ? [name, name.slice(3), ...trigger] : [name, ...trigger];
}

function collect(file: IndexedFile, uses: Int32Array, targets: ReadonlySet<number>): FoundUse[] {
  const found: FoundUse[] = [];
  for (const index of usesOf(uses, targets)) {
    const { start, length, use } = readUse(uses, index);
    if (use !== "alias") found.push({ file, start, length, use });
  }
  return found.sort((a, b) => a.start - b.start);
}

async function page(request: PageRequest, context: WorkerContext, all: readonly FoundUse[]): Promise<ReferencesAnswer> {
  const sources = new Sources(context);
  const counts = countsOf(all);
  const { kinds } = request;
  const found = kinds ? all.filter(({ use }) => kinds.includes(use)) : all;
  const from = request.cursor === undefined ? 0 : await positionOfCursor(found, request.cursor, sources);
  const shown = found.slice(from, from + request.limit);
  const references: Reference[] = [];
  for (const { file, start, length, use, symbolPath } of shown) {
    const lines = await sources.lines(file.path);
    const line = lines?.lineAt(start) ?? 1;
    const character = (lines?.columnAt(start) ?? 1) - 1;
    references.push({
      filePath: sources.display(file.path),
      startLine: line,
      endLine: line,
      range: { start: { line: line - 1, character }, end: { line: line - 1, character: character + length } },
      preview: preview(lines, line, line, character),
      kind: use as Reference["kind"],
      ...(symbolPath === undefined ? {} : { symbolPath }),
    });
  }
  const last = references.at(-1);
  const truncated = from + shown.length < found.length;
  return {
    total: found.length,
    references,
    returned: references.length,
    truncated,
    ...(truncated && last ? { nextCursor: cursorAfter(last) } : {}),
    counts,
    files: [...new Set(found.map((each) => each.file.path))],
  };
}

function countsOf(found: readonly FoundUse[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { use } of found) counts[use] = (counts[use] ?? 0) + 1;
  return counts;
}

export function cursorAfter(reference: Reference): string {
  const { line, character } = reference.range.start;
  return `${reference.filePath}|${line + 1}|${character}`;
}

/** The place after the cursor; a cursor whose file is gone goes on with the next path. */
async function positionOfCursor(found: readonly FoundUse[], cursor: string, sources: Sources): Promise<number> {
  const [, path, line, character] = /^(.*)\|(\d+)\|(\d+)$/s.exec(cursor) ?? [];
  if (path === undefined)
    throw answerError("InvalidParams", `Invalid cursor "${cursor}"`, {
      hint: "Pass the nextCursor of the answer before",
    });
  for (const [index, each] of found.entries()) {
    const shown = sources.display(each.file.path);
    if (shown > path) return index;
    if (shown < path) continue;
    const lines = await sources.lines(each.file.path);
    const at = lines?.offsetAt(Number(line), Number(character) + 1) ?? 0;
    if (each.start > at) return index;
  }
  return found.length;
}
