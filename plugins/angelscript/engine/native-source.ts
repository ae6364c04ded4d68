/** Chooses where native types come from: the editor, its saved database, `Binds.Cache`, or nowhere (design §5). */
import type { Files, Root } from "../../../core/host/mod.ts";
import type { NativeLibrary } from "../database/table.ts";
import { headersByName, libraryOfBinds, readHeaders } from "../native/binds-cache.ts";
import { readBindsCache } from "../native/binds-layout.ts";
import { type DatabaseChunk, EMPTY_LIBRARY, libraryOfDatabase } from "../native/debug-database.ts";
import { withBuiltIns } from "../native/prelude.ts";
import { readUnrealCache } from "../native/unreal-cache.ts";

export type NativeKind = "editor" | "unreal-cache" | "binds-cache" | "none";

export interface NativeSource {
  kind: NativeKind;
  /** File it was read from, as an absolute path. */
  path?: string;
  types: number;
  /** A source that was there but could not be used, and why. */
  problem?: string;
}

export interface LoadedNative {
  library: NativeLibrary;
  source: NativeSource;
  /** Changes when a file that was looked at changes: what to compare before loading again. */
  stamp: string;
}

const CACHE = ".vscode/angelscript/unreal-cache.json";
const BINDS = "Binds.Cache";

interface FoundFile {
  path: string;
  stamp: string;
}

/** The files that could serve, of each root and of its `Script` folder. */
async function findFiles(files: Files, roots: readonly Root[], name: string): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  for (const root of roots)
    for (const folder of [root.path, `${root.path}/Script`]) {
      const stat = await files.stat(`${folder}/${name}`).catch(() => undefined);
      if (stat?.kind === "file") found.push({ path: stat.path, stamp: `${stat.path}:${stat.size}:${stat.mtimeMs}` });
    }
  return found;
}

export async function nativeStamp(files: Files, roots: readonly Root[], editor: number): Promise<string> {
  const found = await Promise.all([CACHE, BINDS, `${BINDS}.Headers`].map((name) => findFiles(files, roots, name)));
  return [editor, ...found.flat().map((file) => file.stamp)].join("\n");
}

/** `editorChunks` is what a running editor sent, if one did. */
export async function loadNative(
  files: Files,
  roots: readonly Root[],
  stamp: string,
  editorChunks: readonly DatabaseChunk[] | undefined,
): Promise<LoadedNative> {
  let problem: string | undefined;
  const loaded = (library: NativeLibrary, kind: NativeKind, path?: string): LoadedNative => ({
    library: withBuiltIns(library),
    source: { kind, types: library.types.size, ...(path ? { path } : {}), ...(problem ? { problem } : {}) },
    stamp,
  });
  const headers = await loadHeaders(files, roots);
  const byName = headersByName(headers);
  const headerOf = (name: string): string | undefined => byName.get(name) ?? byName.get(name.slice(1));
  if (editorChunks) return loaded(libraryOfDatabase(editorChunks, headerOf), "editor");
  for (const { path } of await findFiles(files, roots, CACHE))
    try {
      const cache = readUnrealCache(await files.read(path, { maxBytes: 512 * 1024 * 1024 }));
      return loaded(libraryOfDatabase(cache.chunks, headerOf, cache.floatIsFloat64), "unreal-cache", path);
    } catch (error) {
      problem = `${path}: ${(error as Error).message}`;
    }
  for (const { path } of await findFiles(files, roots, BINDS))
    try {
      const binds = readBindsCache(await files.read(path, { maxBytes: 512 * 1024 * 1024 }));
      return loaded(libraryOfBinds(binds, headers), "binds-cache", path);
    } catch (error) {
      problem = `${path}: ${(error as Error).message}`;
    }
  return loaded(EMPTY_LIBRARY, "none");
}

async function loadHeaders(files: Files, roots: readonly Root[]): Promise<Map<string, string>> {
  for (const { path } of await findFiles(files, roots, `${BINDS}.Headers`))
    try {
      return readHeaders(await files.read(path));
    } catch {
      // Headers are an extra: without them native types merely lack a location.
    }
  return new Map();
}
