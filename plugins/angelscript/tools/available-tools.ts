/** Which tools need a running editor: they are listed while one has the project open. */
import type { Context } from "../../../core/host/plugin-api.ts";
import type { AngelscriptService } from "../engine/service.ts";

const WITH_EDITOR = ["angelscript_assets", "angelscript_editor", "angelscript_debug"];

export default async function offers(context: Context): Promise<string[]> {
  const service = await context.service<AngelscriptService>();
  const link = await service.openEditor(context.signal).catch(() => undefined);
  return link ? WITH_EDITOR : [];
}
