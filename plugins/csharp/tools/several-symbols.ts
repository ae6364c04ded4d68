/** Runs a tool for several symbols, and reports the names that are not declared. */
import { JigError, type JsonObject } from "../../../core/host/plugin-api.ts";
import { scriptError } from "./error-envelope.ts";
import type { SymbolInput } from "./symbol-query.ts";

export interface SeveralNames extends SymbolInput {
  names?: string[] | undefined;
}

/**
 * Runs a function for each name, and collects the names that are not declared.
 * @throws an error if none of the names is
 */
export async function forEachName<Answer>(
  { names = [], name, at }: SeveralNames,
  ask: (name: string) => Promise<Answer>,
): Promise<{ answers: { name: string; answer: Answer }[]; missing: string[] }> {
  if (name !== "" || at !== undefined)
    throw scriptError("INVALID_ARGUMENT", "INVALID_ARGUMENT", '"names" cannot be combined with "name" or "at"', {
      hint: "Pass all of them in names",
    });
  const answers: { name: string; answer: Answer }[] = [];
  const missing: string[] = [];
  let first: JigError | undefined;
  for (const each of names) {
    try {
      answers.push({ name: each, answer: await ask(each) });
    } catch (error) {
      if (!(error instanceof JigError) || error.code !== "SYMBOL_NOT_FOUND") throw error;
      missing.push(each);
      first ??= error;
    }
  }
  if (answers.length === 0 && first) throw first;
  return { answers, missing };
}

/** Returns the row that introduces the rows of a symbol. */
export function symbolHead(name: string, targets: readonly JsonObject[]): JsonObject {
  const [target] = targets;
  if (targets.length !== 1 || !target) return { symbol_path: name, kind: targets.length === 0 ? "" : "several" };
  const { symbol_path, kind, path, line } = target;
  return { symbol_path: symbol_path ?? name, kind, path, line };
}

export function missingHint(missing: readonly string[]): JsonObject {
  return missing.length === 0 ? {} : { hint: `No script declares ${missing.join(", ")}` };
}
