/**
 * Handles `plugin.ts`, which is a typed source of `plugin.json`. Its default export is evaluated in the sandboxed child and
 * never in the host.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { JigError } from "../contract/errors.ts";
import type { PluginFile } from "../contract/plugin-file.ts";
import { DEFAULT_MEMORY_MB, DEFAULT_STORAGE_MB } from "../contract/plugin-schema.ts";
import { createChildRunner } from "../runners/child-runner.ts";
import { modulesStart } from "../runners/child-start.ts";
import { createExecutables } from "../runtime/assets.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { confinedToReading } from "../sandbox/confinement.ts";
import { findDeno } from "../sandbox/deno.ts";
import { findKernel } from "../sandbox/kernel.ts";
import { createOrphanGuard } from "../sandbox/orphan-guard.ts";
import { pluginEnvironment } from "../sandbox/plugin-environment.ts";
import { createScratch } from "../sandbox/scratch-folders.ts";

const LOAD_MS = 10_000;

/** Loads `module` and returns its default export as JSON. It runs without permissions. */
export async function readPluginSource(runtime: Runtime, folder: string, module: string): Promise<unknown> {
  const { PATH = "" } = runtime.environment;
  const { locate } = createExecutables(runtime.assets, join(runtime.cacheFolder, "bin"), PATH);
  const kernel = findKernel(runtime);
  const guard = createOrphanGuard();
  const scratch = createScratch(runtime.cacheFolder, "source");
  const confinement = kernel && confinedToReading({ kernel, home: runtime.home, folder, scratch, locate });
  const env = pluginEnvironment({}, runtime.environment);
  const unused = () => {
    throw new JigError("INTERNAL", "A source has no service");
  };
  const runner = createChildRunner({
    subject: `The source ${module}`,
    start: () =>
      modulesStart({
        runtime,
        folder,
        permissions: {},
        effect: "read",
        openWorld: false,
        deno: findDeno(runtime.environment, { scripts: kernel === undefined }),
        confinement,
        locate,
        env,
        library: undefined,
        ownCaches: [],
      }),
    guard,
    hello: {
      folder,
      file: emptyFile(folder),
      roots: [],
      permissions: {},
      readOnly: true,
      env: {},
      cacheFolders: {},
      cores: 1,
    },
    memoryMb: DEFAULT_MEMORY_MB,
    storageMb: DEFAULT_STORAGE_MB,
    serviceContext: unused,
    repeatable: () => false,
    log: (level, message) => runtime.log(level, module, message),
  });
  try {
    return await runner.load(module, AbortSignal.timeout(LOAD_MS));
  } finally {
    await runner.close();
    guard.close();
    confinement?.close();
  }
}

function emptyFile(folder: string): PluginFile {
  const name = `source-${createHash("sha256").update(folder).digest("hex").slice(0, 8)}`;
  return {
    name,
    version: "0.0.0",
    title: name,
    description: name,
    host: "^1",
    permissions: {},
    memoryMb: DEFAULT_MEMORY_MB,
    storageMb: DEFAULT_STORAGE_MB,
    tools: {},
  };
}
