/**
 * Provides the resources that plugins share, which are assets, executables, child processes, cache folders and the host's
 * threads.
 */

import { join } from "node:path";
import { SavedAnswers } from "./answer/saved-answers.ts";
import { TOKEN_WORKER, type TokenCount } from "./answer/token-count.ts";
import { createCache } from "./capabilities/cache.ts";
import { createProcesses, type Processes } from "./capabilities/processes.ts";
import { SWEEP_WORKER } from "./capabilities/sweep.ts";
import type { Assets, Cache, Root, Sweep, SweepOptions } from "./contract/context.ts";
import { JigError } from "./contract/errors.ts";
import type { EncodedImage, GraphLayout, LayoutRequest, SmallImage } from "./contract/picture.ts";
import { cleanCache, hashOfRoots, isCleaningDue, noteRoots } from "./index-files/clean-cache.ts";
import type { EncodeRequest } from "./pictures/encoded-image.ts";
import { LAYOUT_WORKER } from "./pictures/graph-layout.ts";
import { IMAGE_WORKER, type ImageRequest } from "./pictures/scaled-image.ts";
import { createPatternChecker, PATTERN_WORKER, type PatternChecker } from "./runners/pattern-worker.ts";
import { createWorkerPool } from "./runners/worker-pool.ts";
import { HOST_WORKER, type WorkerRole } from "./runners/worker-thread.ts";
import { createAssets, createExecutables } from "./runtime/assets.ts";
import type { Runtime } from "./runtime/runtime.ts";
import { confineReaders } from "./sandbox/confined-readers.ts";
import { findSandboxes, type Sandboxes } from "./sandbox/sandboxes.ts";
import { repositoryVariables } from "./workspace/git-places.ts";
import { slashed } from "./workspace/path-rules.ts";
import { RemoteCopies } from "./workspace/remote-copies.ts";

export interface Resources {
  assets: Assets;
  /** Returns the path of a command's executable. */
  locate(command: string): Promise<string>;
  processes: Processes;
  patterns: PatternChecker;
  countTokens(text: string): Promise<TokenCount>;
  layout(request: LayoutRequest): Promise<GraphLayout>;
  scaleImage(request: ImageRequest): Promise<SmallImage>;
  encodeImage(request: EncodeRequest): Promise<EncodedImage>;
  /** The saved answers and the files that tools wrote, for each workspace. */
  savedAnswers: SavedAnswers;
  written: Cache;
  /** Remote files, which all workspaces share. */
  copies: RemoteCopies;
  sandboxes: Sandboxes;
  sweep(options?: SweepOptions): Promise<Sweep>;
  /** Returns a function for the cache folder of a plugin, either for a root or for the whole workspace. */
  cacheFolderOf(plugin: string): (root: Root | undefined) => string;
  close(): void;
}

export function createResources(runtime: Runtime, roots: readonly Root[]): Resources {
  const assets = createAssets(runtime.assets);
  const { find, locate } = createExecutables(
    runtime.assets,
    join(runtime.cacheFolder, "bin"),
    runtime.environment.PATH ?? "",
  );
  const sandboxes = findSandboxes(runtime);
  const cache = join(runtime.cacheFolder, "v1");
  const paths = roots.map((root) => root.path);
  const whole = hashOfRoots(paths);
  const cleaning = keepCacheSmall(cache, paths);
  const savedAnswers = new SavedAnswers(slashed(join(runtime.cacheFolder, "v1", "answers", whole)));
  const copies = new RemoteCopies(join(runtime.cacheFolder, "v1", "copies"));
  const processes = createProcesses({
    find,
    cwd: roots[0]?.path,
    environment: runtime.environment,
    repository: (folder) => repositoryVariables(folder, paths),
    confine: confineReaders({
      kernel: () => sandboxes.kernel,
      runtime,
      folders: [...roots.map((root) => root.path), savedAnswers.folder, copies.folder],
      locate,
    }),
  });
  const thread = (worker: string) => () =>
    runtime.startThread({
      role: "worker",
      plugin: HOST_WORKER,
      worker,
      permissions: { read: ["workspace"] },
      roots,
      readOnly: true,
      cacheFolder: runtime.cacheFolder,
    } satisfies WorkerRole);
  const log = (level: "debug" | "info" | "warn" | "error", message: string) => runtime.log(level, HOST_WORKER, message);
  const patterns = createPatternChecker(thread(PATTERN_WORKER), log);
  const pool = (name: string) =>
    createWorkerPool({
      name,
      threads: 1,
      start: thread(name),
      relay: () => Promise.reject(new JigError("INTERNAL", `The worker ${name} makes no requests`)),
      log,
    });
  const sweeper = pool(SWEEP_WORKER);
  const tokens = pool(TOKEN_WORKER);
  const layouts = pool(LAYOUT_WORKER);
  const images = pool(IMAGE_WORKER);
  return {
    assets,
    locate,
    processes,
    patterns,
    countTokens: async (text) => (await tokens.run(text, {})) as TokenCount,
    layout: async (request) => (await layouts.run(request, {})) as GraphLayout,
    scaleImage: async (request) => (await images.run(request, {})) as SmallImage,
    encodeImage: async (request) => (await images.run(request, {})) as EncodedImage,
    savedAnswers,
    written: createCache(join(runtime.cacheFolder, "v1", "written", whole)),
    copies,
    sandboxes,
    async sweep({ signal, ...options } = {}) {
      const request = { directories: roots.map((root) => root.path), ...options };
      return (await sweeper.run(request, signal ? { signal } : {})) as Sweep;
    },
    cacheFolderOf: (plugin) => (root) =>
      join(runtime.cacheFolder, "v1", plugin, root ? hashOfRoots([root.path]) : whole),
    close() {
      clearTimeout(cleaning);
      sweeper.close();
      tokens.close();
      layouts.close();
      images.close();
      patterns.close();
      processes.close();
    },
  };
}

/**
 * A session cleans the cache this many milliseconds after its start. Processes with a single call only do it if no session has
 * done so for a week.
 */
const CLEAN_AFTER_MS = 20_000;
const OVERDUE_MS = 7 * 24 * 3600 * 1000;

function keepCacheSmall(folder: string, roots: readonly string[]): ReturnType<typeof setTimeout> {
  noteRoots(folder, roots);
  if (roots.length > 1) for (const root of roots) noteRoots(folder, [root]);
  const clean = () => {
    if (isCleaningDue(folder)) void cleanCache(folder).catch(() => {});
  };
  const timer = setTimeout(clean, isCleaningDue(folder, OVERDUE_MS) ? 0 : CLEAN_AFTER_MS);
  timer.unref?.();
  return timer;
}
