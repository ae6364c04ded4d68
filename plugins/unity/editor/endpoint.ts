/** Describes the address of an Editor, which is a loopback port or, since 3.0, a socket with a name that depends on the project. */
import { createHash } from "node:crypto";
import path from "node:path";
import type { EditorSettings } from "./editor-settings.ts";

/** An address that is `doubtful` may only be used if the Editor can prove that it has our project open. */
export type Endpoint =
  | { kind: "tcp"; host: string; port: number; doubtful?: true }
  | { kind: "ipc"; path: string; doubtful?: undefined };

/** Returns the most likely address first. `hasIpcSettings` is true if an Editor that uses sockets has opened the project. */
export function endpointsOf(
  projectRoot: string,
  settings: EditorSettings | undefined,
  hasIpcSettings: boolean,
): Endpoint[] {
  // The name "localhost" may resolve to ::1, but the Editor only uses IPv4.
  const host = "127.0.0.1";
  const tcp: Endpoint[] = [];
  if (settings?.port !== undefined) tcp.push({ kind: "tcp", host, port: settings.port });
  if (settings?.otherPort !== undefined) tcp.push({ kind: "tcp", host, port: settings.otherPort, doubtful: true });
  const ipc: Endpoint[] = [{ kind: "ipc", path: ipcPath(projectRoot) }];
  return hasIpcSettings ? [...ipc, ...tcp] : [...tcp, ...ipc];
}

/**
 * Returns the path of the socket or named pipe. Its name contains the first 16 hexadecimal digits of the SHA-256 of the real
 * path.
 */
export function ipcPath(projectRoot: string, windows = path.sep === "\\"): string {
  const trimmed = projectRoot.replace(/[\\/]+$/, "");
  const digest = createHash("sha256").update(trimmed, "utf8").digest("hex").slice(0, 16);
  return windows ? `\\\\.\\pipe\\uloop-UnityCliLoop-${digest}` : `/tmp/uloop/UnityCliLoop-${digest}.sock`;
}

export function describeEndpoint(endpoint: Endpoint): string {
  return endpoint.kind === "tcp" ? `${endpoint.host}:${endpoint.port}` : endpoint.path;
}
