/** Implements the tool `angelscript_hover`, which describes a symbol or the call around it. */
import type { Context, Outcome } from "../../../core/host/plugin-api.ts";
import { nativeFacts } from "../engine/native-source.ts";
import type { HoverAnswer } from "../queries/hover.ts";
import type { AngelscriptService } from "../queries/service.ts";
import { success } from "./error-envelope.ts";
import { namesOf, placeRequest, type SymbolInput } from "./position-input.ts";

export default async function hover(input: SymbolInput, context: Context): Promise<Outcome> {
  const names = namesOf(input);
  const request = names ? { names } : await placeRequest(input, context);
  const service = await context.service<AngelscriptService>();
  const { data, native } = await service.ask<HoverAnswer>({ op: "hover", request }, context);
  return success({ ...data, ...nativeFacts(native) });
}
