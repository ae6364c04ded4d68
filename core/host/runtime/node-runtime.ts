/**
 * Implements the interfaces to the runtime for Bun and Deno. Threads run the entry point again, folders follow XDG, and logs go
 * to stderr.
 */

import { Worker } from "node:worker_threads";
import { errorMessage } from "../contract/error-parts.ts";
import { JigError } from "../contract/errors.ts";
import { withEscapes } from "../contract/unseen-characters.ts";
import type { AssetSource } from "./assets.ts";
import type { Runtime, Thread } from "./runtime.ts";
import { cacheFolderOf, configFolderOf, homeOf, stateFolderOf } from "./xdg-folders.ts";

/** Describes the entry point: its URL (for threads), the command line and the assets. */
export interface Entry {
  url: string;
  self: { command: string; args: string[] };
  assets: AssetSource;
  /** True when running from source, in which case main.ts is the entry point itself. */
  source: boolean;
  /** The URL for newer versions. */
  releases?: string;
}

/** The `workerData` of a thread. */
export interface ThreadData<Role = unknown> {
  role: Role;
  source: boolean;
}

interface NodeRuntimeOptions {
  entry: Entry;
  version: string;
  environment: Readonly<Record<string, string | undefined>>;
  /** Receives diagnostics line by line. */
  error: { write(text: string): unknown };
}

export function createNodeRuntime({ entry, version, environment, error }: NodeRuntimeOptions): Runtime {
  let cacheFolder: string | undefined;
  return {
    version,
    assets: entry.assets,
    self: entry.self,
    environment,
    home: homeOf(environment),
    // Created on demand, because `--help` and `--version` should not create folders.
    get cacheFolder() {
      cacheFolder ??= cacheFolderOf(environment);
      return cacheFolder;
    },
    configFolder: configFolderOf(environment),
    stateFolder: stateFolderOf(environment),
    startThread: threadStarter(entry),
    log(level, source, message) {
      if (level !== "debug" || environment.JIG_DEBUG)
        error.write(`jig: ${level}: ${source}: ${withEscapes(message.replaceAll("\r\n", "\n"))}\n`);
    },
  };
}

/** Returns a function that starts threads. Each thread runs the entry point again in the given role. */
export function threadStarter({ url, source }: Pick<Entry, "url" | "source">): Runtime["startThread"] {
  return (role) => startThread(url, { role, source });
}

function newWorker(url: string, data: ThreadData): Worker {
  try {
    return new Worker(new URL(url), { workerData: data });
  } catch (error) {
    throw new JigError("UNAVAILABLE", `The system does not let jig start another thread: ${errorMessage(error)}`, {
      hint: "Raise the limits of memory and processes (`ulimit -v`, `ulimit -u`), or make fewer calls at once",
      cause: error,
    });
  }
}

function startThread(url: string, data: ThreadData): Thread {
  const worker = newWorker(url, data);
  return {
    post: (message, transfer = []) => worker.postMessage(message, transfer),
    onMessage: (listener) => worker.on("message", listener as (message: unknown) => void),
    onEnd(listener) {
      worker.on("error", (cause) => listener(cause instanceof Error ? cause.message : String(cause)));
      worker.on("exit", (code) => listener(`exit code ${code}`));
    },
    terminate: () => void worker.terminate(),
  };
}
