/**
 * Resolves the name in an import to a module, by relative paths, `paths` in tsconfig.json, `imports` in deno.json, and
 * packages in the workspace.
 */
import type { NameResolver } from "../uses-rules.ts";

const ENDINGS = [".ts", ".tsx", ".d.ts", ".mts", ".cts", ".d.mts", ".d.cts", ".js", ".jsx", ".mjs", ".cjs"];
const BUILT = /^(?:(?:dist|build|lib|esm|cjs|es|out|types?|modern|legacy|module|commonjs|browser|node)\/)+/;

interface Package {
  folder: string;
  name: string;
  exports: unknown;
  imports: unknown;
  /** The entry points without `exports`, best first. */
  mains: string[];
}

/** The `baseUrl` and `paths` of a configuration as absolute paths. */
interface Aliases {
  base: string | undefined;
  paths: [pattern: string, targets: string[]][];
}

export class TypeScriptProjects {
  readonly #resolver: NameResolver;
  #packages = new Map<string, Package>();
  #byFolder = new Map<string, Package>();
  #aliases = new Map<string, Aliases>();
  /** Packages that come from a registry according to a manifest. */
  #dependencies = new Set<string>();
  readonly #modules = new Map<string, Promise<readonly string[] | undefined>>();
  #loaded: Promise<void> | undefined;

  constructor(resolver: NameResolver) {
    this.#resolver = resolver;
  }

  /**
   * Returns the files of a module. The result is empty if the module is not in the workspace, and undefined if that is
   * not known.
   */
  modulesOf(written: string, from: string): Promise<readonly string[] | undefined> {
    const folder = parentOf(from);
    const key = `${folder}\n${written}`;
    const modules = this.#modules.get(key) ?? this.#find(written, folder);
    this.#modules.set(key, modules);
    return modules;
  }

  async #find(written: string, folder: string): Promise<readonly string[] | undefined> {
    if (/^\.{1,2}(?:\/|$)/.test(written)) {
      const path = joined(folder, written);
      const found = this.#file(path) ?? (await this.#mainOf(path));
      // The file is generated, or no grammar can read it.
      return found ? [found] : [];
    }
    this.#loaded ??= this.#load();
    await this.#loaded;
    for (const aliases of this.#aliasesAbove(folder)) {
      const found = this.#byAlias(aliases, written);
      if (found) return [found];
    }
    const own = nearest(this.#byFolder, folder);
    if (written.startsWith("#") && own) return this.#byExports(own, own.imports, written);
    const { name, inner } = packageOf(written);
    const known = this.#packages.get(name);
    if (known) return this.#ofPackage(known, inner);
    const isExternal = /^(?:\w+:|\/)/.test(written) || BUILTIN_MODULES.has(name) || this.#dependencies.has(name);
    return isExternal ? [] : undefined;
  }

