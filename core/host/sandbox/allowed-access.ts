/** Determines the access of a third-party process: its permissions, its effect, and the needs of all programs. */
import { isAbsolute, join } from "node:path";
import type { Root } from "../contract/context.ts";
import type { Effect, Permissions } from "../contract/plugin-schema.ts";
import type { RawPath } from "../runtime/raw-path.ts";
import type { LandlockRules } from "./landlock.ts";
import { type OwnNetwork, ownNetwork } from "./own-network.ts";
import { placesIn } from "./protected-places.ts";

/** System files that aren't personal: programs, libraries, names, certificates, and facts about the machine. */
export const SYSTEM = [
  ...["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/nix/store"],
  ...[
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/ld-musl-x86_64.path",
    "/etc/ld-musl-aarch64.path",
  ],
  ...["/etc/ssl/certs", "/etc/ssl/cert.pem", "/etc/ssl/openssl.cnf", "/etc/ca-certificates", "/etc/pki/tls/certs"],
  ...[
    "/etc/pki/ca-trust/extracted",
    "/etc/pki/tls/openssl.cnf",
    "/etc/alternatives",
    "/etc/gitconfig",
    "/etc/mime.types",
  ],
  ...["/etc/resolv.conf", "/etc/hosts", "/etc/host.conf", "/etc/nsswitch.conf", "/etc/gai.conf", "/etc/services"],
  ...["/etc/protocols", "/etc/passwd", "/etc/group", "/etc/localtime", "/etc/timezone", "/etc/os-release"],
  ...[
    "/proc/stat",
    "/proc/meminfo",
    "/proc/cpuinfo",
    "/proc/version",
    "/proc/filesystems",
    "/proc/sys/vm",
    "/proc/self",
  ],
  ...["/sys/devices/system/cpu", "/sys/kernel/mm/transparent_hugepage"],
];
export const DEVICES = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

export interface AccessOptions {
  permissions: Permissions;
  roots: readonly Root[];
  readOnly: boolean;
  /** The weakest effect of all tools in the process, which is its limit. */
  effect: Effect;
  openWorld: boolean;
  /** True if programs can have a private network. Without one, they have no network at all. */
  networks: boolean;
  /** Its own folder and those for code and temporary files. */
  folder: string;
  scratch: string;
  /** Programs and interpreters need these. */
  read: readonly string[];
  execute: readonly string[];
  /** Reports a root with folders that were not searched, and their number. They are read-only. */
  unseen(root: string, folders: number): void;
}

export interface AllowedAccess extends LandlockRules {
  /** True if sockets in the private network are allowed. */
  net: boolean;
  network: OwnNetwork | undefined;
  /** True if it may change any files other than its own. */
  writes: boolean;
  /** Read-only places inside its writable ones. */
  protect: readonly RawPath[];
}

export function allowedAccess(options: AccessOptions): AllowedAccess {
  const { permissions, roots, folder, scratch } = options;
  const places = (granted: readonly string[] = []) =>
    granted.flatMap((each) => {
      if (isAbsolute(each)) return [each];
      return roots.map((root) => (each === "workspace" ? root.path : join(root.path, each.replace(/\/\*\*$/, ""))));
    });
  const write = options.effect === "read" || options.readOnly ? [] : places(permissions.write);
  const targets = (permissions.net ?? []).filter((target) => target !== "unix");
  const network = options.openWorld && options.networks && targets.length > 0 ? ownNetwork(targets) : undefined;
  return {
    read: [...SYSTEM, folder, ...places(permissions.read), ...options.read],
    write: [...DEVICES, scratch, ...write],
    execute: [folder, ...options.execute],
    connect: network ? "any" : [],
    net: network !== undefined,
    network,
    writes: write.length > 0,
    protect:
      write.length === 0
        ? []
        : roots.flatMap(({ path }) =>
            placesIn({
              root: path,
              named: permissions.write ?? [],
              unseen: (folders) => options.unseen(path, folders),
            }),
          ),
  };
}
