/**
 * A private network for programs that may connect to certain hosts. It's a namespace with nothing but its own loopback, where
 * each allowed host has an address and an open port; a private hosts file maps the names. The host takes over the listening
 * sockets and does the actual connecting (see `relay`). Nothing else is reachable, and there's no way to send a datagram.
 */
import { isIP } from "node:net";
import { groupsOf } from "../capabilities/addresses.ts";
import type { Call } from "./starter.ts";

export interface OwnNetwork {
  ports: readonly ListeningPort[];
  /** The content of its `/etc/hosts`. */
  hosts: string;
  /** Used by programs that support proxies, which is the only way to reach ports that aren't declared. */
  environment: Readonly<Record<string, string>>;
}

export interface ListeningPort {
  address: string;
  port: number;
  /** The port is connected to this. If it is undefined, it is connected to the target of a CONNECT request. */
  target: { host: string; port: number } | undefined;
}

/** These are opened if a grant has no port. Any other port needs the proxy. */
const USUAL_PORTS = [80, 443];
const PROXY = { address: "127.255.255.1", port: 3128 };
const MAX_PORTS = 200;

/** @param granted `permissions.net` */
export function ownNetwork(granted: readonly string[]): OwnNetwork {
  const addresses = new Map<string, string>();
  const ports = new Map<string, ListeningPort>();
  let isOpen = false;
  for (const each of granted) {
    if (each === "unix") continue;
    const { host, port } = targetOf(each);
    isOpen ||= port === undefined;
    const known = addresses.get(host) ?? addressFor(host, addresses.size);
    addresses.set(host, known);
    for (const each of port === undefined ? USUAL_PORTS : [port]) {
      if (ports.size >= MAX_PORTS) break;
      ports.set(`${known} ${each}`, { address: known, port: each, target: { host, port: each } });
    }
  }
  const proxy = { ...PROXY, target: undefined };
  const url = `http://${PROXY.address}:${PROXY.port}`;
  const names = [...addresses].filter(([host]) => isIP(host) === 0 && host !== "localhost");
  return {
    ports: [...ports.values(), ...(isOpen ? [proxy] : [])],
    hosts: ["127.0.0.1 localhost", "::1 localhost", ...names.map(([name, at]) => `${at} ${name}`), ""].join("\n"),
    environment: isOpen ? { HTTPS_PROXY: url, https_proxy: url } : {},
  };
}

/** Parses `host`, `host:port`, IPv4, IPv6 and `[address]:port`. */
function targetOf(granted: string): { host: string; port: number | undefined } {
  if (isIP(granted)) return { host: granted, port: undefined };
  const [, host = granted, port] = /^(.*?)(?::(\d+))?$/.exec(granted) ?? [];
  return { host: host.replace(/^\[|\]$/g, ""), port: port === undefined ? undefined : Number(port) };
}

/** An address is kept, and a name gets one on the loopback. There are enough, because a manifest can't have so many names. */
function addressFor(host: string, index: number): string {
  if (isIP(host)) return host;
  return host === "localhost" ? "127.0.0.1" : `127.1.${index >> 8}.${index & 0xff}`;
}

const [IPV4, IPV6] = [2, 10];
const [STREAM, DATAGRAM, NONBLOCK] = [1, 2, 0x800];
const [SET_FLAGS, SET_ADDRESS] = [0x8914, 0x8916];
const [UP, RUNNING] = [0x1, 0x40];
const [SOCKET_LEVEL_IPV6, ONLY_IPV6] = [41, 26];
const BACKLOG = 128;
const [OWN_GROUP, SIGSTOP] = [0, 19];
const LOOPBACK_INDEX = 1;

/** The first handle, because all except for the standard streams are closed. */
export const FIRST_LISTENER = 3;

/** The starter makes these calls inside the new namespace, and stops until the host has taken over the ports. */
export function networkCalls({ ports }: OwnNetwork): Call[] {
  const foreign = [...new Set(ports.map(({ address }) => address))].filter(
    (address) => !/^(?:127\.|::1$)/.test(address),
  );
  const one = new Uint8Array(Uint32Array.of(1).buffer);
  return [
    ...control(IPV4, SET_FLAGS, interfaceRequest("lo", Uint8Array.of(UP | RUNNING, 0)), "must"),
    ...foreign.flatMap((address, at) =>
      isIP(address) === 4
        ? control(IPV4, SET_ADDRESS, interfaceRequest(`lo:${at + 1}`, socketAddress(address, 0)), "must")
        : control(IPV6, SET_ADDRESS, addressRequest(address), undefined),
    ),
    ...ports.flatMap(({ address, port }, at): Call[] => {
      const name = socketAddress(address, port);
      const handle = FIRST_LISTENER + at;
      const family = isIP(address) === 4 ? IPV4 : IPV6;
      return [
        { call: "socket", args: [family, STREAM | NONBLOCK, 0], mode: "must" },
        ...(family === IPV6
          ? [{ call: "setsockopt", args: [handle, SOCKET_LEVEL_IPV6, ONLY_IPV6, one, one.length] } as const]
          : []),
        { call: "bind", args: [handle, name, name.length], mode: "must" },
        { call: "listen", args: [handle, BACKLOG], mode: "must" },
      ];
    }),
    { call: "kill", args: [OWN_GROUP, SIGSTOP], mode: "must" },
  ];
}

/** Sends one request to the interface through a temporary socket. */
function control(family: number, request: number, argument: Uint8Array, mode: Call["mode"]): Call[] {
  return [
    { call: "socket", args: [family, DATAGRAM, 0], mode: "must" },
    { call: "ioctl", args: [FIRST_LISTENER, request, argument], ...(mode ? { mode } : {}) },
    { call: "close", args: [FIRST_LISTENER] },
  ];
}

function interfaceRequest(name: string, value: Uint8Array): Uint8Array {
  const request = new Uint8Array(40);
  request.set(Buffer.from(name));
  request.set(value, 16);
  return request;
}

function addressRequest(address: string): Uint8Array {
  const request = new DataView(new ArrayBuffer(24));
  new Uint8Array(request.buffer).set(bytesOf(address));
  request.setUint32(16, 128, true);
  request.setUint32(20, LOOPBACK_INDEX, true);
  return new Uint8Array(request.buffer);
}

function socketAddress(address: string, port: number): Uint8Array {
  const isOld = isIP(address) === 4;
  const name = new DataView(new ArrayBuffer(isOld ? 16 : 28));
  name.setUint16(0, isOld ? IPV4 : IPV6, true);
  name.setUint16(2, port);
  new Uint8Array(name.buffer).set(bytesOf(address), isOld ? 4 : 8);
  return new Uint8Array(name.buffer);
}

function bytesOf(address: string): Uint8Array {
  if (isIP(address) === 4) return Uint8Array.from(address.split(".").map(Number));
  const groups = groupsOf(address).map((group) => Number.parseInt(group, 16));
  return Uint8Array.from(groups.flatMap((group) => [group >> 8, group & 0xff]));
}
