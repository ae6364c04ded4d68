/** Handles the HTTP headers of revision 2026-07-28, which have to match the message, and status codes for errors. */
import {
  claimsRevision,
  failure,
  HEADER_MISMATCH,
  INVALID_PARAMS,
  isRequest,
  METHOD_NOT_FOUND,
  type Message,
  MODERN_VERSIONS,
  UNSUPPORTED_VERSION,
} from "../mcp/server.ts";

type Headers = Record<string, string | string[] | undefined>;

const VERSION = "io.modelcontextprotocol/protocolVersion";

/** The parameter that is repeated in `Mcp-Name`, by method. */
const NAMED: Record<string, string> = { "tools/call": "name", "prompts/get": "name", "resources/read": "uri" };

const STATUS: Record<number, number> = {
  [METHOD_NOT_FOUND]: 404,
  [INVALID_PARAMS]: 400,
  [UNSUPPORTED_VERSION]: 400,
  [HEADER_MISMATCH]: 400,
};

export function statusOf(code: number): number | undefined {
  return STATUS[code];
}

/** Returns true if the message or its header uses the revision without sessions. */
export function isStateless(message: Message, headers: Headers): boolean {
  return (isRequest(message) && claimsRevision(message)) || hasModernHeader(headers);
}

/** Requests of that revision must have it. */
export function hasModernHeader(headers: Headers): boolean {
  return MODERN_VERSIONS.includes(String(headers["mcp-protocol-version"]));
}

/** Rejects messages that don't match their headers, which proxies that route by header rely on. */
export function headerMismatch(message: Message, headers: Headers): object | undefined {
  if (!isRequest(message)) return undefined;
  const { id, method, params = {} } = message;
  const claimed = (params._meta as Record<string, unknown> | undefined)?.[VERSION];
  const named = NAMED[method] === undefined ? undefined : params[NAMED[method]];
  const pairs: [header: string, wanted: unknown][] = [
    ["mcp-protocol-version", claimed],
    ["mcp-method", method],
    ["mcp-name", named],
  ];
  const wrong = pairs.find(([header, wanted]) => wanted !== undefined && decoded(headers[header]) !== wanted);
  return wrong && failure(id, HEADER_MISMATCH, `Header mismatch: ${wrong[0]} must equal the value in the message`);
}

/** Decodes `=?base64?…?=`, which is used for values that aren't plain ASCII. */
function decoded(value: string | string[] | undefined): string | undefined {
  if (typeof value !== "string") return undefined;
  const [, wrapped] = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(value.trim()) ?? [];
  return wrapped === undefined ? value.trim() : Buffer.from(wrapped, "base64").toString("utf8");
}
