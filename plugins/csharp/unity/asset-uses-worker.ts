/** A worker job: reads assets and finds the uses of a script in them; scenes can be many megabytes. */
import { ifThere, type WorkerContext } from "../../../core/host/plugin-api.ts";
import { type AssetUse, assetUses, memberUses } from "./asset-uses.ts";

export interface AssetUsesJob {
  guid: string;
  /** The guids of scripts that inherit the member. */
  inheritors?: string[];
  /** The member whose saved values and callers are searched for; "" for uses of the script itself. */
  member: string;
  paths: string[];
}

/** Returns uses for each path; undefined for an unreadable file. */
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
      // An override of a prefab's value has no script, so it is found for each of them.
      return [...new Map(own.flatMap((each) => memberUses(text, each, member)).map((use) => [use.line, use])).values()];
    };
    found.push(file && uses(file.text));
    if (context.signal.aborted) break;
  }
  return found;
}
