/** Contains the API for frontends: tools as data, a single way to call them, and functions for writing and approving plugins. */

export { absentTool, notLoaded, notTrusted, refuseAbsentTool, unloadedHint } from "./absent-tool.ts";
export { answerFaults } from "./answer-faults.ts";
export type * from "./contract/changes.ts";
export type * from "./contract/command-io.ts";
export type * from "./contract/context.ts";
export type * from "./contract/define.ts";
export { errorCode, errorMessage } from "./contract/error-parts.ts";
export * from "./contract/errors.ts";
export type * from "./contract/file-symbol.ts";
export type * from "./contract/host.ts";
export { isObject, parseJson } from "./contract/is-object.ts";
export { stepsOf, valueAt } from "./contract/json-pointer.ts";
export { bytesOfText, hasRawBytes, readableText } from "./contract/name-text.ts";
export { didYouMean, nearestName } from "./contract/nearest-name.ts";
export * from "./contract/outcome.ts";
export { referencesIn } from "./contract/output-references.ts";
export type { EncodedImage, GraphLayout, LayoutRequest, PictureForm, Point, SmallImage } from "./contract/picture.ts";
export { planAnswer } from "./contract/plan-answer.ts";
export type { PluginFile, ToolFile } from "./contract/plugin-file.ts";
export type {
  CliAlias,
  CompletedKind,
  Completion,
  Example,
  Permissions,
  PromptContribution,
  Synonym,
} from "./contract/plugin-schema.ts";
export { FORMAT_NAMES, type Format, type PresentOptions, type SavedAnswer } from "./contract/presented-answer.ts";
export { progressText } from "./contract/progress-text.ts";
export { resourceErrorOf } from "./contract/resource-errors.ts";
export { withEscapes } from "./contract/unseen-characters.ts";
export { type Bundle, bundleModules, canBundle } from "./loader/bundler.ts";
export {
  contentHash,
  type FolderContent,
  MAX_PLUGIN_BYTES,
  MAX_PLUGIN_FILES,
  readFolder,
  writeContent,
} from "./loader/folder-content.ts";
export { addedPermissions, addedSinceApproval, addedTo, manifestIn, needsNoConsent } from "./loader/permission-diff.ts";
export { readPluginSource } from "./loader/plugin-source.ts";
export {
  changePluginsLock,
  type Installed,
  type PluginsLock,
  readPluginsLock,
} from "./loader/plugins-lock.ts";
export { signalReload } from "./loader/reload-signal.ts";
export { SOURCE_FOLDERS, staleHandlers } from "./loader/stale-manifest.ts";
export { createTrust } from "./loader/trust.ts";
export { effectOfCall } from "./manifest/call-effect.ts";
export { faultLines, HOST_API, type ManifestFault, RESERVED_WORDS, typeFault } from "./manifest/check.ts";
export { meantCommand, runEntryFault } from "./manifest/command-words.ts";
export { summaryOf } from "./manifest/first-sentence.ts";
export { grammarFault } from "./manifest/grammar-file.ts";
export { jsonFault } from "./manifest/json-fault.ts";
export { normalize } from "./manifest/normalize.ts";
export {
  faultsOf,
  parsedJson,
  parsedPluginFile,
  pluginFileSchema,
  readPluginFile,
  readPluginJson,
} from "./manifest/read-plugin-file.ts";
export { areOfOtherLanguages, otherName } from "./manifest/registry.ts";
export { STANDARD_PARAMETERS } from "./manifest/standard-parameters.ts";
export { withoutSynonyms } from "./manifest/synonyms.ts";
export { faultsOfAnswer, misfitOf, validateInput } from "./manifest/validate.ts";
export { type MatchQuery, parseMatchQuery } from "./matcher/match-query.ts";
export { createMatcher, type Match, type Matcher, type Matches, scoreOfName } from "./matcher/name-matcher.ts";
export { type ColumnWish, columnWidths } from "./pictures/column-widths.ts";
export { type Graph, graphOf } from "./pictures/row-graph.ts";
export { graphRequest, type PictureKind, picturesOf, svgOf } from "./pictures/svg.ts";
export { type Tile, treemapOf } from "./pictures/treemap-layout.ts";
export { pluginNearby } from "./plugin-nearby.ts";
export { watchAncestors } from "./runtime/ancestors.ts";
export { writeAtomically } from "./runtime/atomic-write.ts";
export { changedAfter } from "./runtime/changed-after.ts";
export { collectGarbage } from "./runtime/collect-garbage.ts";
export { isLocalDisk } from "./runtime/file-systems.ts";
export { findOnPath, isRunnable, searchPath } from "./runtime/find-on-path.ts";
export { listNames, listNamesBelow } from "./runtime/list-names.ts";
export { inOwnFolder } from "./runtime/own-folder.ts";
export { isProcessAlive } from "./runtime/process-alive.ts";
export { openQuestions, type Questions } from "./runtime/questions.ts";
export { removeTree } from "./runtime/remove-tree.ts";
export type { Runtime } from "./runtime/runtime.ts";
export { readOrMakeSecret, readSecretFile } from "./runtime/secret-file.ts";
export { shellQuoted } from "./runtime/shell-quoted.ts";
export type { FrameInput, FrameOutput, TextOutput } from "./runtime/standard-streams.ts";
export { whyUnwatched } from "./runtime/watch-folders.ts";
export { whyUnstartable } from "./runtime/why-unstartable.ts";
export { findProgram, type SpawnCommand, spawnCommandOf } from "./runtime/windows-shell.ts";
export { findKernel, memoryAccounting } from "./sandbox/kernel.ts";
export { type WiderGrant, widerGrants } from "./sandbox/program-grants.ts";
export { findSandboxes, riskyPermissions, type Sandboxes, whyUnsandboxed } from "./sandbox/sandboxes.ts";
export { isInside } from "./workspace/path-rules.ts";
