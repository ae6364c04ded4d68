/** Tool `angelscript_calls` (ours). */
import type { Context, Outcome } from "../../../core/host/plugin-api.ts";
import { nativeFacts } from "../engine/native-source.ts";
import type { CallHierarchyAnswer } from "../queries/call-hierarchy.ts";
import type { AngelscriptService } from "../queries/service.ts";
import { success } from "./error-envelope.ts";
import { namesOf, placeRequest, type SymbolInput } from "./position-input.ts";

interface CallsInput extends SymbolInput {
  direction?: "incoming" | "outgoing" | undefined;
}

export default async function calls(input: CallsInput, context: Context): Promise<Outcome> {
  const names = namesOf(input);
  const of = names ? { names } : await placeRequest(input, context);
  const request = { ...of, direction: input.direction ?? "incoming" };
  const service = await context.service<AngelscriptService>();
  const { data, native } = await service.ask<CallHierarchyAnswer>({ op: "calls", request }, context.signal);
  return success({ ...data, ...nativeFacts(native) });
}
