/** Runs the regular expressions of `angelscript_searchApi` on a worker that is stopped if they take too long. */
import type { Context } from "../../../core/host/plugin-api.ts";
import { errorMessage, JigError } from "../../../core/host/plugin-api.ts";
import type { Candidates, PatternMatches, SearchRequest } from "../queries/search-symbols.ts";
import type { AngelscriptService } from "../queries/service.ts";
import { answerError } from "../symbols/answer-error.ts";

/** If matching all names of a workspace takes longer than this, the expression is backtracking. */
const PATTERN_MS = 5000;

/** Returns undefined if the request has no regular expressions. Throws INVALID_REGEX. */
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
  // An empty request starts the thread first, so that its start doesn't count against the expression.
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
    throw answerError("INVALID_REGEX", `The pattern "${source}" took too long`, {
      hint: "Avoid nested repetitions such as (a+)+",
      details: { pattern: source },
    });
  }
}

/**
 * Accepts `/pattern/flags`, or a bare pattern that ignores case. The flags `g` and `y` are removed, because with them `test`
 * would have a state.
 */
function compile(pattern: string): RegExp {
  const [, body = pattern, flags = "i"] = /^\/(.*)\/([a-z]*)$/s.exec(pattern) ?? [];
  try {
    if (/[^gimsuy]/.test(flags)) throw answerError("INVALID_REGEX", `Unknown flag in "${flags}"`);
    return new RegExp(body, flags.replace(/[gy]/g, ""));
  } catch (error) {
    throw answerError("INVALID_REGEX", `"${pattern}" is not a regular expression: ${errorMessage(error)}`, {
      hint: "Write /pattern/flags with any of the flags gimsuy, or a bare pattern",
      details: { pattern },
    });
  }
}
