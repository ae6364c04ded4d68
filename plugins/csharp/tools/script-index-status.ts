/** Implements `script_index_status`, which compares the index with the files, and completes it first if `wait` is set. */
import type { Context, JsonObject, Outcome } from "../../../core/host/plugin-api.ts";
import type { ScriptService } from "../queries/service.ts";

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
