/** The handler of a further tool that is one command of the Editor and its answer. */
import type { Context, Outcome } from "../../../core/host/plugin-api.ts";
import type { CommonInput } from "../tools/call-editor.ts";
import { outcomeOf } from "../tools/handler.ts";
import { errandFor, senderFor } from "./send.ts";

export function oneErrand(tool: string) {
  return async (input: CommonInput & object, context: Context): Promise<Outcome> => {
    const sender = await senderFor(tool, input, context);
    return outcomeOf(await sender.run(errandFor(tool, sender, input)), sender.dealings);
  };
}
