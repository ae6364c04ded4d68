/**
 * Walks directories, selects one page of entries and saves the full listing. This is a job for a worker because it needs a stat
 * call for each entry.
 */

import type { FileStat, WorkerContext } from "../../../core/host/plugin-api.ts";
import { compileGlob } from "../../../core/host/plugin-api.ts";
import { globFilter } from "../globs/glob-filter.ts";
import { type EntryColumns, type EntryKind, EntryTable, emptyColumns } from "./entry-table.ts";
import { matchInput } from "./match-input.ts";
import type { ListPattern, ListRequest } from "./request.ts";
import { type ReadPageJob, readSavedPage, type SavedPage } from "./saved-listing.ts";
import {
  type PackedPage,
  type PageRequest,
  type PickJob,
  packPage,
  type SelectedPage,
  selectPage,
} from "./select-page.ts";
import { VisibleSet } from "./visible-set.ts";

export interface WalkRoot {
  path: string;
  /** The workspace root, which globs are relative to. */
  root: string;
  /** The directories to skip. */
  without: readonly string[];
}

export interface WalkJob extends PageRequest {
  kind: "walk";
  directories: WalkRoot[];
  /**
   * The absolute paths of all files that are not ignored, each of them followed by NUL. If this is undefined, ignore rules are
   * turned off.
   */
  visible: Uint8Array | undefined;
}

/**
 * This is sent back if a regular expression is involved. Worker threads cannot run ripgrep, so we return all entries and the
 * lines to match.
 */
export interface UnmatchedEntries {
  columns: EntryColumns;
  matchInput: Uint8Array<ArrayBuffer>;
  unlisted: string[];
}

export default async function walk(
  job: WalkJob | PickJob | ReadPageJob,
  context: WorkerContext,
): Promise<PackedPage<SelectedPage | SavedPage> | undefined> {
  const part =
    job.kind === "read"
      ? await readSavedPage(job, context)
      : job.kind === "pick"
        ? await selectPage(new EntryTable(job.columns), job.matching, job, job.unlisted, context)
        : await walkAll(job, context);
  return part && packPage(part);
}

/** Returns undefined if a regular expression still has to be matched. In that case the entries were sent already. */
async function walkAll(job: WalkJob, context: WorkerContext): Promise<SelectedPage | undefined> {
  const walker = new Walker(job, context);
  const directories = distinctRoots(job.directories);
  for (const { path, root } of directories) await walker.enter(path, root, 1);
  walker.forget();
  const { entries, unlisted } = walker;
  const all = overlap(directories) ? inOrder(entries) : undefined;
  const { pattern } = job.request;
  if (!pattern || pattern.glob) return await selectPage(entries, all, job, unlisted, context);
  const columns = all ? subset(entries, all).columns : entries.columns;
  const lines = matchInput(new EntryTable(columns), pattern, directories);
  const { text, ends, kinds, sizes, mtimesMs } = columns;
  const unmatched: UnmatchedEntries = { columns, matchInput: lines, unlisted };
  context.emit(
    unmatched,
    [text, ends, kinds, sizes, mtimesMs, lines].map(({ buffer }) => buffer),
  );
  return undefined;
}

/** Removes duplicate roots. Sorting makes each directory's entries precede the next directory's, unless one contains the other. */
function distinctRoots(directories: readonly WalkRoot[]): WalkRoot[] {
  const sorted = directories.toSorted((a, b) => (`${a.path}/` < `${b.path}/` ? -1 : 1));
  return sorted.filter(({ path, root }, at) => path !== sorted[at - 1]?.path || root !== sorted[at - 1]?.root);
}

function overlap(directories: readonly WalkRoot[]): boolean {
  return directories.some(({ path }, at) => at > 0 && `${path}/`.startsWith(`${directories[at - 1]!.path}/`));
}

/** Returns the entries sorted by path, without duplicates. */
function inOrder(entries: EntryTable): Uint32Array<ArrayBuffer> {
  const paths = Array.from({ length: entries.count }, (_, at) => entries.path(at));
  const order = Uint32Array.from(paths.keys()).sort((a, b) =>
    paths[a]! < paths[b]! ? -1 : paths[a]! > paths[b]! ? 1 : a - b,
  );
  return order.filter((at, place) => place === 0 || paths[at] !== paths[order[place - 1]!]);
}

function subset(entries: EntryTable, chosen: Uint32Array): EntryTable {
  const few = new EntryTable();
  for (const at of chosen) few.add(entries.path(at), entries.kind(at), entries.size(at), entries.mtimeMs(at));
  return few;
}

interface Entry {
  path: string;
  root: string;
  kind: EntryKind;
  size: number;
  mtimeMs: number;
}

/** A function that enters a directory. If undefined, the directory is skipped. */
type Enter = (() => Promise<void>) | undefined;

class Walker {
  /** All entries that were found. They are in path order within each root, but not across roots. */
  readonly entries: EntryTable;
  /** The files whose names are not valid UTF-8. */
  readonly unlisted: string[];
  private readonly request: ListRequest;
  private readonly context: WorkerContext;
  private files: VisibleSet | undefined;
  private readonly passes: (relative: string) => boolean;
  private readonly prunes: (name: string) => boolean;
  private readonly matches: (path: string, root: string) => boolean;
  /** The real paths of the directories that we are currently in, which allows us to detect cycles of symlinks. */
  private readonly way: string[] = [];
  private readonly without: ReadonlySet<string>;

