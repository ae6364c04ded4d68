/** `script_asset_usages`: the scenes, prefabs and assets that use a script, by its guid; no Unity needed. */
import type { Context, JsonObject, Outcome } from "../../core/host/plugin-api.ts";
import { scriptError } from "./failure.ts";
import type { Directories } from "./index/requests.ts";
import type { ScriptService } from "./index/service.ts";
import { resolveScript } from "./project/script-path.ts";
import type { AssetUse } from "./unity/asset-uses.ts";
import type { AssetUsesJob } from "./unity/asset-uses-worker.ts";

export interface Input {
  path: string;
  guid: string;
  member: string;
  pageSize: number;
  startAfter: string;
}

const GUID = /^[0-9a-f]{32}$/;
/** `path|uses`: behind so many uses in that asset. A path alone is behind the whole asset. */
const WITHIN = /^(.*)\|(\d+)$/s;

export default async function scriptAssetUsages(input: Input, context: Context): Promise<Outcome> {
  const { path, guid } = await scriptAsked(input, context);
  const script = path.toLowerCase().endsWith(".cs");
  const service = await context.service<ScriptService>();
  const where = await service.ask<Directories>({ op: "directories" }, context);
  const { member } = input;
  if (!/^(?:@?[\p{L}_][\p{L}\p{N}_]*)?$/u.test(member)) {
    throw scriptError("INVALID_ARGUMENT", "INVALID_ARGUMENT", `Invalid member name ${JSON.stringify(member)}`, {
      hint: "Write one name, such as speed",
    });
  }
  // A scene or variant overrides a value, and a clip calls a method, without naming the script.
  const absolutes = await service.assetsWith(member === "" ? guid : member, where, context.signal);
  const listed = absolutes
    .map((absolute) => ({ absolute, display: context.workspace.display(absolute) }))
    .sort((a, b) => (a.display < b.display ? -1 : 1));
  const usesOf = (paths: string[]) =>
    context.worker<(AssetUse[] | undefined)[]>("assets", { guid, member, paths } satisfies AssetUsesJob, {
      signal: context.signal,
    });
  // Most of those that hold the word mean something else by it.
  const all = member === "" ? undefined : await usesOf(listed.map(({ absolute }) => absolute));
  const assets = listed
    .map((asset, at) => ({ ...asset, uses: all?.[at] }))
    .filter(({ uses }) => !all || (uses?.length ?? 0) > 0);
  const [, within = "", taken = "0"] = WITHIN.exec(input.startAfter) ?? [];
  const skipped = within === "" ? 0 : Number(taken);
  const after = assets.filter(({ display }) => (skipped > 0 ? display >= within : display > input.startAfter));
  const page = after.slice(0, input.pageSize);
  const found = all ? page.map(({ uses }) => uses) : await usesOf(page.map(({ absolute }) => absolute));
  const results: JsonObject[] = [];
  const cursors: string[] = [];
  for (const [index, { display }] of page.entries()) {
    const uses = found[index] ?? [];
    const from = display === within ? Math.min(skipped, uses.length) : 0;
    results.push({
      path: display,
      kind: kindOf(display),
      count: uses.reduce((sum, { count = 1 }) => sum + count, 0),
      uses: uses.slice(from).map((use) => ({ ...use })),
    });
    for (let at = from; at < uses.length; at++) cursors.push(at + 1 < uses.length ? `${display}|${at + 1}` : display);
    if (from === uses.length) cursors.push(display);
  }
  const more = after.length > page.length ? page.at(-1)?.display : undefined;
  return {
    value: {
      success: true,
      ...(path === "" ? {} : { path }),
      guid,
      results,
      total: assets.length,
      ...(more === undefined ? {} : { cursor: more }),
      ...(assets.length === 0
        ? {
            note: "Assets in Unity's binary form cannot be searched, and Resources.Load or AddComponent leave no trace in assets",
          }
        : member === "" && script && assets.some(({ display }) => kindOf(display) === "prefab")
          ? { note: "What holds an instance or a variant of these prefabs carries it too: ask for the prefab's path" }
          : {}),
    },
    cursors,
    files: absolutes,
    ...(more === undefined ? {} : { next: { startAfter: more } }),
  };
}

async function scriptAsked({ path, guid }: Input, context: Context): Promise<{ path: string; guid: string }> {
  if (guid !== "") {
    const plain = guid.toLowerCase().replaceAll("-", "");
    if (GUID.test(plain)) return { path: "", guid: plain };
    throw scriptError("INVALID_ARGUMENT", "INVALID_ARGUMENT", `Invalid guid ${JSON.stringify(guid)}`, {
      hint: "A guid has 32 hexadecimal digits; give path instead to have it looked up",
    });
  }
  // Prefabs, scenes and other assets are used by their guids as well.
  const script = /\.cs$|^\s*$/i.test(path) ? await resolveScript(context, path) : await context.workspace.resolve(path);
  const meta = await context.files.readText(`${script.absolute}.meta`).catch(() => undefined);
  const found = /^guid:\s*([0-9a-f]{32})/m.exec(meta?.text ?? "")?.[1];
  if (found) return { path: script.display, guid: found };
  throw scriptError("FILE_NOT_FOUND", "PATH_NOT_FOUND", `${script.display} has no .meta file with a guid`, {
    hint: "Open the project in Unity once, so that it writes one",
    path,
  });
}

function kindOf(path: string): string {
  const ending = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  return ending === "unity" ? "scene" : ending === "prefab" ? "prefab" : "asset";
}

export { assetLines as lines } from "./asset-lines.ts";
