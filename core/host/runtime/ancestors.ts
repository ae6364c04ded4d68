/** Finds the ancestors of this process. Even if a shell or npx has started the server, one of them is the client. */
import { readFileSync } from "node:fs";
import process from "node:process";

interface Ancestor {
  pid: number;
  /** The start time in ticks of the kernel, which distinguishes a process from a later one with the same id. */
  started: string;
}

const MOST = 32;

/**
 * Records the current ancestors. The function that it returns tells whether all of them are still running. Without /proc, only
 * the parent is checked.
 */
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

/** Reads the parent and the start time of a process. If the process has ended, it returns undefined. A zombie counts as ended. */
function read(pid: number): { parent: number; started: string } | undefined {
  try {
    // The name in parentheses can contain anything.
    const fields = readFileSync(`/proc/${pid}/stat`, "latin1")
      .replace(/^.*\) /s, "")
      .split(" ");
    return fields[0] === "Z" ? undefined : { parent: Number(fields[1]), started: fields[19] ?? "" };
  } catch {
    return undefined;
  }
}
