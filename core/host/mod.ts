/** The host's only door: doors, plugins and the composition root import from here. */

export { type AssetSource, createExecutables } from "./assets.ts";
export { writeAtomically } from "./atomic-write.ts";
export { CHILD_ROLE, type ChildPort, serveChild } from "./child-process.ts";
export { chooseRoots, rootsAreNamed } from "./choose-roots.ts";
export type * from "./context.ts";
export * from "./create-host.ts";
export * from "./define.ts";
export * from "./errors.ts";
export type * from "./host.ts";
export { effectOfCall } from "./invoke.ts";
export { HOST_API, RESERVED_WORDS } from "./manifest.ts";
export { createNodeRuntime, type Entry, type ThreadData } from "./node-runtime.ts";
export * from "./outcome.ts";
export * from "./output-file.ts";
export type * from "./runtime.ts";
export { sourceAssets } from "./source-assets.ts";
export { didYouMean } from "./validate.ts";
export { HOST_WORKER, serveWorker, sweepWorker, type WorkerRole } from "./worker-thread.ts";
