/** Creates a host for tests. Files, processes and threads are the real ones, while cache folders are separate. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Host } from "./contract/host.ts";
import { createHost, type HostOptions } from "./create-host.ts";
import type { Runtime } from "./runtime/runtime.ts";
import { sourceAssets } from "./runtime/source-assets.ts";

/** Creates a runtime for tests. Its threads start in main.ts, so that workers of built-in plugins run just as they would from source. */
export function testRuntime(folder: string = mkdtempSync(join(tmpdir(), "jig-test-"))): Runtime {
  const entry = new URL("../../main.ts", import.meta.url);
  return {
    version: "0.0.0-test",
    assets: sourceAssets(import.meta.url),
    self: { command: process.execPath, args: [entry.pathname] },
    environment: process.env,
    home: undefined,
    cacheFolder: join(folder, "cache"),
    configFolder: join(folder, "config"),
    stateFolder: join(folder, "state"),
    startThread(role) {
      const worker = new Worker(entry, { workerData: { role, source: true } });
      worker.unref();
      return {
        post: (message, transfer = []) => worker.postMessage(message, transfer),
        onMessage: (listener) => worker.on("message", listener as (message: unknown) => void),
        onEnd: (listener) => {
          worker.on("error", (error) => listener(String(error)));
          worker.on("exit", (code) => listener(`exit code ${code}`));
        },
        terminate: () => void worker.terminate(),
      };
    },
    log: () => {},
  };
}

/** The caller has to close it. */
export function createTestHost(options: Partial<HostOptions> & { roots: readonly string[] }): Promise<Host> {
  return createHost({ runtime: testRuntime(), builtIns: [], ...options });
}
