/** Where an Editor listens: a loopback port, or since 3.0 a local socket named after the project. */
import { createHash } from "node:crypto";
import path from "node:path";
import type { EditorSettings } from "./editor-settings.ts";

/** `doubtful` addresses are used only if the Editor there proves that it has this project open. */
export type Endpoint =
  | { kind: "tcp"; host: string; port: number; doubtful?: true }
  | { kind: "ipc"; path: string; doubtful?: undefined };

/** Returns addresses to try, most likely first. `hasIpcSettings`: the project was opened by an Editor of the socket generation. */
export function endpointsOf(
  projectRoot: string,
  settings: EditorSettings | undefined,
  hasIpcSettings: boolean,
): Endpoint[] {
  // The Editor binds IPv4 loopback only, so "localhost" (which may be ::1) would miss it.
  const host = "127.0.0.1";
  const tcp: Endpoint[] = [];
  if (settings?.port !== undefined) tcp.push({ kind: "tcp", host, port: settings.port });
  if (settings?.otherPort !== undefined) tcp.push({ kind: "tcp", host, port: settings.otherPort, doubtful: true });
  const ipc: Endpoint[] = [{ kind: "ipc", path: ipcPath(projectRoot) }];
  return hasIpcSettings ? [...ipc, ...tcp] : [...tcp, ...ipc];
}

/** The socket or named pipe of a project: the first 16 hex digits of the SHA-256 of its real path. */
export function ipcPath(projectRoot: string, windows = path.sep === "\\"): string {
  const trimmed = projectRoot.replace(/[\\/]+$/, "");
  const digest = createHash("sha256").update(trimmed, "utf8").digest("hex").slice(0, 16);
  return windows ? `\\\\.\\pipe\\uloop-UnityCliLoop-${digest}` : `/tmp/uloop/UnityCliLoop-${digest}.sock`;
}

export function describeEndpoint(endpoint: Endpoint): string {
  return endpoint.kind === "tcp" ? `${endpoint.host}:${endpoint.port}` : endpoint.path;
}
