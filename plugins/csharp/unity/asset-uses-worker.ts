/** A worker job: reads assets and finds the uses of a script in them; scenes can be many megabytes. */
import type { WorkerContext } from "../../../core/host/plugin-api.ts";
import { type AssetUse, assetUses } from "./asset-uses.ts";

export interface AssetUsesJob {
  guid: string;
  paths: string[];
}

/** For each path its uses; `undefined` where the file could not be read. */
export default async function findAssetUses(
  { guid, paths }: AssetUsesJob,
  context: WorkerContext,
): Promise<(AssetUse[] | undefined)[]> {
  const found: (AssetUse[] | undefined)[] = [];
  for (const path of paths) {
    const file = await context.files.readText(path).catch(() => undefined);
    found.push(file && assetUses(file.text, guid));
    if (context.signal.aborted) break;
  }
  return found;
}
