/** Chooses the source of the engine types, which can be a running editor, the database it saved, `Binds.Cache`, or our baseline. */

import type { FileStat, Files, Root } from "../../../core/host/plugin-api.ts";
import { errorMessage } from "../../../core/host/plugin-api.ts";
import type { NativeLibrary } from "../database/symbol-table.ts";
import { withBaseline } from "../native/baseline.ts";
import { headersByName, libraryOfBinds, readHeaders } from "../native/binds-cache.ts";
import { readBindsCache } from "../native/binds-layout.ts";
import { withBuiltIns } from "../native/built-ins.ts";
import { type HeaderType, hasReflectedTypes, readHeaderTypes, withHeaderTypes } from "../native/cpp-headers.ts";
import { type DatabaseChunk, EMPTY_LIBRARY, libraryOfDatabase } from "../native/debug-database.ts";
import { readUnrealCache } from "../native/unreal-cache.ts";
import { projectFolders } from "./project-folders.ts";

/** The `baseline` contains the types of one public cache, so it doesn't have the native types of a project. */
export type NativeKind = "editor" | "unreal-cache" | "binds-cache" | "baseline";

export interface NativeSource {
  kind: NativeKind;
  /** The absolute path of the source. */
  path?: string;
  types: number;
  /** The reason why a better source couldn't be used. */
  problem?: string;
}

/** Describes the source for answers, and mentions problems with a better one. */
export function nativeFacts({ kind, problem }: NativeSource): { nativeSource: NativeKind; nativeNote?: string } {
  const note = [
    ...(problem ? [`Could not be read: ${problem}`] : []),
    ...(kind === "baseline"
      ? [
          "Neither an editor nor a readable cache provides this project's types, so jig uses the incomplete types of a stock engine",
        ]
      : []),
  ].join(". ");
  return { nativeSource: kind, ...(note ? { nativeNote: note } : {}) };
}

export interface LoadedNative {
  library: NativeLibrary;
  source: NativeSource;
  /** This changes if any of the files that were checked changes. */
  stamp: string;
  /** The folders that were searched. */
  projects: readonly string[];
  /** Identifies the types across runs. It is undefined for an editor, whose types can change at any time. */
  identity: string | undefined;
}

const CACHE = ".vscode/angelscript/unreal-cache.json";
const BINDS = "Binds.Cache";
/** A part of the key for saved uses. Increase this number when `baseline/` or the way we read native types changes. */
const BASELINE = 3;
const MAX_HEADERS = 2000;
const MAX_HEADER_BYTES = 1024 * 1024;

interface FoundFile {
  path: string;
  stamp: string;
}

/** Searches each project and its `Script` folder. */
async function findFiles(files: Files, projects: readonly string[], name: string): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  for (const project of projects)
    for (const folder of [project, `${project}/Script`]) {
      const stat = await files.stat(`${folder}/${name}`).catch(() => undefined);
      if (stat?.kind === "file") found.push({ path: stat.path, stamp: `${stat.path}:${stat.size}:${stat.mtimeMs}` });
    }
  return found;
}

async function nativeStamp(files: Files, projects: readonly string[], editor: number): Promise<string> {
  const found = await Promise.all([CACHE, BINDS, `${BINDS}.Headers`].map((name) => findFiles(files, projects, name)));
  return [editor, ...found.flat().map((file) => file.stamp)].join("\n");
}

export interface EditorTypes {
  chunks: readonly DatabaseChunk[];
  floatIsFloat64: boolean;
  /** Increased whenever the editor sends types. */
  number: number;
}

/** Returns `known` itself if nothing has changed. `isSame` means that no script was added or removed. */
export async function currentNative(
  files: Files,
  roots: readonly Root[],
  editor: EditorTypes | undefined,
  known?: LoadedNative,
  isSame = false,
): Promise<LoadedNative> {
  const projects = (isSame && known?.projects) || (await projectFolders(files, roots));
  const stamp = await nativeStamp(files, projects, editor?.number ?? 0);
  return known?.stamp === stamp ? known : await loadNative(files, projects, stamp, editor);
}

