/** `angelscript_searchApi` (facts/angelscript.md §1.3): symbols by parts of their names, or by regular expression. */
import type { WorkerContext } from "../../../core/host/mod.ts";
import type { MemberSymbol, TypeSymbol } from "../database/symbols.ts";
import type { Engine } from "../engine/engine.ts";
import { answerError } from "./answer-error.ts";
import { docLines, markdownDoc } from "./docs.ts";
import { Sources } from "./preview.ts";
import { itemType, kindsOf, type SearchEntry, SearchIndex, type SearchKind, searchSignature } from "./search-index.ts";
import { matchEntry, parseQuery, relevance } from "./search-query.ts";

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
  /** The query matches the owner's name, not the symbol's own. */
  match?: "owner";
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

/** Indices by table: a table lives as long as nothing changes. */
export class SearchIndexes {
  #table: object | undefined;
  #index: SearchIndex | undefined;

  of(engine: Engine): SearchIndex {
    if (this.#table !== engine.table || !this.#index) {
      this.#table = engine.table;
      this.#index = new SearchIndex(engine.table);
    }
    return this.#index;
  }
}

export async function searchApi(
  engine: Engine,
  indexes: SearchIndexes,
  request: SearchRequest,
  context: WorkerContext,
): Promise<SearchAnswer> {
  const query = request.labelQuery.trim();
  if (query === "") throw answerError("MISSING_LABEL_QUERY", '"labelQuery" must not be empty');
  const index = indexes.of(engine);
  const matches = findMatches(index, query, request);
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
  };
}

function findMatches(index: SearchIndex, query: string, request: SearchRequest): Match[] {
  const expression = request.labelQueryUseRegex ? compile(query) : undefined;
  const signature = request.signatureRegex ? compile(request.signatureRegex) : undefined;
  const alternatives = expression ? [] : parseQuery(query);
  const kinds = request.kinds && request.kinds.length > 0 ? new Set(request.kinds) : undefined;
  const matches: Match[] = [];
  for (const entry of index.entries()) {
    if (request.source !== "both" && entry.isNative !== (request.source === "native")) continue;
    const hit = expression ? (expression.test(entry.label) ? "own" : undefined) : matchEntry(alternatives, entry);
    if (!hit) continue;
    if (kinds && !kindsOf(index.symbol(entry)).some((kind) => kinds.has(kind))) continue;
    if (signature && !signature.test(searchSignature(index.symbol(entry)))) continue;
    matches.push({ entry, isOwn: hit === "own", rank: relevance(query, entry) });
  }
  return matches.sort(
    (a, b) =>
      Number(b.isOwn) - Number(a.isOwn) ||
      b.rank - a.rank ||
      a.entry.label.length - b.entry.label.length ||
      (a.entry.label < b.entry.label ? -1 : a.entry.label > b.entry.label ? 1 : 0),
  );
}

/** `/pattern/flags`, or a bare pattern, which ignores case. `g` and `y` would make tests depend on each other: they are dropped. */
function compile(pattern: string): RegExp {
  const [, body = pattern, flags = "i"] = /^\/(.*)\/([a-z]*)$/s.exec(pattern) ?? [];
  try {
    if (/[^gimsuy]/.test(flags)) throw answerError("INVALID_REGEX", `Unknown flag in "${flags}"`);
    return new RegExp(body, flags.replace(/[gy]/g, ""));
  } catch (error) {
    throw answerError("INVALID_REGEX", `"${pattern}" is not a regular expression: ${(error as Error).message}`, {
      hint: "Write /pattern/flags with flags of gimsuy, or a bare pattern",
      details: { pattern },
    });
  }
}

function nothingFound(query: string, request: SearchRequest): Pick<SearchAnswer, "text" | "request"> {
  const searchable = request.labelQueryUseRegex || parseQuery(query).length > 0;
  return {
    text: searchable
      ? `Nothing matches "${query}".`
      : `"${query}" holds no letters, digits or separators to search for; set labelQueryUseRegex for patterns.`,
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
