/** Checks a folder against a plugin's `when`. A start waits for it, so each folder is read once, and few are. */
import { type Dirent, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Root } from "../contract/context.ts";
import type { Manifest } from "./manifest.ts";

/** Folders of one level that are looked into at most: a root with a million of them costs no start. */
const MOST_FOLDERS = 200;
/** Many folders, and none of them is a project of the workspace's own. */
const PASSED = new Set([".git", "node_modules"]);

/** Reads a folder once for many conditions. */
export class WorkspaceProbe {
  /** Folders whose entries the answers so far depend on. */
  readonly folders = new Set<string>();
  readonly #known = new Map<string, readonly Dirent[]>();
  readonly #read: (folder: string) => readonly Dirent[];

  constructor(read: (folder: string) => readonly Dirent[] = entriesOf) {
    this.#read = read;
  }

  /** Whether a path below the folder exists. In a segment, `*` matches any characters, so that `*.uproject` is found by its ending, and `{a,b}` matches a or b. */
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

  #has(folder: string, name: string): boolean {
    this.folders.add(folder);
    return existsSync(join(folder, name));
  }

  /** The first of each, then the second of each: one folder with thousands in it hides nothing of the others. */
  #foldersIn(level: readonly string[], pattern: string): string[] {
    const inner = level.map((folder) => ({
      folder,
      names: this.#named(folder, pattern).filter((entry) => !entry.isFile() && !PASSED.has(entry.name)),
    }));
    const taken: string[] = [];
    for (let at = 0; taken.length < MOST_FOLDERS && inner.some(({ names }) => at < names.length); at++)
      for (const { folder, names } of inner) {
        const found = names[at];
        if (found) taken.push(join(folder, found.name));
      }
    return taken.slice(0, MOST_FOLDERS);
  }

  #named(folder: string, pattern: string): Dirent[] {
    this.folders.add(folder);
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

/** Why a plugin does not apply here, if so: none of the roots has what `when` asks for. */
export function inactiveReason(
  { manifest }: { manifest: Manifest },
  roots: readonly Root[],
  probe: WorkspaceProbe = new WorkspaceProbe(),
): Inactive | undefined {
  const wanted = manifest.when?.workspaceHas;
  if (!wanted || roots.some((root) => wanted.some((path) => probe.finds(root.path, path)))) return undefined;
  const where = roots.map((root) => root.path).join(", ") || "no root";
  const [needs, fix] =
    manifest.when?.enforce === false
      ? [`The tools of "${manifest.title}" are listed in`, "They can be called anyway: they answer"]
      : [`${manifest.title} needs`, "Start jig in such a project, or name it with --root"];
  return {
    reason: `${needs} a workspace that has ${wanted.join(" or ")}; the workspace is ${where}`,
    fix,
  };
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
