/** Ports provided by the entry: everything that differs between a binary, a source run, Bun and Deno. */
import type { AssetSource } from "./assets.ts";

/** The part of a worker thread that the host uses. */
export interface Thread {
  post(message: unknown, transfer?: ArrayBuffer[]): void;
  onMessage(listener: (message: never) => void): void;
  /** Called when the thread has ended, with the reason if it crashed. */
  onEnd(listener: (reason: string) => void): void;
  terminate(): void;
}

export interface Runtime {
  /** jig's own version, e.g. `0.1.0`. */
  version: string;
  assets: AssetSource;
  /** Runs the entry on a worker thread, with `role` as its `workerData`. */
  startThread(role: unknown): Thread;
  /** The command line that starts the entry as a child process, to be followed by a role and its arguments. */
  self: { command: string; args: string[] };
  environment: Readonly<Record<string, string | undefined>>;
  home: string | undefined;
  /** jig's own folder below the XDG cache folder. */
  cacheFolder: string;
  /** jig's own folder below the XDG config folder. */
  configFolder: string;
  /** jig's own folder below the XDG state folder. Created on first use. */
  stateFolder: string;
  log(level: "debug" | "info" | "warn" | "error", source: string, message: string): void;
}
