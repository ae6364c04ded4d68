/** Ends third parties' processes when the host itself is ended without a chance to do so: by SIGKILL, or for want of memory. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import type { Processes } from "../capabilities/processes.ts";
import type { JigError } from "../contract/errors.ts";
import type { Confinement } from "./confinement.ts";
import { killMarked, MARK_VARIABLE, type WatchedTree, watchTree } from "./process-tree.ts";
import { momentNow } from "./started-since.ts";

const LEFT_BEHIND_MS = 100;
/** A shell that keeps ending is not started for ever. */
const MAX_REPLACED = 3;

export interface OrphanGuard {
  /** From now on the process, which leads its group, and all that carries the mark end with the host. Gives the way to take that back. */
  add(pid: number | undefined, mark: string): () => void;
  /** What was not taken back by then is ended. */
  close(): void;
}

/**
 * The last line it was told names all that lives, as `pid:mark` words; its input ends when the host does.
 * Thrice, for what is being forked while the others are killed. Signals of a terminal are for the host to answer.
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

/** Started with the first process. Windows has no such shell: a child that does not notice the end of its input stays there. */
export function createOrphanGuard(start = startShell): OrphanGuard {
  const lives = new Set<string>();
  let guard: ChildProcess | undefined;
  let closed = false;
  /** Since a process was added or taken back. */
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
    // Without a shell nobody guards; nothing else depends on it.
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

/** The same processes, each under the guard and held to the limits; processes that one leaves end soon after it. */
export function guardedProcesses(
  processes: Processes,
  guard: OrphanGuard,
  limits: Pick<WatchedTree, "memoryMb" | "storageMb" | "keeps">,
  groupOf: Confinement["groupOf"] = () => undefined,
): Processes {
  /** For each process that ended: ends all that it left. */
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
      // At once: SIGTERM would give it half a second more.
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
      // What it leaves behind may hold its pipes open, and would outlive the call.
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

/** A number: it must fit into a limit. */
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
