/** Finds the uses of a script in assets. This is a job for a worker thread, because a scene can have many megabytes. */
import { ifThere, type WorkerContext } from "../../../core/host/plugin-api.ts";
import { type AssetUse, assetUses, memberUses } from "./asset-uses.ts";

export interface AssetUsesJob {
  guid: string;
  /** The guids of the scripts that inherit the member. */
  inheritors?: string[];
  /** The member whose saved values and callers we look for, or "" to look for uses of the script itself. */
  member: string;
  paths: string[];
}

/**
 * Finds uses in assets.
 * @returns the uses for each path, with undefined for a file that could not be read
 */
export default async function findAssetUses(
  { guid, inheritors = [], member, paths }: AssetUsesJob,
  context: WorkerContext,
): Promise<(AssetUse[] | undefined)[]> {
  const found: (AssetUse[] | undefined)[] = [];
  for (const path of paths) {
    const file = await ifThere(context.files.readText(path));
    const isPrefab = path.endsWith(".prefab");
    const uses = (text: string) => {
      if (member === "") return assetUses(text, guid, isPrefab);
      const own = [guid, ...inheritors.filter((each) => text.includes(each))];
      // An override of a prefab's value does not name any script, so we would find it once for each script.
      return [...new Map(own.flatMap((each) => memberUses(text, each, member)).map((use) => [use.line, use])).values()];
    };
    found.push(file && uses(file.text));
    if (context.signal.aborted) break;
  }
  return found;
}
