/** Ancestors of this process. Even if a shell or npx started the server, one of them is the client. */
import { readFileSync } from "node:fs";
import process from "node:process";

interface Ancestor {
  pid: number;
  /** Start time in kernel ticks. Distinguishes a process from a later one with the same pid. */
  started: string;
}

const MOST = 32;

/** Takes a snapshot. Call the result to find out if all are still running. Without /proc, only the parent is checked. */
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

/** Read the parent and start time of a process. If it has exited, then this returns undefined. A zombie counts as exited. */
function read(pid: number): { parent: number; started: string } | undefined {
  try {
    // the name in parentheses can be anything
    const fields = readFileSync(`/proc/${pid}/stat`, "latin1")
      .replace(/^.*\) /s, "")
      .split(" ");
    return fields[0] === "Z" ? undefined : { parent: Number(fields[1]), started: fields[19] ?? "" };
  } catch {
    return undefined;
  }
}
