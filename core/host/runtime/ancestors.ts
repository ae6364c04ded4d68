/** Reads the ancestors of this process. One of them is the server's client, even if a shell or npx started the server. */
import { readFileSync } from "node:fs";
import process from "node:process";

interface Ancestor {
  pid: number;
  /** Start time in kernel ticks since boot, which distinguishes a later process with the same pid. */
  started: string;
}

/** Maximum ancestors read. */
const MOST = 32;

/** Reads the ancestors now. The returned function tells whether all of them still run; without /proc, whether the parent does. */
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

/** Returns undefined for a process that has ended, including zombies. */
function read(pid: number): { parent: number; started: string } | undefined {
  try {
    // The name in parentheses may contain any character.
    const fields = readFileSync(`/proc/${pid}/stat`, "latin1")
      .replace(/^.*\) /s, "")
      .split(" ");
    return fields[0] === "Z" ? undefined : { parent: Number(fields[1]), started: fields[19] ?? "" };
  } catch {
    return undefined;
  }
}
