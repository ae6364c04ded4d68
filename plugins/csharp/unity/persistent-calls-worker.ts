/**
 * A worker job that reads the calls saved in the UnityEvents of assets. It runs on its own thread because a scene can
 * be many megabytes in size.
 */
import { ifThere, type WorkerContext } from "../../../core/host/plugin-api.ts";
import { type PersistentCall, persistentCalls } from "./persistent-calls.ts";

/** Returns the calls for each path. A file that cannot be read has undefined. */
export default async function findPersistentCalls(
  { paths }: { paths: string[] },
  context: WorkerContext,
): Promise<(PersistentCall[] | undefined)[]> {
  const found: (PersistentCall[] | undefined)[] = [];
  for (const path of paths) {
    const file = await ifThere(context.files.readText(path));
    found.push(file && persistentCalls(file.text));
    if (context.signal.aborted) break;
  }
  return found;
}
