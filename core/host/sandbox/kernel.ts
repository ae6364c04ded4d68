/** Detects whether the kernel can confine processes and which guarantees are missing. */

import { join } from "node:path";
import { errorCode } from "../contract/error-parts.ts";
import { JigError, toJigError } from "../contract/errors.ts";
import { placeExecutable } from "../runtime/assets.ts";
import { canTakeHandles } from "../runtime/process-handles.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { exitCodeOf } from "../runtime/start-program.ts";
import { ABI_OF_SCOPES, ABI_OF_TRUNCATION, VERSION_CALLS } from "./landlock.ts";
import { mountCalls } from "./mounts.ts";
import { networkCalls, ownNetwork } from "./own-network.ts";
import { findProcessGroups, type ProcessGroups } from "./process-groups.ts";
import { type FilterOptions, filterProgram } from "./seccomp.ts";
import { type Call, encodeCalls, starterProgram } from "./starter.ts";

export interface Kernel {
  /** Landlock's version. */
  version: number;
  /** True if processes can have private mounts. */
  readonly mounts: boolean;
  /** True if programs can have private networks whose ports jig can take over. */
  readonly networks: boolean;
  /** Memory accounting by the kernel. If undefined, jig has to add up the memory of each process. */
  readonly groups: ProcessGroups | undefined;
  /** Describes the remaining gaps. */
  readonly gaps: readonly string[];
  /** Returns the path of the starter, a program that confines itself and then becomes another one. Throws UNAVAILABLE if the disk is full. */
  starter(): string;
  /** See `filterProgram`. */
  filter(options: Pick<FilterOptions, "net" | "metadata">): Uint8Array;
}

/** Disables confinement. Useful to find out whether it causes a problem. */
const SWITCH = "JIG_NO_CONFINEMENT";
/** Higher exit codes are error numbers. */
const MAX_VERSION = 100;
const PROBE_MS = 5000;
const PROBE_MB = 16;
/** Queries no_new_privs. It is not set, so the starter exits with 0. */
const NO_PRIVILEGES_CALL: Call = { call: "prctl", args: [39, 0, 0, 0, 0], mode: "exit" };
/** The disk forbids executing programs, or the starter is for another machine. */
const FORBIDDEN = new Set(["EACCES", "EPERM", "ENOENT", "ENOEXEC"]);

type Place = Pick<Runtime, "environment" | "cacheFolder">;

/**
 * Returns undefined if not supported. Third-party plugins are then NOT SANDBOXED, except for modules under Deno. If the check fails
 * for lack of disk space or memory, nothing that needs confinement may run until it succeeds.
 */
export function findKernel(place: Place): Kernel | undefined {
  try {
    return checkedKernel(place);
  } catch {
    return kernelLater(place);
  }
}

/** A shortage may be temporary, so check again on each use. */
function kernelLater(place: Place): Kernel {
  let kernel: Kernel | undefined;
  const now = (): Kernel => {
    try {
      kernel ??= checkedKernel(place);
    } catch (error) {
      throw toJigError(error);
    }
    if (kernel) return kernel;
    throw new JigError(
      "UNAVAILABLE",
      "This kernel cannot confine programs, but jig did not know that when it started",
      {
        hint: "Start jig again",
      },
    );
  };
  const known = (): Partial<Kernel> => {
    try {
      return now();
    } catch {
      return {};
    }
  };
  return {
    get version() {
      return known().version ?? 0;
    },
    get mounts() {
      return known().mounts ?? false;
    },
    get networks() {
      return known().networks ?? false;
    },
    get groups() {
      return known().groups;
    },
    get gaps() {
      return known().gaps ?? [];
    },
    starter: () => now().starter(),
    filter: (options) => now().filter(options),
  };
}

/** Throws if the disk or the memory is full. */
function checkedKernel({ environment, cacheFolder }: Place): Kernel | undefined {
  const { arch, platform } = process;
  const program = starterProgram(arch);
  if (platform !== "linux" || environment[SWITCH] || !program) return undefined;
  const starter = placeExecutable("jig-confine", program, join(cacheFolder, "bin"));
  const version = versionBy(starter);
  const truncation = version < ABI_OF_TRUNCATION;
  if (version === 0) return undefined;
  // Checked lazily, because searches need neither.
  let mounts: boolean | undefined;
  let networks: boolean | undefined;
  const filters = new Map<string, Uint8Array>();
  let groups: { found: ProcessGroups | undefined } | undefined;
  return {
    version,
    get mounts() {
      mounts ??= gives(starter, { network: false });
      return mounts;
    },
    get networks() {
      networks ??= this.mounts && canTakeHandles() && gives(starter, { network: true });
      return networks;
    },
    get groups() {
      groups ??= { found: usableGroups(starter) };
      return groups.found;
    },
    starter: () => starter,
    get gaps() {
      return [
        ...(this.mounts
          ? []
          : [
              "files that other programs run later: a command that may write to the workspace may change .git and similar places",
            ]),
        ...(version < ABI_OF_SCOPES ? ["signals: a plugin may kill your other processes"] : []),
      ];
    },
    filter({ net, metadata }) {
      const key = `${net} ${metadata}`;
      const known = filters.get(key) ?? filterProgram({ net, metadata, arch, truncation })!;
      filters.set(key, known);
      return known;
    },
  };
}

/** Describes how the memory of confined processes is limited. */
export function memoryAccounting({ groups }: Pick<Kernel, "groups">): string {
  return groups
    ? "the kernel counts and bounds the memory of each plugin (cgroup v2)"
    : "jig adds up the memory of each plugin's processes (no cgroup v2 with a memory controller is delegated to you)";
}

/** Containers and some systems do not allow namespaces. */
function gives(starter: string, { network }: { network: boolean }): boolean {
  const mounts = mountCalls({ write: ["/tmp"], protect: [], replace: [], network, cwd: "/" });
  // The last call waits for the host.
  const opened = network ? networkCalls(ownNetwork(["localhost:80"])).slice(0, -1) : [];
  const words = encodeCalls([...mounts, ...opened, NO_PRIVILEGES_CALL], "", process.arch);
  try {
    return exitCodeOf(starter, words, PROBE_MS) === 0;
  } catch (error) {
    throw toJigError(error);
  }
}

/** Try to join a group, because some systems allow creating one but not joining it. */
function usableGroups(starter: string): ProcessGroups | undefined {
  try {
    const groups = findProcessGroups();
    const probe = groups?.create("probe", PROBE_MB);
    if (!probe) return undefined;
    const joined = exitCodeOf(starter, encodeCalls([...probe.joins, NO_PRIVILEGES_CALL], "", process.arch), PROBE_MS);
    probe.remove();
    return joined === 0 ? groups : undefined;
  } catch {
    return undefined;
  }
}

/** Returns 0 if the kernel does not support it or the disk forbids executing programs. */
function versionBy(starter: string): number {
  const words = encodeCalls(VERSION_CALLS, "", process.arch);
  try {
    const version = exitCodeOf(starter, words, PROBE_MS);
    return version < MAX_VERSION ? version : 0;
  } catch (error) {
    // A temporary shortage of memory or handles must not lead to unconfined programs.
    if (!FORBIDDEN.has(errorCode(error))) throw toJigError(error);
    return 0;
  }
}
