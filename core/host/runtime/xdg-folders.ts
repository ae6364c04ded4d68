/** jig's own folders by the XDG rules, also where there is no home that can be written to. */
import { accessSync, constants, lstatSync, mkdirSync, mkdtempSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { isAbsolute, join, parse } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

export function homeOf({ HOME }: Environment): string {
  if (HOME && isAbsolute(HOME)) return HOME;
  const home = homedir();
  // A relative one would lie in whatever folder jig is started in.
  return isAbsolute(home) ? home : parse(process.cwd()).root;
}

/** What may be lost. Where the home cannot be written to it is a folder of this user beside other temporary files. */
export function cacheFolderOf(environment: Environment): string {
  const folder = join(given(environment.XDG_CACHE_HOME) ?? join(homeOf(environment), ".cache"), "jig");
  return isOurs(folder) ? folder : temporaryFolder();
}

export function configFolderOf(environment: Environment): string {
  return join(given(environment.XDG_CONFIG_HOME) ?? join(homeOf(environment), ".config"), "jig");
}

/** Data of this machine that must not be lost: plans of changes, and the contents to undo them. */
export function stateFolderOf(environment: Environment, windows = process.platform === "win32"): string {
  const local = windows ? given(environment.LOCALAPPDATA) : undefined;
  return join(given(environment.XDG_STATE_HOME) ?? local ?? join(homeOf(environment), ".local", "state"), "jig");
}

/** The rules say that a relative path is to be ignored: it would lie in whatever folder jig is started in. */
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

/** In a folder that everybody writes to only a directory that is ours alone will do. */
export function temporaryFolder(): string {
  const user = process.getuid?.();
  const folder = join(tmpdir(), `jig-${user ?? "cache"}`);
  try {
    if (isOurs(folder)) {
      const stat = lstatSync(folder);
      if (user === undefined || (stat.isDirectory() && stat.uid === user && (stat.mode & 0o077) === 0)) return folder;
    }
  } catch {
    // Gone meanwhile.
  }
  try {
    return mkdtempSync(join(tmpdir(), "jig-"));
  } catch {
    // Nothing can be written here at all: whoever needs to is told of this folder.
    return folder;
  }
}
