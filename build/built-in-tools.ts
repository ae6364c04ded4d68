/** Built-in tools as data, for generating docs, bundles and pins. */
import { createHost, sourceAssets } from "../core/host/assembly.ts";
import type { ToolInfo } from "../core/host/frontend-api.ts";
import packageJson from "../package.json" with { type: "json" };
import { BUILT_INS } from "../plugins/mod.ts";

/** Sorted by name. Manifests don't depend on a workspace, so we open a host without one. */
export async function builtInTools(): Promise<readonly ToolInfo[]> {
  const host = await createHost({
    runtime: {
      version: packageJson.version,
      assets: sourceAssets(import.meta.url),
      startThread: () => {
        throw new Error("Documents need no threads");
      },
      self: { command: process.execPath, args: [] },
      environment: {},
      home: undefined,
      cacheFolder: "",
      configFolder: "",
      stateFolder: "",
      log: () => {},
    },
    builtIns: BUILT_INS,
    roots: [],
  });
  const tools = host.tools();
  await host.close();
  return tools;
}