async function loadNative(
  files: Files,
  projects: readonly string[],
  stamp: string,
  editor: EditorTypes | undefined,
): Promise<LoadedNative> {
  let problem: string | undefined;
  const loaded = ({ library, headers }: Completed, kind: NativeKind, path?: string): LoadedNative => ({
    library: withBuiltIns(library),
    source: { kind, types: library.types.size, ...(path ? { path } : {}), ...(problem ? { problem } : {}) },
    stamp,
    projects,
    identity: kind === "editor" ? undefined : [BASELINE, stamp, ...headers].join("\n"),
  });
  const headers = await loadHeaders(files, projects);
  const byName = headersByName(headers);
  const headerOf = (name: string): string | undefined => byName.get(name) ?? byName.get(name.slice(1));
  if (editor)
    return loaded(withoutHeaders(libraryOfDatabase(editor.chunks, headerOf, editor.floatIsFloat64)), "editor");
  for (const { path } of await findFiles(files, projects, CACHE))
    try {
      const cache = readUnrealCache(await files.read(path, { maxBytes: 512 * 1024 * 1024 }));
      return loaded(
        withoutHeaders(libraryOfDatabase(cache.chunks, headerOf, cache.floatIsFloat64)),
        "unreal-cache",
        path,
      );
    } catch (error) {
      problem = `${path}: ${errorMessage(error)}`;
    }
  for (const { path } of await findFiles(files, projects, BINDS))
    try {
      const binds = readBindsCache(await files.read(path, { maxBytes: 512 * 1024 * 1024 }));
      return loaded(
        await withCppHeaders(files, projects, withBaseline(libraryOfBinds(binds, headers))),
        "binds-cache",
        path,
      );
    } catch (error) {
      problem = `${path}: ${errorMessage(error)}`;
    }
  const { default: engine } = await import("../baseline/engine-types.json", { with: { type: "json" } });
  return loaded(await withCppHeaders(files, projects, withBaseline(EMPTY_LIBRARY, engine)), "baseline");
}

interface Completed {
  library: NativeLibrary;
  /** The path, size and modification time of each header. */
  headers: string[];
}

function withoutHeaders(library: NativeLibrary): Completed {
  return { library, headers: [] };
}

/** Adds the types in the C++ headers of the project to those of the engine. */
async function withCppHeaders(files: Files, projects: readonly string[], library: NativeLibrary): Promise<Completed> {
  const found: HeaderType[] = [];
  const headers = await headerFiles(files, projects);
  for (const { path } of headers) {
    const text = await files.readText(path, { maxBytes: MAX_HEADER_BYTES }).catch(() => undefined);
    if (text && hasReflectedTypes(text.text)) found.push(...readHeaderTypes(text.text, path));
  }
  return {
    library: found.length > 0 ? withHeaderTypes(library, found) : library,
    headers: headers.map(({ path, size, mtimeMs }) => `${path}:${size}:${mtimeMs}`),
  };
}

/** Returns the headers in `Source`, including that of each plugin. The headers of the engine are not part of the project. */
async function headerFiles(files: Files, projects: readonly string[]): Promise<FileStat[]> {
  const found: FileStat[] = [];
  const listed = (folder: string) => files.list(folder).catch(() => []);
  const pending: [folder: string, depth: number][] = [];
  for (const project of projects) {
    pending.push([`${project}/Source`, 0]);
    for (const plugin of await listed(`${project}/Plugins`))
      if (plugin.kind === "directory") pending.push([`${plugin.path}/Source`, 0]);
  }
  for (let next = pending.pop(); next && found.length < MAX_HEADERS; next = pending.pop()) {
    const [folder, depth] = next;
    for (const each of await listed(folder))
      if (each.kind === "file" && each.path.endsWith(".h")) found.push(each);
      else if (each.kind === "directory" && depth < 8) pending.push([each.path, depth + 1]);
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1)).slice(0, MAX_HEADERS);
}

async function loadHeaders(files: Files, projects: readonly string[]): Promise<Map<string, string>> {
  for (const { path } of await findFiles(files, projects, `${BINDS}.Headers`))
    try {
      return readHeaders(await files.read(path));
    } catch {
      // Headers are optional, since without them we only lose locations.
    }
  return new Map();
}
