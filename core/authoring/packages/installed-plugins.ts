/** The user's own plugins on disk. An installation is atomic, even if killed, and two at once run one after the other. The next command cleans up after a dead process. */
import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
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
} from "../../host/frontend-api.ts";

/** The previous version while the new one takes its place: `.old-<name>`. */
const OLD = ".old-";
/** A process's folders: `.new-<pid>-…` before the installation, `.gone-<pid>-…` after a removal. */
const PASSING = /^\.(?:new|gone)-(\d+)-/;

export const installedFolder = (configFolder: string) => join(configFolder, "plugins");

/** A staging folder next to the plugins, which is not loaded as one. Its creator removes it, or `arrive` moves it. */
export function stagePlugin(configFolder: string, content: FolderContent): string {
  const plugins = installedFolder(configFolder);
  mkdirSync(plugins, { recursive: true, mode: 0o700 });
  const fresh = mkdtempSync(join(plugins, `.new-${process.pid}-`));
  for (const { path, bytes, executable } of content.files) {
    mkdirSync(dirname(join(fresh, path)), { recursive: true });
    writeFileSync(join(fresh, path), bytes);
    if (executable) chmodSync(join(fresh, path), 0o755);
  }
  return fresh;
}

export interface StagedPlugin {
  name: string;
  fresh: string;
  hash: string;
  /** Hash of the content that the user saw. */
  before: string | undefined;
  /** Its entry in the lock file; undefined for a plugin from a file. */
  entry: Installed | undefined;
  /** Checks the lock once more, now that no other process changes it, and records the index's state. */
  settle(lock: PluginsLock): void;
}

/** Throws UNAVAILABLE if the plugin changed since the user saw it. */
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

/** Throws INVALID_ARGUMENT if no plugin has that name. */
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

/** Before anybody looks: what dead processes left is put right. */
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