  /** Returns the main file of a folder that contains a package. */
  async #mainOf(folder: string): Promise<string | undefined> {
    this.#loaded ??= this.#load();
    await this.#loaded;
    const known = this.#byFolder.get(folder);
    return known && this.#source(known, known.mains)?.[0];
  }

  /** Returns true if a file is the main file of its package. */
  async isMain(path: string): Promise<boolean> {
    const folder = [...this.#byFolder.keys()].find((each) => path.startsWith(`${each}/`));
    return folder !== undefined && (await this.#mainOf(folder)) === path;
  }

  /**
   * Returns the words in the names by which a file can be imported: the names of the file, its folder and its
   * package.
   */
  async wordsOfModule(path: string): Promise<string[]> {
    this.#loaded ??= this.#load();
    await this.#loaded;
    const [folder, file] = [parentOf(path), path.slice(path.lastIndexOf("/") + 1)];
    const own = nearest(this.#byFolder, folder);
    const names = [
      file.replace(/\.(?:d\.)?[mc]?[jt]sx?$/, ""),
      folder.slice(folder.lastIndexOf("/") + 1),
      own?.name ?? "",
    ];
    return ["default", ...names].flatMap((name) => name.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu)?.slice(-1) ?? []);
  }

  #file(path: string): string | undefined {
    const resolver = this.#resolver;
    const bare = path.replace(/\.([mc]?)jsx?$/, "");
    for (const base of bare === path ? [path] : [bare, path]) {
      if (resolver.has(base)) return base;
      const found = [...ENDINGS.map((ending) => base + ending), ...ENDINGS.map((ending) => `${base}/index${ending}`)];
      const file = found.find((each) => resolver.has(each));
      if (file !== undefined) return file;
    }
    return undefined;
  }

  *#aliasesAbove(folder: string): Generator<Aliases> {
    for (let at = folder; at !== ""; at = parentOf(at)) {
      const aliases = this.#aliases.get(at);
      if (aliases) yield aliases;
    }
  }

  #byAlias({ base, paths }: Aliases, written: string): string | undefined {
    for (const [pattern, targets] of paths) {
      const [before = "", after] = pattern.split("*");
      const isMatch = after === undefined ? written === pattern : written.startsWith(before) && written.endsWith(after);
      if (!isMatch) continue;
      const middle = after === undefined ? "" : written.slice(before.length, written.length - after.length);
      for (const target of targets) {
        const found = this.#file(target.replace("*", middle));
        if (found !== undefined) return found;
      }
    }
    return base === undefined ? undefined : this.#file(joined(base, written));
  }

  #ofPackage(known: Package, inner: string): readonly string[] | undefined {
    if (known.exports !== undefined) return this.#byExports(known, known.exports, inner === "" ? "." : `./${inner}`);
    const targets = inner === "" ? known.mains : [inner, `src/${inner}`];
    return this.#source(known, targets);
  }

  #byExports(known: Package, table: unknown, key: string): readonly string[] | undefined {
    const hasKeys = isObject(table) && Object.keys(table).some((each) => /^[.#]/.test(each));
    if (!hasKeys) return key === "." ? this.#source(known, stringsIn(table)) : undefined;
    for (const [pattern, value] of Object.entries(table)) {
      const [before = "", after] = pattern.split("*");
      if (after === undefined ? pattern !== key : !(key.startsWith(before) && key.endsWith(after))) continue;
      const middle = after === undefined ? "" : key.slice(before.length, key.length - after.length);
      return this.#source(
        known,
        stringsIn(value).map((each) => each.replaceAll("*", middle)),
      );
    }
    return undefined;
  }

  /** Returns the source of a built file, which has the same path, or else the same path inside `src`. */
  #source({ folder }: Package, targets: readonly string[]): readonly string[] | undefined {
    const candidates = targets.flatMap((target) => {
      const path = target.replace(/^\.\//, "");
      const bare = path.replace(/\.d\.[mc]?ts$|\.[mc]?[jt]sx?$/, "").replace(/\.(?:umd|esm|cjs|min|global)$/, "");
      const inner = bare.replace(BUILT, "");
      return [path, `src/${inner}`, inner, `src/${bare}`, bare];
    });
    const found = [...candidates, "src/index", "src/main", "index"]
      .map((each) => this.#file(joined(folder, each)))
      .filter((each) => each !== undefined);
    const source = found.find((each) => /\.[mc]?tsx?$/.test(each) && !/\.d\.[mc]?ts$/.test(each)) ?? found[0];
    return source === undefined ? undefined : [source];
  }

  async #load(): Promise<void> {
    for (const path of this.#resolver.manifests) {
      const name = path.slice(path.lastIndexOf("/") + 1);
      if (name === "package.json") await this.#package(path);
      else if (/^deno\.jsonc?$/.test(name)) await this.#deno(path);
      else if (/^(?:ts|js)config[\w.-]*\.json$/.test(name)) await this.#config(path);
    }
  }

  async #package(path: string): Promise<void> {
    const read = parseJson(await this.#resolver.text(path));
    if (!isObject(read)) return;
    const strings = (...keys: string[]) => keys.flatMap((key) => stringsIn(read[key]));
    const folder = parentOf(path);
    const name = typeof read.name === "string" ? read.name : "";
    const mains = strings("source", "types", "typings", "module", "main");
    const known: Package = { folder, name, exports: read.exports, imports: read.imports, mains };
    this.#byFolder.set(folder, known);
    if (name !== "" && !this.#packages.has(name)) this.#packages.set(name, known);
    for (const key of ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"]) {
      const listed = read[key];
      for (const each of isObject(listed) ? Object.keys(listed) : []) {
        this.#dependencies.add(each);
        if (each.startsWith("@types/"))
          this.#dependencies.add(
            each
              .slice(7)
              .replace("__", "/")
              .replace(/^(?=.*\/)/, "@"),
          );
      }
    }
  }

  /** A package of Deno's has its name and exports in the same form as npm's. `imports` is its import map. */
  async #deno(path: string): Promise<void> {
    await this.#package(path);
    const read = parseJson(await this.#resolver.text(path));
    const imports = isObject(read) && isObject(read.imports) ? Object.entries(read.imports) : [];
    const folder = parentOf(path);
    const paths: Aliases["paths"] = [];
    for (const [key, target] of imports) {
      // A key with a slash at the end is a prefix.
      const rest = key.endsWith("/") ? "*" : "";
      if (typeof target !== "string") continue;
      if (/^\.{0,2}\//.test(target)) paths.push([key + rest, [joined(folder, target) + (rest && "/*")]]);
      else this.#dependencies.add(packageOf(key).name);
    }
    if (paths.length > 0) this.#addAliases(folder, { base: undefined, paths });
  }

  async #config(path: string): Promise<void> {
    const read = await this.#options(path, new Set());
    if (read) this.#addAliases(parentOf(path), read);
  }

  #addAliases(folder: string, added: Aliases): void {
    const known = this.#aliases.get(folder);
    if (!known) {
      this.#aliases.set(folder, added);
      return;
    }
    known.base ??= added.base;
    known.paths.push(...added.paths);
  }

  async #options(path: string, seen: Set<string>): Promise<Aliases | undefined> {
    if (seen.has(path)) return undefined;
    seen.add(path);
    const read = parseJson(await this.#resolver.text(path));
    if (!isObject(read)) return undefined;
    const options = isObject(read.compilerOptions) ? read.compilerOptions : {};
    const base = typeof options.baseUrl === "string" ? joined(parentOf(path), options.baseUrl) : undefined;
    if (isObject(options.paths)) {
      const home = base ?? parentOf(path);
      const paths = Object.entries(options.paths).map(([pattern, targets]): [string, string[]] => [
        pattern,
        stringsIn(targets).map((each) => joined(home, each)),
      ]);
      return { base, paths };
    }
    for (const parent of stringsIn(read.extends)) {
      if (!parent.startsWith(".")) continue;
      const target = joined(parentOf(path), parent);
      const inherited = await this.#options(target.endsWith(".json") ? target : `${target}.json`, seen);
      if (inherited) return { base: base ?? inherited.base, paths: inherited.paths };
    }
    return base === undefined ? undefined : { base, paths: [] };
  }
}

