/** Watches a third-party process and its descendants, limits their memory, and kills all of them, even hidden ones. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { quotaExceeded } from "../capabilities/cache-quota.ts";
import { JigError, toJigError } from "../contract/errors.ts";
import { listNames } from "../runtime/list-names.ts";
import { storageFaultOf } from "./held-files.ts";
import { pageBytes } from "./page-size.ts";
import type { ProcessGroup } from "./process-groups.ts";
import {
  type Holdings,
  holdingsOf,
  kernelEntries,
  MAX_ENTRIES,
  MAX_HANDLES,
  MAX_MAPS,
  maxWatching,
  proportionalBytes,
  watchKernelMemory,
} from "./process-holdings.ts";
import { type Moment, processesSince } from "./started-since.ts";

const IS_LINUX = process.platform === "linux";
const MAX_PROCESSES = 64;
/** Every thread needs a process id and some memory of the kernel. */
const MAX_THREADS = 4096;
const MAX_ASKED_THREADS = 256;
const MAX_PASSES = 5;
/** The polling interval in milliseconds. A memory bomb needs about a second per gigabyte, and a look 0.1 ms. */
const POLL_MS = 25;
const SLOW_POLL_MS = 100;
/** The interval in milliseconds for slower checks, which are hidden processes, folders and unnamed files. */
const SEARCH_MS = 400;
const FOLDERS_MS = 150;
const HOLDINGS_MS = 100;
/** This runs on the main thread, so these checks get at most a fifth of its time. */
const REST_PER_WORK = 4;
/** The interval while idle in milliseconds. Each check wakes up an idle process, or starts a program (not on Linux). */
const REST_MS = IS_LINUX ? 1000 : 8000;
const PAGE_BYTES = pageBytes();
const MEGABYTE = 1024 * 1024;

/**
 * Marks descendants through their environment, which is how we find those that left both the process group and their parent.
 * Nothing stops a program from dropping the variable. Confined ones, however, also carry the number in a resource limit that
 * they cannot change.
 */
export const MARK_VARIABLE = "JIG_PLUGIN_PROCESS";
const MARK_LIMIT = /^Max file locks\s+(\d+)/m;

interface Member {
  pid: number;
  parent: number;
  group: number;
  rssBytes: number;
  threads: number;
}

/** The process that is watched, and its limits for memory and storage. */
export interface WatchedTree {
  pid: number;
  mark: string;
  memoryMb: number;
  storageMb: number;
  keeps: readonly string[];
  /** Directly before it was started. */
  since: Moment | undefined;
  /** Its cgroup, if it has one. */
  group: ProcessGroup | undefined;
}

export interface TreeWatch {
  /** Called on each request, so that checks are frequent while there is work. */
  wake(): void;
  /** Stops watching. If the kernel killed the process, it returns the reason. */
  stop(): JigError | undefined;
}

