/** HTTP headers of the revision 2026-07-28, which must agree with the message, and statuses of refusals. */
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

/** The parameter that `Mcp-Name` repeats, by method. */
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

/** Returns true if a message is of the era without sessions: it says so itself, or its header does. */
export function isStateless(message: Message, headers: Headers): boolean {
  return (isRequest(message) && claimsRevision(message)) || hasModernHeader(headers);
}

/** Requests of that era must have it. */
export function hasModernHeader(headers: Headers): boolean {
  return MODERN_VERSIONS.includes(String(headers["mcp-protocol-version"]));
}

/** The refusal of a message that its headers contradict: who routes by headers must be able to trust them. */
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

/** Decodes a header value, which may be wrapped as `=?base64?…?=` if not plain ASCII. */
function decoded(value: string | string[] | undefined): string | undefined {
  if (typeof value !== "string") return undefined;
  const [, wrapped] = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(value.trim()) ?? [];
  return wrapped === undefined ? value.trim() : Buffer.from(wrapped, "base64").toString("utf8");
}
