/** The 2026-07-28 revision, which SDK 1 lacks: no handshake, every request names its version, and only subscribers get notifications of changes. */
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

/** The revisions of the handshake, the newest first. */
const LEGACY_VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "2024-10-07"] as const;

/** The version to speak with a client that asks for one by `initialize`. */
export function negotiateVersion(requested: Json | undefined): string {
  return LEGACY_VERSIONS.find((version) => version === requested) ?? LEGACY_VERSIONS[0];
}

/** Server information for a client of this version, without later fields. */
export function initializeResult({ capabilities, serverInfo }: ServerDescription, version: string): JsonObject {
  const { completions: _, ...older } = capabilities;
  return {
    protocolVersion: version,
    capabilities: version >= "2025-03-26" ? capabilities : older,
    serverInfo: version >= "2025-11-25" ? { ...serverInfo, icons: icons() } : serverInfo,
  };
}

/** Methods that this revision removed, and those that it brought. */
const REMOVED: ReadonlySet<string> = new Set(["initialize", "ping", "logging/setLevel"]);
const ADDED: ReadonlySet<string> = new Set(["server/discover", "subscriptions/listen"]);

/** How long a client may reuse a list: short, since plugins can be reloaded while a client does not listen. */
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

/** Required metadata of every request of this revision; `clientInfo` is optional. */
const ENVELOPE = ["protocolVersion", "clientCapabilities", "clientInfo"].map((key) => `${META}${key}`);

/** Returns true if a request claims this revision: a bad claim is refused, never ignored. */
export function claimsRevision({ method, params }: Request): boolean {
  const meta = params?._meta;
  return ADDED.has(method) || (isObject(meta) && ENVELOPE.some((key) => key in meta));
}

/** The answer of `server/discover`: the only one that carries the icon, which would be in the way of every other. */
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

/** The fault of a request of an earlier revision, if any. */
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

/** The fault of a request of this revision, if any: its envelope or its method. */
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

/** A result in the form of this revision: complete, cacheable if a list, and signed by the server. */
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

/** Returns true if a client of this revision needs a subscription for a notification. */
export function isListChange(method: string): method is keyof typeof CHANGES {
  return method in CHANGES;
}

/** Subscriptions (`subscriptions/listen`) by the id of their request. */
export class Subscriptions {
  readonly #kinds = new Map<Id, Set<string>>();

  /** The acknowledgement to send. */
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

  /** One copy of a change for each subscription that wants it. */
  copies(method: keyof typeof CHANGES): { copy: Notification; id: Id }[] {
    const ids = [...this.#kinds].filter(([, kinds]) => kinds.has(CHANGES[method])).map(([id]) => id);
    return ids.map((id) => ({ copy: tagged(method, {}, id), id }));
  }

  /** Ends all of them: the answers that the open requests get at last. */
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
