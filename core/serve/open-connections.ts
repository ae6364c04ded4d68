/** Limits connections, so that idle ones don't use up all file handles. */
import { readFileSync } from "node:fs";
import type { Server } from "node:http";
import type { Socket } from "node:net";

/** Each connection takes memory, even if the system allows more. */
const MAX_CONNECTIONS = 8192;
/** Used if the system doesn't report its limit. */
const USUAL_HANDLES = 1024;

/** Half of our file handles, since calls need the rest for processes, files and pipes. */
export function maxConnections(limits = ownLimits()): number {
  const handles = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? USUAL_HANDLES);
  return Math.min(MAX_CONNECTIONS, Math.floor(handles / 2));
}

/** Above the limit, the connection that has been idle for the longest time is closed. */
export function limitConnections(server: Server, most = maxConnections()): void {
  let open = 0;
  const waiting = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    open++;
    waiting.add(socket);
    socket.once("close", () => {
      open--;
      waiting.delete(socket);
    });
    if (open <= most) return;
    const [oldest] = waiting;
    if (!oldest) return;
    waiting.delete(oldest);
    oldest.destroy();
  });
  server.on("request", ({ socket }, response) => {
    waiting.delete(socket);
    response.once("close", () => {
      if (!socket.destroyed) waiting.add(socket);
    });
  });
}

function ownLimits(): string {
  try {
    return readFileSync("/proc/self/limits", "latin1");
  } catch {
    return "";
  }
}
