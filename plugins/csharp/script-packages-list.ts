/** `script_packages_list`: the packages of the project, read from its files; no Unity needed. */
import type { Context, Json, JsonObject, Outcome, View } from "../../core/host/plugin-api.ts";
import { failureView } from "./failure.ts";
import { type Package, resolvePackages } from "./packages/resolve.ts";

export interface Input {
  includeBuiltIn: boolean;
}

export default async function scriptPackagesList({ includeBuiltIn }: Input, context: Context): Promise<Outcome> {
  const packages: JsonObject[] = [];
  for (const root of context.workspace.roots) {
    for (const one of await resolvePackages(root.path, context)) {
      if (one.source === "builtin" && !includeBuiltIn) continue;
      packages.push({ ...packageOf(one, context), ...(context.workspace.roots.length > 1 ? { root: root.name } : {}) });
    }
  }
  return { value: { success: true, packages, totalCount: packages.length } };
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
    shown.note = "Not on this disk: open the project in Unity once to fetch it";
  } else if (one.folder !== undefined && !one.readable) {
    shown.note = `Outside the workspace: start jig with --root ${JSON.stringify(one.folder)} to read it`;
  }
  return shown;
}

export function view(value: Json): View {
  const failed = failureView(value);
  if (failed) return failed;
  const { packages } = value as { packages?: JsonObject[] };
  return {
    columns: ["name", "version", "source", "resolvedPath"],
    rows: (packages ?? []).map((one) => ({
      text: `${one.name} ${one.version}`,
      cells: {
        name: String(one.name),
        version: String(one.version),
        source: String(one.source),
        resolvedPath: String(one.resolvedPath ?? ""),
      },
    })),
  };
}
