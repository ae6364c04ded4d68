/** Provides the symbols of files for the host (`context.symbols`). */

import type { Context, FileSymbol } from "../../../core/host/plugin-api.ts";
import { documentSymbols } from "../queries/document-symbols.ts";

/** Longer texts are parsed on a worker so that other calls aren't blocked. */
const LONG_CHARS = 50_000;

export default async function fileSymbols(file: string, context: Context): Promise<FileSymbol[]> {
  const { text } = await context.files.readText(file);
  if (text.length <= LONG_CHARS) return documentSymbols(text);
  return await context.worker<FileSymbol[]>("symbols", { file }, { signal: context.signal });
}