  constructor({ visible, request, directories }: WalkJob, context: WorkerContext) {
    this.request = request;
    this.without = new Set(directories.flatMap(({ without }) => without));
    this.context = context;
    this.passes = globFilter([], request.exclude);
    const { pattern } = request;
    this.prunes = pattern?.prune && pattern.glob ? globFilter([pattern.text], []) : () => false;
    this.matches = pattern?.glob ? matcher(pattern) : () => true;
    this.files = visible && new VisibleSet(visible);
    this.unlisted = this.files?.unlisted ?? [];
    const { count = 0, length = 0 } = this.files ?? {};
    const folders = this.files?.directories.size ?? 0;
    // The path of a file already includes its directories, so these add very little.
    this.entries = new EntryTable(emptyColumns(count + 2 * folders, length + (length >> 2)));
  }

  forget(): void {
    this.files = undefined;
  }

  async enter(directory: string, root: string, depth: number): Promise<void> {
    this.context.signal.throwIfAborted();
    // `a.b` comes before the contents of `a`, since we want the order of full paths ("." < "/").
    const below: { name: string; enter: () => Promise<void> }[] = [];
    const goInto = async (before?: string) => {
      for (let last = below.at(-1); last && (before === undefined || last.name < before); last = below.at(-1)) {
        below.pop();
        await last.enter();
      }
    };
    const passesAll = this.request.exclude.length === 0;
    const stats = await this.list(directory);
    const visible = this.files?.namesIn(directory);
    const cut = (stats[0]?.path.lastIndexOf("/") ?? 0) + 1;
    for (const stat of stats) {
      const name = stat.path.slice(cut);
      const path = `${directory}/${name}`;
      if (name === ".git" || (!this.request.hidden && name.startsWith("."))) continue;
      if (!(passesAll || this.passes(path.slice(root.length + 1))) || this.without.has(path)) continue;
      if (below.length > 0) await goInto(name);
      if (stat.kind === "file") {
        if (!visible || visible.has(name)) this.file(stat, path, root, depth);
      } else {
        const enter =
          stat.kind === "directory"
            ? await this.directory(stat, path, root, depth)
            : stat.kind === "link"
              ? await this.link(stat, path, root, depth, !visible || visible.has(name))
              : undefined;
        if (enter) below.push({ name: `${name}/`, enter });
      }
    }
    await goInto();
  }

  private file(stat: FileStat, path: string, root: string, depth: number): void {
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

  /** Lists a directory, and returns a callback that enters it. */
  private async directory(stat: FileStat, path: string, root: string, depth: number): Promise<Enter> {
    if (await this.isIgnored(path)) return undefined;
    const { types, extensions, sizes } = this.request;
    const wanted = types.length === 0 || types.includes("d") || (types.length === 1 && types[0] === "e");
    // A filter by extension or size rules out directories.
    if (wanted && (extensions.length === 0 || types.includes("d")) && sizes.length === 0) {
      const empty = !types.includes("e") || (await this.list(path)).length === 0;
      if (empty) this.add({ path, root, kind: "d", size: -1, mtimeMs: stat.mtimeMs }, depth);
    }
    if (depth >= this.request.depth || this.prunes(nameOf(path))) return undefined;
    return () => this.enter(path, root, depth + 1);
  }

  /** Lists a symlink. We do not reveal its target, unless links are followed and the target is inside the workspace. */
  private async link(stat: FileStat, path: string, root: string, depth: number, visible: boolean): Promise<Enter> {
    const target = this.request.followSymlinks
      ? await this.context.workspace.resolve(path, { expect: "any" }).catch(() => undefined)
      : undefined;
    if (target?.kind === "directory") {
      const { absolute, mtimeMs } = target;
      if (this.way.includes(absolute) || absolute === root) return undefined;
      const enter = await this.directory({ ...stat, mtimeMs }, path, root, depth);
      return enter && (() => this.along(absolute, enter));
    }
    if (target) {
      if (visible) this.file({ ...stat, size: target.size, mtimeMs: target.mtimeMs }, path, root, depth);
      return undefined;
    }
    const { types, extensions, sizes } = this.request;
    if ((types.length === 0 && extensions.length === 0) || types.includes("l")) {
      if (sizes.length === 0) this.add({ path, root, kind: "l", size: -1, mtimeMs: stat.mtimeMs }, depth);
    }
    return undefined;
  }

  private async along(real: string, enter: () => Promise<void>): Promise<void> {
    this.way.push(real);
    await enter();
    this.way.pop();
  }

  /** Returns whether ignore rules hide everything in this directory. A directory without any files does not count as ignored. */
  private async isIgnored(path: string): Promise<boolean> {
    return this.files !== undefined && !this.files.directories.has(path) && (await this.hasFile(path));
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
    const { path, root, kind, size, mtimeMs } = entry;
    const { minDepth, extensions, sizes, changedAfter, changedBefore } = this.request;
    if (depth < minDepth || depth > this.request.depth) return;
    if (kind === "f" && extensions.length > 0) {
      const name = nameOf(path).toLowerCase();
      if (!extensions.some((ending) => name.endsWith(ending))) return;
    }
    if (!sizes.every(({ low, high }) => size >= low && size <= high)) return;
    if (mtimeMs < changedAfter || mtimeMs > changedBefore) return;
    if (this.matches(path, root)) this.entries.add(path, kind, size, mtimeMs);
  }

  private async list(directory: string): Promise<FileStat[]> {
    try {
      return await this.context.files.list(directory);
    } catch {
      // It is unreadable, or it was removed in the meantime.
      return [];
    }
  }
}

/** Compiles a glob with the same smart case as regular expressions. */
function matcher({ text, fullPath }: ListPattern): (path: string, root: string) => boolean {
  const matches = compileGlob(text, { ignoreCase: text === text.toLowerCase() });
  return (path, root) => matches(fullPath ? path.slice(root.length + 1) : nameOf(path));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
