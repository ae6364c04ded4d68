/** Finds the folder of a plugin that has an unknown tool, in case `--plugins` was forgotten. */
import { existsSync, readdirSync } from "node:fs";
import { basename, join, relative } from "node:path";
import type { Host } from "./contract/host.ts";
import { isObject } from "./contract/is-object.ts";
import type { Json } from "./contract/outcome.ts";
import { readPluginJson } from "./manifest/read-plugin-file.ts";
import { shellQuoted } from "./runtime/shell-quoted.ts";

/** People don't keep plugins in larger folders. */
const MAX_FOLDERS = 200;

/**
 * Gives advice for the name of a plugin that isn't loaded, or of its tools and commands. It searches this folder, its
 * subfolders, and `plugins`. @param cwd the folder to which paths are relative, or the first root if a server runs elsewhere
 */
export function pluginNearby(
  word: string,
  host: Pick<Host, "tools" | "plugins">,
  cwd: string,
  { absolute = false } = {},
): string | undefined {
  const own = host.tools().filter(({ plugin }) => plugin === word);
  if (own.length > 0) return `"${word}" is a plugin, whose tools are ${own.map(({ name }) => name).join(", ")}`;
  const folders = [cwd, ...foldersIn(cwd), ...foldersIn(join(cwd, "plugins"))];
  for (const folder of folders.filter((each) => existsSync(join(each, "plugin.json")))) {
    const { name, calls } = namesIn(folder) ?? { name: undefined, calls: [] };
    const isOfName = name === word || basename(folder) === word;
    if ((!calls.includes(word) && !isOfName) || host.plugins().some((each) => each.name === name)) continue;
    const place = shellQuoted((!absolute && relative(cwd, folder)) || folder);
    const has = calls.includes(word) ? "has it" : `has ${calls.join(", ") || "no tools"}`;
    return `A plugin in ${place} ${has}: add --plugins ${place}. Plugins in .jig/plugins and those installed are always loaded`;
  }
  return undefined;
}

function foldersIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    return entries.slice(0, MAX_FOLDERS).map(({ name }) => join(folder, name));
  } catch {
    return [];
  }
}

/** Returns the names of a plugin and of its tools and commands. It is undefined if the folder has no readable plugin. */
function namesIn(folder: string): { name: Json | undefined; calls: string[] } | undefined {
  try {
    const json = readPluginJson(folder);
    if (!isObject(json)) return undefined;
    const { name, tools, contributes } = json;
    const aliases = isObject(contributes) && Array.isArray(contributes.cliAliases) ? contributes.cliAliases : [];
    const commands = aliases.flatMap((alias) =>
      isObject(alias) && typeof alias.command === "string" ? [alias.command] : [],
    );
    return { name, calls: [...(isObject(tools) ? Object.keys(tools) : []), ...commands] };
  } catch {
    return undefined;
  }
}
