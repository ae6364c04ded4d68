/** Implements the tool `angelscript_calls`. */
import type { Context, Outcome, RenderedRow, Row } from "../../../core/host/plugin-api.ts";
import { nativeFacts } from "../engine/native-source.ts";
import type { CallHierarchyAnswer, CallRow } from "../queries/call-hierarchy.ts";
import type { AngelscriptService } from "../queries/service.ts";
import { success } from "./error-envelope.ts";
import { namesOf, placeRequest, type SymbolInput } from "./position-input.ts";

interface CallsInput extends SymbolInput {
  direction?: "incoming" | "outgoing" | undefined;
}

export default async function calls(input: CallsInput, context: Context): Promise<Outcome> {
  const names = namesOf(input);
  const of = names ? { names } : await placeRequest(input, context);
  const request = { ...of, direction: input.direction ?? "incoming" };
  const service = await context.service<AngelscriptService>();
  const { data, native } = await service.ask<CallHierarchyAnswer>({ op: "calls", request }, context);
  return success({ ...data, ...nativeFacts(native) });
}

type AskedRow = NonNullable<CallHierarchyAnswer["symbols"]>[number];

function askedLine({ signature, total, filePath, startLine }: AskedRow): Row[] {
  const row: Row = { text: signature, note: total === 1 ? "1 function" : `${total} functions` };
  if (filePath === undefined || startLine === undefined) return [row];
  return [{ ...row, location: { absolute: filePath, display: filePath, startLine, startColumn: 1 } }];
}

/** Writes a function, followed by the lines with calls. */
export function lines({ row }: RenderedRow<CallRow | AskedRow>): Row[] {
  if (!("callLines" in row)) return askedLine(row);
  const { name, signature, filePath, startLine, calls, callLines, of } = row;
  const more = calls > callLines.length ? ` and ${calls - callLines.length} more` : "";
  const shown: Row = {
    text: signature,
    note: `${callLines.length === 1 ? "line" : "lines"} ${callLines.join(", ")}${more}${of === undefined ? "" : `, ${of}`}`,
    links: [{ rel: "references", tool: "angelscript_findReferences", input: { name } }],
  };
  if (filePath === undefined || startLine === undefined) return [shown];
  return [{ ...shown, location: { absolute: filePath, display: filePath, startLine, startColumn: 1 } }];
}
