/** Implements dynamic tools that consist of a single command. */
import type { Context, Outcome } from "../../../core/host/plugin-api.ts";
import type { CommonInput } from "../routing/editor-call.ts";
import { outcomeOf } from "./editor-outcome.ts";
import { commandFor, senderFor } from "./send-tool-command.ts";

export function singleCommand(tool: string) {
  return async (input: CommonInput & object, context: Context): Promise<Outcome> => {
    const sender = await senderFor(tool, input, context);
    return outcomeOf(await sender.run(commandFor(tool, sender, input)), sender.call);
  };
}
