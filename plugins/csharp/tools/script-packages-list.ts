/** Implements `script_packages_list`, which reads a project's packages from its files. It works without a running Unity. */
import type { Context, JsonObject, Outcome } from "../../../core/host/plugin-api.ts";
import type { Package } from "../packages/resolve-packages.ts";
import { Projects } from "../project/project.ts";

export interface Input {
  includeBuiltIn: boolean;
}

const NOT_HERE = "not on this disk";

export default async function scriptPackagesList({ includeBuiltIn }: Input, context: Context): Promise<Outcome> {
  const packages: JsonObject[] = [];
  const projects = await new Projects(context).current();
  const several = context.workspace.roots.length > 1 || projects.filter(({ unity }) => unity).length > 1;
  for (const project of projects) {
    for (const one of project.packages) {
      if (one.source === "builtin" && !includeBuiltIn) continue;
      packages.push({ ...packageOf(one, context), ...(several ? { root: project.root.name } : {}) });
    }
  }
  const isAbsent = packages.some(({ note }) => note === NOT_HERE);
  return {
    value: {
      success: true,
      packages,
      totalCount: packages.length,
      ...(isAbsent
        ? { hint: "Open the project in Unity once to download the packages that are not on this machine" }
        : {}),
    },
  };
}

function packageOf(one: Package, { workspace }: Context): JsonObject {
  const shown: JsonObject = {
    name: one.name,
    displayName: one.displayName,
    version: one.version,
    source: one.source,
    isEmbedded: one.source === "embedded",
    resolvedPath: one.folder === undefined ? null : one.readable ? workspace.display(one.folder) : one.folder,
    isDirect: one.direct,
  };
  if (one.folder === undefined && one.source !== "builtin") {
    shown.note = NOT_HERE;
  } else if (one.folder !== undefined && !one.readable) {
    shown.note = `Outside the workspace: to read it, also start jig with --root ${JSON.stringify(one.folder)}`;
  }
  return shown;
}
