/** The path scheme `Packages/<name>/…`: Unity's spelling of files that lie somewhere else on disk. */
import type { ServiceContext } from "../../../core/host/plugin-api.ts";
import { Projects } from "./project.ts";

/** The physical path, where a project of the workspace has a package of that name. */
export async function resolve(path: string, context: ServiceContext): Promise<string | undefined> {
  for (const project of await new Projects(context).current()) {
    const physical = project.physical(path);
    if (physical !== undefined) return physical;
  }
  return undefined;
}
