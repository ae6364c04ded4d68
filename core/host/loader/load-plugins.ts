/** Loads plugins from disk and reloads them. One that can't run is still listed with its problem. */
import { existsSync, readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { JigError } from "../contract/errors.ts";
import { createSemaphore } from "../runners/child-requests.ts";
import { isInside } from "../workspace/path-rules.ts";
import type { FoundPlugin, ThirdPartiesOptions } from "./load-plugin.ts";

export interface ThirdParties {
  /** Reloads a plugin by name, or all of them. The result is true if this has changed the `listing`. */
  reload(listing: () => string, name?: string): Promise<boolean>;
}

/**
 * Loads the plugins of all folders into the registry.
 * @throws INVALID_ARGUMENT if the user named a folder without a plugin
 */
export async function loadThirdParties(options: ThirdPartiesOptions): Promise<ThirdParties> {
  const { registry, runtime, roots } = options;
  for (const folder of options.folders) {
    if (pluginFolders(folder).length > 0) continue;
    throw new JigError("INVALID_ARGUMENT", `There is no plugin in ${JSON.stringify(folder)}`, {
      hint: "With --plugins, name a folder that has a plugin.json, or whose subfolders have one",
    });
  }

  /** Finds all plugins in the order of their precedence. If two of them want the same name, the first one gets it. */
  function findAll(): FoundPlugin[] {
    const found: FoundPlugin[] = [
      ...options.folders.flatMap(pluginFolders).map((folder) => ({ folder, origin: "named" as const })),
      ...pluginFolders(join(runtime.configFolder, "plugins")).map((folder) => ({ folder, origin: "user" as const })),
      ...roots
        .flatMap((root) => foldersInside(root.path).map((folder) => ({ folder, root: root.path })))
        .map((found) => ({ ...found, origin: "project" as const })),
    ];
    return found.filter(({ folder }, index) => found.findIndex((each) => each.folder === folder) === index);
  }

  /** Links that leave the root are ignored, because they might add plugins that the user has approved for a different project. */
  function foldersInside(root: string): string[] {
    tellOfTypo(root);
    return pluginFolders(join(root, ".jig", "plugins")).filter((folder) => {
      if (isInside(realpathSync.native(root), folder)) return true;
      if (!toldOutside.has(folder)) {
        runtime.log("warn", "plugins", `${folder} is ignored: the link to it in ${root} leads out of the root`);
      }
      toldOutside.add(folder);
      return false;
    });
  }
  const toldOutside = new Set<string>();

  function tellOfTypo(root: string): void {
    const folder = join(root, ".jig", "plugin");
    if (toldOutside.has(folder) || pluginFolders(folder).length === 0) return;
    toldOutside.add(folder);
    const write = "jig reads .jig/plugins: rename the folder";
    runtime.log("warn", "plugins", `${folder} is ignored. ${write}`);
  }

  const known = () => registry.plugins().filter((plugin) => !plugin.builtIn);
  async function loadMissing(): Promise<void> {
    // This is done on demand, because it takes a tenth of the startup time and most workspaces have no plugins.
    if (findAll().length === 0) return;
    const { pluginLoader } = await import("./load-plugin.ts");
    const loaded = new Set(known().map((plugin) => plugin.source));
    findAll()
      .filter(({ folder }) => !loaded.has(folder))
      .forEach(pluginLoader(options));
  }
  await loadMissing();

  /** Only one reload runs at a time, because otherwise each of them would report that plugins were removed and added again. */
  const turn = createSemaphore(1);

  async function reloaded(listing: () => string, name: string | undefined): Promise<boolean> {
    const before = listing();
    const stale = known().filter((plugin) => name === undefined || plugin.manifest.name === name);
    for (const plugin of stale) registry.remove(plugin);
    await Promise.allSettled(stale.map(({ runner }) => runner?.drain?.() ?? runner?.close()));
    await loadMissing();
    return listing() !== before;
  }
  return {
    async reload(listing, name) {
      const endTurn = await turn();
      try {
        return await reloaded(listing, name);
      } finally {
        endTurn();
      }
    },
  };
}

/** The limit for each folder, because every start checks all of them, even in an untrusted repository. */
const MAX_PLUGINS = 100;

/**
 * Returns the folder itself if it has a plugin.json, and otherwise those of its subfolders that have one. They are sorted by
 * name and there are a hundred at most.
 */
export function pluginFolders(folder: string): string[] {
  try {
    const real = realpathSync.native(folder);
    if (existsSync(join(real, "plugin.json"))) return [real];
    return readdirSync(real)
      .filter((name) => !name.startsWith("."))
      .sort()
      .slice(0, 10 * MAX_PLUGINS)
      .map((name) => join(real, name))
      .filter((each) => existsSync(join(each, "plugin.json")))
      .slice(0, MAX_PLUGINS);
  } catch {
    return [];
  }
}
