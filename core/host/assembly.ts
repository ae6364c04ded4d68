/** Contains the exports for the composition root. */

export { createHost } from "./create-host.ts";
export { runPluginProcess } from "./runners/child-process.ts";
export { createExecutables } from "./runtime/assets.ts";
export { compileLater } from "./runtime/compile-later.ts";
export { exactArguments } from "./runtime/name-bytes.ts";
export { createNodeRuntime, type Entry, type ThreadData } from "./runtime/node-runtime.ts";
export { CHILD_ROLE } from "./runtime/roles.ts";
export { sourceAssets } from "./runtime/source-assets.ts";
export { claimStdout, standardError, standardInput, standardOutput } from "./runtime/standard-streams.ts";
export { cacheFolderOf, configFolderOf, homeOf } from "./runtime/xdg-folders.ts";
export { chooseRoots, rootsAreNamed } from "./workspace/choose-roots.ts";
export { openRoots } from "./workspace/workspace.ts";
