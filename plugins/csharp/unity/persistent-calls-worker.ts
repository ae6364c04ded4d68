/** Worker job: calls in the UnityEvents of assets. A scene can have many megabytes, hence the thread. */
import { ifThere, type WorkerContext } from "../../../core/host/plugin-api.ts";
import { type PersistentCall, persistentCalls } from "./persistent-calls.ts";

/** Calls by path. undefined if the file could not be read. */
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
