/** The net capability: stream sockets to the hosts that a plugin declares, nothing else. */
import { isIP, connect as open, type Socket } from "node:net";
import { connect as openTls } from "node:tls";
import type { Connection, Net } from "../contract/context.ts";
import { JigError } from "../contract/errors.ts";

const DEFAULT_TIMEOUT_MS = 2000;

/** `allows` decides by `host:port`, or `unix` for a local socket or named pipe. */
export function createNet(allows: (target: string) => boolean): Net {
  return {
    async connect(to, options = {}) {
      const target = "path" in to ? "unix" : `${to.host}:${to.port}`;
      const shown = "path" in to ? to.path : target;
      if (!allows(target)) {
        throw new JigError(
          "PERMISSION_DENIED",
          `The plugin does not declare the net permission ${JSON.stringify(target)}`,
        );
      }
      options.signal?.throwIfAborted();
      const socket = "path" in to ? open(to.path) : to.tls ? encrypted(to.host, to.port) : open(to.port, to.host);
      socket.setNoDelay(true);
      const event = "tls" in to && to.tls ? "secureConnect" : "connect";
      await connected(socket, event, shown, options.timeoutMs ?? DEFAULT_TIMEOUT_MS, options.signal);
      return connection(socket, shown);
    },
  };
}

/** A name is sent for servers of many; an address is none. */
function encrypted(host: string, port: number): Socket {
  return openTls({ host, port, ...(isIP(host) ? {} : { servername: host }) });
}

function connected(
  socket: Socket,
  event: "connect" | "secureConnect",
  shown: string,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise((settle, fail) => {
    const end = (error?: JigError) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", cancelled);
      socket.off("error", refused);
      socket.off(event, ready);
      if (!error) return settle();
      socket.on("error", () => {});
      socket.destroy();
      fail(error);
    };
    const ready = () => end();
    const refused = (error: NodeJS.ErrnoException) =>
      end(event === "secureConnect" && !isUnreached(error) ? untrusted(shown, error) : unreached(shown, error));
    const cancelled = () => end(new JigError("CANCELLED", `Connecting to ${shown} was cancelled`));
    const timer = setTimeout(() => end(unavailable(`No answer from ${shown} within ${timeoutMs} ms`)), timeoutMs);
    socket.once(event, ready);
    socket.once("error", refused);
    signal?.addEventListener("abort", cancelled, { once: true });
  });
}

/** Nobody was there to show a certificate. */
function isUnreached({ code = "" }: NodeJS.ErrnoException): boolean {
  return /^(?:ECONN|EHOST|ENET|ETIMEDOUT|ENOTFOUND|EAI_|EADDR|EPIPE)/.test(code);
}

function unreached(shown: string, error: Error): JigError {
  return unavailable(`Nothing answers at ${shown}`, error);
}

function untrusted(shown: string, { code = "", message, ...error }: NodeJS.ErrnoException): JigError {
  if (/WRONG_VERSION_NUMBER|EPROTO|PACKET_LENGTH/.test(code)) return unavailable(`${shown} does not speak TLS`, error);
  return new JigError("UNAVAILABLE", `The certificate of ${shown} is not accepted: ${message}`, {
    hint: "Name the file with the certificate of its authority in NODE_EXTRA_CA_CERTS",
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
          error ? fail(unavailable(`The connection to ${shown} broke`, error)) : settle(),
        );
      }),
    close: () => socket.destroy(),
  };
}

async function* received(socket: Socket, shown: string, broken: () => Error | undefined): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of socket) yield chunk as Uint8Array;
  } catch (error) {
    throw unavailable(`The connection to ${shown} broke`, error);
  }
  if (broken()) throw unavailable(`The connection to ${shown} broke`, broken());
}

function unavailable(message: string, cause?: unknown): JigError {
  return new JigError("UNAVAILABLE", message, cause === undefined ? {} : { cause });
}
