/** The ports that the entry fills: everything that differs between a binary, a source run, Bun and Deno. */
import type { AssetSource } from "./assets.ts";

/** A worker thread as the host uses it. */
export interface Thread {
  post(message: unknown, transfer?: ArrayBuffer[]): void;
  onMessage(listener: (message: never) => void): void;
  /** Ended, with the reason for a crash. */
  onEnd(listener: (reason: string) => void): void;
  terminate(): void;
}

export interface Runtime {
  /** jig's own version, e.g. `0.1.0`. */
  version: string;
  assets: AssetSource;
  /** Starts the entry on a worker thread; `role` reaches it as `workerData`. */
  startThread(role: unknown): Thread;
  /** The command line that starts the entry as a child process; a role's name and words follow. */
  self: { command: string; args: string[] };
  environment: Readonly<Record<string, string | undefined>>;
  home: string | undefined;
  /** jig's own folder below the XDG cache folder. */
  cacheFolder: string;
  /** jig's own folder below the XDG config folder. */
  configFolder: string;
  /** jig's own folder below the XDG state folder. Made when it is first needed. */
  stateFolder: string;
  log(level: "debug" | "info" | "warn" | "error", source: string, message: string): void;
}
