/**
 * Finds the assets that use a script or an asset, then the assets that use those, and so on. For example, it goes from a prefab
 * to its variants, and to the prefabs and scenes that contain them.
 */
import { type Context, ifThere, type JsonObject, splitPlace } from "../../../../core/host/plugin-api.ts";
import type { Directories, HierarchyAnswer } from "../../queries/requests/requests.ts";
import type { ScriptService } from "../../queries/service.ts";
import type { AssetUse } from "../../unity/asset-uses.ts";
import type { AssetUsesJob } from "../../unity/asset-uses-worker.ts";

export interface FoundAsset {
  absolute: string;
  display: string;
  uses: AssetUse[];
  /** The distance from the script or asset in the query, unless it is 1. */
  depth?: number;
  /** The asset from the previous step that this one uses. */
  of?: string;
}

/** The number of assets beyond which we stop looking for users. */
const MAX_ASSETS = 500;
/** The number of guids in one search. */
const GUIDS_AT_ONCE = 200;
/**
 * The kinds of use that mean containment. A plain reference does not, even though it may be to a prefab that is instantiated at
 * run time.
 */
const CONTAINS: ReadonlySet<AssetUse["kind"]> = new Set(["component", "inherited", "instance", "variant"]);

export class AssetTree {
  isCut = false;
  readonly #service: ScriptService;
  readonly #where: Directories;
  readonly #context: Context;

  constructor(service: ScriptService, where: Directories, context: Context) {
    this.#service = service;
    this.#where = where;
    this.#context = context;
  }

  /** Returns all assets, each of them directly followed by those that use it. */
  async below(first: readonly FoundAsset[], depth: number): Promise<FoundAsset[]> {
    const users = new Map<string, FoundAsset[]>();
    let level = first;
    for (let step = 2; step <= depth && level.length > 0; step++) {
      const holders = new Map(
        level
          .filter(({ absolute, uses }) => absolute.endsWith(".prefab") || uses.some(({ kind }) => CONTAINS.has(kind)))
          .map((one) => [one.absolute, one]),
      );
      for (const path of users.keys()) holders.delete(path);
      this.isCut ||= users.size + holders.size > MAX_ASSETS;
      const fresh = [...holders.values()].slice(0, MAX_ASSETS - users.size);
      const guids = await Promise.all(fresh.map(({ absolute }) => this.guidOf(absolute)));
      const found = await this.usesOf(guids.filter((guid) => guid !== ""));
      for (const [at, { absolute, display }] of fresh.entries()) {
        const others = (found.get(guids[at] ?? "") ?? []).filter((one) => one.absolute !== absolute);
        users.set(
          absolute,
          others.map((one) => ({ ...one, depth: step, of: display })),
        );
      }
      level = fresh.flatMap(({ absolute }) => users.get(absolute) ?? []);
    }
    return inOrder(first, users, new Set());
  }

