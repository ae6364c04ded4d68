/** Tool `angelscript_searchApi`. */
import type { Context, Json, JsonObject, Outcome, Row, View } from "../../core/host/mod.ts";
import { answerError } from "./answers/answer-error.ts";
import type { SearchAnswer, SearchItem } from "./answers/search.ts";
import { SEARCH_KINDS, type SearchKind } from "./answers/search-index.ts";
import { nativeFacts } from "./engine/native-source.ts";
import { dataOf, success } from "./envelope.ts";
import { fitRows } from "./fit-rows.ts";
import { chooseByPattern } from "./search-pattern.ts";
import type { AngelscriptService } from "./service.ts";

export interface SearchInput {
  labelQuery: string;
  searchIndex?: number | undefined;
  maxBatchResults?: number | undefined;
  includeDocs?: boolean | undefined;
  labelQueryUseRegex?: boolean | undefined;
  signatureRegex?: string | undefined;
  source?: "native" | "script" | "both" | undefined;
  kinds?: string[] | undefined;
}

/** More than this in one answer helps nobody; the next page is one call away. */
const MAX_BATCH = 1000;
const DEFAULT_BATCH = 200;

export default async function searchApi(input: SearchInput, context: Context): Promise<Outcome> {
  if (input.labelQuery.trim() === "") throw answerError("MISSING_LABEL_QUERY", '"labelQuery" must not be empty');
  const service = await context.service<AngelscriptService>();
  const request = {
    labelQuery: input.labelQuery,
    searchIndex: input.searchIndex ?? 0,
    maxBatchResults: Math.min(input.maxBatchResults ?? DEFAULT_BATCH, MAX_BATCH),
    includeDocs: input.includeDocs ?? false,
    labelQueryUseRegex: input.labelQueryUseRegex ?? false,
    signatureRegex: input.signatureRegex || undefined,
    source: input.source ?? "both",
    kinds: input.kinds?.map(searchKind),
  };
  const chosen = await chooseByPattern(service, request, context);
  const { data, native } = await service.ask<SearchAnswer>({ op: "search", request, chosen }, context.signal);
  return success({ ...data, ...nativeFacts(native) });
}

/** Kinds are understood in any case, `CLASS` too. */
function searchKind(kind: string): SearchKind {
  const known = SEARCH_KINDS.find((each) => each.toLowerCase() === kind.trim().toLowerCase());
  if (!known)
    throw answerError("InvalidParams", `"${kind}" is no kind of symbol`, {
      hint: `Known: ${SEARCH_KINDS.join(", ")}`,
      details: { kind, allowed: SEARCH_KINDS },
    });
  return known;
}

export function view(value: Json): View {
  const data = dataOf<SearchAnswer>(value);
  if (!data) return { rows: [] };
  const notes = data.text ? [data.text] : [];
  if (data.truncated)
    notes.push(`${data.returned} of ${data.total} shown; go on with searchIndex ${data.nextSearchIndex}`);
  return { rows: data.items.map(rowOf), columns: ["type", "signature"], notes };
}

function rowOf(item: SearchItem): Row {
  const signature = item.signature
    .replace(/\(\n\t\t/g, "(")
    .replace(/,\n\t\t/g, ", ")
    .replace(/\n\)/g, ")");
  const row: Row = { text: signature, cells: { type: item.type, signature } };
  if (item.match) row.tone = "muted";
  const [, kind, name] =
    /^(class|struct|enum|event|delegate)\s(?:.*\s)?([\w:]+)(?=\s*(?::|\(|<|$))/.exec(signature) ?? [];
  const typeName = kind === "class" || kind === "struct" || kind === "enum" ? signature.split(" ")[1] : name;
  if (!typeName) return row;
  row.links = [{ rel: "members", tool: "angelscript_getTypeMembers", input: { name: typeName } }];
  if (kind === "class")
    row.links.push({ rel: "hierarchy", tool: "angelscript_getClassHierarchy", input: { name: typeName } });
  return row;
}

export function fit(value: Json, maxChars: number): Json | undefined {
  const data = dataOf<SearchAnswer>(value);
  if (!data) return undefined;
  return fitRows(data.items.length, maxChars, (count) => {
    const end = data.searchIndex + count;
    const cut: SearchAnswer = {
      ...data,
      items: data.items.slice(0, count),
      returned: count,
      nextSearchIndex: end < data.total ? end : null,
      remainingCount: data.total - end,
      truncated: end < data.total,
    };
    return { ok: true, data: cut as unknown as JsonObject };
  });
}
