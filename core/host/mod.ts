/** The host's only door: doors, plugins and the composition root import from here. */

export { type AssetSource, createExecutables } from "./assets.ts";
export { writeAtomically } from "./atomic-write.ts";
export { CHILD_ROLE, type ChildPort, serveChild } from "./child-process.ts";
export { chooseRoots, rootsAreNamed } from "./choose-roots.ts";
export type * from "./context.ts";
export * from "./create-host.ts";
export * from "./define.ts";
export * from "./errors.ts";
export { type FolderContent, hashOf, readFolder } from "./folder-content.ts";
export type * from "./host.ts";
export { effectOfCall } from "./invoke.ts";
export { HOST_API, type Manifest, RESERVED_WORDS } from "./manifest.ts";
export { createNodeRuntime, type Entry, type ThreadData } from "./node-runtime.ts";
export * from "./outcome.ts";
export * from "./output-file.ts";
export type { PluginFile, ToolFile } from "./plugin-file.ts";
export { faultsOf, type ManifestFault, manifestOfFile, pluginFileSchema, readPluginFile } from "./plugin-json.ts";
export { readSource } from "./plugin-source.ts";
export { signalReload } from "./reload-signal.ts";
export type * from "./runtime.ts";
export { findDeno, riskyWishes, unsandboxed } from "./sandbox.ts";
export { sourceAssets } from "./source-assets.ts";
export { pluginFolders, quotedWord } from "./third-parties.ts";
export { createTrust, type Trust } from "./trust.ts";
export { didYouMean, validateInput } from "./validate.ts";
export { HOST_WORKER, hostWorker, serveWorker, type WorkerRole } from "./worker-thread.ts";
