/** Whether a process of this machine still runs. */

export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's.
    return (error as { code?: string }).code === "EPERM";
  }
}
