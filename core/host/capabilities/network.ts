/** Implements `net`, which opens stream sockets to declared hosts. */
import { isIP, connect as open, type Socket } from "node:net";
import { connect as openTls } from "node:tls";
import type { Connection, Net } from "../contract/context.ts";
import { JigError } from "../contract/errors.ts";
import { addressesOf } from "./addresses.ts";

const DEFAULT_TIMEOUT_MS = 2000;
/** If there are several addresses, we try each of them for at least this many milliseconds. */
const ATTEMPT_MS = 250;

/** The number of bytes in each direction, reported at the end of a connection. */
export interface Traffic {
  target: string;
  sentBytes: number;
  receivedBytes: number;
}

export interface NetOptions {
  /** Accepts `host:port`, `address:port`, or `unix` for local sockets and named pipes. */
  allows(target: string): boolean;
  /** Set for third-party plugins. The host resolves names for them, and refuses private addresses that are not declared. */
  guarded: boolean;
  /** True if each side closes its own direction. */
  halfOpen?: boolean;
  onEnd?(traffic: Traffic): void;
}

type ConnectOptions = NonNullable<Parameters<Net["connect"]>[1]>;

export function createNet(options: NetOptions): Net {
  return {
    async connect(to, { timeoutMs, signal } = {}) {
      const limits = { timeoutMs: timeoutMs ?? DEFAULT_TIMEOUT_MS, ...(signal ? { signal } : {}) };
      if (!("path" in to)) return connection(await openSocket(to, options, limits), `${to.host}:${to.port}`);
      refuse("unix", options);
      return connection(await connected(open(to.path), "connect", to.path, limits), to.path);
    },
  };
}

function refuse(target: string, { allows }: NetOptions): void {
  if (allows(target)) return;
  throw new JigError("PERMISSION_DENIED", `The plugin does not declare the net permission ${JSON.stringify(target)}`);
}

/** Connects to the host over TCP. Its addresses are tried one after the other. */
export async function openSocket(
  to: { host: string; port: number; tls?: boolean },
  options: NetOptions,
  { timeoutMs, signal }: ConnectOptions & { timeoutMs: number },
): Promise<Socket> {
  const target = `${to.host}:${to.port}`;
  refuse(target, options);
  signal?.throwIfAborted();
  const { allows, guarded, halfOpen = false, onEnd } = options;
  const until = performance.now() + timeoutMs;
  const addresses = guarded ? await addressesOf(to.host, to.port, allows) : [to.host];
  for (const [at, address] of addresses.entries()) {
    const left = until - performance.now();
    const timeout = Math.max(left / (addresses.length - at), Math.min(ATTEMPT_MS, timeoutMs));
    const socket = to.tls
      ? encrypted(address, to.host, to.port)
      : open({ host: address, port: to.port, allowHalfOpen: halfOpen });
    socket.setNoDelay(true);
    const event = to.tls ? "secureConnect" : "connect";
    try {
      await connected(socket, event, target, { timeoutMs: timeout, ...(signal ? { signal } : {}) });
    } catch (error) {
      if (at === addresses.length - 1 || signal?.aborted) throw error;
      continue;
    }
    socket.once("close", () => onEnd?.({ target, sentBytes: socket.bytesWritten, receivedBytes: socket.bytesRead }));
    return socket;
  }
  throw unavailable(`Nothing answers at ${target}`);
}

/** Opens an encrypted connection. SNI must be a host name, so it is left out for an address. */
function encrypted(address: string, host: string, port: number): Socket {
  return openTls({ host: address, port, ...(isIP(host) ? {} : { servername: host }) });
}

function connected(
  socket: Socket,
  event: "connect" | "secureConnect",
  shown: string,
  { timeoutMs, signal }: ConnectOptions & { timeoutMs: number },
): Promise<Socket> {
  return new Promise((settle, fail) => {
    const end = (error?: JigError) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", cancelled);
      socket.off("error", refused);
      socket.off(event, ready);
      if (!error) return settle(socket);
      socket.on("error", () => {});
      socket.destroy();
      fail(error);
    };
    const ready = () => end();
    const refused = (error: NodeJS.ErrnoException) =>
      end(event === "secureConnect" && !isUnreached(error) ? untrusted(shown, error) : unreached(shown, error));
    const cancelled = () => end(new JigError("CANCELLED", `Connecting to ${shown} was cancelled`));
    const timer = setTimeout(
      () => end(unavailable(`No response from ${shown} within ${Math.round(timeoutMs)} ms`)),
      timeoutMs,
    );
    socket.once(event, ready);
    socket.once("error", refused);
    signal?.addEventListener("abort", cancelled, { once: true });
  });
}

/**
 * Returns true for errors which mean that the peer could not be reached, or that it closed the connection before it sent a
 * certificate.
 */
function isUnreached({ code = "" }: NodeJS.ErrnoException): boolean {
  return /^(?:ECONN|EHOST|ENET|ETIMEDOUT|ENOTFOUND|EAI_|EADDR|EPIPE)/.test(code);
}

function unreached(shown: string, error: Error): JigError {
  return unavailable(`Nothing answers at ${shown}`, error);
}

function untrusted(shown: string, { code = "", message, ...error }: NodeJS.ErrnoException): JigError {
  if (/WRONG_VERSION_NUMBER|EPROTO|PACKET_LENGTH/.test(code)) return unavailable(`${shown} does not speak TLS`, error);
  return new JigError("UNAVAILABLE", `The certificate of ${shown} was rejected: ${message}`, {
    hint: "Set NODE_EXTRA_CA_CERTS to the file with its authority's certificate",
    cause: error,
  });
}

function connection(socket: Socket, shown: string): Connection {
  let broken: Error | undefined;
  socket.on("error", (error) => {
    broken = error;
  });
  return {
    data: received(socket, shown, () => broken),
    write: (bytes) =>
      new Promise((settle, fail) => {
        if (socket.destroyed) return fail(unavailable(`The connection to ${shown} is closed`, broken));
        socket.write(bytes, (error) =>
          error ? fail(unavailable(`The connection to ${shown} was lost`, error)) : settle(),
        );
      }),
    close: () => socket.destroy(),
  };
}

async function* received(socket: Socket, shown: string, broken: () => Error | undefined): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of socket) yield chunk;
  } catch (error) {
    throw unavailable(`The connection to ${shown} was lost`, error);
  }
  if (broken()) throw unavailable(`The connection to ${shown} was lost`, broken());
}

function unavailable(message: string, cause?: unknown): JigError {
  return new JigError("UNAVAILABLE", message, cause === undefined ? {} : { cause });
}

/** Returns a line for the log that only contains counts. */
export function trafficLine({ target, sentBytes, receivedBytes }: Traffic): string {
  return `net ${target}: ${sentBytes} bytes sent, ${receivedBytes} received`;
}
