/** Minimal HTTP client for JSON POSTs. One connection per request, no redirects, no proxies, limited size and time. */
import { type Connection, JigError, type Net, toJigError } from "../../../core/host/plugin-api.ts";
import { labelOf, type Server } from "./configured-servers.ts";
import { type Reply, readReply } from "./http-reply.ts";

const CONNECT_MS = 3000;

export interface Post {
  server: Server;
  /** `/api/search`. */
  path: string;
  body: string;
  withinMs: number;
  signal: AbortSignal;
}

/** Throws UNAVAILABLE, TIMEOUT or CANCELLED. Messages mention the server but no credentials. */
export async function post(net: Net, { server, path, body, withinMs: requestMs, signal }: Post): Promise<Reply> {
  const { timeoutMs = requestMs, problem } = server;
  if (problem !== undefined) throw new JigError("UNAVAILABLE", `${labelOf(server)} is not used: ${problem}`);
  const withinMs = Math.min(requestMs, timeoutMs);
  const late = AbortSignal.timeout(Math.max(1, withinMs));
  const until = AbortSignal.any([signal, late]);
  let connection: Connection | undefined;
  const end = () => connection?.close();
  until.addEventListener("abort", end, { once: true });
  try {
    until.throwIfAborted();
    const { host, port, tls } = server;
    connection = await net.connect(
      { host, port, ...(tls ? { tls } : {}) },
      { timeoutMs: Math.max(1, Math.min(CONNECT_MS, withinMs)), signal: until },
    );
    until.throwIfAborted();
    connection.write(requestOf(server, path, body)).catch(() => {});
    return await Promise.race([readReply(connection.data), aborted(until)]);
  } catch (error) {
    if (signal.aborted) throw new JigError("CANCELLED", `The request to ${labelOf(server)} was abandoned`);
    if (late.aborted)
      throw new JigError("TIMEOUT", `${labelOf(server)} did not answer within ${Math.round(withinMs)} ms`);
    const { message, hint } = toJigError(error);
    throw new JigError("UNAVAILABLE", `${labelOf(server)}: ${message}`, {
      cause: error,
      ...(hint === undefined ? {} : { hint }),
    });
  } finally {
    until.removeEventListener("abort", end);
    end();
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, fail) => {
    signal.addEventListener("abort", () => fail(signal.reason), { once: true });
  });
}

function requestOf({ host, port, path, token }: Server, below: string, body: string): Uint8Array {
  const content = Buffer.from(body);
  const name = host.includes(":") ? `[${host}]` : host;
  const lines = [
    `POST ${path}${below} HTTP/1.1`,
    `Host: ${name}:${port}`,
    "Connection: close",
    "Accept: application/json",
    "Content-Type: application/json",
    `Content-Length: ${content.length}`,
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
  ];
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), content]);
}
