/** Lets the kernel count memory with cgroup v2, if this user can create groups with the memory controller. */
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { listNames } from "../runtime/list-names.ts";
import { isProcessAlive } from "../runtime/process-alive.ts";
import { isInside } from "../workspace/path-rules.ts";
import { type Call, CLOSE_ALL, FIRST_HANDLE } from "./starter.ts";

/** A process and all its descendants. */
export interface ProcessGroup {
  /** The calls by which the starter joins the group before it is confined. */
  readonly joins: readonly Call[];
  /** True if the kernel killed it because it used too much memory. */
  isOver(): boolean;
  /** Kills everything in it at once. */
  kill(): void;
  /** Removes the group when its processes have ended. */
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
/** This includes threads. Processes are counted by `watchTree`. */
const MAX_TASKS = 4096;
const REMOVE_TRIES = 100;
const REMOVE_MS = 20;

/** Returns undefined if there is no usable group, in which case the host adds up the memory of the processes. */
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
 * Goes up from our own group to the closest one that passes the memory controller to its children and lets us create groups. It
 * is rarely our own, since a group with processes can't pass controllers. With systemd, it is typically the one that belongs to
 * the user.
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

/** To move a process, we need write access to the nearest common ancestor of both groups. */
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
    // These files don't exist if the controller is missing.
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
      // It can't be removed until the last process has ended.
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

/** All of these have to succeed, because a process outside of its group would not be counted at all. */
export function joinCalls(file: string): Call[] {
  return [
    CLOSE_ALL,
    { call: "openat", args: [FROM_HERE, Buffer.from(`${file}\0`), WRITE_ONLY, 0], mode: "must" },
    { call: "write", args: [FIRST_HANDLE, ITSELF, ITSELF.length], mode: "must" },
    { call: "close", args: [FIRST_HANDLE] },
  ];
}

/** Removes the groups of hosts that were killed. */
function removeLeft(parent: string): void {
  for (const name of listNames(parent)) {
    const pid = Number(/^jig-(\d+)-/.exec(name)?.[1]);
    if (!pid || isProcessAlive(pid)) continue;
    try {
      rmdirSync(join(parent, name));
    } catch {
      // It isn't empty, or belongs to another user.
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
