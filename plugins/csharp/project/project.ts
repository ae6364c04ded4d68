/**
 * Represents a root of the workspace as a Unity project, with folders by scope and paths in Unity's notation
 * (`Packages/<name>/…`).
 */
import { basename, join } from "node:path";
import { type Capabilities, ifThere, type Root } from "../../../core/host/plugin-api.ts";
import type { Truth } from "../outline/conditions.ts";
import { nugetCache } from "../packages/nuget.ts";
import { type Package, resolvePackages } from "../packages/resolve-packages.ts";
import { FolderCache } from "./folder-cache.ts";
import { type NestedProjects, nestedProjects } from "./nested-projects.ts";
import type { Area } from "./scopes.ts";
import { uncompiledFolders } from "./uncompiled-folders.ts";
import { unitySymbol } from "./unity-version.ts";

/**
 * These are skipped unless it is a Unity project. `Library` and `Logs` aren't listed, because they are ordinary names in other
 * projects.
 */
const SKIPPED = ["obj", "bin", "node_modules"];
/** Unity's `Library`, for projects that are too deep in the tree to be detected. */
const UNITY_LIBRARY = /\/Library\/(?:PackageCache|Bee|ScriptAssemblies)\//;

export class Project {
  readonly root: Root;
  /** If this is false, the whole root is in scope `assets`. */
  readonly unity: boolean;
  readonly packages: readonly Package[];
  /** The root with a slash at its end, which is the prefix of the paths of its files. */
  readonly prefix: string;
  readonly #single: boolean;
  /** Packages with a virtual path that differs from the physical one, starting with the longest. */
  readonly #virtual: { folder: string; prefix: string }[];
  readonly #areas: { folder: string; area: Area }[];
  readonly #below: NestedProjects | undefined;
  /** Folders that Unity doesn't compile, with a slash at their end. */
  readonly #uncompiled: readonly string[];
  readonly #version: string;

  constructor(
    root: Root,
    unity: boolean,
    packages: readonly Package[],
    single: boolean,
    {
      below,
      uncompiled = [],
      version,
    }: { below?: NestedProjects; uncompiled?: readonly string[]; version?: string } = {},
  ) {
    this.#below = below;
    this.#uncompiled = uncompiled.map((folder) => `${folder}/`);
    this.#version = version ?? "";
    this.root = root;
    this.unity = unity;
    this.packages = packages;
    this.#single = single;
    this.prefix = `${root.path}/`;
    const readable = packages.filter((one) => one.folder !== undefined && one.readable);
    this.#virtual = readable
      .map((one) => ({ folder: `${one.folder}/`, prefix: `Packages/${one.name}/` }))
      .filter(({ folder, prefix }) => folder !== `${root.path}/${prefix}`);
    this.#areas = readable
      .filter((one) => one.source === "local")
      .map((one) => ({ folder: `${one.folder}/`, area: "local" as Area }));
    this.#areas.push(
      { folder: `${root.path}/Assets/`, area: "assets" },
      { folder: `${root.path}/Packages/`, area: "embedded" },
      { folder: `${root.path}/Library/PackageCache/`, area: "library" },
      ...this.#uncompiled.map((folder) => ({ folder, area: "assets" as Area })),
    );
  }

  /** Returns the folders to search for scripts, which don't overlap. */
  directories(): string[] {
    if (!this.unity)
      return this.#below ? this.#below.siblings.filter((path) => !this.#isSkipped(path)) : [this.root.path];
    const all = this.#areas.map(({ folder }) => folder.slice(0, -1));
    return all.filter((one) => !all.some((other) => other !== one && one.startsWith(`${other}/`)));
  }

  /** Only direct children of these belong to the project. */
  get loose(): readonly string[] {
    return this.#below?.parents ?? [];
  }

  get skip(): string[] {
    // A text search would skip folders with that name everywhere, even in projects below the root.
    return this.unity || this.#below ? [] : SKIPPED;
  }

  /** Returns true if Unity would compile this script. */
  isOfUnity(path: string): boolean {
    return this.unity && !this.#uncompiled.some((folder) => path.startsWith(folder));
  }

  /** Returns whether the `#if` symbol is defined in this project, if this is known. */
  symbol(name: string): Truth {
    return this.unity ? unitySymbol(this.#version, name) : undefined;
  }

  #isSkipped(path: string): boolean {
    const inner = path.slice(this.root.path.length).split("/");
    return SKIPPED.some((name) => inner.includes(name)) || UNITY_LIBRARY.test(path);
  }

  /** Returns the area of the scripts in a folder, if it has one. Unity ignores names that start with `.` or end with `~`. */
  areaOf(folder: string): Area | undefined {
    const path = `${folder}/`;
    if (!this.unity)
      return path.startsWith(this.prefix) && isImported(path, this.root.path.length) && !this.#isSkipped(path)
        ? "assets"
        : undefined;
    const found = this.#areas.find((one) => path.startsWith(one.folder));
    if (!found || !isImported(path, found.folder.length - 1)) return undefined;
    if (!this.isOfUnity(path) && this.#isSkipped(path)) return undefined;
    return found.area === "library" && this.#isStale(path, found.folder) ? undefined : found.area;
  }

  /** Returns true for an old folder in the package cache, which Unity doesn't compile. */
  #isStale(path: string, cache: string): boolean {
    const folder = path.slice(0, path.indexOf("/", cache.length));
    const name = folder.slice(cache.length).split("@")[0];
    const used = this.packages.find((one) => one.name === name)?.folder;
    return used !== undefined && used !== folder;
  }

  /** Returns the path in the form that is printed and accepted. For packages, it is a virtual one. */
  display(path: string, display: (absolute: string) => string): string {
    // With several roots, a virtual path would be ambiguous.
    if (this.#single) {
      for (const { folder, prefix } of this.#virtual)
        if (path.startsWith(folder)) return prefix + path.slice(folder.length);
    }
    return display(path);
  }

  /** Resolves `Packages/<name>/…` if the package is in this project. */
  physical(written: string): string | undefined {
    const found = /^Packages\/([^/]+)(?:\/(.*))?$/.exec(written.replaceAll("\\", "/"));
    const one = found && this.packages.find((each) => each.name === found[1]);
    return one?.folder === undefined ? undefined : join(one.folder, found?.[2] ?? "");
  }
}