/** Calls `onOver` once when the tree exceeds its limits. Checks are rare unless it is `busy`. */
export function watchTree(
  { pid, mark, memoryMb, storageMb, keeps, since, group }: WatchedTree,
  onOver: (error: JigError) => void,
  busy = () => true,
): TreeWatch {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let resting = false;
  let stopped = false;
  const { isDue, rest } = pace();

  function plan(ms: number) {
    clearTimeout(timer);
    if (stopped) return;
    resting = ms === REST_MS;
    timer = setTimeout(() => void check().catch((error) => over(toJigError(error))), ms);
    timer.unref?.();
  }

  const limit = memoryMb * MEGABYTE;
  const storageBytes = storageMb * MEGABYTE;
  let unlinked = 0;
  const mostWatching = IS_LINUX ? maxWatching() : undefined;
  const hasKernelGrown = watchKernelMemory();

  async function check() {
    const whole = isDue("processes", resting ? 8 * REST_MS : SEARCH_MS);
    // Looking up children is fast, but searching every process for the mark isn't.
    const tree = whole || !IS_LINUX ? descendants(pid, mark, await members(since).catch(() => [])) : withChildren(pid);
    const error = memoryFault(tree) ?? countError(tree) ?? storageFault();
    if (!error) return plan(busy() ? (IS_LINUX ? POLL_MS : SLOW_POLL_MS) : REST_MS);
    over(error, tree);
  }

  function over(error: JigError, tree: readonly Member[] = []) {
    if (stopped) return;
    stopped = true;
    // These are killed immediately, before looking for the others.
    if (IS_LINUX) for (const member of tree) endProcess(member.pid);
    onOver(error);
  }

  function memoryFault(tree: readonly Member[]): JigError | undefined {
    if (group?.isOver()) return memoryError(memoryMb);
    const isLarge = !group && rssOf(tree) > limit;
    if (isLarge && (tree.length === 1 || !IS_LINUX)) return memoryError(memoryMb);
    if (!IS_LINUX || !(isDue("holdings", HOLDINGS_MS) || (isLarge && isDue("shares", POLL_MS)))) return undefined;
    const begun = performance.now();
    const fault = holdingsFault(tree);
    // Nothing must be killed because of shared pages that were counted twice.
    const isOver = !fault && isLarge && proportionalBytes(pidsOf(tree), limit) > limit;
    const spentMs = performance.now() - begun;
    for (const what of ["holdings", "shares"]) rest(what, spentMs * REST_PER_WORK);
    return isOver ? memoryError(memoryMb) : fault;
  }

  function holdingsFault(tree: readonly Member[]): JigError | undefined {
    const pids = pidsOf(tree);
    const holdings = holdingsOf(pids);
    unlinked = holdings.unlinkedBytes;
    const { memoryBytes } = holdings;
    if (!group && memoryBytes > limit && memoryBytes - commonBytes(tree) > limit) return memoryError(memoryMb);
    return kernelFault(holdings, pids) ?? watchingFault(holdings);
  }

  /** Detects kernel memory that doesn't belong to the process itself. This also limits the time of a check. */
  function kernelFault({ maps, handles }: Holdings, pids: readonly number[]): JigError | undefined {
    if (maps > MAX_MAPS) return exceeded(MAX_MAPS, "memory maps", "made");
    if (handles > MAX_HANDLES) return exceeded(MAX_HANDLES, "files and sockets", "opened");
    if (!hasKernelGrown() || kernelEntries(pids) <= MAX_ENTRIES) return undefined;
    return exceeded(MAX_ENTRIES, "locks and epoll entries", "made");
  }

  function watchingFault({ watchers, watches }: Holdings): JigError | undefined {
    if (!mostWatching || (watchers <= mostWatching.watchers && watches <= mostWatching.watches)) return undefined;
    return new JigError("LIMIT_EXCEEDED", "It used more than half of this user's folder watches and was killed");
  }

  function storageFault(): JigError | undefined {
    for (const folder of isDue("folders", FOLDERS_MS) ? keeps : []) {
      const fault = storageFaultOf(folder, Math.max(0, storageBytes - unlinked));
      if (fault) return fault === "full" ? quotaExceeded(folder, storageMb) : unreadableError(folder);
    }
    return unlinked > storageBytes ? quotaExceeded(keeps[0] ?? "unnamed files", storageMb) : undefined;
  }

  plan(POLL_MS);
  return {
    wake() {
      if (resting) plan(POLL_MS);
    },
    stop() {
      const error = !stopped && group?.isOver() ? memoryError(memoryMb) : undefined;
      stopped = true;
      clearTimeout(timer);
      return error;
    },
  };
}

/** Decides when each check is due. */
function pace() {
  const started = performance.now();
  const last = new Map<string, number>();
  const resting = new Map<string, number>();
  return {
    isDue(what: string, everyMs: number): boolean {
      const now = performance.now();
      if (now - (last.get(what) ?? started) < everyMs || now < (resting.get(what) ?? 0)) return false;
      last.set(what, now);
      return true;
    },
    rest(what: string, ms: number): void {
      resting.set(what, performance.now() + ms);
    },
  };
}

const pidsOf = (tree: readonly Member[]) => tree.map(({ pid }) => pid);
const rssOf = (tree: readonly Member[]) => tree.reduce((sum, member) => sum + member.rssBytes, 0);

