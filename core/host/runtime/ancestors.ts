/** The processes from which this one descends. One of them is the client of a server, even if a shell or npx started the server. */
import { readFileSync } from "node:fs";
import process from "node:process";

interface Ancestor {
  pid: number;
  /** Kernel ticks since boot: another process with this number started later. */
  started: string;
}

/** Longer chains are cut: a client is not so far away. */
const MOST = 32;

/** Reads them now. The function that it returns tells whether all of them are still there; without /proc, whether the parent is. */
export function watchAncestors(): () => boolean {
  const parent = process.ppid;
  const ancestors: Ancestor[] = [];
  for (let pid = parent; pid > 1 && ancestors.length < MOST; ) {
    const found = read(pid);
    if (!found) break;
    ancestors.push({ pid, started: found.started });
    pid = found.parent;
  }
  return () => process.ppid === parent && ancestors.every(({ pid, started }) => read(pid)?.started === started);
}

/** undefined for a process that has ended, also for one that its parent has not waited for. */
function read(pid: number): { parent: number; started: string } | undefined {
  try {
    // The name in parentheses may hold anything.
    const fields = readFileSync(`/proc/${pid}/stat`, "latin1")
      .replace(/^.*\) /s, "")
      .split(" ");
    return fields[0] === "Z" ? undefined : { parent: Number(fields[1]), started: fields[19] ?? "" };
  } catch {
    return undefined;
  }
}
