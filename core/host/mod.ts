/** The host's only door: doors, plugins and the composition root import from here. */

export { writeAtomically } from "./capabilities/atomic-write.ts";
export * from "./capabilities/output-file.ts";
export { createTester } from "./capabilities/regexp-tester.ts";
export type * from "./context.ts";
export * from "./create-host.ts";
export * from "./define.ts";
export * from "./errors.ts";
export type * from "./host.ts";
export { effectOfCall } from "./invoke.ts";
export { HOST_API, type Manifest, RESERVED_WORDS } from "./manifest/manifest.ts";
export type { PluginFile, ToolFile } from "./manifest/plugin-file.ts";
export {
  faultsOf,
  type ManifestFault,
  manifestOfFile,
  pluginFileSchema,
  readPluginFile,
} from "./manifest/plugin-json.ts";
export { summaryOf } from "./manifest/summary.ts";
export { didYouMean, validateInput } from "./manifest/validate.ts";
export * from "./outcome.ts";
export { CHILD_ROLE, type ChildPort, serveChild } from "./runners/child-process.ts";
export { HOST_WORKER, hostWorker, serveWorker, type WorkerRole } from "./runners/worker-thread.ts";
export { type AssetSource, createExecutables } from "./runtime/assets.ts";
export { createNodeRuntime, type Entry, type ThreadData } from "./runtime/node-runtime.ts";
export type * from "./runtime/runtime.ts";
export { sourceAssets } from "./runtime/source-assets.ts";
export { type FolderContent, hashOf, readFolder } from "./third-parties/folder-content.ts";
export { readSource } from "./third-parties/plugin-source.ts";
export { signalReload } from "./third-parties/reload-signal.ts";
export { findDeno, riskyWishes, unsandboxed } from "./third-parties/sandbox.ts";
export { pluginFolders, quotedWord } from "./third-parties/third-parties.ts";
export { createTrust, type Trust } from "./third-parties/trust.ts";
export { chooseRoots, rootsAreNamed } from "./workspace/choose-roots.ts";
export { slashed } from "./workspace/path-rules.ts";
