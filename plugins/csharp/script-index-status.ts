/** `script_index_status`: what the index holds of what is there now; builds it to the end when asked to wait. */
import type { Context, Json, JsonObject, Outcome, Row, View } from "../../core/host/plugin-api.ts";
import { failureView } from "./failure.ts";
import type { ScriptService } from "./index/service.ts";

export interface Input {
  wait: boolean;
}

export default async function scriptIndexStatus({ wait }: Input, context: Context): Promise<Outcome> {
  const service = await context.service<ScriptService>();
  const status = await service.ask<JsonObject>(
    { op: "status", wait },
    { signal: context.signal, progress: (progress) => context.progress(progress) },
  );
  return { value: { success: true, ...status } };
}

export function view(value: Json): View {
  const failed = failureView(value);
  if (failed) return failed;
  const { totalFiles, indexedFiles, coverage, symbols, ready, building, codeIndexRoot, scopes, degraded } =
    value as JsonObject;
  const state = ready ? "ready" : building ? "building" : "not built yet";
  const rows: Row[] = [
    { text: `${state}: ${indexedFiles} of ${totalFiles} files (${coverage} %), ${symbols} symbols` },
    ...Object.entries(scopes as Record<string, { total: number; indexed: number }>).map(
      ([scope, { total, indexed }]): Row => ({ text: `${scope}: ${indexed} of ${total}`, depth: 1 }),
    ),
    ...((degraded ?? []) as { path: string; reason: string }[]).map(
      ({ path, reason }): Row => ({
        text: `${path}: ${reason}`,
        tone: "warning",
        location: { absolute: path, display: path, startLine: 1, startColumn: 1 },
      }),
    ),
  ];
  return { rows, notes: [`kept in ${codeIndexRoot}`] };
}
