/** Finds types in the compiled assemblies of the workspace, for names that no script declares. */
import { ifThere, type WorkerContext } from "../../../core/host/plugin-api.ts";
import type { EngineType } from "../engine/unity-names.ts";
import { openAssembly } from "./assembly-file.ts";

const MAX_FILES = 3000;
/** These folders contain no assemblies to compile against. */
const SKIPPED = ["node_modules", "obj", "ref", "refint", "Temp", "Logs", "Bee", "BurstCache"];

/** A public type that was found in a compiled assembly. */
export interface FoundLibraryType extends EngineType {
  /** The assembly's path. */
  library: string;
}

interface Known {
  size: number;
  mtimeMs: number;
  /** The simple names, or undefined if it isn't a .NET assembly. */
  names: ReadonlySet<string> | undefined;
}

type Context = Pick<WorkerContext, "files" | "keep" | "clock" | "signal">;

export interface Libraries {
  /** All assemblies in these folders are read. */
  folders: readonly string[];
  files: readonly string[];
}

/** Returns public types by their simple name. No full name is listed twice. */
export async function findLibraryTypes(
  name: string,
  { folders, files }: Libraries,
  context: Context,
): Promise<FoundLibraryType[]> {
  const stats = await Promise.all(folders.map((folder) => ifThere(context.files.stat(folder))));
  const directories = folders.filter((_, at) => stats[at]?.kind === "directory");
  if (directories.length === 0 && files.length === 0) return [];
  const known = await context.keep("libraries", () => new Map<string, Known>());
  const below =
    directories.length > 0
      ? await context.files.sweep({ directories, extensions: [".dll"], skip: SKIPPED })
      : { paths: [], sizes: [], mtimesMs: [] };
  const named = await Promise.all(files.map((file) => ifThere(context.files.stat(file))));
  const own = named.filter((stat) => stat !== undefined);
  const paths = [...own.map(({ path }) => path), ...below.paths];
  const sizes = [...own.map(({ size }) => size), ...below.sizes];
  const mtimesMs = [...own.map(({ mtimeMs }) => mtimeMs), ...below.mtimesMs];
  const found = new Map<string, FoundLibraryType>();
  // The same file is often copied to several folders.
  const copies = new Set<string>();
  for (const [at, path] of paths.slice(0, MAX_FILES).entries()) {
    const [size = 0, mtimeMs = 0] = [sizes[at], mtimesMs[at]];
    const copy = `${path.slice(path.lastIndexOf("/") + 1)}:${sizes[at]}`;
    if (copies.has(copy)) continue;
    copies.add(copy);
    const before = known.get(path);
    if (before && before.size === sizes[at] && before.mtimeMs === mtimesMs[at] && !before.names?.has(name)) continue;
    const assembly = (await openAssembly(path, context.files))?.assembly;
    known.set(path, { size, mtimeMs, names: assembly && new Set(assembly.names()) });
    for (const type of assembly?.typesNamed(name) ?? []) {
      const key = `${type.namespace}.${type.name}`;
      if (!found.has(key)) found.set(key, { ...type, library: path });
    }
    await context.clock.sleep(0);
    context.signal.throwIfAborted();
  }
  return [...found.values()].sort((a, b) => (a.namespace < b.namespace ? -1 : 1));
}
