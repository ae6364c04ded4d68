/** Determines which dynamic tools to list, depending on the commands of the connected Editor. */
import type { Context } from "../../../core/host/plugin-api.ts";
import { queryContext } from "../command/command.ts";
import { editorError } from "../command/editor-errors.ts";
import { openCall } from "../routing/editor-call.ts";
import { DYNAMIC_TOOLS } from "./dynamic-tool-commands.ts";
import { findTool } from "./send-tool-command.ts";

const SECONDS = 3;

/** Throws during a reload, so that the previous list is kept. */
export default async function availableTools(context: Context): Promise<string[]> {
  const { router, commandContext } = await openCall({ TimeoutSeconds: SECONDS }, context);
  const { backend, anyInstalled } = await router.choose(queryContext(commandContext));
  if (!anyInstalled) return [];
  if (!(await backend.isAlive(queryContext(commandContext)))) {
    if (await backend.isReturning()) throw editorError("EDITOR_BUSY", "Unity is coming back");
    return [];
  }
  const catalog = await backend.catalog(queryContext(commandContext));
  return Object.entries(DYNAMIC_TOOLS)
    .filter(([, { commands }]) => commands[backend.name]?.some((name) => findTool(catalog, backend.name, name)))
    .map(([name]) => name);
}
