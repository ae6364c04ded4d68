/** Finds values in the answer of a handler that JSON doesn't have, most of which `JSON.stringify` replaces silently. */
import { JigError } from "../contract/errors.ts";
import { isObject } from "../contract/is-object.ts";

/** This is enough to notice a mistake without delaying long answers. */
const MAX_VALUES = 20_000;
const MAX_WARNINGS = 5;

/** Warns about values that are replaced. Throws COMMAND_FAILED for values that can't be sent at all. */
export function refuseLosses(outcome: unknown, tool: string, warn: (message: string) => void): void {
  // The host reports all other faults.
  if (!isObject(outcome) || !("value" in outcome)) return;
  const refused = (what: string, hint: string) =>
    new JigError("COMMAND_FAILED", `"${tool}" returned a wrong outcome: ${what}`, { hint });
  if (outcome.value === undefined)
    throw refused("value is undefined, which JSON does not have", "Return a value, or null");
  let values = 0;
  let warnings = 0;
  const walk = (value: unknown, where: string, within: readonly unknown[]): void => {
    if (++values > MAX_VALUES || warnings === MAX_WARNINGS) return;
    if (typeof value === "bigint")
      throw refused(`${where} is a BigInt, which JSON does not have`, "Write Number(…) or String(…)");
    if (value instanceof Promise) throw refused(`${where} is a promise`, "Write await before the call that returns it");
    if (within.includes(value))
      throw refused(`${where} contains itself`, "Return a tree, or ids instead of references");
    const loss = lossOf(value);
    if (loss) {
      warnings++;
      warn(`"${tool}": ${where} is ${loss.is}, which JSON does not have, so it ${loss.result}. ${loss.write}`);
    } else if (typeof value === "object" && value !== null && !("toJSON" in value))
      for (const [key, inner] of Object.entries(value)) walk(inner, `${where}.${key}`, [...within, value]);
  };
  for (const [key, value] of Object.entries(outcome)) walk(value, key, []);
}

const AS_NULL = { result: "became null", write: "Write null or a string" };
const AS_EMPTY = "became {}";

function lossOf(value: unknown): { is: string; result: string; write: string } | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? undefined : { is: String(value), ...AS_NULL };
  if (typeof value === "function")
    return { is: "a function", result: "was left out", write: "Call it, and return its result" };
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? { is: "an invalid date", ...AS_NULL } : undefined;
  if (value instanceof Map) return { is: "a Map", result: AS_EMPTY, write: "Write Object.fromEntries(map)" };
  if (value instanceof Set) return { is: "a Set", result: AS_EMPTY, write: "Write [...set]" };
  if (!ArrayBuffer.isView(value) || "toJSON" in value) return undefined;
  const is = `a ${value.constructor.name}`;
  return { is, result: "became an object of numbers", write: "Write base64, or Array.from(…)" };
}
