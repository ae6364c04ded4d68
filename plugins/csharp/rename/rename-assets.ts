/**
 * Finds the changes to assets that belong to a rename. In Unity, events and animations call methods by name, and the values of
 * fields are saved under their names.
 */
import { type Context, type FileChange, ifThere, type PlanNote, type TextEdit } from "../../../core/host/plugin-api.ts";
import type { Directories, RenameSet, Role } from "../queries/requests/requests.ts";
import type { ScriptService } from "../queries/service.ts";
import type { AssetUse } from "../unity/asset-uses.ts";
import type { AssetUsesJob } from "../unity/asset-uses-worker.ts";
import { modificationsIn, type ObjectReference, ObjectScripts, referenceIn } from "../unity/instance-changes.ts";

export interface AssetChanges {
  files: FileChange[];
  conflicts: PlanNote[];
  untouched: PlanNote[];
  /** True if an asset has a saved value of this very member. */
  isSaved: boolean;
}

export interface AssetRename {
  set: RenameSet;
  newName: string;
  roles: readonly Role[];
  /** True if the keys of saved values should be changed. */
  keys: boolean;
  /** The number of other methods by that name. */
  namesakes: number;
}

interface AssetContext extends AssetRename {
  /** The guids of the scripts that have the member. */
  guids: ReadonlySet<string>;
  scripts: ObjectScripts;
  result: AssetChanges;
}

const META_OF_OBJECTS = ["*.prefab.meta", "*.asset.meta"];

export async function assetChanges(rename: AssetRename, context: Context): Promise<AssetChanges> {
  const { set, roles, keys } = rename;
  const result: AssetChanges = { files: [], conflicts: [], untouched: [], isSaved: false };
  const isMember = set.declarations.some(({ kind }) => kind === "method" || kind === "field" || kind === "property");
  if (!isMember) return result;
  const service = await context.service<ScriptService>();
  const where = await service.ask<Directories>({ op: "directories" }, context);
  const paths = await assetsNaming(set, service, where, context);
  if (paths.length === 0) return result;
  if (keys && roles.some(({ isInside }) => isInside)) {
    for (const path of paths) await findInside(path, set, result, context);
    return result;
  }
  const guids = new Set<string>();
  for (const path of set.scripts) guids.add(await guidOf(path, context));
  guids.delete("");
  const [guid, ...inheritors] = guids;
  if (guid === undefined) return result;
  const job: AssetUsesJob = { guid, inheritors, member: set.name, paths };
  const found = await context.worker<(AssetUse[] | undefined)[]>("assets", job, { signal: context.signal });
  const scripts = new ObjectScripts(assetReader(service, where, context));
  for (const [at, uses] of found.entries()) {
    const path = paths[at] ?? "";
    if (!uses) result.conflicts.push({ path, why: "contains the name but could not be read" });
    else if (uses.length > 0) await changeAsset(path, uses, { ...rename, guids, scripts, result }, context);
  }
  return result;
}

/** Returns the assets that contain the name, including the import settings of models whose clips call it. */
async function assetsNaming(
  { name, declarations }: RenameSet,
  service: ScriptService,
  where: Directories,
  { signal }: Context,
): Promise<string[]> {
  const paths = await service.assetsWith(name, where, signal);
  if (!declarations.some(({ kind }) => kind === "method")) return paths.sort();
  const clips = await service.matchesIn(`^\\s*functionName: ${name}\\s*$`, where, { signal, globs: ["*.meta"] });
  return [...new Set([...paths, ...clips.map(({ path }) => path)])].sort();
}

/** Returns a function that reads an asset by its guid. The guids are not listed before the first call. */
function assetReader(
  service: ScriptService,
  where: Directories,
  context: Context,
): (guid: string) => Promise<string | undefined> {
  let paths: Promise<Map<string, string>> | undefined;
  const listed = async () => {
    const globs = META_OF_OBJECTS;
    const metas = await service.matchesIn("^guid: [0-9a-f]{32}", where, { signal: context.signal, globs });
    return new Map(metas.map(({ path, text }) => [text.slice("guid: ".length), path.replace(/\.meta$/, "")]));
  };
  return async (guid) => {
    paths ??= listed();
    const path = (await paths).get(guid);
    return path === undefined ? undefined : (await ifThere(context.files.readText(path)))?.text;
  };
}

/** Looks for a value inside another object. In that case the key belongs to the outer object, so it doesn't tell us the type. */
async function findInside(path: string, set: RenameSet, result: AssetChanges, context: Context): Promise<void> {
  const { text } = await context.changes.read(path);
  const name = `(?:${set.name}|<${set.name}>k__BackingField)`;
  const key = new RegExp(`^ {2,}(?:- )*${name}:|^\\s+propertyPath: (?:.*\\.)?${name}(?:\\.|\\s*$)`);
  for (const [at, row] of text.split("\n").entries())
    if (key.test(row))
      result.conflicts.push({
        path,
        line: at + 1,
        why: 'a key inside another object may be this one: saved: "attribute" keeps its value',
      });
}

