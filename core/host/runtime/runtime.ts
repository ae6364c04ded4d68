/** Ports provided by the entry point. Everything that differs between a binary and a source run, or between Bun and Deno, is in here. */
import type { AssetSource } from "./assets.ts";

/** The part of a worker thread that the host uses. */
export interface Thread {
  post(message: unknown, transfer?: ArrayBuffer[]): void;
  onMessage(listener: (message: never) => void): void;
  /** Called when the thread has exited, with the reason if it crashed. */
  onEnd(listener: (reason: string) => void): void;
  terminate(): void;
}

export interface Runtime {
  /** jig's own version, such as `0.1.0`. */
  version: string;
  assets: AssetSource;
  /** Runs the entry point on a worker thread, with `role` as its `workerData`. */
  startThread(role: unknown): Thread;
  /** The command line that starts the entry point as a child process. A role and its arguments follow. */
  self: { command: string; args: string[] };
  environment: Readonly<Record<string, string | undefined>>;
  home: string | undefined;
  /** jig's own folder in the XDG cache folder. */
  cacheFolder: string;
  /** jig's own folder in the XDG config folder. */
  configFolder: string;
  /** jig's own folder in the XDG state folder. Created on first use. */
  stateFolder: string;
  log(level: "debug" | "info" | "warn" | "error", source: string, message: string): void;
}
