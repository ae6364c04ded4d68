/** Finds faults in the messages of a framed command, and messages in lines that were not read as messages. */
import { isObject, parseJson } from "../contract/is-object.ts";
import { didYouMean } from "../contract/nearest-name.ts";
import { shortText } from "../contract/short-json.ts";
import type { ChildMessage } from "./frames.ts";

type Message = Readonly<Record<string, unknown>>;

/** The number of bytes of a line that are searched for a message. */
const MAX_LOOKED_AT = 4096;
const MAX_THREAD_BYTES = 200;
const PROGRESS_KEYS = ["done", "total", "message"];
/** The fields of each message, starting with those that are required. */
const FIELDS: Readonly<Record<ChildMessage["type"], readonly string[]>> = {
  ready: ["escaped"],
  answer: ["id", "value", "error"],
  progress: ["call", "progress"],
  rows: ["call", "rows"],
  log: ["message", "level"],
  ask: ["id", "scope", "method", "args"],
  stop: ["id"],
};
const CHILD_TYPES = Object.keys(FIELDS);

const isType = (type: unknown): type is ChildMessage["type"] => typeof type === "string" && Object.hasOwn(FIELDS, type);
const nearType = (type: unknown) => (typeof type === "string" ? didYouMean(type, CHILD_TYPES) : undefined);

/** Validates a message from the process of a plugin. It returns the reason if the message is dropped. */
export function whyDropped(message: Message): string | undefined {
  const { type } = message;
  if (!isType(type)) {
    const near = nearType(type);
    const advice = near ? `Did you mean "${near}"?` : `Known: ${CHILD_TYPES.join(", ")}`;
    return type === undefined
      ? `has no "type"${insteadOf("type", message, ["type", ...Object.values(FIELDS).flat()])}`
      : `has the type ${shortText(JSON.stringify(type), 40)}. ${advice}`;
  }
  const needs = (field: string, kind: string) => `needs ${kind} as "${field}"${insteadOf(field, message)}`;
  if (["answer", "ask", "stop"].includes(type) && typeof message.id !== "number") return needs("id", "a number");
  if (type === "log") return typeof message.message === "string" ? undefined : needs("message", "a string");
  if (type !== "progress" && type !== "rows") return undefined;
  if (typeof message.call !== "number") return needs("call", "the number of its call");
  if (type === "rows") return Array.isArray(message.rows) ? undefined : needs("rows", "a list");
  const { progress } = message;
  if (!isObject(progress)) return needs("progress", "an object");
  const wrong = ["done", "total"].find((name) => !["undefined", "number"].includes(typeof progress[name]));
  if (wrong) return `needs a number as "${wrong}" of its progress`;
  if (!["undefined", "string"].includes(typeof progress.message)) return 'needs a string as "message"';
  const unknown = Object.keys(progress).find((name) => !PROGRESS_KEYS.includes(name));
  if (unknown === undefined) return undefined;
  const near = didYouMean(unknown, PROGRESS_KEYS);
  return `has "${unknown}" in its progress. ${near ? `Did you mean "${near}"?` : `Known: ${PROGRESS_KEYS.join(", ")}`}`;
}

/** Completes a sentence about a field that is missing. The message has another field that it doesn't need. */
export function insteadOf(
  field: string,
  message: Message,
  known: readonly string[] = isType(message.type) ? ["type", ...FIELDS[message.type]] : [],
): string {
  if (field in message) return "";
  const strange = Object.keys(message).filter((name) => !known.includes(name));
  const meant = didYouMean(field, strange) ?? strange[0];
  return meant === undefined ? "" : `. Write "${field}" instead of ${shortText(JSON.stringify(meant), 40)}`;
}

/**
 * Returns true if a call needs this message, or the plugin needs a reply to it. Without it, the call takes its whole time
 * limit.
 */
export function isAwaited(message: Message): boolean {
  return (
    ["value", "result", "error", "method", "scope", "args"].some((name) => name in message) ||
    ["ready", "answer", "ask"].includes(nearType(message.type) ?? "")
  );
}

/** Returns the message in a line that wasn't read as one, because the word is missing or the line isn't on stdout. */
export function messageIn(line: Buffer): string | undefined {
  const text = line.subarray(0, MAX_LOOKED_AT).toString();
  if (!/^[^{]{0,100}\{.*"type"\s*:\s*"(ready|answer|ask)"/.test(text)) return undefined;
  const begin = text.slice(text.indexOf("{"));
  // A traceback quotes the code that creates a message.
  if (!text.startsWith("{") && line.length <= MAX_LOOKED_AT && !isJson(begin)) return undefined;
  return shortText(begin);
}

function isJson(text: string): boolean {
  try {
    return isObject(parseJson(text));
  } catch {
    return false;
  }
}

/**
 * Matches the first line that a runtime writes to stderr when one of several threads ends by an exception: Python and Java,
 * Rust, Ruby.
 */
const THREAD_ENDED = /^Exception in thread |^thread '.*'.* panicked at |^#<Thread:.* terminated with exception/;

export const saysThreadEnded = (line: Buffer): boolean =>
  THREAD_ENDED.test(line.subarray(0, MAX_THREAD_BYTES).toString());
