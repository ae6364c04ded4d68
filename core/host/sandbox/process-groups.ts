/** Process groups whose memory the kernel counts. Uses cgroup v2, if this user may create groups below one that has the memory controller. */
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { listNames } from "../runtime/list-names.ts";
import { isProcessAlive } from "../runtime/process-alive.ts";
import { isInside } from "../workspace/path-rules.ts";
import { type Call, CLOSE_ALL, FIRST_HANDLE } from "./starter.ts";

/** A process with its descendants. */
export interface ProcessGroup {
  /** Calls that the starter makes to join, before it is confined. */
  readonly joins: readonly Call[];
  /** Returns true if the kernel killed it because of its memory use. */
  isOver(): boolean;
  /** Kills all processes at once. */
  kill(): void;
  /** Removes the group once its processes are gone. */
  remove(): void;
}

export interface ProcessGroups {
  /** Throws the system's error. */
  create(name: string, memoryMb: number): ProcessGroup;
}

export interface GroupFiles {
  cgroup: string;
  mounts: string;
}

const FROM_HERE = -100;
const WRITE_ONLY = 1;
const ITSELF = Buffer.from("0");
/** The maximum number of tasks, including threads. `watchTree` counts processes. */
const MAX_TASKS = 4096;
const REMOVE_TRIES = 100;
const REMOVE_MS = 20;

/** Returns undefined if no group can be used, in which case the host has to add up the memory of each process. */
export function findProcessGroups(files: GroupFiles = ownFiles()): ProcessGroups | undefined {
  const parent = parentOf(files);
  if (parent === undefined) return undefined;
  removeLeft(parent);
  return {
    create: (name, memoryMb) => createGroup(join(parent, `jig-${process.pid}-${name}`), memoryMb),
  };
}

function ownFiles(): GroupFiles {
  return { cgroup: textOf("/proc/self/cgroup"), mounts: textOf("/proc/self/mountinfo") };
}

/**
 * Starting at our own group, finds the closest folder that gives the memory controller to its children and in which we can create
 * groups. A group with processes gives nothing to its children, so this is rarely our own. If systemd has delegated to a user, it
 * is the one above.
 */
function parentOf({ cgroup, mounts }: GroupFiles): string | undefined {
  const own = /^0::(\/.*)$/m.exec(cgroup)?.[1];
  const [, root, place] = /^\d+ \d+ \S+ (\S+) (\S+) .* - cgroup2 /m.exec(mounts) ?? [];
  if (own === undefined || root === undefined || place === undefined) return undefined;
  const below = root === "/" ? own : own.slice(root.length);
  for (let at = join(place, below); isInside(place, at); at = dirname(at)) {
    if (givesMemory(at) && isWritable(at)) return at;
  }
  return undefined;
}

const givesMemory = (folder: string) => /\bmemory\b/.test(textOf(join(folder, "cgroup.subtree_control")));

/** Moving a process requires write access to the nearest common ancestor of both groups. */
function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    accessSync(join(folder, "cgroup.procs"), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function createGroup(folder: string, memoryMb: number): ProcessGroup {
  mkdirSync(folder);
  try {
    writeFileSync(join(folder, "memory.max"), String(memoryMb * 1024 * 1024));
    // If a controller is missing, its files don't exist.
    writeIfThere(join(folder, "memory.swap.max"), "0");
    writeIfThere(join(folder, "memory.oom.group"), "1");
    writeIfThere(join(folder, "pids.max"), String(MAX_TASKS));
  } catch (error) {
    rmdirSync(folder);
    throw error;
  }
  const remove = (tries: number) => {
    try {
      rmdirSync(folder);
    } catch {
      // The group can't be removed until its last process has exited.
      if (tries > 0) setTimeout(() => remove(tries - 1), REMOVE_MS).unref?.();
    }
  };
  return {
    joins: joinCalls(join(folder, "cgroup.procs")),
    isOver: () => Number(/^oom_kill (\d+)$/m.exec(textOf(join(folder, "memory.events")))?.[1] ?? 0) > 0,
    kill: () => writeIfThere(join(folder, "cgroup.kill"), "1"),
    remove: () => remove(REMOVE_TRIES),
  };
}

/** All of these must succeed, because the memory of a process outside its group would not be counted. */
export function joinCalls(file: string): Call[] {
  return [
    CLOSE_ALL,
    { call: "openat", args: [FROM_HERE, Buffer.from(`${file}\0`), WRITE_ONLY, 0], mode: "must" },
    { call: "write", args: [FIRST_HANDLE, ITSELF, ITSELF.length], mode: "must" },
    { call: "close", args: [FIRST_HANDLE] },
  ];
}

/** Removes groups of hosts that were killed. */
function removeLeft(parent: string): void {
  for (const name of listNames(parent)) {
    const pid = Number(/^jig-(\d+)-/.exec(name)?.[1]);
    if (!pid || isProcessAlive(pid)) continue;
    try {
      rmdirSync(join(parent, name));
    } catch {
      // It belongs to another user, or is not empty.
    }
  }
}

function writeIfThere(path: string, text: string): void {
  if (existsSync(path)) writeFileSync(path, text);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
