/** Determines the tools that are only listed while an editor has the project open. */
import type { Context } from "../../../core/host/plugin-api.ts";
import type { AngelscriptService } from "../queries/service.ts";

const WITH_EDITOR = ["angelscript_assets", "angelscript_editor", "angelscript_debug"];

export default async function availableTools(context: Context): Promise<string[]> {
  const service = await context.service<AngelscriptService>();
  const link = await service.openEditor(context.signal).catch(() => undefined);
  return link ? WITH_EDITOR : [];
}
