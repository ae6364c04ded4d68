/**
 * Computes the name of the socket in version 3.x. It is derived from the real path of the project folder, so a socket with this
 * name can't belong to another project.
 */
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
