/** Finds the calls in the UnityEvents of assets. This is a job for a worker thread, because a scene can have many megabytes. */
import { ifThere, type WorkerContext } from "../../../core/host/plugin-api.ts";
import { type PersistentCall, persistentCalls } from "./persistent-calls.ts";

/** Returns the calls by path, with undefined for a file that could not be read. */
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
