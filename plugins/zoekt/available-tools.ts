/** The plugin has tools where a server is configured. */
import type { Context } from "../../core/host/plugin-api.ts";
import { FIND_SYMBOLS, LIST_REPOS } from "./plugin.ts";

export default async function offers(context: Context): Promise<string[]> {
  return (context.env("JIG_ZOEKT") ?? "").trim() === "" ? [] : [LIST_REPOS, FIND_SYMBOLS];
}
