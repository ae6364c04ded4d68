/** Implements `angelscript_hover`, which describes a symbol or shows the signatures of the call around it. */
import { JigError, type WorkerContext } from "../../../core/host/plugin-api.ts";
import type { Engine } from "../engine/engine.ts";
import { answerError } from "../symbols/answer-error.ts";
import { openPosition, type PositionRequest } from "../symbols/position.ts";
import { Sources } from "../symbols/source-preview.ts";
import { type NamedSymbol, symbolsNamed } from "../symbols/symbol-names.ts";
import { describeSymbol, type ResolvedSymbol, symbolAt } from "./resolve-symbol.ts";
import { type SignatureHelp, signatureHelp } from "./signature-help.ts";

type BriefSymbol = Omit<ResolvedSymbol, "definition" | "doc"> & { doc?: string; filePath?: string; startLine?: number };

export interface HoverAnswer {
  symbol?: BriefSymbol;
  /** Used for ambiguous names in place of `symbol`. `total` counts all of them, but 1,000 are listed at most. */
  symbols?: BriefSymbol[];
  total?: number;
  truncated?: boolean;
  call?: SignatureHelp;
}

const MAX_SYMBOLS = 1000;

export type HoverRequest = PositionRequest | { names: string[] };

/** Throws NotFound if there is neither a symbol nor a call. */
export async function hover(engine: Engine, request: HoverRequest, context: WorkerContext): Promise<HoverAnswer> {
  if ("names" in request) return await hoverNames(engine, request.names, new Sources(context));
  const position = await openPosition(engine, request, context);
  const call = await signatureHelp(engine, position, new Sources(context));
  const answer: HoverAnswer = call ? { call } : {};
  try {
    answer.symbol = brief(await symbolAt(engine, position, { ...request, includeDocumentation: true }, context));
  } catch (error) {
    // Inside of a call, there doesn't have to be a symbol at the position.
    if (!call || !(error instanceof JigError)) throw error;
  }
  return answer;
}

async function hoverNames(engine: Engine, names: string[], sources: Sources): Promise<HoverAnswer> {
  const named: NamedSymbol[] = [];
  for (const name of new Set(names)) named.push(...(await symbolsNamed(engine, name, sources)));
  if (named.length === 0) throw answerError("InvalidParams", '"names" is empty');
  const symbols: BriefSymbol[] = [];
  for (const { symbol } of named.slice(0, MAX_SYMBOLS))
    symbols.push(brief(await describeSymbol(engine, symbol, { includeDocumentation: true, isCalled: true }, sources)));
  const [only] = symbols;
  if (only && named.length === 1) return { symbol: only };
  return { symbols, total: named.length, truncated: symbols.length < named.length };
}

function brief({ definition, doc, ...symbol }: ResolvedSymbol): NonNullable<HoverAnswer["symbol"]> {
  return {
    ...symbol,
    ...(doc ? { doc: doc.text.trim() } : {}),
    ...(definition ? { filePath: definition.filePath, startLine: definition.nameLine ?? definition.startLine } : {}),
  };
}
