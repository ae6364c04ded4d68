/**
 * Tests folders against the `when` conditions of plugins. The start of jig waits for this, so it reads only a few folders, and
 * none of them twice.
 */
import { type Dirent, existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Root } from "../contract/context.ts";
import type { Manifest } from "./manifest.ts";

/** The number of folders to look at per level, because a huge root would slow down every start. */
const MAX_FOLDERS = 200;
/** These never contain a project of the workspace itself. */
const PASSED = new Set([".git", "node_modules"]);

/** If a folder changed less than this many milliseconds before it was read, it may change again without a new time. */
const UNSETTLED_MS = 2_000;

/** Checks paths against conditions. A folder is only read once, no matter how many conditions there are. */
export class WorkspaceProbe {
  /**
   * The folders that were used for a result, with the times of their last change. The time is undefined if a folder has only
   * just changed.
   */
  readonly #folders = new Map<string, number | undefined>();
  readonly #known = new Map<string, readonly Dirent[]>();
  readonly #read: (folder: string) => readonly Dirent[];

  constructor(read: (folder: string) => readonly Dirent[] = entriesOf) {
    this.#read = read;
  }

  /**
   * Returns true if a path exists below the folder. `*` matches anything within a segment, for example `*.uproject`, and
   * `{a,b}` matches either of them.
   */
  finds(folder: string, path: string): boolean {
    const segments = path.split("/");
    const last = segments.pop() ?? "";
    let level = [folder];
    for (const segment of segments) {
      level = segment.includes("*")
        ? this.#foldersIn(level, segment)
        : level.filter((each) => this.#has(each, segment)).map((each) => join(each, segment));
    }
    return level.some((each) => (last.includes("*") ? this.#named(each, last).length > 0 : this.#has(each, last)));
  }

  /** Removes folders that have changed after they were read. It returns true if there were any. */
  forgetChanged(): boolean {
    const changed = [...this.#folders].filter(([folder, time]) => time === undefined || changeTime(folder) !== time);
    for (const [folder] of changed) {
      this.#folders.delete(folder);
      this.#known.delete(folder);
    }
    return changed.length > 0;
  }

  /** The time is read before the folder, because otherwise changes in between would be missed. */
  #date(folder: string): void {
    if (this.#folders.has(folder)) return;
    const time = changeTime(folder);
    this.#folders.set(folder, Math.abs(Date.now() - time) < UNSETTLED_MS ? undefined : time);
  }

  #has(folder: string, name: string): boolean {
    this.#date(folder);
    return existsSync(join(folder, name));
  }

  /**
   * Takes the first subfolder of each folder, then the second of each, and so on, so that a folder with thousands of subfolders
   * doesn't displace the rest.
   */
  #foldersIn(level: readonly string[], pattern: string): string[] {
    const inner = level.map((folder) => ({
      folder,
      names: this.#named(folder, pattern).filter((entry) => !entry.isFile() && !PASSED.has(entry.name)),
    }));
    const taken: string[] = [];
    for (let at = 0; taken.length < MAX_FOLDERS && inner.some(({ names }) => at < names.length); at++)
      for (const { folder, names } of inner) {
        const found = names[at];
        if (found) taken.push(join(folder, found.name));
      }
    return taken.slice(0, MAX_FOLDERS);
  }

  #named(folder: string, pattern: string): Dirent[] {
    this.#date(folder);
    const entries = this.#known.get(folder) ?? this.#read(folder);
    this.#known.set(folder, entries);
    const parts = pattern.split(/(\*|\{[^{}]*\})/).map((part) => {
      if (part === "*") return ".*";
      if (part.startsWith("{")) return `(?:${part.slice(1, -1).split(",").map(RegExp.escape).join("|")})`;
      return RegExp.escape(part);
    });
    const expression = new RegExp(`^${parts.join("")}$`);
    return entries.filter(({ name }) => expression.test(name));
  }
}

export interface Inactive {
  reason: string;
  fix: string;
}

/** A plugin, or a part of one, that has a condition. */
interface Conditional {
  manifest: Manifest;
}

/** The usual places for source files. */
const GUEST_PLACES = ["*", "*/*", "src/*/*", "*/src/*"];

/** A result is valid for this many milliseconds, since a single screen queries many tools. */
const TRUSTED_MS = 100;

/** Finds the plugins whose `when` isn't fulfilled in any root. The result is cached as long as the folders don't change. */
export class WorkspaceConditions {
  readonly #roots: readonly Root[];
  readonly #guestEndings: () => readonly string[];
  readonly #probe = new WorkspaceProbe();
  readonly #reasons = new Map<Conditional, Inactive | undefined>();
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(roots: readonly Root[], guestEndings: () => readonly string[] = () => []) {
    this.#roots = roots;
    this.#guestEndings = guestEndings;
  }

  inactiveReason(plugin: Conditional): Inactive | undefined {
    if (performance.now() - this.#lookedAt > TRUSTED_MS) this.look();
    const known = this.#reasons.get(plugin);
    if (known || this.#reasons.has(plugin)) return known;
    const reason = this.#find(plugin.manifest);
    this.#reasons.set(plugin, reason);
    return reason;
  }

  /** Checks all folders again immediately. */
  look(): void {
    this.#lookedAt = performance.now();
    if (this.#probe.forgetChanged()) this.#reasons.clear();
  }

  #find({ title, when }: Manifest): Inactive | undefined {
    const guests = when?.guests ? this.#guestEndings().flatMap((ending) => GUEST_PLACES.map((at) => at + ending)) : [];
    const wanted = when && [...when.workspaceHas, ...guests];
    if (!wanted || this.#roots.some((root) => wanted.some((path) => this.#probe.finds(root.path, path))))
      return undefined;
    const where = this.#roots.map((root) => root.path).join(", ") || "no root";
    const [needs, fix] =
      when?.enforce === false
        ? [`The tools of "${title}" are listed in`, "They can still be called"]
        : [`${title} needs`, "Start jig in such a project, or name it with --root"];
    return {
      reason: `${needs} a workspace that has ${wanted.join(" or ")}; the workspace is ${where}`,
      fix,
    };
  }
}

/** Returns the time of the last change to a folder in milliseconds, or 0 if it can't be read. */
function changeTime(folder: string): number {
  try {
    return statSync(folder).mtimeMs;
  } catch {
    return 0;
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
