/** Where an Editor listens: on a loopback port, or since 3.0 on a local socket named after the project. */
import { createHash } from "node:crypto";
import path from "node:path";
import type { EditorSettings } from "./editor-settings.ts";

/** Addresses that are `doubtful` are only used if the Editor there proves that it has this project open. */
export type Endpoint =
  | { kind: "tcp"; host: string; port: number; doubtful?: true }
  | { kind: "ipc"; path: string; doubtful?: undefined };

/** Returns the addresses to try, most likely first. `hasIpcSettings` means that the project was opened by an Editor of the socket generation. */
export function endpointsOf(
  projectRoot: string,
  settings: EditorSettings | undefined,
  hasIpcSettings: boolean,
): Endpoint[] {
  // The Editor only binds IPv4 loopback, and "localhost" may resolve to ::1.
  const host = "127.0.0.1";
  const tcp: Endpoint[] = [];
  if (settings?.port !== undefined) tcp.push({ kind: "tcp", host, port: settings.port });
  if (settings?.otherPort !== undefined) tcp.push({ kind: "tcp", host, port: settings.otherPort, doubtful: true });
  const ipc: Endpoint[] = [{ kind: "ipc", path: ipcPath(projectRoot) }];
  return hasIpcSettings ? [...ipc, ...tcp] : [...tcp, ...ipc];
}

/** The project's socket or named pipe. Its name is the first 16 hex digits of the SHA-256 of the real path. */
export function ipcPath(projectRoot: string, windows = path.sep === "\\"): string {
  const trimmed = projectRoot.replace(/[\\/]+$/, "");
  const digest = createHash("sha256").update(trimmed, "utf8").digest("hex").slice(0, 16);
  return windows ? `\\\\.\\pipe\\uloop-UnityCliLoop-${digest}` : `/tmp/uloop/UnityCliLoop-${digest}.sock`;
}

export function describeEndpoint(endpoint: Endpoint): string {
  return endpoint.kind === "tcp" ? `${endpoint.host}:${endpoint.port}` : endpoint.path;
}
