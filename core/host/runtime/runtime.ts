/**
 * Defines interfaces for everything that differs between a binary and the source, or between Bun and Deno. The entry point
 * implements them.
 */
import type { AssetSource } from "./assets.ts";

/** The part of a worker thread that we need. */
export interface Thread {
  post(message: unknown, transfer?: ArrayBuffer[]): void;
  onMessage(listener: (message: never) => void): void;
  /** Called when the thread ends. There is a reason if it crashed. */
  onEnd(listener: (reason: string) => void): void;
  terminate(): void;
}

export interface Runtime {
  /** The version of jig, for example `0.1.0`. */
  version: string;
  assets: AssetSource;
  /** Starts the entry point on a worker thread. `role` becomes its `workerData`. */
  startThread(role: unknown): Thread;
  /** The command that starts the entry point as a child process. A role and its arguments are appended. */
  self: { command: string; args: string[] };
  environment: Readonly<Record<string, string | undefined>>;
  home: string | undefined;
  /** jig's subfolder of the XDG cache folder. */
  cacheFolder: string;
  /** jig's subfolder of the XDG config folder. */
  configFolder: string;
  /** jig's subfolder of the XDG state folder. It doesn't exist before it is first used. */
  stateFolder: string;
  log(level: "debug" | "info" | "warn" | "error", source: string, message: string): void;
}
