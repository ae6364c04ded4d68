/** `script_symbols_get`: every declaration of one script, in text order. */
import type { Context, FileSymbol, Json, JsonObject, Outcome } from "../../core/host/plugin-api.ts";
import { scriptError } from "./failure.ts";
import type { ScriptService } from "./index/service.ts";
import { resolveScript } from "./project/script-path.ts";

export { symbolsView as view } from "./index/symbol-rows.ts";

export interface Input {
  path: string;
  startAfter: string;
}

export default async function scriptSymbolsGet({ path, startAfter }: Input, context: Context): Promise<Outcome> {
  if (!/^\d*$/.test(startAfter)) {
    throw scriptError(
      "INVALID_ARGUMENT",
      "INVALID_ARGUMENT",
      `${JSON.stringify(startAfter)} is no cursor of this tool`,
      {
        hint: "Pass the cursor of the answer before, unchanged",
      },
    );
  }
  const file = await resolveScript(context, path);
  const service = await context.service<ScriptService>();
  const answer = await service.ask<JsonObject>({ op: "symbols", path: file.absolute }, context);
  const from = Number(startAfter);
  const symbols = (answer.symbols as Json[]).slice(from);
  return { value: { success: true, path: file.display, ...answer, symbols, ...(from > 0 ? { from } : {}) } };
}

/** Whole symbols are cut from the end; the cursor is the number of those given so far. */
export function fit(value: Json, maxChars: number): Json | undefined {
  const answer = value as { symbols?: Json[] } & JsonObject;
  if (!Array.isArray(answer.symbols)) return undefined;
  const from = typeof answer.from === "number" ? answer.from : 0;
  for (let keep = answer.symbols.length - 1; keep > 0; keep = Math.floor(keep * 0.9)) {
    const cut = {
      ...answer,
      symbols: answer.symbols.slice(0, keep),
      truncated: true,
      totalSymbols: from + answer.symbols.length,
      cursor: String(from + keep),
    };
    if (JSON.stringify(cut).length <= maxChars) return cut;
  }
  return undefined;
}

/** The same for anyone who asks for the symbols of a C# file (`contributes.languages`). */
export async function fileSymbols(path: string, context: Context): Promise<FileSymbol[]> {
  const service = await context.service<ScriptService>();
  const { absolute } = await context.workspace.resolve(path);
  const { symbols } = await service.ask<{ symbols: FileSymbol[] }>({ op: "symbols", path: absolute }, context);
  return symbols.map(({ name, kind, container, startLine, endLine }) => ({
    name,
    kind,
    container,
    startLine,
    endLine,
  }));
}
