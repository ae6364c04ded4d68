/** Confines the processes of a plugin. It knows their access and how to start them. */
import { allowsNet } from "../capabilities/permissions.ts";
import type { ProcessStart } from "../capabilities/processes.ts";
import type { Root } from "../contract/context.ts";
import type { Effect, Permissions } from "../contract/plugin-schema.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { type AllowedAccess, allowedAccess } from "./allowed-access.ts";
import type { Kernel } from "./kernel.ts";
import type { ProcessGroup } from "./process-groups.ts";
import { knownNeeds } from "./program-needs.ts";
import { type RelayOptions, startRelay } from "./relay.ts";
import type { Scratch } from "./scratch-folders.ts";
import { confinedArguments, type KnownWords } from "./starter-arguments.ts";

export interface ConfinementOptions {
  kernel: Kernel;
  home: Runtime["home"];
  permissions: Permissions;
  roots: readonly Root[];
  readOnly: boolean;
  folder: string;
  scratch: Scratch;
  locate: (command: string) => Promise<string>;
  log: RelayOptions["log"];
  /** The limit for a process with all its descendants, if the kernel can count that. */
  memoryMb?: number;
}

export interface Purpose {
  effect: Effect;
  openWorld: boolean;
  /** The programs it may start, including its own path. */
  programs: readonly string[];
  /** In addition to the declared access. */
  read?: readonly string[];
  write?: readonly string[];
  /** The host provides files, programs and the network, so the declared access doesn't apply. */
  mediated?: boolean;
}

export interface Confinement {
  /** Contains HOME and TMPDIR of its processes. */
  readonly folder: string;
  accessFor(purpose: Purpose): Promise<AllowedAccess>;
  /** Confines a program from its first instruction on. All of its descendants have the mark. */
  confine(start: ProcessStart, access: AllowedAccess, mark: string): ConfinedStart;
  /** Keeps the folders for one process. They are emptied when the last hold has ended. */
  hold(): () => void;
  /** Returns the cgroup of the process with this mark, or undefined after it was removed. */
  groupOf(mark: string): ProcessGroup | undefined;
  close(): void;
}

export interface ConfinedStart extends ProcessStart {
  /** Called directly after the start, as the process may wait for its network. Returns a function that closes it. */
  begun?(pid: number): () => void;
}

/** Used for processes that only read their own folder and temporary folders. */
export function confinedToReading(
  options: Omit<ConfinementOptions, "permissions" | "roots" | "readOnly" | "log">,
): Confinement {
  return createConfinement({ ...options, permissions: {}, roots: [], readOnly: true, log() {} });
}

export function createConfinement(options: ConfinementOptions): Confinement {
  const { kernel, home, scratch, locate } = options;
  const needsOf = knownNeeds({ home, locate });
  const known: KnownWords = new Map();
  const groups = new Map<string, ProcessGroup>();
  function newGroup(mark: string): ProcessGroup | undefined {
    const group = options.memoryMb === undefined ? undefined : kernel.groups?.create(mark, options.memoryMb);
    if (!group) return undefined;
    const remove = () => {
      groups.delete(mark);
      group.remove();
    };
    const own = { ...group, remove };
    groups.set(mark, own);
    return own;
  }
  /** The roots that were already logged. */
  const toldUnseen = new Set<string>();
  const allows = (target: string) => allowsNet(options.permissions, target);
  return {
    folder: scratch.folder,
    async accessFor({ effect, openWorld, programs, read = [], write = [], mediated = false }) {
      const needs = await Promise.all(programs.map(needsOf));
      const { read: _, write: __, net: ___, ...rest } = options.permissions;
      const access = allowedAccess({
        permissions: mediated ? rest : options.permissions,
        roots: options.roots,
        readOnly: options.readOnly,
        effect,
        openWorld,
        networks: openWorld && kernel.networks,
        folder: options.folder,
        scratch: scratch.folder,
        read: [...read, ...needs.flatMap((each) => each.read)],
        execute: needs.flatMap((each) => each.execute),
        unseen(root, folders) {
          if (toldUnseen.has(root)) return;
          toldUnseen.add(root);
          options.log(
            "warn",
            `write: ${root} has too many entries to find all files that other programs run later (.git, .vscode …); ${folders} folders that were not searched are read-only`,
          );
        },
      });
      return { ...access, write: [...access.write, ...write] };
    },
    confine({ command, args, env, cwd }, access, mark) {
      const starter = kernel.starter();
      const { network } = access;
      const hostsFile = network && scratch.put("hosts", network.hosts);
      const group = newGroup(mark);
      const wordsOf = () => confinedArguments(kernel, { program: command, cwd, hostsFile, group }, access, mark, known);
      return {
        command: starter,
        args: [...orRemoved(group, wordsOf), ...args],
        env: { ...env, ...scratch.environment, ...network?.environment },
        cwd,
        ...(network ? { begun: (pid: number) => startRelay({ pid, network, allows, log: options.log }) } : {}),
      };
    },
    hold: () => scratch.hold(),
    groupOf: (mark) => groups.get(mark),
    close: () => scratch.remove(),
  };
}

/** Removes the group if its process never starts. */
function orRemoved<Result>(group: ProcessGroup | undefined, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    group?.remove();
    throw error;
  }
}

export interface ChildStart {
  command: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
  confine?: ((start: ProcessStart, mark: string) => ConfinedStart) | undefined;
  groupOf?: Confinement["groupOf"] | undefined;
  /** Called when it ends. */
  ended?: (() => void) | undefined;
  /** Always writable, so their size is checked. */
  keeps?: readonly string[] | undefined;
  /** See `Hello`. */
  probe?: string | undefined;
  library?: string | undefined;
}
