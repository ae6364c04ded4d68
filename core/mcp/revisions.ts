/**
 * Implements protocol revision 2026-07-28, which SDK 1 doesn't support. There is no handshake, each request has a version, and
 * clients subscribe to notifications about changes.
 */
import { isObject, type Json, type JsonObject } from "../host/frontend-api.ts";
import { icons } from "./icon.ts";
import {
  type Failure,
  type Id,
  INVALID_PARAMS,
  METHOD_NOT_FOUND,
  type Notification,
  type Request,
  type Response,
  UNSUPPORTED_VERSION,
} from "./messages.ts";
import type { ServerDescription } from "./server-instructions.ts";

export const MODERN_VERSIONS: readonly string[] = ["2026-07-28"];

/** The revisions with a handshake, starting with the newest. */
const LEGACY_VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "2024-10-07"] as const;

/** Returns the version to use for an `initialize` request. */
export function negotiateVersion(requested: Json | undefined): string {
  return LEGACY_VERSIONS.find((version) => version === requested) ?? LEGACY_VERSIONS[0];
}

/** Leaves out fields that were introduced after this version. */
export function initializeResult({ capabilities, serverInfo }: ServerDescription, version: string): JsonObject {
  const { completions: _, ...older } = capabilities;
  return {
    protocolVersion: version,
    capabilities: version >= "2025-03-26" ? capabilities : older,
    serverInfo: version >= "2025-11-25" ? { ...serverInfo, icons: icons() } : serverInfo,
  };
}

/** The methods that this revision removed and added. */
const REMOVED: ReadonlySet<string> = new Set(["initialize", "ping", "logging/setLevel"]);
const ADDED: ReadonlySet<string> = new Set(["server/discover", "subscriptions/listen"]);

/** The time for which clients may cache a list. It is short, because plugins can be reloaded without the client noticing. */
const LIST_TTL_MS = 5_000;

const CACHEABLE: ReadonlySet<string> = new Set([
  "tools/list",
  "prompts/list",
  "resources/list",
  "resources/templates/list",
  "resources/read",
  "server/discover",
]);
const META = "io.modelcontextprotocol/";

/** The metadata that all requests must have. Only `clientInfo` is optional. */
const ENVELOPE = ["protocolVersion", "clientCapabilities", "clientInfo"].map((key) => `${META}${key}`);

/** Returns true if the request claims to use this revision, even if it does so incorrectly. */
export function claimsRevision({ method, params }: Request): boolean {
  const meta = params?._meta;
  return ADDED.has(method) || (isObject(meta) && ENVELOPE.some((key) => key in meta));
}

/** Returns the result of `server/discover`. It is the only one with the icon, which is large. */
export async function discoverResult({
  capabilities,
  instructions,
  serverInfo,
}: ServerDescription): Promise<JsonObject> {
  return {
    supportedVersions: [...MODERN_VERSIONS],
    capabilities,
    instructions: await instructions(false),
    _meta: { [`${META}serverInfo`]: { ...serverInfo, icons: icons() } },
  };
}

/** Validates a request of an older revision. */
export function legacyFault({ method, params }: Request): Failure | undefined {
  if (method !== "initialize") return undefined;
  const wrong = [
    typeof params?.protocolVersion === "string" ? [] : "protocolVersion",
    isObject(params?.capabilities) ? [] : "capabilities",
    isObject(params?.clientInfo) ? [] : "clientInfo",
  ].flat();
  return wrong.length > 0
    ? { code: INVALID_PARAMS, message: `Invalid params of initialize: ${wrong.join(", ")}` }
    : undefined;
}

/** Validates metadata and method of a request. */
export function modernFault({ method, params }: Request): Failure | undefined {
  const meta = isObject(params?._meta) ? params._meta : {};
  const requested = meta[`${META}protocolVersion`];
  if (typeof requested !== "string")
    return { code: INVALID_PARAMS, message: `Invalid _meta: ${META}protocolVersion must be a string` };
  if (!MODERN_VERSIONS.includes(requested))
    return {
      code: UNSUPPORTED_VERSION,
      message: `Unsupported protocol version: ${requested}`,
      data: { supported: [...MODERN_VERSIONS], requested },
    };
  if (!isObject(meta[`${META}clientCapabilities`]))
    return { code: INVALID_PARAMS, message: `Invalid _meta: ${META}clientCapabilities must be an object` };
  if (REMOVED.has(method)) return { code: METHOD_NOT_FOUND, message: `Method not found: ${method}` };
  if (method === "subscriptions/listen" && !isObject(params?.notifications))
    return { code: INVALID_PARAMS, message: 'Invalid params: "notifications" must be an object' };
  return undefined;
}

/** Adds the required fields of a result: the status, caching for lists, and information about the server. */
export function modernResult(method: string, result: JsonObject, serverInfo: JsonObject): JsonObject {
  return {
    resultType: "complete",
    ...result,
    ...(CACHEABLE.has(method) && { ttlMs: LIST_TTL_MS, cacheScope: "private" }),
    _meta: { [`${META}serverInfo`]: serverInfo, ...(isObject(result._meta) ? result._meta : {}) },
  };
}

const CHANGES = {
  "notifications/tools/list_changed": "toolsListChanged",
} as const;

/** Returns true for notifications that require a subscription. */
export function isListChange(method: string): method is keyof typeof CHANGES {
  return method in CHANGES;
}

/** The active subscriptions (`subscriptions/listen`) by the id of their request. */
export class Subscriptions {
  readonly #kinds = new Map<Id, Set<string>>();

  /** Returns the acknowledgement. */
  open(id: Id, params: JsonObject | undefined): Notification {
    const wanted = isObject(params?.notifications) ? params.notifications : {};
    const kinds = Object.values(CHANGES).filter((kind) => wanted[kind] === true);
    this.#kinds.set(id, new Set(kinds));
    const notifications = Object.fromEntries(kinds.map((kind) => [kind, true]));
    return tagged("notifications/subscriptions/acknowledged", { notifications }, id);
  }

  close(id: Id): boolean {
    return this.#kinds.delete(id);
  }

  /** Returns one copy for each interested subscription. */
  copies(method: keyof typeof CHANGES): { copy: Notification; id: Id }[] {
    const ids = [...this.#kinds].filter(([, kinds]) => kinds.has(CHANGES[method])).map(([id]) => id);
    return ids.map((id) => ({ copy: tagged(method, {}, id), id }));
  }

  /** Ends all subscriptions and returns the responses to their requests. */
  end(serverInfo: JsonObject): (Response & { id: Id })[] {
    const ids = [...this.#kinds.keys()];
    this.#kinds.clear();
    return ids.map((id) => {
      const result = modernResult("subscriptions/listen", { _meta: { [`${META}subscriptionId`]: id } }, serverInfo);
      return { jsonrpc: "2.0", id, result };
    });
  }
}

function tagged(method: string, params: { [key: string]: Json }, id: Id): Notification {
  return { jsonrpc: "2.0", method, params: { ...params, _meta: { [`${META}subscriptionId`]: id } } };
}
