/** Finds out whether a folder's repository is in the workspace: `.git` may be a file or a link to another one. */
import { join, resolve } from "node:path";
import type { Context } from "../../../core/host/plugin-api.ts";

/** In these git looks for names of commits and for their contents. */
const PARTS = ["", "refs", "objects"];

/** Returns false for a folder without `.git`: the user chose the repository above it. */
export async function isExternalRepository(context: Context, folder: string): Promise<boolean> {
  const outside = async (path: string) =>
    (await context.workspace.resolve(path, { expect: "any" }).catch((error) => error.code)) === "PATH_OUTSIDE";
  const textOf = async (path: string) => (await context.files.readText(path).catch(() => undefined))?.text ?? "";
  const entry = join(folder, ".git");
  if (await outside(entry)) return true;
  const named = /^gitdir: (.+)$/m.exec(await textOf(entry))?.[1];
  const own = named === undefined ? entry : resolve(folder, named.trim());
  if (await outside(own)) return true;
  const common = resolve(own, (await textOf(join(own, "commondir"))).trim());
  const borrowed = (await textOf(join(common, "objects", "info", "alternates"))).split("\n").filter(Boolean);
  for (const place of [common, ...borrowed.map((line) => resolve(common, "objects", line))]) {
    if (await outside(place)) return true;
  }
  for (const part of PARTS) {
    const entries = await context.files.list(join(common, part)).catch(() => []);
    for (const { path, kind } of entries) if (kind === "link" && (await outside(path))) return true;
  }
  return false;
}
