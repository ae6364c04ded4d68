/** A worker job: reads the calls saved in UnityEvents of assets. Scenes can be many megabytes. */
import { ifThere, type WorkerContext } from "../../../core/host/plugin-api.ts";
import { type PersistentCall, persistentCalls } from "./persistent-calls.ts";

/** Returns calls by path; undefined for an unreadable file. */
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
