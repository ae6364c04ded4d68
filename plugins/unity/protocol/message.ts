/** Implements JSON-RPC 2.0 as the Editor uses it. */
import { isObject, type Json, type JsonObject, parseJson } from "../../../core/host/plugin-api.ts";
import { editorError } from "../command/editor-errors.ts";
import { asObject } from "../command/json-fields.ts";

/** The project and server session that the request is meant for. If they are different, the Editor refuses the request. */
export interface IdentityStamp {
  expectedProjectRoot: string;
  expectedServerSessionId?: string;
}

export interface RpcError {
  message: string;
  data: JsonObject;
}

export type Message =
  | { kind: "result"; id: number; result: JsonObject }
  | { kind: "error"; id: number | null; error: RpcError }
  | { kind: "empty"; id: number }
  | { kind: "notification"; method: string; params: JsonObject }
  | { kind: "foreign" };

/** The keys have the same order as those of the original clients. */
export function requestBody(method: string, params: JsonObject, id: number, stamp?: IdentityStamp): string {
  return JSON.stringify({ jsonrpc: "2.0", method, params, id, ...(stamp ? { "x-uloop": stamp } : {}) });
}

/**
 * Throws PROTOCOL_ERROR unless the body is a JSON object. A message is `empty` if it has neither a result nor an error, and
 * `foreign` if its id isn't one of ours.
 */
export function parseMessage(body: string): Message {
  let message: Json;
  try {
    message = parseJson(body);
  } catch (cause) {
    throw editorError("PROTOCOL_ERROR", "The Editor's side sent a frame that is not JSON", { cause });
  }
  if (!isObject(message))
    throw editorError("PROTOCOL_ERROR", "The Editor's side sent a frame that is not a JSON-RPC message");
  const id = message.id ?? null;
  if (typeof message.method === "string") {
    return { kind: "notification", method: message.method, params: asObject(message.params) };
  }
  if (isObject(message.error) && (id === null || typeof id === "number")) {
    const { message: text, data } = message.error;
    return {
      kind: "error",
      id,
      error: { message: typeof text === "string" ? text : "Unknown error", data: asObject(data) },
    };
  }
  if (typeof id !== "number") return { kind: "foreign" };
  if (!isObject(message.result)) return { kind: "empty", id };
  return { kind: "result", id, result: message.result };
}
