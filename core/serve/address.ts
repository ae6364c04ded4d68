/** Contains the address to listen on, and checks of the host, which protect against DNS rebinding. */
import { hostname, networkInterfaces } from "node:os";
import { resolve } from "node:path";
import { JigError } from "../host/frontend-api.ts";

export interface Address {
  host: string;
  port: number;
  /** Used for a Unix socket, in place of host and port. */
  socket?: string;
}

const DEFAULT_LISTEN = "127.0.0.1:7337";

const UNIX = "unix:";
/** The limit of the kernel. */
const MAX_SOCKET_CHARS = 107;

/** Accepts `127.0.0.1:7337`, `[::1]:7337`, `localhost:0`, a port, or `unix:/path`. Throws INVALID_ARGUMENT. */
export function parseListen(text: string): Address {
  if (text.startsWith(UNIX)) {
    const socket = resolve(text.slice(UNIX.length));
    if (text === UNIX || Buffer.byteLength(socket) > MAX_SOCKET_CHARS)
      throw new JigError("INVALID_ARGUMENT", `--listen takes unix:PATH of at most ${MAX_SOCKET_CHARS} bytes`);
    return { host: "localhost", port: 0, socket };
  }
  const [, bracketed, plain, digits] = /^(?:(?:\[([^\]]+)\]|([^:[\]\s]+)):)?(\d{1,5})$/.exec(text) ?? [];
  const port = Number(digits);
  if (digits === undefined || port > 65_535)
    throw new JigError("INVALID_ARGUMENT", `--listen takes HOST:PORT, not "${text}"`, {
      hint: `Write ${DEFAULT_LISTEN}, or 0.0.0.0:7337 for every interface`,
    });
  return { host: bracketed ?? plain ?? "127.0.0.1", port };
}

/**
 * Returns the key for limits per client. It is the address, and for IPv6 the network, because a client can have all of it. It
 * is "" for Unix sockets.
 */
export function clientAddress(address: string | undefined): string {
  const plain = (address ?? "").replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "");
  if (!plain.includes(":")) return plain;
  const [before = "", after] = plain.split("::");
  const groups = before === "" ? [] : before.split(":");
  const rest = after === undefined || after === "" ? [] : after.split(":");
  const zeros =
    after === undefined ? [] : Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => "0");
  return [...groups, ...zeros, ...rest].slice(0, 4).join(":");
}

const LOOPBACK: readonly string[] = ["localhost", "127.0.0.1", "::1"];

export function isLoopback(host: string): boolean {
  return LOOPBACK.includes(host) || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** Removes the port. It returns undefined if the text is invalid. */
function nameOf(authority: string): string | undefined {
  const name = /^(?:\[([0-9a-f:.]+)\]|([^:/@\s]+))(?::\d+)?$/i.exec(authority);
  return (name?.[1] ?? name?.[2])?.toLowerCase();
}

/** Accepts loopback names, the addresses we listen on, and `others`. */
export function createHostCheck(host: string, others: readonly string[]): (authority: string | undefined) => boolean {
  const own = Object.values(networkInterfaces()).flatMap((each) => each?.map(({ address }) => address) ?? []);
  const names = new Set(
    [...LOOPBACK, host, ...(isLoopback(host) ? [] : [...own, hostname()]), ...others].map((name) => name.toLowerCase()),
  );
  return (authority) => {
    const name = authority === undefined ? undefined : nameOf(authority);
    return name !== undefined && names.has(name);
  };
}

/** Browsers send the origin of the page. It is accepted if it is this server or explicitly allowed. */
export function isOriginAllowed(
  origin: string | undefined,
  authority: string | undefined,
  allowed: readonly string[],
): boolean {
  if (origin === undefined || allowed.includes(origin)) return true;
  return authority !== undefined && (origin === `http://${authority}` || origin === `https://${authority}`);
}