const VERSION = "ProjectSettings/ProjectVersion.txt";

function isImported(path: string, from: number): boolean {
  return !/\/\.|~\//.test(path.slice(from));
}

/** Signs of other .NET projects in the repository. */
const DOTNET = /\.(?:slnx?|csproj)$|^(?:Directory\.Build\.props|global\.json|nuget\.config|src)$/i;

type Disk = Pick<Capabilities, "files" | "workspace" | "clock" | "env">;

interface Stamp {
  root: Root;
  text: string;
  unity: boolean;
  packages: boolean;
  version: boolean;
  below?: NestedProjects;
  uncompiled: readonly string[];
}

/**
 * Reads the layout of each root. This is cheap enough to do before every answer, because results are cached as long as the
 * files don't change.
 */
export class Projects {
  readonly #disk: Disk;
  #stamp = "";
  #projects: Project[] = [];
  readonly #below: FolderCache<NestedProjects>;
  readonly #uncompiled: FolderCache<readonly string[]>;

  constructor(disk: Disk) {
    this.#disk = disk;
    this.#below = new FolderCache((root) => nestedProjects(root, disk), disk.clock);
    this.#uncompiled = new FolderCache((project) => uncompiledFolders(project, disk), disk.clock);
  }

  async current(): Promise<readonly Project[]> {
    const roots = await this.#roots();
    const stamps = (await Promise.all(roots.map((root) => this.#stampsOf(root)))).flat();
    const stamp = stamps.map(({ text }) => text).join("\n");
    if (stamp === this.#stamp) return this.#projects;
    // With several projects, the path of a package alone is ambiguous.
    const single = roots.length === 1 && stamps.filter(({ unity }) => unity).length <= 1;
    const projects: Project[] = [];
    for (const { root, unity, packages, version, below, uncompiled } of stamps) {
      const found = packages ? await resolvePackages(root.path, this.#disk) : [];
      const written = version ? await ifThere(this.#disk.files.readText(join(root.path, VERSION))) : undefined;
      projects.push(
        new Project(root, unity, found, single, {
          ...(below ? { below } : {}),
          uncompiled,
          version: written?.text ?? "",
        }),
      );
    }
    this.#projects = projects;
    this.#stamp = stamp;
    return this.#projects;
  }

  /** Returns the roots with scripts. NuGet's cache isn't one, because its packages are read as assemblies. */
  async #roots(): Promise<readonly Root[]> {
    const { roots } = this.#disk.workspace;
    const cache = roots.length > 1 ? nugetCache((name) => this.#disk.env(name)) : undefined;
    if (cache === undefined) return roots;
    const found = await this.#disk.workspace.resolve(cache, { expect: "directory" }).catch(() => undefined);
    return roots.filter(({ path }) => path !== found?.absolute);
  }

  /** Returns the stamps of a root. If it isn't a Unity project itself, they include Unity projects inside it. */
  async #stampsOf(root: Root): Promise<Stamp[]> {
    const own = await this.#stampOf(root);
    if (own.unity) return [own];
    const below = await this.#below.at(root.path);
    if (below.projects.length === 0) return [own];
    const inner = await Promise.all(
      below.projects.map((path) => this.#stampOf({ name: `${root.name}/${path.slice(root.path.length + 1)}`, path })),
    );
    return [{ ...own, below, text: `${own.text}|${below.siblings.join(":")}` }, ...inner];
  }

  async #stampOf(root: Root): Promise<Stamp> {
    const names = [
      "Assets",
      "Packages",
      VERSION,
      "Packages/manifest.json",
      "Packages/packages-lock.json",
      "Library/PackageCache",
    ];
    const stats = await Promise.all(names.map((name) => ifThere(this.#disk.files.stat(join(root.path, name)))));
    const is = (at: number, kind: string) => stats[at]?.kind === kind;
    const packages = is(1, "directory");
    const unity = is(0, "directory") && (packages || is(2, "file") || (await this.#isUnityByAssets(root.path)));
    const uncompiled = unity ? await this.#uncompiled.at(root.path) : [];
    const written = stats.map((stat) => (stat ? `${stat.kind}:${stat.size}:${stat.mtimeMs}` : "-"));
    const text = [root.path, ...written, unity, ...uncompiled].join("|");
    return { root, text, unity, packages, version: is(2, "file"), uncompiled };
  }

  /** Many repositories have an `Assets` folder that has nothing to do with Unity. */
  async #isUnityByAssets(root: string): Promise<boolean> {
    const names = (await this.#disk.files.list(root)).map(({ path }) => basename(path));
    return names.includes("Assets") && !names.some((name) => DOTNET.test(name));
  }
}

/** Returns the path in its printed form. */
export function displayOf(projects: readonly Project[], path: string, workspace: Capabilities["workspace"]): string {
  return projectOf(projects, path)?.display(path, (each) => workspace.display(each)) ?? workspace.display(path);
}

export function projectOf(projects: readonly Project[], path: string): Project | undefined {
  let best: Project | undefined;
  for (const project of projects) {
    if (path.startsWith(project.prefix) && (!best || project.root.path.length > best.root.path.length)) best = project;
  }
  return best;
}
