/** Which of the Editor's further tools there are: those whose commands the connected Editor lists. */
import type { Context } from "../../../core/host/plugin-api.ts";
import { aside } from "../command/command.ts";
import { FURTHER } from "../further/further-commands.ts";
import { offeredTool } from "../further/send.ts";
import { dealingsOf } from "./call-editor.ts";
import { editorError } from "./error-envelope.ts";

const SECONDS = 3;

/** Throws where an Editor is on its way back: what it offered is believed until it is there. */
export default async function offers(context: Context): Promise<string[]> {
  const { session, caller } = await dealingsOf({ TimeoutSeconds: SECONDS }, context);
  const { backend, installed } = await session.choose(aside(caller));
  if (!installed) return [];
  if (!(await backend.isAlive(aside(caller)))) {
    if (await backend.isReturning()) throw editorError("EDITOR_BUSY", "Unity is on its way back");
    return [];
  }
  const catalogue = await backend.catalogue(aside(caller));
  return Object.entries(FURTHER)
    .filter(([, { commands }]) => commands[backend.name]?.some((name) => offeredTool(catalogue, backend.name, name)))
    .map(([name]) => name);
}
