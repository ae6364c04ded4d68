/** Reads the ancestors of this process. One of them is the server's client, even if the server was started by a shell or npx. */
import { readFileSync } from "node:fs";
import process from "node:process";

interface Ancestor {
  pid: number;
  /** Start time in kernel ticks since boot. It reveals a later process that reuses the same pid. */
  started: string;
}

/** How many ancestors to read. */
const MOST = 32;

/** Reads the ancestors now. The returned function tells whether all of them are still running. If there is no /proc, only looks at the parent. */
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

/** Returns undefined for processes that have exited, including zombies. */
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
