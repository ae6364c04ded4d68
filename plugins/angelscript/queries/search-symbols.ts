/** Implements `angelscript_searchApi`, which finds symbols by parts of their name or by a regular expression. */
import { JigError, type WorkerContext } from "../../../core/host/plugin-api.ts";
import type { MemberSymbol, TypeSymbol } from "../database/symbols.ts";
import type { Engine } from "../engine/engine.ts";
import { answerError } from "../symbols/answer-error.ts";
import { docLines, markdownDoc } from "../symbols/documentation.ts";
import { parameterList, visibleParameters } from "../symbols/signature-text.ts";
import { nameLocation, Sources } from "../symbols/source-preview.ts";
import { isMember, itemType, kindsOf, type SearchEntry, SearchIndex, searchSignature } from "./search-index.ts";
import type { SearchKind } from "./search-kinds.ts";
import { matchEntry, parseQuery, relevance, wordsOf } from "./search-query.ts";

export interface SearchRequest {
  labelQuery: string;
  searchIndex: number;
  maxBatchResults: number;
  includeDocs: boolean;
  labelQueryUseRegex: boolean;
  signatureRegex?: string | undefined;
  source: "native" | "script" | "both";
  kinds?: SearchKind[] | undefined;
}

export interface SearchItem {
  signature: string;
  docs?: string;
  type: "type" | "function" | "property";
  /** Set if only the name of the owner matches. */
  match?: "owner";
  /** Set for symbols of scripts. */
  filePath?: string;
  startLine?: number;
}

export interface SearchAnswer {
  labelQuery: string;
  searchIndex: number;
  nextSearchIndex: number | null;
  remainingCount: number;
  total: number;
  returned: number;
  truncated: boolean;
  items: SearchItem[];
  text?: string;
  request?: Record<string, unknown>;
}

interface Match {
  entry: SearchEntry;
  isOwn: boolean;
  rank: number;
}

/** Caches the index of the current table. */
export class SearchIndexes {
  #table: object | undefined;
  #index: SearchIndex | undefined;
  #generation = 0;

  of(engine: Engine): SearchIndex {
    if (this.#table !== engine.table || !this.#index) {
      this.#table = engine.table;
      this.#index = new SearchIndex(engine.table);
      this.#generation++;
    }
    return this.#index;
  }

  /** The numbers of entries are only valid within a generation. */
  get generation(): number {
    return this.#generation;
  }
}

/** The entries to test against a regular expression. */
export interface Candidates {
  generation: number;
  entries: Uint32Array;
  /** Labels or signatures in UTF-8, separated by NUL. */
  texts: Uint8Array;
}

/** The entries that match, which the `match` worker has determined. */
export interface PatternMatches {
  generation: number;
  entries: Uint32Array;
}

/** Returns the strings to test. They are those of the entries in `chosen`, or of all entries that pass the other filters. */
export function searchCandidates(
  engine: Engine,
  indexes: SearchIndexes,
  request: SearchRequest,
  by: "label" | "signature",
  chosen: PatternMatches | undefined,
): Candidates {
  const index = indexes.of(engine);
  const entries: number[] = [];
  const texts: string[] = [];
  for (const { entry } of matchesOf(index, request, sound(indexes, chosen))) {
    entries.push(entry.index);
    texts.push(by === "label" ? entry.label : searchSignature(index.symbol(entry)));
  }
  return {
    generation: indexes.generation,
    entries: Uint32Array.from(entries),
    texts: new TextEncoder().encode(texts.join("\0")),
  };
}

function sound(indexes: SearchIndexes, chosen: PatternMatches | undefined): Uint32Array | undefined {
  if (chosen && chosen.generation !== indexes.generation)
    throw new JigError("UNAVAILABLE", "Scripts changed during the search", { hint: "Try again" });
  return chosen?.entries;
}

