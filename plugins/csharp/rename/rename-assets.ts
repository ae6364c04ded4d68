/** Plans the changes of a rename in Unity's assets: events and animations that call a method, saved values of a field. */
import { type Context, type FileChange, ifThere, type PlanNote, type TextEdit } from "../../../core/host/plugin-api.ts";
import type { Directories, RenameSet, Role } from "../queries/requests.ts";
import type { ScriptService } from "../queries/service.ts";
import type { AssetUse } from "../unity/asset-uses.ts";
import type { AssetUsesJob } from "../unity/asset-uses-worker.ts";

export interface AssetChanges {
  files: FileChange[];
  conflicts: PlanNote[];
  untouched: PlanNote[];
}

export interface AssetRename {
  set: RenameSet;
  newName: string;
  roles: readonly Role[];
  /** Rewrite the keys of saved values. */
  keys: boolean;
  /** Number of other methods with the name. */
  namesakes: number;
}

export async function assetChanges(rename: AssetRename, context: Context): Promise<AssetChanges> {
  const { set, roles } = rename;
  const result: AssetChanges = { files: [], conflicts: [], untouched: [] };
  const isMember = set.declarations.some(({ kind }) => kind === "method" || kind === "field" || kind === "property");
  if (!isMember || !roles.some(({ unity }) => unity !== undefined)) return result;
  const service = await context.service<ScriptService>();
  const where = await service.ask<Directories>({ op: "directories" }, context);
  const paths = (await service.assetsWith(set.name, where, context.signal)).sort();
  if (paths.length === 0) return result;
  const edits = new Map<string, Map<number, AssetUse["kind"]>>();
  const guids = new Set<string>();
  for (const path of set.scripts) guids.add(await guidOf(path, context));
  guids.delete("");
  const [guid, ...inheritors] = guids;
  if (guid !== undefined) {
    const job: AssetUsesJob = { guid, inheritors, member: set.name, paths };
    const found = await context.worker<(AssetUse[] | undefined)[]>("assets", job, { signal: context.signal });
    for (const [at, uses] of found.entries()) {
      const asset = paths[at] ?? "";
      if (!uses) result.conflicts.push({ path: asset, why: "holds the name and could not be read" });
      for (const { line, kind } of uses ?? []) {
        const lines = edits.get(asset) ?? new Map<number, AssetUse["kind"]>();
        edits.set(asset, lines.set(line, kind));
      }
    }
  }
  for (const [path, lines] of edits) await changeAsset(path, lines, rename, result, context);
  return result;
}

async function changeAsset(
  path: string,
  lines: ReadonlyMap<number, AssetUse["kind"]>,
  { set, newName, keys, namesakes }: AssetRename,
  result: AssetChanges,
  context: Context,
): Promise<void> {
  const { text, hash } = await context.changes.read(path);
  const edits: TextEdit[] = [];
  let line = 0;
  for (let start = 0; start <= text.length; ) {
    const found = text.indexOf("\n", start);
    const end = found < 0 ? text.length : found;
    line++;
    const kind = lines.get(line);
    const row = text.slice(start, end);
    const at = kind === undefined ? -1 : nameIn(row, set.name, kind);
    const note = { path, line, text: row.trim() };
    if (at >= 0 && kind === "animation" && namesakes > 0)
      result.untouched.push({
        ...note,
        why: "an animation event calls a method of this name, which other scripts declare too",
      });
    else if (at >= 0 && (kind === "event" || kind === "animation" || keys))
      edits.push({ start: start + at, end: start + at + set.name.length, text: newName });
    else if (at >= 0)
      result.untouched.push({ ...note, why: "saved under the old name, which FormerlySerializedAs reads" });
    start = end + 1;
  }
  if (edits.length > 0) result.files.push({ path, hash, edits, why: "Unity names the member here" });
}

function nameIn(row: string, name: string, kind: AssetUse["kind"]): number {
  const word = new RegExp(
    kind === "override" ? `(?<=propertyPath: (?:.*[.<])?)${name}(?=[.>\\s]|$)` : `(?<![\\w])${name}(?![\\w])`,
  );
  return word.exec(row)?.index ?? -1;
}

export async function guidOf(path: string, context: Context): Promise<string> {
  const meta = await ifThere(context.files.readText(`${path}.meta`));
  return /^guid:\s*([0-9a-f]{32})/m.exec(meta?.text ?? "")?.[1] ?? "";
}
