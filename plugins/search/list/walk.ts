/** Worker job: walks directories and gives the entries that a listing asks for; off the main thread, for it is one stat an entry. */
import { type FileStat, slashed, type WorkerContext } from "../../../core/host/plugin-api.ts";
import { compileGlob } from "../globs/glob.ts";
import { globFilter } from "../globs/glob-filter.ts";
import { compare, endsOf, type Place } from "./order.ts";
import type { ListPattern, ListRequest } from "./request.ts";

export interface WalkRequest {
  /** Absolute directories, with the workspace root that globs are relative to, and what is not entered. */
  directories: { path: string; root: string; without: readonly string[] }[];
  /** The absolute files that ignore rules leave, each ended by NUL; undefined where no rules apply. */
  visible: Uint8Array | undefined;
  request: ListRequest;
  /** Entries to give back at most. A regular expression is not tried here: then all are given. */
  most: number;
}

/** Parallel arrays, in the order that was asked for: an object an entry would cost the main thread more than the list is worth. */
export interface Walked {
  /** Paths of files that cannot be listed: their names are no text. */
  unlisted: string[];
  /** Entries that pass, of which `paths` has those asked for, and how many come behind them. */
  total: number;
  left: number;
  /** The last entries of the parts that the whole listing falls into, but of its last one. */
  ends: Place[];
  paths: string[];
  /** One letter an entry: f, d, l. */
  kinds: string;
  /** -1 where the entry has none to tell: directories, links. */
  sizes: Float64Array;
  mtimesMs: Float64Array;
}

interface Entry {
  path: string;
  /** The workspace root's path. */
  root: string;
  kind: "f" | "d" | "l";
  size: number;
  mtimeMs: number;
}

export default async function walk(input: WalkRequest, context: WorkerContext): Promise<Walked> {
  const walker = new Walker(input, context);
  for (const { path, root } of input.directories) await walker.enter(path, root, 1);
  // By path first: that is how what lies below a directory is known.
  const all = [...walker.found.values()].sort(compare("path"));
  const { pattern, sort, behind } = input.request;
  const wanted = pattern?.glob ? globbed(all, pattern) : all;
  const whole = pattern !== undefined && !pattern.glob;
  const order = compare(sort);
  if (sort !== "path" && !whole) wanted.sort(order);
  const from = behind && !whole ? wanted.findIndex((entry) => order(entry, behind) > 0) : 0;
  const start = from < 0 ? wanted.length : from;
  const entries = whole ? wanted : wanted.slice(start, start + input.most);
  return {
    total: wanted.length,
    left: whole ? 0 : wanted.length - start - entries.length,
    ends: whole ? [] : endsOf(wanted, input.most),
    unlisted: walker.unlisted,
    paths: entries.map((entry) => entry.path),
    kinds: entries.map((entry) => entry.kind).join(""),
    sizes: Float64Array.from(entries, (entry) => entry.size),
    mtimesMs: Float64Array.from(entries, (entry) => entry.mtimeMs),
  };
}

/** Smart case, as for regular expressions. */
function globbed(entries: readonly Entry[], pattern: ListPattern): Entry[] {
  const { text, fullPath, prune } = pattern;
  const matches = compileGlob(text, text === text.toLowerCase());
  const matching = entries.filter(({ path, root }) => matches(fullPath ? path.slice(root.length + 1) : nameOf(path)));
  return prune ? withoutPruned(matching) : matching;
}

/** Entries sorted by path without those below a directory among them. */
export function withoutPruned<Each extends { path: string; kind: string }>(entries: readonly Each[]): Each[] {
  const directories = new Set<string>();
  return entries.filter(({ path, kind }) => {
    for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
      if (directories.has(path.slice(0, at))) return false;
    }
    if (kind === "d") directories.add(path);
    return true;
  });
}

class Walker {
  /** By path: roots may overlap. */
  readonly found = new Map<string, Entry>();
  /** Files whose names are no text. */
  readonly unlisted: string[] = [];
  private readonly request: ListRequest;
  private readonly context: WorkerContext;
  private readonly files: Set<string> | undefined;
  private readonly directories = new Set<string>();
  private readonly passes: (relative: string) => boolean;
  private readonly prunes: (name: string) => boolean;
  /** Real paths of the directories on the way down: a link back to one of them is a circle. */
  private readonly way: string[] = [];
  private readonly without: ReadonlySet<string>;

  constructor({ visible, request, directories }: WalkRequest, context: WorkerContext) {
    this.request = request;
    this.without = new Set(directories.flatMap(({ without }) => without));
    this.context = context;
    this.passes = globFilter([], request.exclude);
    const { pattern } = request;
    this.prunes = pattern?.prune && pattern.glob ? globFilter([pattern.text], []) : () => false;
    if (visible === undefined) return;
    const text = Buffer.from(visible.buffer, visible.byteOffset, visible.length).toString("utf8");
    this.files = new Set(slashed(text).split("\0"));
    for (const file of this.files) {
      if (file.includes("\ufffd")) {
        this.unlisted.push(file);
        this.files.delete(file);
        continue;
      }
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
      if (!this.passes(path.slice(root.length + 1)) || this.without.has(path)) continue;
      if (stat.kind === "file") this.file(stat, path, root, depth);
      else if (stat.kind === "directory") await this.directory(stat, path, root, depth);
      else if (stat.kind === "link") await this.link(stat, path, root, depth);
    }
  }

  private file(stat: FileStat, path: string, root: string, depth: number): void {
    if (this.files && !this.files.has(path)) return;
    const { types } = this.request;
    const typed =
      types.length === 0 ||
      types.includes("f") ||
      (types.includes("x") && stat.executable === true) ||
      (types.length === 1 && types[0] === "e");
    const full = types.includes("e") && stat.size > 0;
    const only = types.includes("x") && !types.includes("f") && stat.executable !== true;
    if (typed && !full && !only) this.add({ path, root, kind: "f", size: stat.size, mtimeMs: stat.mtimeMs }, depth);
  }

  private async directory(stat: FileStat, path: string, root: string, depth: number): Promise<void> {
    if (await this.isIgnored(path)) return;
    const { types, extensions, sizes } = this.request;
    const asked = types.length === 0 || types.includes("d") || (types.length === 1 && types[0] === "e");
    // Endings and sizes are those of files: who asks for them asks for files.
    if (asked && (extensions.length === 0 || types.includes("d")) && sizes.length === 0) {
      const empty = !types.includes("e") || (await this.list(path)).length === 0;
      if (empty) this.add({ path, root, kind: "d", size: -1, mtimeMs: stat.mtimeMs }, depth);
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
    if (target) return this.file({ ...stat, size: target.size, mtimeMs: target.mtimeMs }, path, root, depth);
    const { types, extensions, sizes } = this.request;
    if ((types.length === 0 && extensions.length === 0) || types.includes("l")) {
      if (sizes.length === 0) this.add({ path, root, kind: "l", size: -1, mtimeMs: stat.mtimeMs }, depth);
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
