/** Finds the fields that Unity serializes. */
import type { WorkerContext } from "../../../core/host/plugin-api.ts";
import { unityNames } from "../engine/unity-names.ts";
import type { ScriptIndex } from "../index/script-index.ts";
import { KIND, KINDS } from "../outline/declaration-table.ts";
import type { FileScope } from "../project/scopes.ts";
import { workingSlice } from "../queries/analysis-session.ts";
import { buildWithProgress } from "../queries/build-with-progress.ts";
import type { SavedField } from "../queries/requests/requests.ts";
import { symbolPathsOf } from "../queries/target-declarations.ts";
import { unityRole } from "../unity/unity-role.ts";

/** Returns the serialized fields. @param type simple or full name, or "" for all types */
export async function savedFields(
  index: ScriptIndex,
  { scope, type }: { scope: FileScope; type: string },
  context: WorkerContext,
): Promise<SavedField[]> {
  await buildWithProgress(index, context);
  const { store } = index;
  const engine = await unityNames(context);
  const paths = await symbolPathsOf(index, context);
  const slice = workingSlice(context);
  const rows: SavedField[] = [];
  for (const path of index.files.paths) {
    if (!index.includes(path, scope)) continue;
    for (const handle of store.ofFile(path)) {
      const kind = store.kind(handle);
      if (kind !== KIND.field && kind !== KIND.property) continue;
      const outer = paths.outerPath(handle);
      if (type !== "" && outer !== type && !outer.endsWith(`.${type}`) && !outer.endsWith(`/${type}`)) continue;
      const found = store.symbol(handle);
      const header = await paths.headers.of(found);
      if (unityRole(store, found, header, engine) !== "serialized") continue;
      rows.push({
        kind: KINDS[kind] ?? "field",
        symbol_path: await paths.of(found),
        path: index.display(path),
        line: found.nameLine,
        type: header?.type ?? "",
      });
    }
    await slice.check();
  }
  return rows.sort((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1));
}
