/** This is the only module that imports the MCP SDK, so that upgrades only affect this file. */
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport";
import { isObject, type JigError, type JsonObject, toJigError } from "../host/frontend-api.ts";
import type { Session } from "./mcp-session.ts";
import { INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND, RESOURCE_NOT_FOUND } from "./messages.ts";
import type { ServerDescription } from "./server-instructions.ts";

/** A request in progress. `progress` is set if the client wants it. */
export interface Call {
  signal: AbortSignal;
  /** Called when the client has received the response or never will. Until then it is in memory. */
  onDelivered(act: () => void): void;
  /** Consults the user. It is missing if the client doesn't support it. */
  elicit?: (params: JsonObject) => Promise<JsonObject | undefined>;
  /** True if the client handles results that require input by consulting the user and trying again. */
  elicitsByResult?: boolean;
  progress?: (params: { progress: number; total?: number; message?: string }) => void;
}

/** Handlers for methods that the SDK doesn't implement. A `JigError` becomes a JSON-RPC error. */
export type Methods = Record<string, (params: JsonObject, call: Call) => Promise<JsonObject>>;

export interface SdkServer {
  toolsChanged(): void;
  /** Returns the URIs of the roots. The list is empty if the client has none or doesn't respond in time. */
  clientRoots(): Promise<string[]>;
  close(): Promise<void>;
}

const ROOTS_TIMEOUT_MS = 3_000;
/** This is long, since people take breaks, but forgotten questions have to expire. */
const PERSON_TIMEOUT_MS = 3_600_000;

const INVALID = new Set<string>(["INVALID_ARGUMENT", "UNKNOWN_TOOL"]);

/** Converts an error to JSON-RPC. The code for unknown resources depends on the revision. */
function wireError(
  { code, advice }: JigError,
  { method, params }: { method: string; params?: object | undefined },
  modern: boolean,
) {
  const uri = method === "resources/read" && isObject(params) ? params.uri : undefined;
  if (typeof uri === "string" && (INVALID.has(code) || code === "PATH_NOT_FOUND")) {
    return { code: modern ? INVALID_PARAMS : RESOURCE_NOT_FOUND, message: advice, data: { uri, code } };
  }
  return { code: INVALID.has(code) ? INVALID_PARAMS : INTERNAL_ERROR, message: advice, data: { code } };
}

/** Imports the SDK on demand, because it takes longer to load than everything else. */
export async function connectServer(
  session: Session,
  { serverInfo, capabilities }: ServerDescription,
  methods: Methods,
  { note, onRootsChanged }: { note: (line: string) => void; onRootsChanged: () => void },
): Promise<SdkServer> {
  const { Server } = await import("@modelcontextprotocol/sdk/server");
  const { ResultSchema } = await import("@modelcontextprotocol/sdk/types.js");
  const server = new Server(serverInfo, {
    capabilities,
    // This is only used for elicitation results, which `confirm` validates itself. The default would compile a schema library.
    jsonSchemaValidator: {
      getValidator: () => () => ({ valid: true, data: undefined as never, errorMessage: undefined }),
    },
    debouncedNotificationMethods: ["notifications/tools/list_changed"],
  });
  server.onerror = (error) => note(error.message);
  server.fallbackNotificationHandler = async ({ method }) => {
    if (method === "notifications/roots/list_changed") onRootsChanged();
  };
  server.fallbackRequestHandler = async (request, extra) => {
    const method = Object.hasOwn(methods, request.method) ? methods[request.method] : undefined;
    if (!method) throw { code: METHOD_NOT_FOUND, message: `Method not found: ${request.method}` };
    const token = extra._meta?.progressToken;
    const call: Call = {
      signal: extra.signal,
      onDelivered: (act) => session.onDelivered(extra.requestId as number, act),
    };
    const elicitation = session.elicitation(extra.requestId as number);
    if (elicitation === "result") call.elicitsByResult = true;
    if (elicitation === "request")
      call.elicit = async (params) => {
        const options = { timeout: PERSON_TIMEOUT_MS, signal: extra.signal };
        const reply = extra.sendRequest({ method: "elicitation/create", params } as never, ResultSchema, options);
        return (await reply.catch(() => undefined)) as JsonObject | undefined;
      };
    if (token !== undefined)
      call.progress = (params) =>
        void extra.sendNotification({ method: "notifications/progress", params: { progressToken: token, ...params } });
    try {
      return await method((request.params ?? {}) as JsonObject, call);
    } catch (thrown) {
      throw wireError(toJigError(thrown), request, session.isModern(extra.requestId as number));
    }
  };
  await server.connect(session as Transport);
  return {
    toolsChanged: () => void server.sendToolListChanged(),
    clientRoots: async () => {
      if (!server.getClientCapabilities()?.roots) return [];
      const request = server.request({ method: "roots/list" }, ResultSchema, { timeout: ROOTS_TIMEOUT_MS });
      const result = await request.catch(() => undefined);
      // The roots are parsed here, because the SDK rejects the whole list if it contains a single URI that isn't a file.
      const roots = Array.isArray(result?.roots) ? result.roots : [];
      return roots.map((root: { uri?: unknown } | null) => String(root?.uri));
    },
    close: () => server.close(),
  };
}
