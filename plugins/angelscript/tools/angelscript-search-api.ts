/** Implements the tool `angelscript_searchApi`. */
import type { Context, Outcome, RenderedRow, Row } from "../../../core/host/plugin-api.ts";
import { nativeFacts } from "../engine/native-source.ts";
import { SEARCH_KINDS, type SearchKind } from "../queries/search-kinds.ts";
import type { SearchAnswer, SearchItem } from "../queries/search-symbols.ts";
import type { AngelscriptService } from "../queries/service.ts";
import { answerError } from "../symbols/answer-error.ts";
import { success } from "./error-envelope.ts";
import { matchByPattern } from "./search-pattern.ts";

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
  const chosen = await matchByPattern(service, request, context);
  const ask = async (labelQuery: string) =>
    await service.ask<SearchAnswer>({ op: "search", request: { ...request, labelQuery }, chosen }, context);
  let { data, native } = await ask(request.labelQuery);
  // The C++ form `AThing::Fire` is in the index as `AThing.Fire`.
  if (data.total === 0 && !request.labelQueryUseRegex && /\w::\w/.test(request.labelQuery)) {
    const again = await ask(request.labelQuery.replaceAll("::", "."));
    native = again.native;
    data = { ...again.data, labelQuery: request.labelQuery };
  }
  const { nextSearchIndex: next } = data;
  return {
    ...success({ ...data, ...nativeFacts(native) }),
    ...(next === null ? {} : { next: { searchIndex: next } }),
  };
}

/** The comparison ignores case. */
function searchKind(kind: string): SearchKind {
  const known = SEARCH_KINDS.find((each) => each.toLowerCase() === kind.trim().toLowerCase());
  if (!known)
    throw answerError("InvalidParams", `"${kind}" is not a kind of symbol`, {
      hint: `Known: ${SEARCH_KINDS.join(", ")}`,
      details: { kind, allowed: SEARCH_KINDS },
    });
  return known;
}

/** Writes one line per signature. Types have links. */
export function lines({ row: item }: RenderedRow<SearchItem>): Row[] {
  const signature = item.signature
    .replace(/\(\n\t\t/g, "(")
    .replace(/,\n\t\t/g, ", ")
    .replace(/\n\)/g, ")");
  const row: Row = { text: signature, cells: { type: item.type, signature, docs: item.docs ?? "" } };
  const name = ownName(signature);
  if (name !== undefined) row.name = name;
  const notes = [
    item.type,
    ...(item.match ? ["matches by its owner's name"] : []),
    ...(item.docs ? [item.docs.replace(/\s+/g, " ").trim()] : []),
  ];
  row.note = notes.join(", ");
  const [, kind, typed] =
    /^(class|struct|enum|event|delegate)\s(?:.*\s)?([\w:]+)(?=\s*(?::|\(|<|$))/.exec(signature) ?? [];
  const typeName = kind === "class" || kind === "struct" || kind === "enum" ? signature.split(" ")[1] : typed;
  if (!typeName) return [row];
  row.links = [{ rel: "members", tool: "angelscript_getTypeMembers", input: { name: typeName } }];
  if (kind === "class")
    row.links.push({ rel: "hierarchy", tool: "angelscript_getClassHierarchy", input: { name: typeName } });
  return [row];
}

/** Returns `Fire` for `void AThing.Fire(int Count)`, and `AThing` for `class AThing : AActor`. */
function ownName(signature: string): string | undefined {
  const head = signature.replace(/\(.*$/s, "").replace(/ : .*$/s, "");
  return /([\p{L}\p{N}_]+)[^\p{L}\p{N}_]*$/u.exec(head)?.[1];
}