const BUILTIN_MODULES = new Set([
  ...["assert", "buffer", "child_process", "cluster", "crypto", "dns", "events", "fs", "http", "http2", "https", "net"],
  ...["module", "os", "path", "perf_hooks", "process", "querystring", "readline", "stream", "string_decoder", "timers"],
  ...["tls", "tty", "url", "util", "v8", "vm", "worker_threads", "zlib", "bun", "async_hooks", "inspector"],
]);

/** Splits `@scope/name/inner` into the name of the package and the path inside it. */
function packageOf(written: string): { name: string; inner: string } {
  const [, name = "", inner = ""] = /^((?:@[^/]+\/)?[^/]+)(?:\/(.*))?$/.exec(written) ?? [];
  return { name, inner };
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

export function joined(folder: string, written: string): string {
  const parts = folder.split("/");
  for (const part of written.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

function nearest<Value>(byFolder: ReadonlyMap<string, Value>, folder: string): Value | undefined {
  for (let at = folder; at !== ""; at = parentOf(at)) {
    const found = byFolder.get(at);
    if (found) return found;
  }
  return undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Conditions for certain platforms, which are not met by default. */
const PLATFORMS = /^(?:browser|worker|workerd|deno|bun|edge-light|electron|react-native|react-server)$/;

/** Returns every string in nested conditions. Those for certain platforms come last. */
function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  if (!isObject(value)) return [];
  const entries = Object.entries(value);
  const isLast = ([key]: [string, unknown]) => PLATFORMS.test(key);
  return [...entries.filter((each) => !isLast(each)), ...entries.filter(isLast)].flatMap(([, each]) => stringsIn(each));
}

/** Parses JSON with comments and trailing commas, which these tools accept. */
function parseJson(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  const plain = text
    .replace(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, "$1")
    .replace(/("(?:\\.|[^"\\])*")|,(?=\s*[}\]])/g, "$1");
  try {
    return JSON.parse(plain);
  } catch {
    return undefined;
  }
}
