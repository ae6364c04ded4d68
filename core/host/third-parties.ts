/** Loads plugins from disk into the registry, and loads them again; a broken one is listed with its trouble (design §3, §6). */
import { existsSync, readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { JigError, toJigError } from "./errors.ts";
import { brokenManifest, manifestOfFile, readPluginFile } from "./plugin-json.ts";
import { createPluginRunner, type PluginRunnerOptions } from "./plugin-runner.ts";
import type { Plugin, Registry } from "./registry.ts";

export interface ThirdPartiesOptions {
  registry: Registry;
  /** Named by the user: plugin folders, or folders of plugin folders. */
  folders: readonly string[];
  runner: (name: string) => Omit<PluginRunnerOptions, "name" | "permissions" | "file" | "folder">;
}

export interface ThirdParties {
  /** Reads the folders again: all plugins, or the one of that name. */
  reload(name?: string): Promise<void>;
}

/** Throws INVALID_ARGUMENT for a folder that has no plugin in it. */
export function loadThirdParties(options: ThirdPartiesOptions): ThirdParties {
  const { registry } = options;
  for (const folder of options.folders) {
    if (pluginFolders(folder).length > 0) continue;
    throw new JigError("INVALID_ARGUMENT", `There is no plugin in ${JSON.stringify(folder)}`, {
      hint: "Name a folder that has a plugin.json, or whose folders have one, with --plugins",
    });
  }

  function load(folder: string): void {
    const plugin: Plugin = { manifest: brokenManifest(folder), source: folder, builtIn: false, sandbox: "none" };
    try {
      const file = readPluginFile(folder);
      plugin.manifest = manifestOfFile(file, folder);
      const { name, permissions } = plugin.manifest;
      plugin.runner = createPluginRunner({ ...options.runner(name), name, permissions, file, folder });
      registry.add(plugin);
    } catch (error) {
      plugin.trouble = troubleOf(toJigError(error), folder);
      registry.addBroken(plugin);
    }
  }

  const known = () => registry.plugins().filter((plugin) => !plugin.builtIn);
  const all = () => [...new Set(options.folders.flatMap(pluginFolders))];
  for (const folder of all()) load(folder);

  return {
    async reload(name) {
      const stale = known().filter((plugin) => name === undefined || plugin.manifest.name === name);
      for (const plugin of stale) registry.remove(plugin);
      await Promise.allSettled(stale.map((plugin) => plugin.runner?.close()));
      const kept = new Set(known().map((plugin) => plugin.source));
      for (const folder of all()) if (!kept.has(folder)) load(folder);
    },
  };
}

/** The folder itself where it has a plugin.json, else those of its folders that have one; sorted by name. */
function pluginFolders(folder: string): string[] {
  try {
    const real = realpathSync.native(folder);
    if (existsSync(join(real, "plugin.json"))) return [real];
    return readdirSync(real)
      .sort()
      .map((name) => join(real, name))
      .filter((each) => existsSync(join(each, "plugin.json")));
  } catch {
    return [];
  }
}

function troubleOf(error: JigError, folder: string): NonNullable<Plugin["trouble"]> {
  return {
    state: "unavailable",
    reason: error.message,
    fix: error.hint ?? `Correct ${join(folder, "plugin.json")}, then run \`jig plugin reload\``,
  };
}
