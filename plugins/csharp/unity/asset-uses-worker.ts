/** A worker job: reads assets and finds the uses of a script in them; scenes can be many megabytes. */
import type { WorkerContext } from "../../../core/host/plugin-api.ts";
import { ifThere } from "../text/if-there.ts";
import { type AssetUse, assetUses, memberUses } from "./asset-uses.ts";

export interface AssetUsesJob {
  guid: string;
  /** Of the script: what is saved for it and calls it; "" for the uses of the script itself. */
  member: string;
  paths: string[];
}

/** For each path its uses; `undefined` where the file could not be read. */
export default async function findAssetUses(
  { guid, member, paths }: AssetUsesJob,
  context: WorkerContext,
): Promise<(AssetUse[] | undefined)[]> {
  const found: (AssetUse[] | undefined)[] = [];
  for (const path of paths) {
    const file = await ifThere(context.files.readText(path));
    const isPrefab = path.endsWith(".prefab");
    found.push(file && (member === "" ? assetUses(file.text, guid, isPrefab) : memberUses(file.text, guid, member)));
    if (context.signal.aborted) break;
  }
  return found;
}
