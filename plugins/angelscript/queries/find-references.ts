/** Implements `angelscript_findReferences`, which returns all uses of a symbol with their kinds, sorted by file and position. */
import type { WorkerContext } from "../../../core/host/plugin-api.ts";
import { isLocal, isUnresolved, type Use, type UseView } from "../binding/bound-uses.ts";
import { nameOfKey } from "../database/symbol-of-key.ts";
import type { SymbolTable } from "../database/symbol-table.ts";
import { parameterKey } from "../database/symbols.ts";
import type { Engine } from "../engine/engine.ts";
import { answerError } from "../symbols/answer-error.ts";
import { describePosition, type PositionRequest, type ResolvedPosition, resolvePosition } from "../symbols/position.ts";
import { nameLocation, preview, Sources } from "../symbols/source-preview.ts";
import { type NamedSymbol, symbolsNamed } from "../symbols/symbol-names.ts";
import {
  type FoundUse,
  localUses,
  parameterOf,
  sortByPlace,
  usesOfName,
  usesOfTarget,
} from "../symbols/symbol-uses.ts";
import { type BoundFunction, boundFunction } from "./bound-function.ts";

export type ReferencesRequest = (PositionRequest | NamesRequest) & PageRequest;

/** Names in place of a position, see symbol-names.ts. */
export interface NamesRequest {
  names: string[];
}

interface PageRequest {
  limit: number;
  /** Limits the uses that are listed. The counts still include all kinds. */
  kinds?: readonly string[] | undefined;
  /** Continues after `path|line|character`, with a 1-based line and a 0-based character. */
  cursor?: string | undefined;
}

export interface Reference {
  filePath: string;
  startLine: number;
  endLine: number;
  range: { start: { line: number; character: number }; end: { line: number; character: number } };
  preview: string;
  kind: Exclude<Use, "alias">;
  /** The symbol that is used, if several were requested. */
  symbolPath?: string;
  /** The function that is bound to the event or removed from it. */
  binds?: BoundFunction;
}

/** One of the symbols that were requested. */
export interface SymbolUses {
  symbolPath: string;
  /** Declarations and overrides don't count, so 0 means that the symbol isn't used. */
  uses: number;
  total: number;
  counts: Record<string, number>;
  /** The number of uses of the same name that couldn't be resolved. */
  unresolved?: number;
  filePath?: string;
  startLine?: number;
}

export interface ReferencesAnswer {
  /** In the order of the request. Only set if names were requested. */
  symbols?: SymbolUses[];
  total: number;
  references: Reference[];
  returned: number;
  truncated: boolean;
  nextCursor?: string;
  /** The number of uses of each kind. */
  counts: Record<string, number>;
  /** The number of uses of the same name that couldn't be resolved. They are not part of the references. */
  unresolved?: number;
  notice?: string;
  /** The absolute paths of all files with uses, not only of those on this page. */
  files: string[];
}

/** All uses for a request, independent of its pages. */
interface AskedUses {
  found: readonly FoundUse[];
  counts: Record<string, number>;
  /** Absolute paths. */
  files: string[];
  /** These are the same on all pages. */
  beside: Pick<ReferencesAnswer, "symbols" | "unresolved" | "notice">;
  /** The most recent pages, starting with the oldest, so that we don't have to read their lines again. */
  pages: Map<string, Page>;
}

type Page = Omit<ReferencesAnswer, "symbols" | "unresolved" | "notice">;

const MAX_QUESTIONS = 4;
const MAX_PAGES = 4;
/** Larger pages aren't cached. */
const MAX_KEPT = 1000;

/**
 * Keeps the uses for each request, with the most recent at the end. A popular name can have hundreds of pages, and collecting
 * its uses takes longer than rendering one of them.
 */
export class QuestionUses {
  #table: SymbolTable | undefined;
  readonly #byQuestion = new Map<string, AskedUses>();

