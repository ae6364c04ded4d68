/** Tool `angelscript_hover` (ours). */
import type { Context, Outcome } from "../../../core/host/plugin-api.ts";
import { nativeFacts } from "../engine/native-source.ts";
import type { HoverAnswer } from "../queries/hover.ts";
import type { AngelscriptService } from "../queries/service.ts";
import { success } from "./error-envelope.ts";
import { positionRequest } from "./position-input.ts";

interface HoverInput {
  filePath: string;
  position: { line: number; character: number };
}

export default async function hover(input: HoverInput, context: Context): Promise<Outcome> {
  const request = await positionRequest(input, context);
  const service = await context.service<AngelscriptService>();
  const { data, native } = await service.ask<HoverAnswer>({ op: "hover", request }, context.signal);
  return success({ ...data, ...nativeFacts(native) });
}