/** Estimates the number of bytes that were counted more than once. */
function commonBytes(tree: readonly Member[]): number {
  return tree.length === 1 ? 0 : Math.max(0, rssOf(tree) - proportionalBytes(pidsOf(tree)));
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

/** Collects descendants from the kernel's lists of children. Orphans become children of the process itself. */
function withChildren(leader: number): Member[] {
  const found: Member[] = [];
  const waiting = [leader];
  const seen = new Set(waiting);
  for (let pid = waiting.pop(); pid !== undefined && found.length <= MAX_PROCESSES; pid = waiting.pop()) {
    const [member] = memberOf(pid);
    if (!member) continue;
    found.push(member);
    // So many threads take too long to check. The search for the mark finds their children anyway.
    if (member.threads > MAX_ASKED_THREADS) continue;
    for (const thread of listNames(`/proc/${pid}/task`)) {
      for (const child of childrenOf(pid, thread)) {
        if (seen.has(child)) continue;
        seen.add(child);
        waiting.push(child);
      }
    }
  }
  return found;
}

function childrenOf(pid: number, thread: string): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${thread}/children`, "latin1").split(" ").filter(Boolean).map(Number);
  } catch {
    // It has ended, or the kernel is too old for these lists. The search for the mark covers that.
    return [];
  }
}

/**
 * Kills everything with the mark that was started since then. This is repeated, because one of them could fork at the same
 * time. Without /proc we can only use the process group.
 */
export function killMarked(mark: string, since?: Moment): void {
  const wanted = Buffer.from(`${MARK_VARIABLE}=${mark}\0`);
  // A killed process doesn't disappear immediately.
  const ended = new Set<number>();
  for (let pass = 0, found = true; found && pass < MAX_PASSES; pass++) {
    found = false;
    for (const pid of processesSince(since)) {
      try {
        if (ended.has(pid)) continue;
        if (!hasLimit(pid, mark) && !readFileSync(`/proc/${pid}/environ`).includes(wanted)) continue;
        process.kill(pid, "SIGKILL");
        ended.add(pid);
        found = true;
      } catch {
        // It no longer exists, or belongs to another user.
      }
    }
  }
}

function hasLimit(pid: number, mark: string): boolean {
  try {
    return MARK_LIMIT.exec(readFileSync(`/proc/${pid}/limits`, "latin1"))?.[1] === mark;
  } catch {
    return false;
  }
}

function memoryError(memoryMb: number): JigError {
  return new JigError("LIMIT_EXCEEDED", `It used more than ${memoryMb} MB of memory and was killed`, {
    hint: 'Ask for less, or let the plugin work in smaller pieces; its author can raise "memoryMb" in plugin.json',
  });
}

function unreadableError(folder: string): JigError {
  return new JigError(
    "LIMIT_EXCEEDED",
    `A folder in ${JSON.stringify(folder)} cannot be read, so its size is unknown`,
    {
      hint: "The plugin's author must leave folders there readable",
      details: { folder },
    },
  );
}

function exceeded(most: number, what: string, did = "started"): JigError {
  return new JigError("LIMIT_EXCEEDED", `It ${did} more than ${most} ${what} and was killed`);
}

function countError(tree: readonly Member[]): JigError | undefined {
  if (tree.length > MAX_PROCESSES) return exceeded(MAX_PROCESSES, "processes");
  return tree.reduce((sum, { threads }) => sum + threads, 0) > MAX_THREADS
    ? exceeded(MAX_THREADS, "threads")
    : undefined;
}

function descendants(leader: number, mark: string, all: readonly Member[]): Member[] {
  const pids = new Set([leader, ...all.map(({ pid }) => pid).filter((pid) => hasLimit(pid, mark))]);
  for (let grown = true; grown; ) {
    grown = false;
    for (const { pid, parent, group } of all) {
      if (pids.has(pid) || !(pids.has(parent) || group === leader)) continue;
      pids.add(pid);
      grown = true;
    }
  }
  return all.filter((member) => pids.has(member.pid));
}

async function members(since: Moment | undefined): Promise<Member[]> {
  if (IS_LINUX) return processesSince(since).flatMap(memberOf);
  if (process.platform === "win32") return [];
  const listing = await new Promise<string>((settle, fail) =>
    execFile("ps", ["-axo", "pid=,ppid=,pgid=,rss="], (error, stdout) => (error ? fail(error) : settle(stdout))),
  );
  return listing.split("\n").flatMap((line) => {
    const [pid, parent, group, kilobytes] = line.trim().split(/\s+/).map(Number);
    return pid && parent !== undefined && group && kilobytes
      ? [{ pid, parent, group, rssBytes: kilobytes * 1024, threads: 1 }]
      : [];
  });
}

function memberOf(pid: number): Member[] {
  try {
    // The name can contain anything, even parentheses, so the numbers start after the last one.
    const fields = readFileSync(`/proc/${pid}/stat`, "latin1")
      .replace(/^.*\) /s, "")
      .split(" ");
    // Zombies don't use any resources.
    if (fields[0] === "Z") return [];
    const [parent = 0, group = 0, threads = 1, pages = 0] = [1, 2, 17, 21].map((at) => Number(fields[at]));
    return [{ pid, parent, group, threads, rssBytes: pages * PAGE_BYTES }];
  } catch {
    return [];
  }
}
