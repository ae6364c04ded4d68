/** Tool `angelscript_findReferences`. */
import type { Context, Json, JsonObject, Outcome, Row, View } from "../../core/host/mod.ts";
import { placeInPreview } from "./answers/preview.ts";
import { cursorAfter, type Reference, type ReferencesAnswer } from "./answers/references.ts";
import { nativeFacts } from "./engine/native-source.ts";
import { dataOf, success } from "./envelope.ts";
import { fitRows } from "./fit-rows.ts";
import { positionRequest } from "./position-input.ts";
import type { AngelscriptService } from "./service.ts";

export interface ReferencesInput {
  filePath: string;
  position: { line: number; character: number };
  limit?: number | undefined;
  cursor?: string | undefined;
}

export const DEFAULT_LIMIT = 200;

export default async function findReferences(input: ReferencesInput, context: Context): Promise<Outcome> {
  const request = {
    ...(await positionRequest(input, context)),
    limit: input.limit ?? DEFAULT_LIMIT,
    cursor: input.cursor || undefined,
  };
  const service = await context.service<AngelscriptService>();
  const { data, native } = await service.ask<ReferencesAnswer>({ op: "references", request }, context.signal);
  return success({ ...data, ...nativeFacts(native) });
}

export function view(value: Json): View {
  const data = dataOf<ReferencesAnswer>(value);
  if (!data) return { rows: [] };
  const counts = Object.entries(data.counts).map(([kind, count]) => `${count} ${kind}`);
  const notes = [
    `${data.total} ${data.total === 1 ? "reference" : "references"}${counts.length > 0 ? `: ${counts.join(", ")}` : ""}`,
  ];
  if (data.truncated) notes.push(`${data.returned} shown; go on with cursor ${data.nextCursor}`);
  if (data.unresolved) notes.push(`${data.unresolved} uses of the name could not be decided`);
  if (data.notice) notes.push(data.notice);
  return { rows: data.references.map(rowOf), notes, language: "angelscript" };
}

function rowOf(reference: Reference): Row {
  const { start, end } = reference.range;
  const position = { line: start.line + 1, character: start.character + 1 };
  const input = { filePath: reference.filePath, position };
  const at = placeInPreview(reference.preview, start.character);
  return {
    text: reference.preview,
    marks: [[at, at + end.character - start.character]],
    location: {
      absolute: reference.filePath,
      display: reference.filePath,
      startLine: reference.startLine,
      startColumn: start.character + 1,
      endLine: reference.endLine,
    },
    links: [
      { rel: "definition", tool: "angelscript_resolveSymbolAtPosition", input },
      { rel: "references", tool: "angelscript_findReferences", input },
    ],
  };
}

export function fit(value: Json, maxChars: number): Json | undefined {
  const data = dataOf<ReferencesAnswer>(value);
  if (!data) return undefined;
  return fitRows(data.references.length, maxChars, (count) => {
    const references = data.references.slice(0, count);
    const { nextCursor, ...rest } = data;
    const last = references.at(-1);
    const next = count === data.references.length ? nextCursor : last && cursorAfter(last);
    const cut: ReferencesAnswer = {
      ...rest,
      references,
      returned: count,
      truncated: data.truncated || count < data.references.length,
      ...(next ? { nextCursor: next } : {}),
    };
    return { ok: true, data: cut as unknown as JsonObject };
  });
}
