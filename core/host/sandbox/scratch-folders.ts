/** Creates a private TMPDIR and HOME for third-party processes, which are emptied after use. */
import { randomBytes } from "node:crypto";
import { chmodSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { listNames } from "../runtime/list-names.ts";
import { inOwnFolder } from "../runtime/own-folder.ts";
import { isProcessAlive } from "../runtime/process-alive.ts";
import { joinRaw, type RawPath, rawNames } from "../runtime/raw-path.ts";
import { removeTree } from "../runtime/remove-tree.ts";

export interface Scratch {
  folder: string;
  environment: Record<string, string>;
  /** Puts a file next to the folder, where its processes can't reach it. */
  put(name: string, text: string): string;
  /** Keeps the folders for one process. They are emptied after the last release. */
  hold(): () => void;
  remove(): void;
}

const FOLDERS = ["home", "tmp"];
const MODE = 0o700;

export function createScratch(cacheFolder: string, plugin: string): Scratch {
  const parent = join(cacheFolder, "scratch");
  const folder = join(parent, `${process.pid}-${plugin}-${randomBytes(4).toString("hex")}`);
  const put = new Set<string>();
  let held = 0;
  const fill = () => {
    inOwnFolder(parent, "XDG_CACHE_HOME", () => {
      for (const name of FOLDERS) mkdirSync(join(folder, name), { recursive: true, mode: MODE });
    });
  };
  let swept = false;
  let emptying: NodeJS.Immediate | undefined;
  const empty = () => {
    clearImmediate(emptying);
    emptying = undefined;
    // The folder itself is kept, because confined processes have handles to it.
    attempt(() => chmodSync(folder, MODE));
    for (const name of attempt(() => rawNames(folder)) ?? []) {
      const path = joinRaw(folder, name);
      if (!(FOLDERS.includes(name.toString()) && attempt(() => isAsMade(path)))) removeUnused(path);
    }
  };
  return {
    folder,
    environment: { HOME: join(folder, "home"), TMPDIR: join(folder, "tmp") },
    hold() {
      let holds = true;
      const isFirst = !swept;
      swept = true;
      if (isFirst) removeLeft(parent);
      if (emptying) empty();
      if (held === 0) fill();
      held++;
      return () => {
        if (!holds) return;
        holds = false;
        // This is delayed, so that no answer has to wait for it.
        if (--held === 0) emptying = setImmediate(empty);
      };
    },
    put(name, text) {
      const path = `${folder}.${name}`;
      inOwnFolder(parent, "XDG_CACHE_HOME", () => writeFileSync(path, text, { mode: 0o600 }));
      put.add(path);
      return path;
    },
    remove() {
      clearImmediate(emptying);
      for (const path of [folder, ...put]) removeUnused(path);
    },
  };
}

/** Returns true if it hasn't been used, since removing a folder can delay the next call by milliseconds. */
function isAsMade(path: RawPath): boolean {
  const stat = lstatSync(path);
  return (
    stat.isDirectory() &&
    (stat.mode & 0o7777) === MODE &&
    stat.uid === process.getuid?.() &&
    readdirSync(path).length === 0
  );
}

/**
 * Leftovers are for a later host to remove. On Windows, files of an exited process remain open for a moment, and that
 * shouldn't fail anyone's answer.
 */
function removeUnused(path: RawPath): void {
  try {
    removeTree(path);
  } catch {
    attempt(() => {
      openUp(path);
      removeTree(path);
    });
  }
}

/** Some programs remove permissions on folders, so the owner's are restored. */
function openUp(path: RawPath): void {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat?.isDirectory()) return;
  chmodSync(path, MODE);
  for (const name of rawNames(path)) openUp(joinRaw(path, name));
}

function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** Removes the folders of hosts that were killed. */
function removeLeft(parent: string): void {
  for (const name of listNames(parent)) {
    const pid = Number.parseInt(name, 10);
    if (pid > 0 && !isProcessAlive(pid)) removeUnused(join(parent, name));
  }
}
