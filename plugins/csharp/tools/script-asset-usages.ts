/** Implements `script_asset_usages`, which finds the scenes, prefabs and assets that use a script by its guid. */
import { type Context, ifThere, type Json, type JsonObject, type Outcome } from "../../../core/host/plugin-api.ts";
import { saidWhileWaiting } from "../project/said-while-waiting.ts";
import type { Directories, HierarchyAnswer, SuggestRequest } from "../queries/requests/requests.ts";
import type { ScriptService } from "../queries/service.ts";
import { parseSymbolPath } from "../symbol-paths/parse-symbol-path.ts";
import type { AssetUse } from "../unity/asset-uses.ts";
import type { AssetUsesJob } from "../unity/asset-uses-worker.ts";
import { AssetTree, assetsOfTypes, type FoundAsset } from "./assets/asset-users.ts";
import { requestedAsset } from "./assets/requested-asset.ts";
import { shownUses } from "./assets/shown-uses.ts";
import { unreadAssets } from "./assets/unread-assets.ts";
import { scriptError } from "./error-envelope.ts";
import { notFound, symbolQuery } from "./symbol-query.ts";

export interface Input {
  path: string;
  guid: string;
  member: string;
  derived: string;
  names?: string[] | undefined;
  depth: number;
  pageSize: number;
  startAfter: string;
}

const GUIDS = /(?<![0-9a-z])[0-9a-f]{32}(?![0-9a-z])/g;
const MANY_USES = 20;
/** A cursor `path|uses` continues within an asset after that many uses, whereas `path` continues after the asset. */
const WITHIN = /^(.*)\|(\d+)$/s;

export default async function scriptAssetUsages(input: Input, context: Context): Promise<Outcome> {
  if (input.names) return await usagesOfNames(input.names, input, context);
  if (input.derived !== "") return await usagesOfTypes(input, context);
  const { path, guid } = await requestedScript(input, context);
  const script = path.toLowerCase().endsWith(".cs");
  const service = await context.service<ScriptService>();
  const where = await service.ask<Directories>({ op: "directories" }, context);
  if (input.depth > 1)
    return await usagesInSteps(input, { path, guid }, new AssetTree(service, where, context), context);
  const member = input.member.trim() === "" ? "" : parseSymbolPath(input.member).last.name;
  if (!/^(?:@?[\p{L}_][\p{L}\p{N}_]*)?$/u.test(member)) {
    throw scriptError("INVALID_ARGUMENT", "INVALID_ARGUMENT", `Invalid member name ${JSON.stringify(input.member)}`, {
      hint: "Write one name, such as speed",
    });
  }
  // Scenes and variants can override a value without naming the script, and clips can call a method without naming it.
  const absolutes = await saidWhileWaiting("searching scenes, prefabs and assets", context.progress, () =>
    service.assetsWith(member === "" ? guid : member, where, context.signal),
  );
  const listed = absolutes
    .map((absolute) => ({ absolute, display: context.workspace.display(absolute) }))
    .sort((a, b) => (a.display < b.display ? -1 : 1));
  const usesOf = (paths: string[]) =>
    saidWhileWaiting(`reading ${paths.length} scenes, prefabs and assets`, context.progress, () =>
      context.worker<(AssetUse[] | undefined)[]>("assets", { guid, member, paths } satisfies AssetUsesJob, {
        signal: context.signal,
      }),
    );
  // In most of the files that contain the word, it means something else.
  const all = member === "" ? undefined : await usesOf(listed.map(({ absolute }) => absolute));
  const assets = listed
    .map((asset, at) => ({ ...asset, uses: all?.[at] }))
    .filter(({ uses }) => !all || (uses?.length ?? 0) > 0);
  const [, within = "", taken = "0"] = WITHIN.exec(input.startAfter) ?? [];
  const skipped = within === "" ? 0 : Number(taken);
  const after = assets.filter(({ display }) => (skipped > 0 ? display >= within : display > input.startAfter));
  const page = after.slice(0, input.pageSize);
  const found = all ? page.map(({ uses }) => uses) : await usesOf(page.map(({ absolute }) => absolute));
  const shown = await shownUses(
    found.map((uses = []) => uses),
    service,
    where,
    context,
  );
  const results: JsonObject[] = [];
  const cursors: string[] = [];
  for (const [index, { display }] of page.entries()) {
    const uses = found[index] ?? [];
    const from = display === within ? Math.min(skipped, uses.length) : 0;
    results.push({
      path: display,
      kind: kindOf(display),
      count: uses.reduce((sum, { count = 1 }) => sum + count, 0),
      uses: shown[index]?.slice(from) ?? [],
    });
    for (let at = from; at < uses.length; at++) cursors.push(at + 1 < uses.length ? `${display}|${at + 1}` : display);
    if (from === uses.length) cursors.push(display);
  }
  const miss = member !== "" && assets.length === 0 && script ? await memberMeant(path, member, context) : undefined;
  const more = after.length > page.length ? page.at(-1)?.display : undefined;
  const unread = await unreadAssets(service, where, context);
  return {
    value: {
      success: true,
      ...(path === "" ? {} : { path }),
      guid,
      results,
      total: assets.length,
      ...(input.startAfter === "" ? filesIn(results) : {}),
      ...(more === undefined ? {} : { cursor: more }),
      ...(miss === undefined ? {} : { hint: miss }),
      ...(assets.length === 0
        ? {
            note: "Resources.Load and AddComponent leave no trace in assets",
          }
        : member === "" && script && assets.some(({ display }) => kindOf(display) === "prefab")
          ? { note: "Instances and variants of these prefabs have it too: depth 5 lists them" }
          : {}),
      ...(unread.notes.length > 0 ? { unread: unread.notes.join(". ") } : {}),
    },
    cursors,
    files: absolutes,
    ...(more === undefined ? {} : { next: { startAfter: more } }),
  };
}

