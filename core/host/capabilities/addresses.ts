/** Resolves host names for plugins. Private addresses have to be declared. */
import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import { JigError } from "../contract/errors.ts";

/** Networks that are not part of the public internet. */
const PRIVATE: readonly (readonly [network: string, bits: number])[] = [
  ...([
    ["0.0.0.0", 8],
    ["10.0.0.0", 8],
    ["100.64.0.0", 10],
    ["127.0.0.0", 8],
    ["169.254.0.0", 16],
    ["172.16.0.0", 12],
    ["192.0.0.0", 24],
    ["192.168.0.0", 16],
    ["198.18.0.0", 15],
    ["224.0.0.0", 4],
    ["240.0.0.0", 4],
  ] as const),
  ...([
    ["::", 127],
    ["64:ff9b:1::", 48],
    ["fc00::", 7],
    ["fe80::", 10],
    ["fec0::", 10],
    ["ff00::", 8],
  ] as const),
];
/** IPv6 prefixes that contain an IPv4 address, and the 16-bit group at which it starts. */
const EMBEDDED: readonly (readonly [prefix: string, group: number])[] = [
  ["0:0:0:0:0:ffff:", 6],
  ["0:0:0:0:0:0:", 6],
  ["64:ff9b:0:0:0:0:", 6],
  ["2002:", 1],
];

export function isPrivateAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 0) return true;
  const list = new BlockList();
  for (const [network, bits] of PRIVATE) list.addSubnet(network, bits, network.includes(":") ? "ipv6" : "ipv4");
  if (version === 4) return list.check(address, "ipv4");
  // The zone only selects an interface, and Deno's list wouldn't accept it.
  if (list.check(address.replace(/%.*/, ""), "ipv6")) return true;
  const groups = groupsOf(address);
  const written = groups.join(":");
  const embedded = EMBEDDED.find(([prefix]) => written.startsWith(prefix));
  if (!embedded) return false;
  const [high = 0, low = 0] = groups.slice(embedded[1]).map((group) => Number.parseInt(group, 16));
  return list.check([high >> 8, high & 0xff, low >> 8, low & 0xff].join("."), "ipv4");
}

/** Returns the eight groups of an IPv6 address without leading zeros. */
export function groupsOf(address: string): string[] {
  const [normal = ""] = new URL(`http://[${address.replace(/%.*/, "")}]`).hostname.slice(1, -1).split("%");
  const [front = "", back] = normal.split("::");
  const groups = (part: string) => part.split(":").filter(Boolean);
  const [first, last] = [groups(front), groups(back ?? "")];
  return [...first, ...Array<string>(8 - first.length - last.length).fill("0"), ...last];
}

const isLocalName = (host: string) => /^(?:.+\.)?localhost\.?$/i.test(host);
const isLoopback = (address: string) => address === "::1" || address.startsWith("127.");

/**
 * Resolves a name. @param allows decides by `address:port` @throws PERMISSION_DENIED if all addresses are private, UNAVAILABLE
 * if it doesn't resolve
 */
export async function addressesOf(
  host: string,
  port: number,
  allows: (target: string) => boolean,
): Promise<readonly string[]> {
  if (isIP(host)) return [host];
  const found = await lookup(host, { all: true }).catch((error) => {
    throw new JigError("UNAVAILABLE", `The name ${JSON.stringify(host)} has no address`, { cause: error });
  });
  const addresses = found.map(({ address }) => address);
  const reached = addresses.filter(
    (address) =>
      !isPrivateAddress(address) || (isLocalName(host) && isLoopback(address)) || allows(`${address}:${port}`),
  );
  if (reached.length > 0) return reached;
  throw new JigError("PERMISSION_DENIED", `${JSON.stringify(host)} is the private address ${addresses.join(", ")}`, {
    hint: `Name the address in permissions.net of the plugin's manifest: ${JSON.stringify(`${addresses[0]}:${port}`)}`,
  });
}
