/** What the doors see of the host: tools as data, one way to call them, and what people who write and approve plugins need. */

export { type ColumnWish, columnWidths } from "./answer/column-widths.ts";
export type { KeptAnswer } from "./answer/kept.ts";
export { valueAt } from "./answer/pointer.ts";
export { STANDARD_PARAMETERS } from "./answer/standard-parameters.ts";
export { writeAtomically } from "./capabilities/atomic-write.ts";
export type * from "./contract/context.ts";
export type * from "./contract/define.ts";
export * from "./contract/errors.ts";
export type * from "./contract/host.ts";
export { isObject } from "./contract/json.ts";
export { didYouMean } from "./contract/nearest-name.ts";
export * from "./contract/outcome.ts";
export type * from "./contract/output.ts";
export type { Format } from "./contract/presented.ts";
export { shortageOf } from "./contract/shortages.ts";
export { effectOfCall } from "./invoke.ts";
export { grammarFault } from "./manifest/grammar-file.ts";
export { HOST_API, RESERVED_WORDS } from "./manifest/manifest.ts";
export type { PluginFile, ToolFile } from "./manifest/plugin-file.ts";
export {
  faultsOf,
  type ManifestFault,
  manifestOfFile,
  parsedPluginFile,
  pluginFileSchema,
  readPluginFile,
} from "./manifest/plugin-json.ts";
export { summaryOf } from "./manifest/summary.ts";
export { withoutSynonyms } from "./manifest/synonyms.ts";
export { faultOfAnswer, misfitOf } from "./manifest/validate.ts";
export type { EncodedImage, PictureForm } from "./pictures/encoded-image.ts";
export { type Graph, graphOf } from "./pictures/graph.ts";
export type { SmallImage } from "./pictures/image.ts";
export type { GraphLayout, LayoutRequest, Point } from "./pictures/layout.ts";
export { graphRequest, type PictureKind, picturesOf, svgOf } from "./pictures/svg.ts";
export { type Tile, treemapOf } from "./pictures/treemap.ts";
export { namesIn } from "./runtime/names-in.ts";
export { isAlive } from "./runtime/process-alive.ts";
export type { Runtime } from "./runtime/runtime.ts";
export { readSecretFile } from "./runtime/secret-file.ts";
export type { FrameInput, FrameOutput, TextOutput } from "./runtime/standard-streams.ts";
export { findProgram, type Start, startOf } from "./runtime/windows-shell.ts";
export { bundleModules } from "./third-parties/bundler.ts";
export { findKernel } from "./third-parties/confinement/kernel.ts";
export {
  type FolderContent,
  hashOf,
  MAX_PLUGIN_BYTES,
  MAX_PLUGIN_FILES,
  readFolder,
} from "./third-parties/folder-content.ts";
export { readSource } from "./third-parties/plugin-source.ts";
export {
  changePluginsLock,
  type Installed,
  type PluginsLock,
  readPluginsLock,
} from "./third-parties/plugins-lock.ts";
export { quotedWord } from "./third-parties/quoted-word.ts";
export { signalReload } from "./third-parties/reload-signal.ts";
export { riskyWishes, type Sandboxes, sandboxesOf, unsandboxed } from "./third-parties/sandbox.ts";
export { createTrust } from "./third-parties/trust.ts";
