/**
 * Provides the types and members of packages for synchronous callers. If something isn't loaded yet, it throws `NeedPackage`,
 * and the caller has to load it and try again. Only the names in each assembly stay in memory.
 */
import type { WorkerContext } from "../../../core/host/plugin-api.ts";
import { type AssemblyFile, openAssembly } from "./assembly-file.ts";
import type { FrameworkShapes } from "./framework-shapes.ts";
import type { LibraryShape } from "./shapes.ts";

const MAX_TOTAL_BYTES = 512 * 1024 * 1024;
const MAX_FILES = 1500;
/** The number of assemblies that remain open, because several queries about a package usually follow each other. */
const MAX_OPEN = 4;

type Context = Pick<WorkerContext, "files" | "keep" | "clock" | "signal">;

/** Thrown to request the types with a simple name. "" requests the list of names. */
export class NeedPackage {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

export class PackageTypes {
  readonly files: readonly string[];
  readonly framework: FrameworkShapes | undefined;
  /** Maps simple names to assemblies. It is undefined until they were read. */
  #types: Map<string, string[]> | undefined;
  /** Maps an extension method to the simple names of its classes. */
  readonly #extensions = new Map<string, Set<string>>();
  readonly #shapes = new Map<string, readonly LibraryShape[]>();
  readonly #open = new Map<string, AssemblyFile>();

  constructor(files: readonly string[], framework?: FrameworkShapes) {
    this.files = files;
    this.framework = framework;
    if (files.length === 0) this.#types = new Map();
  }

  has(name: string): boolean {
    return this.#isInFiles(name) || this.framework?.has(name) === true;
  }

  #isInFiles(name: string): boolean {
    if (!this.#types) throw new NeedPackage("");
    return this.#types.has(name);
  }

  /** If several types have the same full name, the first one is used. Assemblies come before the framework's table. */
  typesNamed(name: string): readonly LibraryShape[] {
    const own = this.ofFiles(name);
    const others = this.framework?.typesNamed(name) ?? [];
    if (own.length === 0) return others;
    return [...own, ...others.filter((each) => !own.some((one) => isSameType(one, each)))];
  }

  /** Only looks at assemblies, and not at the framework's table. */
  ofFiles(name: string): readonly LibraryShape[] {
    if (!this.#isInFiles(name)) return [];
    const known = this.#shapes.get(name);
    if (!known) throw new NeedPackage(name);
    return known;
  }

  /** Returns the classes that have an extension method with this name. */
  extending(method: string): LibraryShape[] {
    this.has("");
    return [...new Set([...(this.#extensions.get(method) ?? []), ...(this.framework?.extending(method) ?? [])])]
      .flatMap((name) => this.typesNamed(name))
      .filter(({ members }) => members.get(method)?.some(({ isExtension }) => isExtension));
  }

  async load({ name }: NeedPackage, context: Context): Promise<void> {
    if (name === "") await this.#lookThrough(context);
    else this.#shapes.set(name, await this.#read(name, context));
  }

  async #lookThrough(context: Context): Promise<void> {
    const types = new Map<string, string[]>();
    let left = MAX_TOTAL_BYTES;
    for (const path of this.files.slice(0, MAX_FILES)) {
      if (left <= 0) break;
      const { assembly, size = 0 } = (await openAssembly(path, context.files)) ?? {};
      left -= size;
      for (const name of new Set(assembly?.names() ?? [])) types.set(name, [...(types.get(name) ?? []), path]);
      for (const [method, names] of assembly?.extensions() ?? [])
        this.#extensions.set(method, new Set([...(this.#extensions.get(method) ?? []), ...names]));
      await context.clock.sleep(0);
      context.signal.throwIfAborted();
    }
    this.#types = types;
  }

  async #read(name: string, context: Context): Promise<LibraryShape[]> {
    const found = new Map<string, LibraryShape>();
    for (const path of this.#types?.get(name) ?? []) {
      const assembly = await this.#assembly(path, context);
      for (const shape of assembly?.shapesNamed(name) ?? []) {
        const key = `${shape.namespace}.${shape.name}\`${shape.arity}`;
        if (!found.has(key)) found.set(key, shape);
      }
    }
    return [...found.values()];
  }

  async #assembly(path: string, context: Context): Promise<AssemblyFile | undefined> {
    const open = this.#open.get(path);
    if (open) return open;
    const assembly = (await openAssembly(path, context.files))?.assembly;
    if (assembly) this.#open.set(path, assembly);
    for (const oldest of [...this.#open.keys()].slice(0, -MAX_OPEN)) this.#open.delete(oldest);
    return assembly;
  }
}

/** A compiled assembly. If the file changes, its `stamp` changes as well. */
export interface LibraryFile {
  path: string;
  stamp: string;
}

function isSameType(a: LibraryShape, b: LibraryShape): boolean {
  return a.namespace === b.namespace && a.arity === b.arity;
}

/** Returns the types of these assemblies and of the framework. They are cached as long as the assemblies remain the same. */
export async function packageTypes(
  files: readonly LibraryFile[],
  framework: FrameworkShapes,
  context: Context,
): Promise<PackageTypes> {
  const cached = await context.keep("package types", () => ({ key: "", types: new PackageTypes([], framework) }));
  const key = [...new Set(files.map(({ path, stamp }) => `${path}:${stamp}`))].sort().join();
  if (cached.key !== key) {
    cached.types = new PackageTypes([...new Set(files.map(({ path }) => path))].sort(), framework);
    cached.key = key;
  }
  return cached.types;
}