/** Returns the other files. Because the uses in a single file might fill the page, the first page also lists all other files. */
function filesIn(results: readonly JsonObject[]): { files?: string[] } {
  const isCrowded = results.length > 1 && results.some(({ uses }) => Array.isArray(uses) && uses.length > MANY_USES);
  return isCrowded ? { files: results.map(({ path, count }) => `${path} ${count}`) } : {};
}

/** Finds the scripts of all derived types, and the assets that use them. */
async function usagesOfTypes(input: Input, context: Context): Promise<Outcome> {
  if (input.path !== "" || input.guid !== "" || input.member !== "" || input.depth > 1)
    throw scriptError("INVALID_ARGUMENT", "INVALID_ARGUMENT", '"derived" rules out path, guid, member and depth', {
      hint: "Write only the name of a base type, such as ScriptableObject",
    });
  const service = await context.service<ScriptService>();
  const query = await symbolQuery({ name: input.derived, path: "", container: "", namespace: "" }, context);
  const hierarchy = await service.ask<HierarchyAnswer>(
    { op: "hierarchy", query, depth: 100, up: false, down: true },
    context,
  );
  if (hierarchy.targets.length === 0) await notFound(query, { ...hierarchy, rows: hierarchy.rows.length }, context);
  const where = await service.ask<Directories>({ op: "directories" }, context);
  const tree = new AssetTree(service, where, context);
  const { assets, without } = await assetsOfTypes(hierarchy, tree, context);
  const note = without.length > 0 ? `${without.length} types without assets: ${without.join(", ")}` : "";
  return await pageOfAssets(assets, input, note === "" ? {} : { note }, context);
}

/** Finds the users of several names. Scripts and other assets are given by their paths, and types by their names. */
async function usagesOfNames(names: readonly string[], input: Input, context: Context): Promise<Outcome> {
  if (input.path !== "" || input.guid !== "" || input.member !== "" || input.derived !== "")
    throw scriptError("INVALID_ARGUMENT", "INVALID_ARGUMENT", '"names" rules out path, guid, member and derived', {
      hint: "Pass all of them in names",
    });
  const service = await context.service<ScriptService>();
  const tree = new AssetTree(service, await service.ask<Directories>({ op: "directories" }, context), context);
  const guids = new Map<string, string>();
  for (const name of names)
    for (const path of await pathsNamed(name, context)) {
      const guid = await tree.guidOf(path);
      if (guid !== "") guids.set(guid, guids.has(guid) ? `${guids.get(guid)}, ${name}` : name);
    }
  const known = new Set([...guids.values()].flatMap((each) => each.split(", ")));
  const lost = names.filter((name) => !known.has(name));
  const first = await tree.labelled(guids);
  const used = new Set(first.flatMap(({ uses }) => uses.flatMap(({ value = "" }) => value.split(", "))));
  const without = [...known].filter((name) => !used.has(name));
  const notes = [
    ...(without.length > 0 ? [`No asset refers to ${without.join(", ")}`] : []),
    ...(lost.length > 0 ? [`No .meta file contains a guid for ${lost.join(", ")}`] : []),
  ];
  const assets = await tree.below(first, input.depth);
  return await pageOfAssets(assets, input, notes.length === 0 ? {} : { note: notes.join(". ") }, context);
}

async function pathsNamed(name: string, context: Context): Promise<string[]> {
  if (/\.(?!\d)\w+$/.test(name) && /[/\\]|\.cs$/.test(name)) return [(await requestedAsset(name, context)).absolute];
  const query = await symbolQuery({ name, path: "", container: "", namespace: "" }, context);
  const service = await context.service<ScriptService>();
  const answer = await service.ask<HierarchyAnswer>(
    { op: "hierarchy", query, depth: 1, up: true, down: false },
    context,
  );
  if (answer.targets.length === 0) await notFound(query, { ...answer, rows: 0 }, context);
  const paths = new Set(answer.targets.flatMap(({ path, parts }) => [String(path), ...placesOf(parts)]));
  const found: string[] = [];
  for (const path of paths) {
    const script = await ifThere(context.workspace.resolve(path));
    if (script) found.push(script.absolute);
  }
  return found;
}

