/** `script_asset_usages`: the scenes, prefabs and assets that use a script, by its guid; no Unity needed. */
import type { Context, Json, JsonObject, Outcome, Row, View } from "../../core/host/plugin-api.ts";
import { failureView, scriptError } from "./failure.ts";
import type { Directories } from "./index/requests.ts";
import type { ScriptService } from "./index/service.ts";
import { resolveScript } from "./project/script-path.ts";
import type { AssetUse } from "./unity/asset-uses.ts";
import type { AssetUsesJob } from "./unity/asset-uses-worker.ts";

export interface Input {
  path: string;
  guid: string;
  pageSize: number;
  startAfter: string;
}

const GUID = /^[0-9a-f]{32}$/;
/** Uses named for one asset. */
const MAX_USES = 50;

export default async function scriptAssetUsages(input: Input, context: Context): Promise<Outcome> {
  const { path, guid } = await scriptAsked(input, context);
  const service = await context.service<ScriptService>();
  const where = await service.ask<Directories>({ op: "directories" }, context);
  const absolutes = await service.assetsWith(guid, where, context.signal);
  const assets = absolutes
    .map((absolute) => ({ absolute, display: context.workspace.display(absolute) }))
    .sort((a, b) => (a.display < b.display ? -1 : 1));
  const page = assets.filter(({ display }) => display > input.startAfter).slice(0, input.pageSize);
  const job: AssetUsesJob = { guid, paths: page.map(({ absolute }) => absolute) };
  const uses = await context.worker<(AssetUse[] | undefined)[]>("assets", job, { signal: context.signal });
  const results = page.map(({ display }, index) => resultOf(display, uses[index] ?? []));
  const last = page.at(-1)?.display;
  const more = last !== undefined && assets.at(-1)!.display > last;
  return {
    value: {
      success: true,
      ...(path === "" ? {} : { path }),
      guid,
      results,
      total: assets.length,
      ...(more ? { cursor: last } : {}),
      ...(assets.length === 0
        ? {
            note: "Assets in Unity's binary form cannot be searched, and Resources.Load or AddComponent leave no trace in assets",
          }
        : {}),
    },
  };
}

async function scriptAsked({ path, guid }: Input, context: Context): Promise<{ path: string; guid: string }> {
  if (guid !== "") {
    const plain = guid.toLowerCase().replaceAll("-", "");
    if (GUID.test(plain)) return { path: "", guid: plain };
    throw scriptError("INVALID_ARGUMENT", "INVALID_ARGUMENT", `${JSON.stringify(guid)} is no guid`, {
      hint: "A guid has 32 hexadecimal digits; give path instead to have it looked up",
    });
  }
  const script = await resolveScript(context, path);
  const meta = await context.files.readText(`${script.absolute}.meta`).catch(() => undefined);
  const found = /^guid:\s*([0-9a-f]{32})/m.exec(meta?.text ?? "")?.[1];
  if (found) return { path: script.display, guid: found };
  throw scriptError("FILE_NOT_FOUND", "PATH_NOT_FOUND", `${script.display} has no .meta file with a guid`, {
    hint: "Open the project in Unity once, so that it writes one",
    path,
  });
}

function resultOf(path: string, uses: AssetUse[]): JsonObject {
  const ending = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  const kind = ending === "unity" ? "scene" : ending === "prefab" ? "prefab" : "asset";
  const shown = uses.slice(0, MAX_USES).map((use): JsonObject => ({ ...use }));
  return { path, kind, count: uses.length, uses: shown, ...(uses.length > MAX_USES ? { truncated: true } : {}) };
}

export function view(value: Json): View {
  const failed = failureView(value);
  if (failed) return failed;
  const {
    results = [],
    total,
    cursor,
    note,
  } = value as {
    results?: { path: string; kind: string; uses: AssetUse[] }[];
    total?: number;
    cursor?: string;
    note?: string;
  };
  const rows = results.flatMap(({ path, kind, uses }): Row[] => [
    {
      text: `${kind} ${path}`,
      location: { absolute: path, display: path, startLine: uses[0]?.line ?? 1, startColumn: 1 },
    },
    ...uses.map(
      (use): Row => ({
        text: `${use.kind} ${use.object ?? ""}`,
        depth: 1,
        location: { absolute: path, display: path, startLine: use.line, startColumn: 1 },
      }),
    ),
  ]);
  const count = `${total ?? 0} ${total === 1 ? "asset" : "assets"}`;
  return { rows, notes: [cursor ? `${count}; more with startAfter "${cursor}"` : count, ...(note ? [note] : [])] };
}

/** Whole assets are cut from the end. */
export function fit(value: Json, maxChars: number): Json | undefined {
  const answer = value as { results?: { path: string }[] } & JsonObject;
  if (!Array.isArray(answer.results)) return undefined;
  for (let keep = answer.results.length - 1; keep > 0; keep = Math.floor(keep * 0.9)) {
    const kept = answer.results.slice(0, keep);
    const cut = { ...answer, results: kept, cursor: kept.at(-1)!.path, truncated: true };
    if (JSON.stringify(cut).length <= maxChars) return cut as Json;
  }
  return undefined;
}
