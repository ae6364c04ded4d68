/** The tools are only available if there's a configured server. */

import type { Context } from "../../core/host/plugin-api.ts";
import { FIND_SYMBOLS, LIST_REPOS } from "./tool-names.ts";

export default async function availableTools(context: Context): Promise<string[]> {
  return (context.env("JIG_ZOEKT") ?? "").trim() === "" ? [] : [LIST_REPOS, FIND_SYMBOLS];
}
