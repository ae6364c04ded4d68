/**
 * Provides the structure of a file to other tools, which use it for the members around matches, for sections by name
 * and for metrics.
 */
import type { Context, FileSymbol } from "../../../core/host/plugin-api.ts";
import type { OutlineAnswer, OutlineRequest } from "../outline/describe-file.ts";

export default async function fileSymbols(path: string, context: Context): Promise<FileSymbol[]> {
  const { absolute, display } = await context.workspace.resolve(path);
  const request: OutlineRequest = { path: absolute, display };
  const { symbols } = await context.worker<OutlineAnswer>("outline", request, { signal: context.signal });
  return symbols.map(({ name, kind, container, start_line, end_line }) => ({
    name,
    kind,
    container,
    startLine: start_line,
    endLine: end_line,
  }));
}
