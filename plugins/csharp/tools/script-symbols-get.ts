/** Implements `script_symbols_get`, which returns all declarations of a script in the order of its text. */
import type { Context, FileSymbol, Json, JsonObject, Outcome } from "../../../core/host/plugin-api.ts";
import type { ScriptService } from "../queries/service.ts";
import { scriptError } from "./error-envelope.ts";
import { resolveScript } from "./script-path.ts";

export { symbolLines as lines } from "./symbol-lines.ts";

export interface Input {
  path: string;
  startAfter: string;
}

export default async function scriptSymbolsGet({ path, startAfter }: Input, context: Context): Promise<Outcome> {
  if (!/^\d*$/.test(startAfter)) {
    throw scriptError("INVALID_ARGUMENT", "INVALID_ARGUMENT", `Invalid cursor ${JSON.stringify(startAfter)}`, {
      hint: "Pass the cursor of the previous answer, unchanged",
    });
  }
  const file = await resolveScript(context, path);
  const service = await context.service<ScriptService>();
  const answer = await service.ask<JsonObject>({ op: "symbols", path: file.absolute }, context);
  const from = Number(startAfter);
  const all = answer.symbols as Json[];
  const symbols = all.slice(from);
  return {
    value: {
      success: true,
      path: file.display,
      ...answer,
      symbols,
      totalSymbols: all.length,
      ...(from > 0 ? { from } : {}),
    },
    // The cursor is the number of declarations that came before.
    cursors: symbols.map((_, index) => String(from + index + 1)),
    files: [file.absolute],
  };
}

/** Returns the symbols of a file to other tools, see `contributes.languages`. */
export async function fileSymbols(path: string, context: Context): Promise<FileSymbol[]> {
  const service = await context.service<ScriptService>();
  const { absolute } = await context.workspace.resolve(path);
  return await service.ask<FileSymbol[]>({ op: "structure", path: absolute }, context);
}
