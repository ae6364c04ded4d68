/** The built-in tools as data, for generated files: documents, bundles, pins. */
import { createHost, sourceAssets } from "../core/host/assembly.ts";
import type { ToolInfo } from "../core/host/frontend-api.ts";
import packageJson from "../package.json" with { type: "json" };
import { BUILT_INS } from "../plugins/mod.ts";

/** Sorted by name. A host without a workspace is enough to see every manifest. */
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