  /** Collects uses unless they are in the cache. Every change creates a new table, which makes the cache invalid. */
  async of(table: SymbolTable, question: string, gather: () => Promise<AskedUses>): Promise<AskedUses> {
    if (this.#table !== table) this.#byQuestion.clear();
    this.#table = table;
    const uses = this.#byQuestion.get(question) ?? (await gather());
    this.#byQuestion.delete(question);
    this.#byQuestion.set(question, uses);
    const [oldest] = this.#byQuestion.keys();
    if (oldest !== undefined && this.#byQuestion.size > MAX_QUESTIONS) this.#byQuestion.delete(oldest);
    return uses;
  }
}

export async function findReferences(
  engine: Engine,
  known: QuestionUses,
  request: ReferencesRequest,
  context: WorkerContext,
): Promise<ReferencesAnswer> {
  const { limit, cursor, kinds, ...question } = request;
  const { beside, pages, ...asked } = await known.of(engine.table, JSON.stringify(question), () =>
    "names" in request ? usesOfNames(engine, request, context) : usesAt(engine, request, context),
  );
  const { symbols, ...rest } = beside;
  const key = JSON.stringify([limit, cursor, kinds]);
  const shown = pages.get(key) ?? (await page(engine, request, context, asked));
  const [oldest] = pages.keys();
  if (oldest !== undefined && pages.size >= MAX_PAGES && !pages.has(key)) pages.delete(oldest);
  if (shown.returned <= MAX_KEPT) pages.set(key, shown);
  return { ...(symbols ? { symbols } : {}), ...shown, ...rest };
}

function asked(found: readonly FoundUse[], beside: AskedUses["beside"] = {}): AskedUses {
  return { found, counts: countsOf(found), files: filesOf(found), beside, pages: new Map() };
}

async function usesAt(engine: Engine, request: PositionRequest, context: WorkerContext): Promise<AskedUses> {
  const position = await resolvePosition(engine, request, context);
  const use = position.uses.find((each) => !isUnresolved(each.target)) ?? position.uses[0];
  if (!use) return asked([], { notice: `There is no symbol here: it is ${describePosition(position)}` });
  const name = position.text.slice(use.start, use.start + use.length);
  if (isUnresolved(use.target)) return asked(await usesOfName(engine, name, context), { notice: UNDECIDED });
  const parameter = isLocal(use.target) ? await parameterAt(engine, position, use, context) : undefined;
  if (isLocal(use.target) && parameter === undefined) return asked(localUses(position.file, position.all, use.target));
  const same = engine.unresolved(name);
  const { found, undecided } = await usesOfTarget(engine, parameter ?? use.target, context, same);
  return asked(found, undecided === 0 ? {} : { unresolved: undecided });
}

async function parameterAt(
  engine: Engine,
  { file, all, text }: ResolvedPosition,
  use: UseView,
  context: WorkerContext,
): Promise<number | undefined> {
  const parameter = await parameterOf(engine, { file, uses: all, text }, use, context);
  return parameter && engine.keys.number(parameterKey(parameter.member.key, parameter.name));
}

async function usesOfNames(engine: Engine, request: NamesRequest, context: WorkerContext): Promise<AskedUses> {
  const sources = new Sources(context);
  const named = new Map<string, NamedSymbol>();
  for (const name of request.names)
    for (const each of await symbolsNamed(engine, name, sources)) named.set(each.key, each);
  const all: FoundUse[] = [];
  const symbols: SymbolUses[] = [];
  const undecidedByName = new Map<string, number>();
  for (const { key, path, place } of named.values()) {
    const name = nameOfKey(key);
    const same = engine.unresolved(name);
    const { found, undecided } = await usesOfTarget(engine, engine.keys.number(key), context, same);
    undecidedByName.set(name, undecided);
    const counts = countsOf(found);
    const uses = found.filter(({ use }) => use !== "declaration" && use !== "override").length;
    symbols.push({
      symbolPath: path,
      uses,
      total: found.length,
      counts,
      ...(undecided > 0 ? { unresolved: undecided } : {}),
      ...(await nameLocation(sources, place)),
    });
    for (const each of found) all.push(named.size > 1 ? { ...each, symbolPath: path } : each);
  }
  if (named.size > 1) sortByPlace(all, context);
  let unresolved = 0;
  for (const count of undecidedByName.values()) unresolved += count;
  return asked(all, { symbols, ...(unresolved > 0 ? { unresolved } : {}) });
}

const UNDECIDED =
  "The declaration of this name is not known here: these are other uses of the same name that could not be resolved";

async function page(
  engine: Engine,
  request: PageRequest,
  context: WorkerContext,
  all: Omit<AskedUses, "beside" | "pages">,
): Promise<Page> {
  const sources = new Sources(context);
  const { kinds } = request;
  const found = kinds ? all.found.filter(({ use }) => kinds.includes(use)) : all.found;
  const from = request.cursor === undefined ? 0 : await positionOfCursor(found, request.cursor, sources);
  const shown = found.slice(from, from + request.limit);
  const references: Reference[] = [];
  for (const found of shown) {
    const { file, start, length, use, symbolPath } = found;
    const binds = await boundFunction(engine, found, sources, context);
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
      ...(binds ? { binds } : {}),
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
    counts: all.counts,
    files: kinds ? filesOf(found) : all.files,
  };
}

function filesOf(found: readonly FoundUse[]): string[] {
  return [...new Set(found.map((each) => each.file.path))];
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

/** Returns the index after the cursor. If its file no longer exists, we continue with the next path. */
async function positionOfCursor(found: readonly FoundUse[], cursor: string, sources: Sources): Promise<number> {
  const [, path, line, character] = /^(.*)\|(\d+)\|(\d+)$/s.exec(cursor) ?? [];
  if (path === undefined)
    throw answerError("InvalidParams", `Invalid cursor "${cursor}"`, {
      hint: "Pass the nextCursor of the previous answer",
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
