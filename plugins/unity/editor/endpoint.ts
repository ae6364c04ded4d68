/** Where an Editor listens: a loopback port or, since 3.0, a socket named after the project. */
import { createHash } from "node:crypto";
import path from "node:path";
import type { EditorSettings } from "./editor-settings.ts";

/** `doubtful`: only use it if the Editor there can prove that it has our project. */
export type Endpoint =
  | { kind: "tcp"; host: string; port: number; doubtful?: true }
  | { kind: "ipc"; path: string; doubtful?: undefined };

/** Most likely first. `hasIpcSettings`: an Editor of the socket generation has opened the project. */
export function endpointsOf(
  projectRoot: string,
  settings: EditorSettings | undefined,
  hasIpcSettings: boolean,
): Endpoint[] {
  // Not "localhost", which may resolve to ::1. The Editor binds IPv4 only.
  const host = "127.0.0.1";
  const tcp: Endpoint[] = [];
  if (settings?.port !== undefined) tcp.push({ kind: "tcp", host, port: settings.port });
  if (settings?.otherPort !== undefined) tcp.push({ kind: "tcp", host, port: settings.otherPort, doubtful: true });
  const ipc: Endpoint[] = [{ kind: "ipc", path: ipcPath(projectRoot) }];
  return hasIpcSettings ? [...ipc, ...tcp] : [...tcp, ...ipc];
}

/** Socket or named pipe, called after the first 16 hex digits of the real path's SHA-256. */
export function ipcPath(projectRoot: string, windows = path.sep === "\\"): string {
  const trimmed = projectRoot.replace(/[\\/]+$/, "");
  const digest = createHash("sha256").update(trimmed, "utf8").digest("hex").slice(0, 16);
  return windows ? `\\\\.\\pipe\\uloop-UnityCliLoop-${digest}` : `/tmp/uloop/UnityCliLoop-${digest}.sock`;
}

export function describeEndpoint(endpoint: Endpoint): string {
  return endpoint.kind === "tcp" ? `${endpoint.host}:${endpoint.port}` : endpoint.path;
}
