/** Validates the outcome that the handler of a plugin returns. Silently dropping a key could turn a failure into a success. */
import { JigError } from "../contract/errors.ts";
import { isObject } from "../contract/is-object.ts";
import { didYouMean } from "../contract/nearest-name.ts";
import type { Json, JsonObject, Media, Outcome } from "../contract/outcome.ts";
import { shortJson } from "../contract/short-json.ts";
import { withoutUnseen } from "../contract/unseen-characters.ts";
import { isTexts } from "./plugin-values.ts";

const MAX_SHOWN = 200;
const TEXTS = "a list of strings";

interface Expected {
  is(value: unknown): boolean;
  type: string;
}

/** The expected types. `undefined` marks keys that `invoke` returns, which a handler may pass on but can't set. */
const KEYS: Readonly<Record<string, Expected | undefined>> = {
  value: { is: () => true, type: "any JSON" },
  failed: { is: (value) => typeof value === "boolean", type: "true or false" },
  reason: { is: (value) => typeof value === "string", type: "a string" },
  next: { is: isObject, type: "an object, the arguments of the next call" },
  media: { is: Array.isArray, type: "a list" },
  cursors: { is: isTexts, type: TEXTS },
  changed: { is: isTexts, type: TEXTS },
  files: { is: isTexts, type: TEXTS },
  parts: undefined,
  page: undefined,
} satisfies Record<keyof Outcome, Expected | undefined>;
/** Keys that other protocols use for the same purpose. */
const SYNONYMS: Record<string, keyof Outcome> = {
  error: "reason",
  message: "reason",
  isError: "failed",
  fail: "failed",
  failure: "failed",
  err: "reason",
};
/** The opposite of `failed`. */
const SUCCESS = ["ok", "success", "succeeded"];

/** `plans` is true for a tool that proposes changes instead of answering. */
export function checkedOutcome(value: unknown, tool: string, plans = false): Outcome {
  if (!isObject(value) || !("value" in value)) {
    throw new JigError("COMMAND_FAILED", `"${tool}" did not return an outcome, but ${shortJson(value, MAX_SHOWN)}`, {
      hint: `Write ${plans ? planFor(value) : outcomeFor(value)}, and add "failed": true for a failure`,
    });
  }
  refuseWrongKeys(value, tool);
  const outcome: Outcome = { value: value.value ?? null };
  if (value.failed === true) outcome.failed = true;
  if (typeof value.reason === "string") outcome.reason = withoutUnseen(value.reason);
  if (isObject(value.next)) outcome.next = value.next;
  if (isTexts(value.cursors)) outcome.cursors = value.cursors;
  if (isTexts(value.changed)) outcome.changed = value.changed;
  if (isTexts(value.files)) outcome.files = value.files;
  if (Array.isArray(value.media)) outcome.media = value.media.map((each, at) => checkedMedia(each, at, tool));
  return outcome;
}

/** Checks the keys that a command prints along with `plan`. */
export function refuseWithPlan({ plan, ...others }: JsonObject, tool: string): void {
  refuseWrongKeys(others, tool);
  if (others.failed === true)
    throw wrong(tool, 'it has "plan" and "failed": true', {
      hint: 'For a failure, write {"value": …, "failed": true}',
    });
}

/** Treats null as missing, because many languages write it for a field that isn't set. */
function refuseWrongKeys(outcome: JsonObject, tool: string): void {
  for (const [key, given] of Object.entries(outcome)) {
    if (!Object.hasOwn(KEYS, key)) throw unknownKey(key, given, tool);
    const expected = KEYS[key];
    if (!expected || given === null || given === undefined || expected.is(given)) continue;
    const hint = key === "failed" ? { hint: 'Write "failed": true' } : {};
    throw wrong(tool, `"${key}" must be ${expected.type}, but is ${shortJson(given)}`, hint);
  }
}

function unknownKey(key: string, given: Json | undefined, tool: string): JigError {
  if (key === "plan" || didYouMean(key, ["plan"]) !== undefined)
    return wrong(tool, `it has "value" and ${JSON.stringify(withoutUnseen(key))}`, {
      hint: 'Write only {"plan": …} if the tool plans changes, otherwise only {"value": …}',
    });
  const shown = JSON.stringify(withoutUnseen(key));
  return wrong(tool, `it has the key ${shown}, which an outcome does not have`, { hint: insteadOf(key, given, shown) });
}

/** A key that says whether the call failed must not be moved into the value, because the call would then be a success. */
function insteadOf(key: string, given: Json | undefined, shown: string): string {
  if (SUCCESS.includes(key))
    return given === false
      ? `Write "failed": true instead of ${shown}: false`
      : 'Remove it: a call without "failed": true has succeeded';
  const isFlag = typeof given === "boolean";
  const synonym = Object.hasOwn(SYNONYMS, key) ? SYNONYMS[key] : undefined;
  const near = didYouMean(key, Object.keys(KEYS)) as keyof Outcome | undefined;
  const meant = synonym ?? (near !== undefined && (near === "failed" || KEYS[near]?.is(given)) ? near : undefined);
  if (meant !== undefined) return `Write "${meant === "reason" && isFlag ? "failed" : meant}" instead of ${shown}`;
  const inside = `"value": {"value": {…, ${shown}: ${shortJson(given)}}}`;
  return isFlag
    ? `Write "failed": true if it means that the call failed; otherwise move it into ${inside}`
    : `Move it into ${inside}`;
}

function wrong(tool: string, what: string, more: { hint?: string }): JigError {
  return new JigError("COMMAND_FAILED", `"${tool}" returned a wrong outcome: ${what}`, more);
}

/** Used for a tool that plans changes. */
function planFor(value: unknown): string {
  const named = isObject(value) ? didYouMean("plan", Object.keys(value)) : undefined;
  if (named !== undefined) return outcomeFor(value);
  return 'return context.changes.propose(…) in a module, with "return", or print {"plan": …} in a command';
}

/** Shows the outcome that was probably intended. */
function outcomeFor(value: unknown): string {
  if (typeof value === "object" && value !== null) {
    const near = didYouMean("value", Object.keys(value));
    const keys = Object.keys(value);
    if (keys.includes("plan")) return 'what context.changes.propose returns; a framed command asks "changes.propose"';
    const plan = didYouMean("plan", keys);
    if (plan !== undefined) return `"plan" instead of "${plan}": {"plan": …}`;
    if (near !== undefined) return `"value" instead of "${near}": {"value": …}`;
  }
  const text = JSON.stringify(value);
  return `{"value": ${text !== undefined && text.length < MAX_SHOWN / 4 ? text : "…"}}`;
}

function checkedMedia(value: unknown, at: number, tool: string): Media {
  const { mimeType, title, base64, path } = isObject(value) ? value : {};
  if (typeof mimeType === "string" && /^[\w.+-]+\/[\w.+-]+$/.test(mimeType)) {
    const about = { mimeType, ...(typeof title === "string" ? { title: withoutUnseen(title) } : {}) };
    if (typeof base64 === "string") return { ...about, base64 };
    if (typeof path === "string") return { ...about, path };
  }
  const forms = '{"mimeType": "image/png", "path": "…"}, or have "base64" instead of "path"';
  throw wrong(tool, `"media.${at}" must be ${forms}, but is ${shortJson(value)}`, {});
}
