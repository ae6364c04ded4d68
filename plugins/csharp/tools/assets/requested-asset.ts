/** Finds the asset that a path names. If it does not exist, the error suggests similar ones. */
import { type Context, JigError, type ResolvedPath } from "../../../../core/host/plugin-api.ts";
import type { Directories } from "../../queries/requests/requests.ts";
import type { ScriptService } from "../../queries/service.ts";
import { resolveScript } from "../script-path.ts";

const MAX_NEAR = 10;

/** Resolves the path of an asset. It can be a prefab, a scene or any other asset, since they have a guid just like scripts. */
export async function requestedAsset(path: string, context: Context): Promise<ResolvedPath> {
  if (/\.cs$|^\s*$/i.test(path)) return await resolveScript(context, path);
  try {
    return await context.workspace.resolve(path);
  } catch (error) {
    if (!(error instanceof JigError) || error.code !== "PATH_NOT_FOUND") throw error;
    const name = path.slice(path.lastIndexOf("/") + 1).replace(/[\\[\]{}*?!]/g, "?");
    const service = await context.service<ScriptService>();
    const where = await service.ask<Directories>({ op: "directories" }, context);
    const globs = [name, ...["prefab", "unity", "asset"].map((ending) => `${name}.${ending}`)];
    const found = await service.matchesIn("^%YAML", where, { signal: context.signal, globs });
    const near = [...new Set(found.map((each) => context.workspace.display(each.path)))].sort().slice(0, MAX_NEAR);
    if (near.length === 0) return await resolveScript(context, path);
    throw new JigError(error.code, error.message, {
      hint: near.length === 1 ? `Did you mean ${near[0]}?` : `Write one of ${near.join(", ")}`,
      ...(error.details ? { details: error.details } : {}),
    });
  }
}
