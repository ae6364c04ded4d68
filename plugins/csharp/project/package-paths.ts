/** Handles `Packages/<name>/…`, which is Unity's spelling for the files of a package wherever they are on disk. */
import type { Context } from "../../../core/host/plugin-api.ts";
import { Projects } from "./project.ts";

/** Returns the physical path if a project in the workspace has the package. */
export async function resolve(path: string, context: Context): Promise<string | undefined> {
  for (const project of await new Projects(context).current()) {
    const physical = project.physical(path);
    if (physical !== undefined) return physical;
  }
  return undefined;
}
