/** Implements the tool `angelscript_resolveSymbolAtPosition`. */
import type { Context, Outcome } from "../../../core/host/plugin-api.ts";
import { nativeFacts } from "../engine/native-source.ts";
import type { ResolvedSymbol } from "../queries/resolve-symbol.ts";
import type { AngelscriptService } from "../queries/service.ts";
import { success } from "./error-envelope.ts";
import { namesOf, placeRequest, type SymbolInput } from "./position-input.ts";

interface ResolveInput extends SymbolInput {
  includeDocumentation?: boolean | undefined;
}

export default async function resolveSymbolAtPosition(input: ResolveInput, context: Context): Promise<Outcome> {
  const names = namesOf(input);
  const includeDocumentation = input.includeDocumentation ?? true;
  const request = { ...(names ? { names } : await placeRequest(input, context)), includeDocumentation };
  const service = await context.service<AngelscriptService>();
  const { data, native } = await service.ask<{ symbol: ResolvedSymbol }>({ op: "resolve", request }, context);
  return success({ ...data, ...nativeFacts(native) });
}
