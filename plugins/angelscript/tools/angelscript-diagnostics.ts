/** Tool `angelscript_diagnostics` (ours): the compiler's errors as a running editor tells them, else our own syntax errors. */
import type { Context, Outcome } from "../../../core/host/plugin-api.ts";
import type { AngelscriptService } from "../queries/service.ts";
import { success } from "./error-envelope.ts";
import { scriptPath } from "./position-input.ts";

interface DiagnosticsInput {
  filePath?: string | undefined;
  wait?: boolean | undefined;
}

export default async function diagnostics(input: DiagnosticsInput, context: Context): Promise<Outcome> {
  const path = input.filePath ? await scriptPath(input.filePath.trim(), context) : undefined;
  const service = await context.service<AngelscriptService>();
  return success(await service.diagnostics(path, input.wait ?? false, context.signal));
}
