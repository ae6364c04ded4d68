/** Cuts an outcome to the budget of a door; where a tool forbids cutting, says so and keeps the full answer (design §3 "Answers"). */
import { JigError } from "../contract/errors.ts";
import { fitsIn, type Outcome, textOf } from "../contract/outcome.ts";
import { defaultFailure, type Runner } from "../runners/runner.ts";
import { saveAnswer } from "./saved-answers.ts";

export async function fitOutcome(
  runner: Runner | undefined,
  tool: string,
  outcome: Outcome,
  maxChars: number,
  folder: string,
): Promise<Outcome> {
  if (fitsIn(outcome.value, maxChars)) return outcome;
  const cut = await runner?.fit(tool, outcome.value, maxChars).catch(() => undefined);
  if (cut !== undefined && fitsIn(cut, maxChars)) return { ...outcome, value: cut };
  const text = textOf(outcome.value);
  const path = savedAt(folder, text);
  const error = new JigError(
    "ANSWER_TOO_LARGE",
    `The answer has ${text.length} characters, more than the ${maxChars} that fit`,
    {
      hint: path ? `Narrow the request, or read the full answer in ${path}` : "Narrow the request",
      details: { size: text.length, maximum: maxChars, ...(path ? { saved: path } : {}) },
    },
  );
  return { ...(runner?.failure(error, tool) ?? defaultFailure(error)), failed: true, reason: error.advice };
}

function savedAt(folder: string, text: string): string | undefined {
  try {
    return saveAnswer(folder, text, Date.now());
  } catch {
    return undefined;
  }
}
