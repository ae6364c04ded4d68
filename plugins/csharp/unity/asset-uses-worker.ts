/**
 * A worker job that reads assets and finds the uses of a script in them. It runs on its own thread because a scene can
 * be many megabytes in size.
 */
import { ifThere, type WorkerContext } from "../../../core/host/plugin-api.ts";
import { type AssetUse, assetUses, memberUses } from "./asset-uses.ts";

export interface AssetUsesJob {
  guid: string;
  /** The guids of the scripts that inherit the member. */
  inheritors?: string[];
  /** The member whose saved values and callers are searched for, or "" to search for uses of the script itself. */
  member: string;
  paths: string[];
}

/** Returns the uses for each path. A file that cannot be read has undefined. */
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
      // An override of a prefab's value does not name a script, so it is found for each of the scripts.
      return [...new Map(own.flatMap((each) => memberUses(text, each, member)).map((use) => [use.line, use])).values()];
    };
    found.push(file && uses(file.text));
    if (context.signal.aborted) break;
  }
  return found;
}
