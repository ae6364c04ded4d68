/** Ports for everything that isn't the same in a binary and from source, or under Bun and Deno. The entry point implements these. */
import type { AssetSource } from "./assets.ts";

/** The part of a worker thread that we need. */
export interface Thread {
  post(message: unknown, transfer?: ArrayBuffer[]): void;
  onMessage(listener: (message: never) => void): void;
  /** Fires on exit. There's a reason if it crashed. */
  onEnd(listener: (reason: string) => void): void;
  terminate(): void;
}

export interface Runtime {
  /** jig's version, e.g. `0.1.0` */
  version: string;
  assets: AssetSource;
  /** Starts the entry point on a worker thread. `role` becomes its `workerData`. */
  startThread(role: unknown): Thread;
  /** How to start the entry point as a child process. Append a role and its arguments. */
  self: { command: string; args: string[] };
  environment: Readonly<Record<string, string | undefined>>;
  home: string | undefined;
  /** jig's subfolder of the XDG cache folder */
  cacheFolder: string;
  /** jig's subfolder of the XDG config folder */
  configFolder: string;
  /** jig's subfolder of the XDG state folder. Doesn't exist before its first use. */
  stateFolder: string;
  log(level: "debug" | "info" | "warn" | "error", source: string, message: string): void;
}
