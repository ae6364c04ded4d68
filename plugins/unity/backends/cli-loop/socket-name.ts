/** How 3.x names a project's socket. The name is derived from the folder's real path, which proves that the socket belongs to the project. */
import { createHash } from "node:crypto";

function digestOf(projectRoot: string): string {
  const trimmed = projectRoot.replace(/[\\/]+$/, "");
  return createHash("sha256").update(trimmed, "utf8").digest("hex").slice(0, 16);
}

export function socketName(projectRoot: string): string {
  return `UnityCliLoop-${digestOf(projectRoot)}.sock`;
}

export function windowsPipe(projectRoot: string): string {
  return `\\\\.\\pipe\\uloop-UnityCliLoop-${digestOf(projectRoot)}`;
}
