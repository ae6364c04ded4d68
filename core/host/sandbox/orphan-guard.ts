/** Makes sure that third-party processes die with the host, even if it's killed without a chance to clean up (SIGKILL, out of memory). */
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import type { Processes } from "../capabilities/processes.ts";
import type { JigError } from "../contract/errors.ts";
import type { Confinement } from "./confinement.ts";
import { killMarked, MARK_VARIABLE, type WatchedTree, watchTree } from "./process-tree.ts";
import { momentNow } from "./started-since.ts";

const LEFT_BEHIND_MS = 100;
/** We give up on a shell that has to be replaced more often than this. */
const MAX_REPLACED = 3;

export interface OrphanGuard {
  /** Guards a process: when the host exits, its group and all that carry the mark are killed. Returns a function that takes this back. */
  add(pid: number | undefined, mark: string): () => void;
  /** Kills everything that is still guarded. */
  close(): void;
}

/**
 * Reads lists of `pid:mark` words; the last line is the current one. Input ends when the host dies, and that's when it kills.
 * It does so three times, to catch forks. Signals from the terminal are the host's business.
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

/** Starts a shell with the first process. Windows has none, so a child that misses the end of its input survives there. */
export function createOrphanGuard(start = startShell): OrphanGuard {
  const lives = new Set<string>();
  let guard: ChildProcess | undefined;
  let closed = false;
  /** The number of shells that have ended since the last change of the list. */
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
    // Without a shell there is no guard, but everything else still works.
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

/** Guards and limits each of the `processes`. The orphans of a process are killed soon after it ends. */
export function guardedProcesses(
  processes: Processes,
  guard: OrphanGuard,
  limits: Pick<WatchedTree, "memoryMb" | "storageMb" | "keeps">,
  groupOf: Confinement["groupOf"] = () => undefined,
): Processes {
  /** These kill the orphans of processes that have ended. */
  const ending = new Set<() => void>();
  return {
    async run(request) {
      const given = request.env?.[MARK_VARIABLE];
      const mark = given ?? newMark();
      // Others with this mark could be older.
      const since = given === undefined ? momentNow() : undefined;
      const running = await processes.run({ ...request, env: { ...request.env, [MARK_VARIABLE]: mark } });
      const unguard = guard.add(running.pid, mark);
      const group = groupOf(mark);
      const endAll = () => {
        group?.kill();
        killMarked(mark, since);
      };
      let over: JigError | undefined;
      // SIGTERM would only give it another half second, so it isn't used.
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
      // Its orphans may hold the pipes and live longer than the call.
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

/** It is a number because it must fit into a resource limit. */
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