export async function searchSymbols(
  engine: Engine,
  indexes: SearchIndexes,
  request: SearchRequest,
  chosen: PatternMatches | undefined,
  context: WorkerContext,
): Promise<SearchAnswer> {
  const query = request.labelQuery.trim();
  const index = indexes.of(engine);
  const matches = ranked([...matchesOf(index, request, sound(indexes, chosen))]);
  const total = matches.length;
  const { searchIndex } = request;
  if (!Number.isInteger(searchIndex) || searchIndex < 0 || searchIndex > Math.max(0, total - 1))
    throw answerError("INVALID_SEARCH_INDEX", `"searchIndex" must be an integer from 0 to ${Math.max(0, total - 1)}`, {
      details: { receivedSearchIndex: searchIndex, validRange: { min: 0, max: Math.max(0, total - 1) }, total },
    });
  const page = matches.slice(searchIndex, searchIndex + request.maxBatchResults);
  const sources = new Sources(context);
  const items: SearchItem[] = [];
  for (const { entry, isOwn } of page) items.push(await itemOf(index.symbol(entry), isOwn, request, sources));
  const end = searchIndex + page.length;
  return {
    labelQuery: query,
    searchIndex,
    nextSearchIndex: end < total ? end : null,
    remainingCount: total - end,
    total,
    returned: page.length,
    truncated: end < total,
    items,
    ...(total === 0 ? nothingFound(query, request) : {}),
  };
}

async function itemOf(
  symbol: TypeSymbol | MemberSymbol,
  isOwn: boolean,
  request: SearchRequest,
  sources: Sources,
): Promise<SearchItem> {
  const docs = request.includeDocs ? markdownDoc(await docLines(sources, symbol)).trim() : "";
  return {
    signature: searchSignature(symbol),
    ...(docs ? { docs } : {}),
    type: itemType(symbol),
    ...(isOwn ? {} : { match: "owner" as const }),
    ...(await nameLocation(sources, isMember(symbol) ? symbol.place : symbol.places[0])),
  };
}

/** Applies all filters except for regular expressions. */
function* matchesOf(index: SearchIndex, request: SearchRequest, only: Uint32Array | undefined): Generator<Match> {
  const query = request.labelQuery.trim();
  const alternatives = request.labelQueryUseRegex ? [] : parseQuery(query);
  const kinds = request.kinds && request.kinds.length > 0 ? new Set(request.kinds) : undefined;
  const words = request.labelQueryUseRegex ? undefined : wordsOf(alternatives);
  for (const entry of only ? index.chosen(only) : index.entries(words)) {
    if (request.source !== "both" && entry.isNative !== (request.source === "native")) continue;
    const parametersOf = (): string => parametersText(index.symbol(entry));
    const hit = request.labelQueryUseRegex ? "own" : matchEntry(alternatives, entry, parametersOf);
    if (!hit) continue;
    if (kinds && !kindsOf(index.symbol(entry)).some((kind) => kinds.has(kind))) continue;
    yield { entry, isOwn: hit === "own", rank: relevance(query, entry) };
  }
}

function parametersText(symbol: TypeSymbol | MemberSymbol): string {
  return isMember(symbol) ? parameterList(visibleParameters(symbol, undefined)) : "";
}

function ranked(matches: Match[]): Match[] {
  return matches.sort(
    (a, b) =>
      Number(b.isOwn) - Number(a.isOwn) ||
      b.rank - a.rank ||
      a.entry.label.length - b.entry.label.length ||
      (a.entry.label < b.entry.label ? -1 : a.entry.label > b.entry.label ? 1 : 0),
  );
}

function nothingFound(query: string, request: SearchRequest): Pick<SearchAnswer, "text" | "request"> {
  const searchable = request.labelQueryUseRegex || parseQuery(query).length > 0;
  return {
    text: searchable
      ? `Nothing matches "${query}".`
      : `"${query}" contains no letters, digits or separators to search for; set labelQueryUseRegex for patterns.`,
    request: {
      labelQuery: query,
      searchIndex: request.searchIndex,
      maxBatchResults: request.maxBatchResults,
      ...(request.kinds ? { kinds: request.kinds } : {}),
      source: request.source,
      labelQueryUseRegex: request.labelQueryUseRegex,
      ...(request.signatureRegex ? { signatureRegex: request.signatureRegex } : {}),
    },
  };
}
