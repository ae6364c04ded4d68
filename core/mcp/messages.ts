/** Contains JSON-RPC 2.0 messages and their validation. */
import { isUtf8 } from "node:buffer";
import { isObject, type Json, type JsonObject } from "../host/frontend-api.ts";

export type Id = string | number;
export type Request = { jsonrpc: "2.0"; id: Id; method: string; params?: JsonObject };
export type Notification = { jsonrpc: "2.0"; method: string; params?: JsonObject };
export type Failure = { code: number; message: string; data?: Json };
export type Response =
  | { jsonrpc: "2.0"; id: Id; result: JsonObject }
  | { jsonrpc: "2.0"; id: Id | null; error: Failure };
export type Message = Request | Notification | Response;

const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;
/** Used for revisions with a handshake. Since 2026-07-28, it is an invalid parameter. */
export const RESOURCE_NOT_FOUND = -32002;
export const HEADER_MISMATCH = -32020;
export const UNSUPPORTED_VERSION = -32022;

export function failure(id: Id | null, code: number, message: string, data?: Json): Response {
  return { jsonrpc: "2.0", id, error: data === undefined ? { code, message } : { code, message, data } };
}

export function isRequest(message: Message): message is Request {
  return "method" in message && "id" in message;
}

export function isResponse(message: Message): message is Response {
  return !("method" in message);
}

/** Rejects invalid UTF-8, because we would search for replacement characters otherwise. */
export function parseBytes(bytes: Uint8Array): { message: Message } | { refusal: Response } {
  const parsed = parseMessage(new TextDecoder().decode(bytes));
  if (isUtf8(bytes)) return parsed;
  const id = "message" in parsed && "id" in parsed.message ? (parsed.message.id ?? null) : null;
  return { refusal: failure(id, PARSE_ERROR, "Parse error: the message is not UTF-8") };
}

/** If the message is invalid, returns a `refusal` to send back. */
export function parseMessage(line: string): { message: Message } | { refusal: Response } {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    const reason = error instanceof SyntaxError ? "the line is not JSON" : "the JSON is nested too deeply";
    return { refusal: failure(null, PARSE_ERROR, `Parse error: ${reason}`) };
  }
  const refuse = (id: Id | null, reason: string) => ({
    refusal: failure(id, INVALID_REQUEST, `Invalid request: ${reason}`),
  });
  if (Array.isArray(value)) return refuse(null, "batches are not supported, send one message at a time");
  if (!isObject(value)) return refuse(null, "a message is an object");
  const id = typeof value.id === "string" || Number.isFinite(value.id) ? (value.id as Id) : undefined;
  if (value.jsonrpc !== "2.0") return refuse(id ?? null, `"jsonrpc" must be "2.0"`);
  if ("id" in value && id === undefined) return refuse(null, `"id" must be a string or a number`);
  // The same number could not be sent back.
  if (typeof id === "number" && Math.abs(id) > Number.MAX_SAFE_INTEGER)
    return refuse(null, `"id" is a number beyond 2^53, which JSON readers round: send it as a string`);
  if ("method" in value) {
    const { method, params } = value;
    if (typeof method !== "string") return refuse(id ?? null, `"method" must be a string`);
    if (params !== undefined && !isObject(params)) return refuse(id ?? null, `"params" must be an object`);
    const call = params === undefined ? { method } : { method, params: withoutInvalidToken(params) };
    return { message: id === undefined ? { jsonrpc: "2.0", ...call } : { jsonrpc: "2.0", id, ...call } };
  }
  if (id !== undefined && isObject(value.result)) return { message: { jsonrpc: "2.0", id, result: value.result } };
  if (id !== undefined && isObject(value.error))
    return { message: { jsonrpc: "2.0", id, error: value.error as Failure } };
  return refuse(id ?? null, `"method" is missing`);
}

/** Numbers above 2^53 lose precision, so the token wouldn't match. These calls don't get progress. */
function withoutInvalidToken(params: JsonObject): JsonObject {
  const { _meta: meta } = params;
  if (!isObject(meta) || !("progressToken" in meta)) return params;
  const { progressToken: token, ...rest } = meta;
  return typeof token === "string" || Number.isSafeInteger(token) ? params : { ...params, _meta: rest };
}
