/**
 * Manages installed plugins. Installations are atomic, even if jig is killed, and run one after the other. The next command
 * removes everything that processes which have ended have left.
 */
import { existsSync, lstatSync, mkdirSync, mkdtempSync, renameSync } from "node:fs";
import { join } from "node:path";
import {
  changePluginsLock,
  type FolderContent,
  type Installed,
  isProcessAlive,
  JigError,
  listNames,
  type PluginsLock,
  readFolder,
  removeTree,
  writeContent,
} from "../../host/frontend-api.ts";

/** During an update, the previous version is moved to `.old-<name>`. */
const OLD = ".old-";
/** Temporary folders are `.new-<pid>-…` for preparing, and `.gone-<pid>-…` for removing. */
const PASSING = /^\.(?:new|gone)-(\d+)-/;

export const installedFolder = (configFolder: string) => join(configFolder, "plugins");

/** Creates a folder next to the plugins that isn't loaded as one. The caller must remove or install it. */
export function stagePlugin(configFolder: string, content: FolderContent): string {
  const plugins = installedFolder(configFolder);
  mkdirSync(plugins, { recursive: true, mode: 0o700 });
  const fresh = mkdtempSync(join(plugins, `.new-${process.pid}-`));
  writeContent(content, fresh);
  return fresh;
}

export interface StagedPlugin {
  name: string;
  fresh: string;
  hash: string;
  /** The hash of the content that was shown to the user. */
  before: string | undefined;
  /** The entry in the lock file. It is undefined for a plugin that was installed from a file. */
  entry: Installed | undefined;
  /** Repeats the checks while holding the lock, and stores the index's state. */
  settle(lock: PluginsLock): void;
}

/** Throws UNAVAILABLE if the installed plugin has changed since it was shown. */
export function installStaged(configFolder: string, { name, fresh, hash, before, entry, settle }: StagedPlugin): void {
  const plugins = installedFolder(configFolder);
  const folder = join(plugins, name);
  changePluginsLock(configFolder, (lock, save) => {
    repair(plugins, lock);
    const now = existsSync(folder) ? readFolder(folder).hash : undefined;
    if (now !== before && now !== hash) {
      throw new JigError("UNAVAILABLE", `${folder} changed while you reviewed it`, { hint: "Look again" });
    }
    settle(lock);
    if (entry) {
      lock.arriving[name] = entry;
      save();
    }
    if (lstatSync(folder, { throwIfNoEntry: false })) renameSync(folder, join(plugins, `${OLD}${name}`));
    renameSync(fresh, folder);
    removeTree(join(plugins, `${OLD}${name}`));
    const { [name]: _, ...others } = lock.plugins;
    lock.plugins = entry ? { ...others, [name]: entry } : others;
    delete lock.arriving[name];
  });
}

/** Throws INVALID_ARGUMENT if it isn't installed. */
export function uninstallPlugin(configFolder: string, name: string): void {
  const plugins = installedFolder(configFolder);
  changePluginsLock(configFolder, (lock) => {
    repair(plugins, lock);
    if (name.startsWith(".") || !listNames(plugins).includes(name)) {
      throw new JigError("INVALID_ARGUMENT", `There is no plugin "${name}" in ${plugins}`, {
        hint: "jig plugin list shows where each plugin is; for a repository's plugin, use `jig plugin untrust`",
      });
    }
    const gone = join(plugins, `.gone-${process.pid}-${name}`);
    renameSync(join(plugins, name), gone);
    removeTree(gone);
    delete lock.plugins[name];
  });
}

/** Removes what killed processes have left. */
export function repairInstalls(configFolder: string): void {
  changePluginsLock(configFolder, (lock) => repair(installedFolder(configFolder), lock));
}

function repair(plugins: string, lock: PluginsLock): void {
  for (const each of listNames(plugins)) {
    const pid = PASSING.exec(each)?.[1];
    if (pid !== undefined && !isProcessAlive(Number(pid))) removeTree(join(plugins, each));
    if (!each.startsWith(OLD)) continue;
    const folder = join(plugins, each.slice(OLD.length));
    if (existsSync(folder)) removeTree(join(plugins, each));
    else renameSync(join(plugins, each), folder);
  }
  for (const [name, entry] of Object.entries(lock.arriving)) {
    if (hashOrNothing(join(plugins, name)) === entry.hash) lock.plugins[name] = entry;
    delete lock.arriving[name];
  }
  for (const name of Object.keys(lock.plugins)) if (!existsSync(join(plugins, name))) delete lock.plugins[name];
}

function hashOrNothing(folder: string): string | undefined {
  try {
    return readFolder(folder).hash;
  } catch {
    return undefined;
  }
}
