/** Worker job: walks directories and gives the entries that a listing asks for; off the main thread, for it is one stat an entry. */
import type { FileStat, WorkerContext } from "../../core/host/mod.ts";
import { globFilter } from "./glob-filter.ts";
import type { ListRequest } from "./list-request.ts";

export interface WalkRequest {
  /** Absolute directories, with the length of the workspace root's path that globs are relative to. */
  directories: { path: string; root: string }[];
  /** NUL-joined absolute files that ignore rules leave; undefined where no rules apply. */
  visible: string | undefined;
  request: ListRequest;
  /** Directories whose name or path this glob matches are listed but not entered. */
  prune: { glob: string } | undefined;
}

/** Parallel arrays, sorted by path: an object an entry would cost the main thread more than the list is worth. */
export interface Walked {
  paths: string[];
  /** One letter an entry: f, d, l. */
  kinds: string;
  /** -1 where the entry has none to tell: directories, links. */
  sizes: Float64Array;
  mtimesMs: Float64Array;
}

interface Entry {
  path: string;
  kind: "f" | "d" | "l";
  size: number;
  mtimeMs: number;
}

export default async function walk(input: WalkRequest, context: WorkerContext): Promise<Walked> {
  const walker = new Walker(input, context);
  for (const { path, root } of input.directories) await walker.enter(path, root, 1);
  const entries = [...walker.found.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  return {
    paths: entries.map((entry) => entry.path),
    kinds: entries.map((entry) => entry.kind).join(""),
    sizes: Float64Array.from(entries, (entry) => entry.size),
    mtimesMs: Float64Array.from(entries, (entry) => entry.mtimeMs),
  };
}

class Walker {
  /** By path: roots may overlap. */
  readonly found = new Map<string, Entry>();
  private readonly request: ListRequest;
  private readonly context: WorkerContext;
  private readonly files: Set<string> | undefined;
  private readonly directories = new Set<string>();
  private readonly passes: (relative: string) => boolean;
  private readonly prunes: (name: string) => boolean;
  /** Real paths of the directories on the way down: a link back to one of them is a circle. */
  private readonly way: string[] = [];

  constructor({ visible, request, prune }: WalkRequest, context: WorkerContext) {
    this.request = request;
    this.context = context;
    this.passes = globFilter([], request.exclude);
    this.prunes = prune ? globFilter([prune.glob], []) : () => false;
    if (visible === undefined) return;
    this.files = new Set(visible.split("\0"));
    for (const file of this.files) {
      for (let at = file.lastIndexOf("/"); at > 0; at = file.lastIndexOf("/", at - 1)) {
        const directory = file.slice(0, at);
        if (this.directories.has(directory)) break;
        this.directories.add(directory);
      }
    }
  }

  async enter(directory: string, root: string, depth: number): Promise<void> {
    this.context.signal.throwIfAborted();
    for (const stat of await this.list(directory)) {
      const name = nameOf(stat.path);
      const path = `${directory}/${name}`;
      if (name === ".git" || (!this.request.hidden && name.startsWith("."))) continue;
      if (!this.passes(path.slice(root.length + 1))) continue;
      if (stat.kind === "file") this.file(stat, path, depth);
      else if (stat.kind === "directory") await this.directory(stat, path, root, depth);
      else if (stat.kind === "link") await this.link(stat, path, root, depth);
    }
  }

  private file(stat: FileStat, path: string, depth: number): void {
    if (this.files && !this.files.has(path)) return;
    const { types } = this.request;
    const typed =
      types.length === 0 ||
      types.includes("f") ||
      (types.includes("x") && stat.executable === true) ||
      (types.length === 1 && types[0] === "e");
    const full = types.includes("e") && stat.size > 0;
    const only = types.includes("x") && !types.includes("f") && stat.executable !== true;
    if (typed && !full && !only) this.add({ path, kind: "f", size: stat.size, mtimeMs: stat.mtimeMs }, depth);
  }

  private async directory(stat: FileStat, path: string, root: string, depth: number): Promise<void> {
    if (await this.isIgnored(path)) return;
    const { types, extensions, sizes } = this.request;
    const asked = types.length === 0 || types.includes("d") || (types.length === 1 && types[0] === "e");
    // Endings and sizes are those of files: who asks for them asks for files.
    if (asked && (extensions.length === 0 || types.includes("d")) && sizes.length === 0) {
      const empty = !types.includes("e") || (await this.list(path)).length === 0;
      if (empty) this.add({ path, kind: "d", size: -1, mtimeMs: stat.mtimeMs }, depth);
    }
    if (depth < this.request.depth && !this.prunes(nameOf(path))) await this.enter(path, root, depth + 1);
  }

  /** What a link points to stays its own secret, unless following was asked for and it stays inside. */
  private async link(stat: FileStat, path: string, root: string, depth: number): Promise<void> {
    const target = this.request.followSymlinks
      ? await this.context.workspace.resolve(path, { expect: "any" }).catch(() => undefined)
      : undefined;
    if (target?.kind === "directory") {
      if (this.way.includes(target.absolute) || target.absolute === root) return;
      this.way.push(target.absolute);
      await this.directory({ ...stat, mtimeMs: target.mtimeMs }, path, root, depth);
      this.way.pop();
      return;
    }
    if (target) return this.file({ ...stat, size: target.size, mtimeMs: target.mtimeMs }, path, depth);
    const { types, extensions, sizes } = this.request;
    if ((types.length === 0 && extensions.length === 0) || types.includes("l")) {
      if (sizes.length === 0) this.add({ path, kind: "l", size: -1, mtimeMs: stat.mtimeMs }, depth);
    }
  }

  /** A directory without any file left by the ignore rules is ignored, unless it has no file at all. */
  private async isIgnored(path: string): Promise<boolean> {
    return this.files !== undefined && !this.directories.has(path) && (await this.hasFile(path));
  }

  private async hasFile(directory: string): Promise<boolean> {
    const entries = (await this.list(directory)).filter(
      (entry) => this.request.hidden || !nameOf(entry.path).startsWith("."),
    );
    if (entries.some((entry) => entry.kind === "file")) return true;
    for (const entry of entries) if (entry.kind === "directory" && (await this.hasFile(entry.path))) return true;
    return false;
  }

  private add(entry: Entry, depth: number): void {
    const { minDepth, extensions, sizes, changedAfter, changedBefore } = this.request;
    if (depth < minDepth || depth > this.request.depth) return;
    const name = nameOf(entry.path).toLowerCase();
    if (entry.kind === "f" && extensions.length > 0 && !extensions.some((ending) => name.endsWith(ending))) return;
    if (!sizes.every(({ low, high }) => entry.size >= low && entry.size <= high)) return;
    if (entry.mtimeMs < changedAfter || entry.mtimeMs > changedBefore) return;
    this.found.set(entry.path, entry);
  }

  private async list(directory: string): Promise<FileStat[]> {
    try {
      return await this.context.files.list(directory);
    } catch {
      // Unreadable, or gone since it was seen: there is nothing to list in it.
      return [];
    }
  }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
