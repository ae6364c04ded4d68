/** Kills third-party processes if the host itself is killed without a chance to do so (by SIGKILL or when out of memory). */
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import type { Processes } from "../capabilities/processes.ts";
import type { JigError } from "../contract/errors.ts";
import type { Confinement } from "./confinement.ts";
import { killMarked, MARK_VARIABLE, type WatchedTree, watchTree } from "./process-tree.ts";
import { momentNow } from "./started-since.ts";

const LEFT_BEHIND_MS = 100;
/** How often to restart a shell that keeps exiting. */
const MAX_REPLACED = 3;

export interface OrphanGuard {
  /** From now on, the process group and everything with the mark are killed when the host exits. Returns a function that revokes this. */
  add(pid: number | undefined, mark: string): () => void;
  /** Kills everything that was not revoked. */
  close(): void;
}

/**
 * The last line of its input lists all living processes as `pid:mark` words. The input ends when the host exits. Kills three times,
 * to catch processes that are forked in between. Terminal signals are left to the host.
 */
const SCRIPT = `
trap '' HUP INT TERM
while read -r line; do lives=$line; done
for pass in 1 2 3; do
  for each in $lives; do
    kill -9 "-\${each%%:*}"
    for file in $(grep -ls "${MARK_VARIABLE}=\${each#*:}" /proc/[0-9]*/environ) $(grep -ls "^Max file locks  *\${each#*:} " /proc/[0-9]*/limits); do
      file=\${file#/proc/}
      kill -9 "\${file%/*}"
    done
  done
done`;

/** Started together with the first process. Windows has no such shell, so a child that doesn't notice the end of its input keeps running there. */
export function createOrphanGuard(start = startShell): OrphanGuard {
  const lives = new Set<string>();
  let guard: ChildProcess | undefined;
  let closed = false;
  /** How many shells have exited since the list last changed. */
  let ended = 0;

  const tell = () => {
    if (closed || process.platform === "win32" || (!guard && lives.size === 0)) return;
    guard ??= started();
    guard.stdin?.write(`${[...lives].join(" ")}\n`);
  };
  const started = () => {
    const shell = start();
    const gone = () => {
      if (guard === shell) guard = undefined;
      return guard === undefined;
    };
    // Without a shell there is no guard, but everything else works.
    shell.on("error", gone);
    shell.on("exit", () => {
      if (gone() && ++ended <= MAX_REPLACED) tell();
    });
    return shell;
  };
  const update = () => {
    ended = 0;
    tell();
  };
  return {
    add(pid, mark) {
      if (pid === undefined) return () => {};
      const word = `${pid}:${mark}`;
      lives.add(word);
      update();
      return () => {
        if (lives.delete(word)) update();
      };
    },
    close() {
      closed = true;
      guard?.stdin?.end();
      guard = undefined;
    },
  };
}

/** Wraps processes so that each one is guarded and limited. If a process leaves orphans, they are killed soon after it exits. */
export function guardedProcesses(
  processes: Processes,
  guard: OrphanGuard,
  limits: Pick<WatchedTree, "memoryMb" | "storageMb" | "keeps">,
  groupOf: Confinement["groupOf"] = () => undefined,
): Processes {
  /** Functions that kill the orphans of a process that has exited. */
  const ending = new Set<() => void>();
  return {
    async run(request) {
      const given = request.env?.[MARK_VARIABLE];
      const mark = given ?? newMark();
      // Others with the same mark may be older.
      const since = given === undefined ? momentNow() : undefined;
      const running = await processes.run({ ...request, env: { ...request.env, [MARK_VARIABLE]: mark } });
      const unguard = guard.add(running.pid, mark);
      const group = groupOf(mark);
      const endAll = () => {
        group?.kill();
        killMarked(mark, since);
      };
      let over: JigError | undefined;
      // Kill right away. SIGTERM would give it another half second.
      const watch = watchTree({ pid: running.pid ?? 0, mark, since, group, ...limits }, (error) => {
        over = error;
        endAll();
      });
      const endRest = () => {
        if (!ending.delete(endRest)) return;
        endAll();
        group?.remove();
        unguard();
      };
      const exit = running.exit.then((how) => {
        over = watch.stop() ?? over;
        if (over) throw over;
        return how;
      });
      // Orphans may keep its pipes open and outlive the call.
      exit
        .catch(() => watch.stop())
        .finally(() => {
          ending.add(endRest);
          setTimeout(endRest, LEFT_BEHIND_MS);
        });
      return { ...running, exit };
    },
    close() {
      processes.close();
      for (const end of ending) end();
    },
  };
}

/** Returns a number, because it has to fit into a resource limit. */
export function newMark(): string {
  return String(randomBytes(6).readUIntBE(0, 6));
}

function startShell(): ChildProcess {
  const guard = spawn("/bin/sh", ["-c", SCRIPT], {
    env: { PATH: "/usr/bin:/bin" },
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  guard.stdin?.on("error", () => {});
  guard.unref();
  return guard;
}