/** Removes the line numbers from `path:line`. */
function placesOf(parts: Json | undefined): string[] {
  return Array.isArray(parts) ? parts.map((part) => String(part).replace(/:\d+(?:-\d+)?$/, "")) : [];
}

async function usagesInSteps(
  input: Input,
  { path, guid }: { path: string; guid: string },
  tree: AssetTree,
  context: Context,
): Promise<Outcome> {
  if (input.member !== "")
    throw scriptError("INVALID_ARGUMENT", "INVALID_ARGUMENT", '"member" cannot be combined with "depth"', {
      hint: "Omit one of them",
    });
  const first = (await tree.usesOf([guid])).get(guid) ?? [];
  const assets = await tree.below(first, input.depth);
  const extra = {
    ...(path === "" ? {} : { path }),
    guid,
    ...(tree.isCut ? { note: "Too many assets: users of some were not searched for" } : {}),
  };
  return await pageOfAssets(assets, input, extra, context);
}

/**
 * Returns a page of assets. A cursor has the form `#asset.use`, i.e. the number of assets followed by the number of uses within
 * the next one.
 */
async function pageOfAssets(
  assets: readonly FoundAsset[],
  input: Input,
  extra: JsonObject,
  context: Context,
): Promise<Outcome> {
  const [, first = "0", skipped = "0"] = /^#(\d+)\.(\d+)$/.exec(input.startAfter) ?? [];
  const from = Number(first);
  const page = assets
    .slice(from, from + input.pageSize)
    .map((asset, at) => ({ asset, shown: at === 0 ? asset.uses.slice(Number(skipped)) : asset.uses }));
  const more = from + page.length < assets.length ? `#${from + page.length}.0` : undefined;
  const service = await context.service<ScriptService>();
  const where = await service.ask<Directories>({ op: "directories" }, context);
  const unread = await unreadAssets(service, where, context);
  const rows = await shownUses(
    page.map(({ shown }) => shown),
    service,
    where,
    context,
  );
  const results = page.map(({ asset: { display, uses, depth, of } }, at): JsonObject => {
    const step = depth === undefined || of === undefined ? {} : { depth, of, step: `(step ${depth}, of ${of})` };
    const count = uses.reduce((sum, use) => sum + (use.count ?? 1), 0);
    return { path: display, kind: kindOf(display), count, ...step, uses: rows[at] ?? [] };
  });
  const cursors = page.flatMap(({ asset: { uses }, shown }, at) => {
    const end = `#${from + at + 1}.0`;
    const before = uses.length - shown.length;
    const after = (use: number) => (use + 1 < shown.length ? `#${from + at}.${before + use + 1}` : end);
    return shown.length === 0 ? [end] : shown.map((_, use) => after(use));
  });
  return {
    value: {
      success: true,
      guid: "",
      ...extra,
      results,
      total: assets.length,
      ...(more === undefined ? {} : { cursor: more }),
      ...(unread.notes.length > 0 ? { unread: unread.notes.join(". ") } : {}),
    },
    cursors,
    files: [...new Set(assets.map(({ absolute }) => absolute))],
    ...(more === undefined ? {} : { next: { startAfter: more } }),
  };
}

async function requestedScript({ path, guid }: Input, context: Context): Promise<{ path: string; guid: string }> {
  if (guid !== "") {
    // We also accept a whole reference such as `{fileID: 11500000, guid: …, type: 3}`.
    const [plain, ...others] = guid.toLowerCase().replaceAll("-", "").match(GUIDS) ?? [];
    if (plain && others.length === 0) return { path: "", guid: plain };
    throw scriptError("INVALID_ARGUMENT", "INVALID_ARGUMENT", `Invalid guid ${JSON.stringify(guid)}`, {
      hint: "A guid has 32 hexadecimal digits; pass path instead to look it up",
    });
  }
  const script = await requestedAsset(path.replace(/(?<=\.\w+)\.meta$/i, ""), context);
  const meta = await ifThere(context.files.readText(`${script.absolute}.meta`));
  const found = /^guid:\s*([0-9a-f]{32})/m.exec(meta?.text ?? "")?.[1];
  if (found) return { path: script.display, guid: found };
  throw scriptError("FILE_NOT_FOUND", "PATH_NOT_FOUND", `${script.display} has no .meta file with a guid`, {
    hint: "Open the project in Unity once to create it",
    path,
  });
}

/** Suggests another member of the script's class, in case the name was mistyped. */
async function memberMeant(path: string, member: string, context: Context): Promise<string | undefined> {
  const type = /([^/]+)\.cs$/i.exec(path)?.[1];
  if (type === undefined) return undefined;
  const service = await context.service<ScriptService>();
  const request: SuggestRequest = { op: "suggest", name: member, containers: [type], kinds: [] };
  const { hint } = await service.ask<{ hint: string }>(request, context);
  return hint.startsWith("Did you mean") ? hint : undefined;
}

function kindOf(path: string): string {
  const ending = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  return ending === "unity" ? "scene" : ending === "prefab" ? "prefab" : "asset";
}

export { assetLines as lines } from "../unity/asset-lines.ts";