  /** Returns the assets by the guid that they use, in the order of the guids and sorted by path. */
  async usesOf(guids: readonly string[]): Promise<Map<string, FoundAsset[]>> {
    const { signal, workspace } = this.#context;
    const paths = new Map<string, Set<string>>();
    for (let at = 0; at < guids.length; at += GUIDS_AT_ONCE) {
      const pattern = guids.slice(at, at + GUIDS_AT_ONCE).join("|");
      const globs = ["!*.meta", "!*.cs"];
      for (const { path, text } of await this.#service.matchesIn(pattern, this.#where, { signal, globs }))
        paths.set(text, (paths.get(text) ?? new Set()).add(path));
    }
    const found = new Map<string, FoundAsset[]>();
    // ripgrep reports files in any order, but an answer must not change from call to call.
    for (const guid of new Set(guids)) {
      const sorted = [...(paths.get(guid) ?? [])]
        .map((absolute) => ({ absolute, display: workspace.display(absolute) }))
        .sort(byDisplay);
      if (sorted.length === 0) continue;
      const job: AssetUsesJob = { guid, member: "", paths: sorted.map(({ absolute }) => absolute) };
      const uses = await this.#context.worker<(AssetUse[] | undefined)[]>("assets", job, { signal });
      found.set(
        guid,
        sorted.map((one, at) => ({ ...one, uses: uses[at] ?? [] })),
      );
    }
    return found;
  }

  /** Returns the assets with any of these guids. The uses are labeled with the name of the guid. */
  async labelled(names: ReadonlyMap<string, string>): Promise<FoundAsset[]> {
    const assets = new Map<string, FoundAsset>();
    for (const [guid, found] of await this.usesOf([...names.keys()])) {
      const value = names.get(guid) ?? "";
      for (const { absolute, display, uses } of found) {
        const own = uses.map((use) => ({ ...use, value }));
        assets.set(absolute, { absolute, display, uses: [...(assets.get(absolute)?.uses ?? []), ...own] });
      }
    }
    return [...assets.values()].sort(byDisplay);
  }

  /** Returns the guid from the `.meta` file, or "" if there is no such file. */
  async guidOf(path: string): Promise<string> {
    const meta = await ifThere(this.#context.files.readText(`${path}.meta`));
    return /^guid:\s*([0-9a-f]{32})/m.exec(meta?.text ?? "")?.[1] ?? "";
  }
}

function byDisplay(a: FoundPlace, b: FoundPlace): number {
  return a.display < b.display ? -1 : 1;
}

type FoundPlace = Pick<FoundAsset, "display">;

function inOrder(
  some: readonly FoundAsset[],
  users: ReadonlyMap<string, FoundAsset[]>,
  shown: Set<string>,
): FoundAsset[] {
  return some.flatMap((asset) => {
    const below = shown.has(asset.absolute) ? [] : (users.get(asset.absolute) ?? []);
    shown.add(asset.absolute);
    return [asset, ...inOrder(below, users, shown)];
  });
}

/** Returns the assets that use a derived type, whose uses are labeled with that type, along with the types that no asset uses. */
export async function assetsOfTypes(
  { rows }: Pick<HierarchyAnswer, "rows">,
  tree: AssetTree,
  context: Context,
): Promise<{ assets: FoundAsset[]; without: string[] }> {
  const types = rows.filter(({ path, abstract }) => path !== undefined && abstract !== true);
  const byGuid = new Map<string, string>();
  const without = new Set<string>();
  for (const { path = "", symbol_path: type } of types) {
    const script = await ifThere(context.workspace.resolve(path));
    const guid = script ? await tree.guidOf(script.absolute) : "";
    without.add(type);
    // The guid of a script belongs to the type that has the file's name.
    if (script && (await isOfAnother(type, script.absolute, context))) continue;
    if (guid !== "") byGuid.set(guid, byGuid.has(guid) ? `${byGuid.get(guid)}, ${type}` : type);
  }
  const assets = new Map<string, FoundAsset>();
  for (const [guid, found] of await tree.usesOf([...byGuid.keys()])) {
    const type = byGuid.get(guid) ?? "";
    for (const { absolute, display, uses } of found) {
      const own = uses.filter(({ kind }) => kind === "component").map((use) => ({ ...use, value: type }));
      if (own.length === 0) continue;
      for (const each of type.split(", ")) without.delete(each);
      const known = assets.get(absolute);
      assets.set(absolute, { absolute, display, uses: [...(known?.uses ?? []), ...own] });
    }
  }
  return { assets: [...assets.values()].sort(byDisplay), without: [...without] };
}

/** Checks whether the file declares another type that has the same name as the file. */
async function isOfAnother(type: string, path: string, context: Context): Promise<boolean> {
  const named = /([^/\\]+)\.cs$/i.exec(path)?.[1] ?? "";
  const own = /([^./]+?)(?:<[^>]*>)?$/.exec(splitPlace(type).symbolPath)?.[1];
  if (own === named) return false;
  const service = await context.service<ScriptService>();
  const { symbols } = await service.ask<{ symbols: JsonObject[] }>({ op: "symbols", path }, context);
  return symbols.some(({ name, kind }) => name === named && kind === "class");
}
