/** Regular expressions of `angelscript_searchApi`: tried on a thread that is ended when an expression takes too long. */
import type { Context } from "../../../core/host/plugin-api.ts";
import { errorMessage, JigError } from "../../../core/host/plugin-api.ts";
import type { Candidates, PatternMatches, SearchRequest } from "../queries/search-symbols.ts";
import type { AngelscriptService } from "../queries/service.ts";
import { answerError } from "../symbols/answer-error.ts";

/** An expression that needs longer for all names of a workspace is one that backtracks without end. */
const PATTERN_MS = 5000;

/** The entries that match the request's expressions, or undefined without any. Throws INVALID_REGEX. */
export async function matchByPattern(
  service: AngelscriptService,
  request: SearchRequest,
  context: Context,
): Promise<PatternMatches | undefined> {
  const label = request.labelQueryUseRegex ? compile(request.labelQuery.trim()) : undefined;
  const signature = request.signatureRegex ? compile(request.signatureRegex) : undefined;
  let chosen: PatternMatches | undefined;
  for (const [by, expression] of [
    ["label", label],
    ["signature", signature],
  ] as const) {
    if (!expression) continue;
    const { data } = await service.ask<Candidates>({ op: "candidates", request, by, chosen }, context);
    const matching = await tried(expression, data.texts, context);
    const entries = data.entries.length === 0 ? data.entries : matching.map((index) => data.entries[index] as number);
    chosen = { generation: data.generation, entries };
  }
  return chosen;
}

async function tried(expression: RegExp, texts: Uint8Array, context: Context): Promise<Uint32Array> {
  // A busy machine may take long to start the thread, and others may be before: that is not the expression's fault.
  await context.worker("match", { texts: new Uint8Array(), source: "", flags: "" }, { signal: context.signal });
  const late = AbortSignal.timeout(PATTERN_MS);
  const { source, flags } = expression;
  try {
    return await context.worker<Uint32Array>(
      "match",
      { texts, source, flags },
      { signal: AbortSignal.any([context.signal, late]), transfer: [texts.buffer as ArrayBuffer] },
    );
  } catch (error) {
    if (context.signal.aborted || !(error instanceof JigError) || !(late.aborted || error.code === "TIMEOUT"))
      throw error;
    throw answerError("INVALID_REGEX", `The pattern "${source}" takes too long`, {
      hint: "Avoid nested repetitions such as (a+)+",
      details: { pattern: source },
    });
  }
}

/** `/pattern/flags`, or a bare pattern, which ignores case. `g` and `y` would make tests depend on each other: they are dropped. */
function compile(pattern: string): RegExp {
  const [, body = pattern, flags = "i"] = /^\/(.*)\/([a-z]*)$/s.exec(pattern) ?? [];
  try {
    if (/[^gimsuy]/.test(flags)) throw answerError("INVALID_REGEX", `Unknown flag in "${flags}"`);
    return new RegExp(body, flags.replace(/[gy]/g, ""));
  } catch (error) {
    throw answerError("INVALID_REGEX", `"${pattern}" is not a regular expression: ${errorMessage(error)}`, {
      hint: "Write /pattern/flags with flags of gimsuy, or a bare pattern",
      details: { pattern },
    });
  }
}
