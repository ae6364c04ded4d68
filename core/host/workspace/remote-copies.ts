/**
 * Keeps local copies of remote files. Each version has a folder whose files can be read like any others. Versions are
 * immutable, so a copy never becomes outdated. Above 2 GB in total, the folders that were used least recently are removed.
 */
import { randomBytes } from "node:crypto";
import { lstatSync, mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { JigError } from "../contract/errors.ts";
import type { RemotePath, RemoteVersion } from "../contract/remote-source.ts";
import { listNames } from "../runtime/list-names.ts";
import { inOwnFolder } from "../runtime/own-folder.ts";
import { removeTree } from "../runtime/remove-tree.ts";
import { isInside, quoted, slashed } from "./path-rules.ts";

const MAX_BYTES = 2 * 1024 * 1024 * 1024;
/** Folders that were used recently are never removed, no matter how large they are. */
const IN_USE_MS = 15 * 60_000;
const VERSION = /^(?!\.+$)[0-9A-Za-z._-]{1,64}$/;
const MAX_NAME = 200;
const MAX_PATH = 2000;
const TREE = "tree";
const USED = "used";
/** Marks folders with empty files. A version can't contain this character. */
const NAMES = "~names";

export class RemoteCopies {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Returns the folder for a version. A new one gets a `.git`, because ignore rules would not apply without it. */
  open(of: RemoteVersion): string {
    return this.openHome(of, "");
  }

  private openHome(of: RemoteVersion, suffix: string): string {
    const home = `${this.homeOf(of)}${suffix}`;
    return inOwnFolder(this.folder, "XDG_CACHE_HOME", () => {
      mkdirSync(join(home, TREE, ".git"), { recursive: true, mode: 0o700 });
      this.use(home, 0);
      return slashed(realpathSync.native(join(home, TREE)));
    });
  }

  /** The same for files that only have a name. */
  openNames(of: RemoteVersion): string {
    return this.openHome(of, NAMES);
  }

  /** Returns true for a file that only has a name. */
  isNameOnly({ version }: RemoteVersion): boolean {
    return version.endsWith(NAMES);
  }

  /** Returns the folder of a tree, which is created if nothing was fetched yet. */
  folderIn(tree: string, below: string): string {
    if (below === "") return tree;
    if (!isTreePath(below)) throw new JigError("PATH_NOT_FOUND", `${quoted(below)} is not a folder of a tree`);
    mkdirSync(join(tree, below), { recursive: true, mode: 0o700 });
    return `${tree}/${below}`;
  }

  /** Returns the paths that we do not have yet. Those that can't exist in any tree are refused. */
  missing(tree: string, paths: readonly string[]): { wanted: string[]; refused: string[] } {
    const wanted: string[] = [];
    const refused: string[] = [];
    for (const path of paths) {
      if (!isTreePath(path)) refused.push(path);
      else if (!lstatSync(join(tree, path), { throwIfNoEntry: false })?.isFile()) wanted.push(path);
    }
    return { wanted, refused };
  }

  /** Throws if the disk is full, or if a file has the path of a folder. */
  async write(tree: string, path: string, data: Uint8Array): Promise<void> {
    if (!isTreePath(path)) throw new JigError("INVALID_ARGUMENT", `${quoted(path)} is not a path of a file in a tree`);
    const target = join(tree, path);
    const home = dirname(tree);
    const temporary = join(home, `${randomBytes(8).toString("hex")}.tmp`);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    try {
      await writeFile(temporary, data, { mode: 0o600, flag: "wx" });
      await rename(temporary, target);
    } finally {
      await rm(temporary, { force: true });
    }
  }

  /** Counts new files, and removes the folders that were used least recently if the limit is exceeded. */
  recordAdded(tree: string, bytes: number): void {
    this.use(dirname(tree), bytes);
    this.dropOld(Date.now());
  }

  /** Returns the written path of a copy, and undefined for all other paths. */
  copyAt(absolute: string): RemotePath | undefined {
    if (!absolute.includes(`/${basename(this.folder)}/`)) return undefined;
    const real = this.real();
    if (real === undefined || !absolute.startsWith(`${real}/`)) return undefined;
    const [name = "", version = "", tree, ...path] = absolute.slice(real.length + 1).split("/");
    if (tree !== TREE) return undefined;
    return { name: decodeURIComponent(name), version, path: path.join("/") };
  }

  treeOf({ name, version }: RemoteVersion): string {
    const [plain, suffix] = version.endsWith(NAMES) ? [version.slice(0, -NAMES.length), NAMES] : [version, ""];
    return slashed(realpathSync.native(join(`${this.homeOf({ name, version: plain })}${suffix}`, TREE)));
  }

  private real(): string | undefined {
    try {
      return slashed(realpathSync.native(this.folder));
    } catch {
      return undefined;
    }
  }

  private homeOf({ name, version }: RemoteVersion): string {
    const coded = encodeURIComponent(name);
    if (coded.length > MAX_NAME || /^\.*$/.test(coded) || !VERSION.test(version)) {
      throw new JigError("INVALID_ARGUMENT", `${quoted(name)} at ${quoted(version)} is not a name that can be stored`);
    }
    return join(this.folder, coded, version);
  }

  private use(home: string, more: number): void {
    const file = join(home, USED);
    writeFileSync(file, String(bytesIn(file) + more), { mode: 0o600 });
  }

  private dropOld(now: number): void {
    const homes = listNames(this.folder).flatMap((name) =>
      listNames(join(this.folder, name)).map((version) => {
        const home = join(this.folder, name, version);
        const used = join(home, USED);
        return { home, bytes: bytesIn(used), usedMs: statSync(used, { throwIfNoEntry: false })?.mtimeMs ?? 0 };
      }),
    );
    let total = 0;
    for (const { home, bytes, usedMs } of homes.sort((a, b) => b.usedMs - a.usedMs)) {
      total += bytes;
      if (total > MAX_BYTES && now - usedMs > IN_USE_MS && isInside(this.folder, home)) {
        removeTree(home);
      }
    }
  }
}

/**
 * Returns true for a relative path that only consists of names, so that it can't lead outside or into `.git` and has the same
 * meaning on every system.
 */
export function isTreePath(path: string): boolean {
  if (path === "" || path.length > MAX_PATH || /[\0\\]/.test(path)) return false;
  if (process.platform === "win32" && path.includes(":")) return false;
  return path
    .split("/")
    .every(
      (part) => part !== "" && part !== "." && part !== ".." && part.toLowerCase() !== ".git" && part.length < 250,
    );
}

function bytesIn(file: string): number {
  try {
    return Number(readFileSync(file, "utf8")) || 0;
  } catch {
    return 0;
  }
}
