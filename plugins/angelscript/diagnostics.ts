/** Tool `angelscript_diagnostics` (ours): the compiler's errors as a running editor tells them, else our own syntax errors. */
import type { Context, Json, JsonObject, Outcome, View } from "../../core/host/mod.ts";
import type { DiagnosticsAnswer } from "./answers/diagnostics.ts";
import { dataOf, success } from "./envelope.ts";
import { fitRows } from "./fit-rows.ts";
import { scriptPath } from "./position-input.ts";
import type { AngelscriptService } from "./service.ts";

export interface DiagnosticsInput {
  filePath?: string | undefined;
  wait?: boolean | undefined;
}

export default async function diagnostics(input: DiagnosticsInput, context: Context): Promise<Outcome> {
  const path = input.filePath ? await scriptPath(input.filePath.trim(), context) : undefined;
  const service = await context.service<AngelscriptService>();
  return success(await service.diagnostics(path, input.wait ?? false, context.signal));
}

export function view(value: Json): View {
  const data = dataOf<DiagnosticsAnswer>(value);
  if (!data) return { rows: [] };
  const rows = data.diagnostics.map((each) => ({
    text: each.message,
    ...(each.severity === "info" ? {} : { tone: each.severity }),
    location: {
      absolute: each.filePath,
      display: each.filePath,
      startLine: each.line,
      startColumn: each.character,
    },
  }));
  return { rows, notes: [`${data.total} by the ${data.source}, ${data.filesChecked} files`] };
}

export function fit(value: Json, maxChars: number): Json | undefined {
  const data = dataOf<DiagnosticsAnswer>(value);
  if (!data) return undefined;
  return fitRows(data.diagnostics.length, maxChars, (count) => ({
    ok: true,
    data: {
      ...data,
      diagnostics: data.diagnostics.slice(0, count),
      returned: count,
      truncated: count < data.total,
    } as unknown as JsonObject,
  }));
}
