/** `angelscript_hover`: what a name means in words, and the signatures of the call around a place. */
import { JigError, type WorkerContext } from "../../../core/host/plugin-api.ts";
import type { Engine } from "../engine/engine.ts";
import { openPosition, type PositionRequest } from "./position.ts";
import { type ResolvedSymbol, symbolAt } from "./resolve-symbol.ts";
import { type SignatureHelp, signatureHelp } from "./signature-help.ts";
import { Sources } from "./source-preview.ts";

export interface HoverAnswer {
  symbol?: Omit<ResolvedSymbol, "definition" | "doc"> & { doc?: string; filePath?: string; startLine?: number };
  call?: SignatureHelp;
}

/** Throws NotFound where there is neither a symbol nor a call. */
export async function hover(engine: Engine, request: PositionRequest, context: WorkerContext): Promise<HoverAnswer> {
  const position = await openPosition(engine, request, context);
  const call = await signatureHelp(engine, position, new Sources(context));
  const answer: HoverAnswer = call ? { call } : {};
  try {
    const { definition, doc, ...symbol } = await symbolAt(
      engine,
      position,
      { ...request, includeDocumentation: true },
      context,
    );
    answer.symbol = {
      ...symbol,
      ...(doc ? { doc: doc.text.trim() } : {}),
      ...(definition ? { filePath: definition.filePath, startLine: definition.startLine } : {}),
    };
  } catch (error) {
    // Between the arguments of a call there is nothing to name.
    if (!call || !(error instanceof JigError)) throw error;
  }
  return answer;
}
