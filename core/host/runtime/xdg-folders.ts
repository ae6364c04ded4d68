/**
 * Determines jig's folders by XDG (or %LOCALAPPDATA% and %APPDATA% on Windows). If the home folder isn't writable, another one
 * is used.
 */
import { accessSync, constants, lstatSync, mkdirSync, mkdtempSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { isAbsolute, join, parse } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

export function homeOf({ HOME }: Environment): string {
  if (HOME && isAbsolute(HOME)) return HOME;
  const home = homedir();
  // A relative path would depend on the working directory.
  return isAbsolute(home) ? home : parse(process.cwd()).root;
}

const ON_WINDOWS = process.platform === "win32";

/** Returns the cache folder. If the home folder isn't writable, it is a temporary folder that belongs to this user. */
export function cacheFolderOf(environment: Environment, windows = ON_WINDOWS): string {
  const named = given(environment.XDG_CACHE_HOME);
  const unnamed = windows ? join(localData(environment), "jig", "cache") : join(homeOf(environment), ".cache", "jig");
  const folder = named ? join(named, "jig") : unnamed;
  return isOurs(folder) ? folder : temporaryFolder();
}

export function configFolderOf(environment: Environment, windows = ON_WINDOWS): string {
  const roaming = () => given(environment.APPDATA) ?? join(homeOf(environment), "AppData", "Roaming");
  const unnamed = windows ? roaming() : join(homeOf(environment), ".config");
  return join(given(environment.XDG_CONFIG_HOME) ?? unnamed, "jig");
}

/** Returns the folder for data that must not get lost, which are plans and the contents that are needed to undo them. */
export function stateFolderOf(environment: Environment, windows = ON_WINDOWS): string {
  const named = given(environment.XDG_STATE_HOME);
  if (named) return join(named, "jig");
  return windows ? join(localData(environment), "jig", "state") : join(homeOf(environment), ".local", "state", "jig");
}

/** Returns the folder for data that should not move with the user's profile. */
function localData(environment: Environment): string {
  return given(environment.LOCALAPPDATA) ?? join(homeOf(environment), "AppData", "Local");
}

/** Returns a path if it is set and absolute. The XDG specification says that relative ones are ignored. */
function given(path: string | undefined): string | undefined {
  return path && isAbsolute(path) ? path : undefined;
}

function isOurs(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** The temporary folder is shared, so we only accept a directory that belongs to this user and is closed to others. */
export function temporaryFolder(): string {
  const user = process.getuid?.();
  const folder = join(tmpdir(), `jig-${user ?? "cache"}`);
  try {
    if (isOurs(folder)) {
      const stat = lstatSync(folder);
      if (user === undefined || (stat.isDirectory() && stat.uid === user && (stat.mode & 0o077) === 0)) return folder;
    }
  } catch {
    // It was removed in the meantime.
  }
  try {
    return mkdtempSync(join(tmpdir(), "jig-"));
  } catch {
    // None of them is writable, so errors can mention this folder.
    return folder;
  }
}
