/** Test helpers for answers: a tool, a store, and a call that goes through all stages. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AnswerEnvironment, prepare } from "../../core/host/answer/answer-context.ts";
import { budgetOf } from "../../core/host/answer/budget.ts";
import { chooseFormat } from "../../core/host/answer/formats.ts";
import { present } from "../../core/host/answer/present.ts";
import { SavedAnswers } from "../../core/host/answer/saved-answers.ts";
import type { Outcome } from "../../core/host/contract/outcome.ts";
import type { Output } from "../../core/host/contract/output-schema.ts";
import type { Presented, PresentOptions } from "../../core/host/contract/presented-answer.ts";
import type { Paths } from "../../core/host/rows/draw.ts";
import type { AnswerCall, AnswerTool } from "../../core/host/rows/row.ts";

/** Paths unchanged, or with a hidden prefix. */
export function plainPaths(prefix = ""): Paths {
  return {
    display: (path) => (prefix !== "" && path.startsWith(prefix) ? path.slice(prefix.length) : path),
    absolute: (path) => path,
    allows: () => true,
  };
}

export function toolOf(output: Output<unknown>, more: Partial<AnswerTool> = {}): AnswerTool {
  return { plugin: "p", name: "t", title: "T", output, view: "json", repeatable: true, parameters: [], ...more };
}

export function newStore(): SavedAnswers {
  return new SavedAnswers(mkdtempSync(join(tmpdir(), "jig-saved-")));
}

export function environmentOf(more: Partial<AnswerEnvironment> = {}): AnswerEnvironment {
  return {
    store: more.store ?? newStore(),
    paths: plainPaths(),
    rootLine: undefined,
    countTokens: async (text) => Math.ceil(text.length / 4),
    ...more,
  };
}

export async function presentCall(
  call: AnswerCall,
  outcome: Outcome,
  options: PresentOptions,
  environment: AnswerEnvironment,
): Promise<Presented> {
  const choice = chooseFormat(call, options.as);
  return await present(prepare(call, outcome, choice, environment), budgetOf(call, options, choice.format));
}
