/** Determines the access of a third-party process: its declared permissions, limited by its effect, plus everything that any program needs. */
import { isAbsolute, join } from "node:path";
import type { Root } from "../contract/context.ts";
import type { Effect, Permissions } from "../contract/plugin-schema.ts";
import type { RawPath } from "../runtime/raw-path.ts";
import type { LandlockRules } from "./landlock.ts";
import { type OwnNetwork, ownNetwork } from "./own-network.ts";
import { placesIn } from "./protected-places.ts";

/** System files without personal data: programs and libraries, names and certificates, facts about the machine. */
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
  /** The weakest effect among the process's tools. It limits the process. */
  effect: Effect;
  openWorld: boolean;
  /** True if this system supports private networks for programs. If not, programs have no network. */
  networks: boolean;
  /** Its own folder, plus the folders for code and scratch files. */
  folder: string;
  scratch: string;
  /** Needed by its programs and interpreters. */
  read: readonly string[];
  execute: readonly string[];
  /** Called with each root that has folders we did not search, and their number. Those folders are read-only. */
  unseen(root: string, folders: number): void;
}

export interface AllowedAccess extends LandlockRules {
  /** True if it may use sockets in its private network. */
  net: boolean;
  network: OwnNetwork | undefined;
  /** True if it may change files other than its own. */
  writes: boolean;
  /** Read-only parts of the places that it may write to. */
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
