/** Limits open connections, so that clients that begin no request leave handles to those that do. */
import { readFileSync } from "node:fs";
import type { Server } from "node:http";
import type { Socket } from "node:net";

/** Each takes memory, whatever the system allows. */
const MAX_CONNECTIONS = 8192;
/** For systems that do not tell. */
const USUAL_HANDLES = 1024;

/** Half of the handles of this process: programs, files and pipes of calls need the others. */
export function maxConnections(limits = ownLimits()): number {
  const handles = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? USUAL_HANDLES);
  return Math.min(MAX_CONNECTIONS, Math.floor(handles / 2));
}

/** Closes the connection that has waited longest for a request whenever there are more than `most`. */
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
