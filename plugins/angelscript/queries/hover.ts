/** `angelscript_hover`: what a name means in words, and the signatures of the call around a place. */
import { JigError, type WorkerContext } from "../../../core/host/plugin-api.ts";
import type { Engine } from "../engine/engine.ts";
import { type CallAt, callAt } from "./call-at.ts";
import { openSpotAt, type PositionRequest } from "./position.ts";
import { type ResolvedSymbol, symbolAt } from "./resolve-symbol.ts";
import { Sources } from "./source-preview.ts";

export interface HoverAnswer {
  symbol?: Omit<ResolvedSymbol, "definition" | "doc"> & { doc?: string; filePath?: string; startLine?: number };
  call?: CallAt;
}

/** Throws NotFound where there is neither a symbol nor a call. */
export async function hover(engine: Engine, request: PositionRequest, context: WorkerContext): Promise<HoverAnswer> {
  const spot = await openSpotAt(engine, request, context);
  const call = await callAt(engine, spot, new Sources(context));
  const answer: HoverAnswer = call ? { call } : {};
  try {
    const { definition, doc, ...symbol } = await symbolAt(
      engine,
      spot,
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
