/** Work in the background gives way to the thread that answers clients, where there are more busy threads than cores. */
import { setPriority } from "node:os";

/** A fifth of the weight of a thread that does not give way: enough to go on beside a busy compiler. */
const NICE = 7;

/** The process, or without one the calling thread: only on Linux has a thread a priority of its own, elsewhere it would be the whole process's. */
export function giveWay(pid?: number): void {
  if (pid === undefined && process.platform !== "linux") return;
  try {
    setPriority(pid ?? 0, NICE);
  } catch {
    // Not allowed here, or gone already: answers only come later.
  }
}
