/** `angelscript_hover`: a symbol in words, and the signatures of the call around a place. */
import { JigError, type WorkerContext } from "../../../core/host/plugin-api.ts";
import type { Engine } from "../engine/engine.ts";
import { openPosition, type PositionRequest } from "../symbols/position.ts";
import { Sources } from "../symbols/source-preview.ts";
import { symbolNamed } from "../symbols/symbol-names.ts";
import { describeSymbol, type ResolvedSymbol, symbolAt } from "./resolve-symbol.ts";
import { type SignatureHelp, signatureHelp } from "./signature-help.ts";

export interface HoverAnswer {
  symbol?: Omit<ResolvedSymbol, "definition" | "doc"> & { doc?: string; filePath?: string; startLine?: number };
  call?: SignatureHelp;
}

export type HoverRequest = PositionRequest | { names: string[] };

/** Throws NotFound without a symbol or a call. */
export async function hover(engine: Engine, request: HoverRequest, context: WorkerContext): Promise<HoverAnswer> {
  if ("names" in request) {
    const sources = new Sources(context);
    const { symbol } = await symbolNamed(engine, request.names[0] ?? "", sources);
    return {
      symbol: brief(await describeSymbol(engine, symbol, { includeDocumentation: true, isCalled: true }, sources)),
    };
  }
  const position = await openPosition(engine, request, context);
  const call = await signatureHelp(engine, position, new Sources(context));
  const answer: HoverAnswer = call ? { call } : {};
  try {
    answer.symbol = brief(await symbolAt(engine, position, { ...request, includeDocumentation: true }, context));
  } catch (error) {
    // Between the arguments of a call there is nothing to name.
    if (!call || !(error instanceof JigError)) throw error;
  }
  return answer;
}

function brief({ definition, doc, ...symbol }: ResolvedSymbol): NonNullable<HoverAnswer["symbol"]> {
  return {
    ...symbol,
    ...(doc ? { doc: doc.text.trim() } : {}),
    ...(definition ? { filePath: definition.filePath, startLine: definition.nameLine ?? definition.startLine } : {}),
  };
}
