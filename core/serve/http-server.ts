/** Implements the HTTP frontend, which serves the tools of a host to several clients until the signal is aborted. */
import { createServer, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { collectGarbage, type Host, JigError, toJigError } from "../host/frontend-api.ts";
import {
  type AnswerSettings,
  budgetOf,
  describeServer,
  instructionsFor,
  type Methods,
  profileOf,
  type ServerDescription,
  startNotes,
} from "../mcp/server.ts";
import { type Address, createHostCheck, isLoopback, parseListen } from "./address.ts";
import { ownToken, readToken, type TokenSources, type Verify, verifyShared } from "./bearer-tokens.ts";
import { readTls, type TlsFiles } from "./certificate.ts";
import { ClientLimits } from "./client-limits.ts";
import { HttpHandler, type HttpHandlerOptions } from "./http-handler.ts";
import { watchOwnMemory } from "./memory-watch.ts";
import { Metrics } from "./metrics.ts";
import { createVerifier, resourceMetadata, secureUrl } from "./oauth-issuer.ts";
import { limitConnections } from "./open-connections.ts";
import { Sessions } from "./sessions.ts";
import { listenOnSocket } from "./unix-socket.ts";

export interface HttpOptions extends AnswerSettings {
  listen: string;
  token: TokenSources;
  /** The OAuth issuer. Its tokens are accepted for `resource`, which is the public URL of this server. */
  issuer?: string;
  resource?: string;
  /** Additional host names, and allowed origins. */
  hosts: readonly string[];
  origins: readonly string[];
  tls?: TlsFiles;
  /** The total number of sessions, and of requests in progress for each client. */
  maxSessions: number;
  maxRequests: number;
  version: string;
  /** Aborted by SIGINT and SIGTERM. */
  signal: AbortSignal;
  /** Called with the URL when the server is ready. */
  onListening(url: string): Promise<void>;
  /** Logs a message for the operator. */
  note(line: string): void;
}

/** The time in milliseconds that running calls have when the server shuts down, and the same again for sending their responses. */
const LAST_CALLS_MS = 10_000;
const LAST_BYTES_MS = 1_000;
/** In milliseconds. Silent clients shouldn't occupy connections. */
const HEADERS_TIMEOUT_MS = 15_000;
/**
 * In milliseconds. Clients call every few seconds, and a connection that closes just when one of them sends looks like an
 * error.
 */
const KEEP_ALIVE_MS = 65_000;

/** Returns the exit code after a complete shutdown. Throws INVALID_ARGUMENT for unsafe options. */
export async function serveHttp(openHost: () => Promise<Host>, options: HttpOptions): Promise<number> {
  const address = parseListen(options.listen);
  const guard = await guardOf(options, address);
  const tls = options.tls && readTls(options.tls, options.note);
  const { WebStandardStreamableHTTPServerTransport: Transport } = await import(
    "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js"
  );
  const host = await openHost();
  const metrics = new Metrics();
  const calls = new Calls(host, metrics);
  const sessions = new Sessions(options.maxSessions);
  let stopping = false;
  const instructions: ServerDescription["instructions"] = async (_, client) =>
    instructionsFor(host, budgetOf(options, profileOf(client)));
  const handler = new HttpHandler({
    context: {
      host,
      introduction: describeServer(options.version, instructions),
      settings: options,
      Transport,
      around: (methods) => calls.around(methods),
    },
    sessions,
    limits: new ClientLimits(options.maxRequests),
    metrics,
    isKnownHost: createHostCheck(address.host, options.hosts),
    origins: options.origins,
    ...guard,
    calls: () => calls.running,
    isStopping: () => stopping,
  });
  const memory = watchOwnMemory(collectGarbage);
  host.onChange(() => handler.toolsChanged());
  startNotes(host, options).forEach(options.note);
  const server = tls ? createTlsServer(tls) : createServer();
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  // This is disabled because calls can take long. `readBody` handles slow requests.
  server.requestTimeout = 0;
  limitConnections(server);
  server.on("request", (request, response) => {
    memory.look();
    void handler.handle(request, response).catch((error) => {
      options.note(`A request failed: ${toJigError(error).message}`);
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    });
  });
  try {
    const port = await listen(server, address);
    const shown = address.host.includes(":") ? `[${address.host}]` : address.host;
    await options.onListening(
      address.socket === undefined ? `${tls ? "https" : "http"}://${shown}:${port}/mcp` : `unix:${address.socket}`,
    );
    await aborted(options.signal);
    stopping = true;
    server.close();
    await Promise.race([handler.idle(), sleep(LAST_CALLS_MS)]);
    await Promise.race([handler.close(), sleep(LAST_BYTES_MS)]);
    return 0;
  } finally {
    memory.end();
    server.closeAllConnections();
    await sessions.close();
    await host.close();
  }
}

/** Sets up authentication. Without it, the server refuses to listen on other interfaces. */
async function guardOf(
  options: HttpOptions,
  { host, socket }: Address,
): Promise<Pick<HttpHandlerOptions, "verify" | "resource">> {
  const { issuer, resource } = options;
  const given = readToken(options.token);
  // A socket with mode 0600 is only accessible to its owner, who can read the files anyway.
  const isOwn = given === undefined && issuer === undefined && !options.token.none && socket === undefined;
  const token = isOwn ? ownToken(options.token, options.note) : given;
  if ((issuer === undefined) !== (resource === undefined))
    throw new JigError("INVALID_ARGUMENT", "--issuer and --resource go together", {
      hint: "--resource is the URL of this server as clients know it: tokens must be issued for it",
    });
  if (!isLoopback(host) && token === undefined && issuer === undefined)
    throw new JigError(
      "INVALID_ARGUMENT",
      `Listening on ${host} needs a token: anyone who reaches it could read the workspace`,
      {
        hint: "Pass --token-file FILE (mode 0600), JIG_SERVE_TOKEN, or --issuer and --resource",
      },
    );
  if (!isLoopback(host) && !options.tls)
    options.note("Tokens and answers are sent unencrypted: pass --tls-cert and --tls-key, or put a TLS proxy in front");
  const ways: Verify[] = token === undefined ? [] : [verifyShared(token)];
  if (issuer === undefined || resource === undefined) return ways[0] ? { verify: ways[0] } : {};
  secureUrl(resource, "--resource");
  ways.push(await createVerifier(issuer, resource));
  return {
    async verify(given) {
      for (const way of ways) {
        const caller = await way(given);
        if (caller) return caller;
      }
      return undefined;
    },
    resource: { url: resource, metadata: resourceMetadata(issuer, resource) },
  };
}

class Calls {
  readonly #host: Host;
  readonly #metrics: Metrics;
  #running = 0;

  constructor(host: Host, metrics: Metrics) {
    this.#host = host;
    this.#metrics = metrics;
  }

  get running(): number {
    return this.#running;
  }

  around(methods: Methods): Methods {
    const call = methods["tools/call"]!;
    return {
      ...methods,
      "tools/call": async (params, context) => {
        const started = performance.now();
        this.#running++;
        let result: "ok" | "failed" | "error" = "error";
        try {
          const answer = await call(params, context);
          result = answer.isError === true ? "failed" : "ok";
          return answer;
        } finally {
          const tool = typeof params.name === "string" ? this.#host.tool(params.name) : undefined;
          this.#metrics.called(tool?.name ?? "unknown", result, (performance.now() - started) / 1000);
          this.#running--;
        }
      },
    };
  }
}

function listen(server: Server, { host, port, socket }: Address): Promise<number> {
  if (socket !== undefined) return listenOnSocket(server, socket).then(() => 0);
  return new Promise((resolve, reject) => {
    server.once("error", (error) =>
      reject(new JigError("UNAVAILABLE", `Listening on ${host}:${port} failed: ${error.message}`, { cause: error })),
    );
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