async function changeAsset(
  path: string,
  uses: readonly AssetUse[],
  rename: AssetContext,
  context: Context,
): Promise<void> {
  const { set, newName, keys, result } = rename;
  const { text, hash } = await context.changes.read(path);
  const asset = { text, lines: text.split("\n") };
  const starts = lineStarts(asset.lines);
  const edits: TextEdit[] = [];
  for (const { line, kind } of [...new Map(uses.map((use) => [use.line, use])).values()]) {
    const row = asset.lines[line - 1] ?? "";
    const at = nameIn(row, set, kind);
    if (at < 0) continue;
    const note = { path, line, text: row.trim() };
    const doubt = await doubtOf(asset, line - 1, kind, rename);
    if (doubt === "another") continue;
    if (kind === "value") result.isSaved = true;
    const isCall = kind === "event" || kind === "animation";
    if (doubt !== undefined && keys && !isCall) result.conflicts.push({ ...note, why: doubt });
    else if (doubt !== undefined) result.untouched.push({ ...note, why: doubt });
    else if (isCall || keys) {
      const start = (starts[line - 1] ?? 0) + at;
      edits.push({ start, end: start + set.name.length, text: newName });
    } else result.untouched.push({ ...note, why: "saved under the old name, which FormerlySerializedAs still reads" });
  }
  if (edits.length > 0) result.files.push({ path, hash, edits, why: "Unity refers to the member here" });
}

function lineStarts(lines: readonly string[]): number[] {
  let next = 0;
  return lines.map((line) => {
    const start = next;
    next += line.length + 1;
    return start;
  });
}

interface AssetText {
  text: string;
  lines: readonly string[];
}

/** Returns the reason why a place might refer to another member. If it certainly does, this returns "another". */
async function doubtOf(
  asset: AssetText,
  at: number,
  kind: AssetUse["kind"],
  { set, guids, scripts, namesakes }: AssetContext,
): Promise<string | undefined> {
  if (kind === "animation")
    return namesakes > 0
      ? "an animation event calls a method of this name, which other scripts declare too"
      : undefined;
  if (kind !== "event" && kind !== "override") return undefined;
  const object = kind === "event" ? calledObject(asset.lines, at) : changeAt(asset.lines, at)?.target;
  const script = object && (await scripts.of(object, asset.text));
  if (script !== undefined) return guids.has(script) ? undefined : "another";
  if (kind === "override") return "the object whose value this changes was not found";
  if (namesakes === 0) return undefined;
  const type = typeOfCall(asset.lines, at);
  const isOwn = set.scripts.some((path) => path.endsWith(`/${type}.cs`));
  return isOwn ? undefined : "an event calls a method of this name on an object that was not found";
}

/** Returns the override that has its path or its value on this line. */
function changeAt(lines: readonly string[], at: number) {
  const from = Math.max(0, at - 6);
  return modificationsIn(lines.slice(from, at + 4)).find(
    ({ pathLine, valueLine }) => from + pathLine === at || from + valueLine === at,
  );
}

/** Returns the object on which an event calls the method on this line. */
function calledObject(lines: readonly string[], at: number): ObjectReference | undefined {
  const change = changeAt(lines, at);
  if (change) return relatedChange(lines, at, "m_Target")?.reference;
  for (let above = at; above > Math.max(0, at - 5); above--)
    if (lines[above]?.includes("m_Target: {")) return referenceIn(lines.slice(above, above + 2).join(" "));
  return undefined;
}

/** Returns the simple name of the type that an event saves along with a method. */
function typeOfCall(lines: readonly string[], at: number): string {
  const written = changeAt(lines, at)
    ? relatedChange(lines, at, "m_TargetAssemblyTypeName")?.value
    : lines
        .slice(Math.max(0, at - 3), at)
        .join("\n")
        .split(/m_TargetAssemblyTypeName:\s*/)[1];
  return /^(?:\w+[.+])*(\w+)/.exec(written ?? "")?.[1] ?? "";
}

/** Returns a different override for the same entry of an event, in the same instance. */
function relatedChange(lines: readonly string[], at: number, field: string) {
  const own = changeAt(lines, at);
  if (!own) return undefined;
  const path = own.path.replace(/\w+$/, field);
  let from = at;
  while (from > 0 && !lines[from]?.startsWith("--- ")) from--;
  let to = at;
  while (to < lines.length && !lines[to]?.startsWith("--- ")) to++;
  return modificationsIn(lines.slice(from, to)).find(
    ({ path: each, target }) => each === path && target.id === own.target.id && target.guid === own.target.guid,
  );
}

/**
 * Returns the column of the name. Properties are saved under the name of their backing field, whereas an override in a
 * component starts with the name.
 */
function nameIn(row: string, { name, declarations }: RenameSet, kind: AssetUse["kind"]): number {
  const isProperty = declarations.every((each) => each.kind === "property");
  const [before, after] = isProperty ? ["<", ">k__BackingField"] : ["", ""];
  if (kind === "override")
    return new RegExp(`(?<=propertyPath: ${before})${name}(?=${after}(?:\\.|\\s*$))`).exec(row)?.index ?? -1;
  if (kind === "value") return new RegExp(`(?<=^ {2}${before})${name}(?=${after}:)`).exec(row)?.index ?? -1;
  return new RegExp(`(?<=(?<!\\w)${isProperty ? "set_" : ""})${name}(?!\\w)`).exec(row)?.index ?? -1;
}

export async function guidOf(path: string, context: Context): Promise<string> {
  const meta = await ifThere(context.files.readText(`${path}.meta`));
  return /^guid:\s*([0-9a-f]{32})/m.exec(meta?.text ?? "")?.[1] ?? "";
}
