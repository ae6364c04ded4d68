/** Suggests folders to explore next. These are from earlier sessions, repositories under the current root, and completions. */
import { existsSync } from "node:fs";
import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { isObject } from "../../core/host/frontend-api.ts";
import { isPath } from "../text/typed-path.ts";

export interface RootSuggestion {
  path: string;
  /** The reason why we suggest it. */
  what: "recent" | "repository" | "folder";
}

export interface RootSuggestions {
  /** Returns suggestions. For "", these are likely folders. */
  of(typed: string): Promise<RootSuggestion[]>;
  /** Returns the absolute path. Throws if it doesn't exist. */
  resolve(typed: string): Promise<string>;
}

const RECENT = 12;
const MOST = 60;
/** The maximum size in bytes. Larger session files are ignored. */
const MAX_BYTES = 2_000_000;

/**
 * Creates the suggestions. `sessions` is the folder of the session files, and `roots` are the current ones, in which we look
 * for repositories.
 */
export function createRootSuggestions(sessions: string, roots: readonly string[], home: string): RootSuggestions {
  const base = roots[0] ?? home;
  const absolute = (typed: string) => resolve(base, typed.replace(/^~(?=$|\/)/, home));

  async function suggestions(): Promise<RootSuggestion[]> {
    const recent = await recentRoots(sessions);
    const below = (await Promise.all(roots.map((root) => foldersIn(root, "")))).flat();
    const siblings = await foldersIn(dirname(base), "");
    const repositories = [...below, ...siblings].filter(({ what }) => what === "repository");
    const all = [...recent.map((path): RootSuggestion => ({ path, what: "recent" })), ...repositories];
    return all.filter(
      ({ path }, index) => !roots.includes(path) && all.findIndex((each) => each.path === path) === index,
    );
  }

  return {
    async of(typed) {
      if (!isPath(typed)) return (await suggestions()).slice(0, MOST);
      const whole = absolute(typed);
      const inside = typed.endsWith("/") || typed === "~";
      const found = await foldersIn(inside ? whole : dirname(whole), inside ? "" : basename(whole));
      const itself: RootSuggestion[] = inside && existsSync(whole) ? [{ path: whole, what: kindOf(whole) }] : [];
      return [...itself, ...found].slice(0, MOST);
    },
    async resolve(typed) {
      const path = await realpath(absolute(typed));
      if (!(await stat(path)).isDirectory()) throw new Error(`${path} is not a folder`);
      return path;
    },
  };
}

function kindOf(path: string): RootSuggestion["what"] {
  return existsSync(join(path, ".git")) ? "repository" : "folder";
}

async function foldersIn(folder: string, start: string): Promise<RootSuggestion[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const wanted = start.toLowerCase();
  return entries
    .filter(({ name }) => name.toLowerCase().startsWith(wanted) && (wanted.startsWith(".") || !name.startsWith(".")))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name))
    .sort()
    .slice(0, MOST * 10)
    .map((path) => ({ path, what: kindOf(path) }));
}

/** Returns the roots that still exist, latest first. */
async function recentRoots(sessions: string): Promise<string[]> {
  const names = (await readdir(sessions).catch(() => [])).filter((name) => name.endsWith(".json"));
  const aged = await Promise.all(
    names.map(async (name) => {
      const file = join(sessions, name);
      const status = await stat(file).catch(() => undefined);
      return { file, at: status?.mtimeMs ?? 0, size: status?.size ?? 0 };
    }),
  );
  aged.sort((a, b) => b.at - a.at);
  const found = await Promise.all(
    aged
      .filter(({ size }) => size < MAX_BYTES)
      .slice(0, RECENT)
      .map(({ file }) => rootOf(file)),
  );
  return found.filter((path) => path !== undefined).filter((path) => existsSync(path));
}

/** Returns undefined for sessions with several roots, because those were given on the command line. */
async function rootOf(file: string): Promise<string | undefined> {
  try {
    const session: unknown = JSON.parse(await readFile(file, "utf8"));
    const roots = isObject(session) ? session.roots : undefined;
    return Array.isArray(roots) && roots.length === 1 && typeof roots[0] === "string" ? roots[0] : undefined;
  } catch {
    return undefined;
  }
}
