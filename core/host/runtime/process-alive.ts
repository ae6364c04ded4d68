/** Checks whether a local process is still running. */
import { errorCode } from "../contract/error-parts.ts";

export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process belongs to another user.
    return errorCode(error) === "EPERM";
  }
}
