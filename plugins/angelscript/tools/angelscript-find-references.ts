/** Implements the tool `angelscript_findReferences`. */
import type { Context, Outcome, RenderedRow, Row } from "../../../core/host/plugin-api.ts";
import { nativeFacts } from "../engine/native-source.ts";
import type { BoundFunction } from "../queries/bound-function.ts";
import {
  cursorAfter,
  type Reference,
  type ReferencesAnswer,
  type ReferencesRequest,
} from "../queries/find-references.ts";
import type { AngelscriptService } from "../queries/service.ts";
import { columnInPreview } from "../symbols/source-preview.ts";
import { success } from "./error-envelope.ts";
import { namesOf, placeRequest, type SymbolInput } from "./position-input.ts";

interface ReferencesInput extends SymbolInput {
  kinds?: string[] | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

const DEFAULT_LIMIT = 200;
/** The number of cursors that are created before other requests can continue. */
const CURSORS_AT_ONCE = 1000;

export default async function findReferences(input: ReferencesInput, context: Context): Promise<Outcome> {
  const names = namesOf(input);
  const request: ReferencesRequest = {
    ...(names ? { names } : await placeRequest(input, context)),
    limit: input.limit ?? DEFAULT_LIMIT,
    cursor: input.cursor || undefined,
    kinds: input.kinds,
  };
  const service = await context.service<AngelscriptService>();
  const { data, native } = await service.ask<ReferencesAnswer>({ op: "references", request }, context);
  const { files, ...answer } = data;
  const cursors: string[] = [];
  for (let at = 0; at < data.references.length; at += CURSORS_AT_ONCE) {
    if (at > 0) await context.clock.sleep(0);
    cursors.push(...data.references.slice(at, at + CURSORS_AT_ONCE).map(cursorAfter));
  }
  return {
    ...success({ ...answer, ...nativeFacts(native) }),
    cursors,
    files,
    ...(data.nextCursor === undefined ? {} : { next: { cursor: data.nextCursor } }),
  };
}

/** Writes the line with the name highlighted, followed by links. */
export function lines({ row }: RenderedRow<Reference>): Row[] {
  const { filePath, startLine, endLine, range, preview, kind, binds } = row;
  const { start, end } = range;
  const input = { filePath, position: { line: start.line + 1, character: start.character + 1 } };
  const at = columnInPreview(preview, start.character);
  return [
    {
      text: preview,
      note: binds ? `${kind} ${binds.symbolPath}${placeOf(binds)}` : kind,
      marks: [[at, at + end.character - start.character]],
      location: { absolute: filePath, display: filePath, startLine, startColumn: start.character + 1, endLine },
      links: [
        { rel: "definition", tool: "angelscript_resolveSymbolAtPosition", input },
        { rel: "references", tool: "angelscript_findReferences", input },
      ],
    },
  ];
}

function placeOf({ filePath, startLine }: BoundFunction): string {
  return filePath === undefined ? "" : ` (${filePath}:${startLine})`;
}
