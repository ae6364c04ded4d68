/** Worker `symbols`: the symbols of one long file. */
import type { FileSymbol, WorkerContext } from "../../../core/host/plugin-api.ts";
import { symbolsOf } from "../tools/file-symbols.ts";

export default async function fileSymbols({ file }: { file: string }, context: WorkerContext): Promise<FileSymbol[]> {
  return symbolsOf((await context.files.readText(file)).text);
}
