/**
 * Socket naming in 3.x. The name is a function of the folder's real path, so a socket by that name can't belong to
 * another project.
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
