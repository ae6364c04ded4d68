/** Access of a third party's process: its manifest's declarations within its annotations, and the needs of any program. */
import { isAbsolute, join } from "node:path";
import type { Root } from "../contract/context.ts";
import type { Effect, Permissions } from "../contract/plugin-schema.ts";
import type { RawPath } from "../runtime/raw-path.ts";
import type { LandlockRules } from "./landlock.ts";
import { type OwnNetwork, ownNetwork } from "./own-network.ts";
import { placesIn } from "./protected-places.ts";

/** Nothing of these is anybody's own: programs and their libraries, names and certificates, facts of the machine. */
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
  /** The least effect of the process's tools: it does no more than any of its tools may. */
  effect: Effect;
  openWorld: boolean;
  /** Whether this system gives programs networks of their own: without one they get none. */
  networks: boolean;
  /** Its own: code, and folders that are emptied after it. */
  folder: string;
  scratch: string;
  /** Needs of its programs and interpreters. */
  read: readonly string[];
  execute: readonly string[];
  /** Called with each root of which so many folders were not looked at, and are read-only. */
  unseen(root: string, folders: number): void;
}

export interface AllowedAccess extends LandlockRules {
  /** It may have sockets, all of which lead into its own network. */
  net: boolean;
  network: OwnNetwork | undefined;
  /** It may change files besides its own. */
  writes: boolean;
  /** Read-only within the places that it may write to. */
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
