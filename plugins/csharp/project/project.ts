/** A workspace root as a Unity project: its folders by scope, and its paths as Unity spells them (`Packages/<name>/…`). */
import { join } from "node:path";
import type { Capabilities, Root } from "../../../core/host/plugin-api.ts";
import { type Package, resolvePackages } from "../packages/resolve.ts";

export const SCOPES = ["assets", "packages", "embedded", "library", "all"] as const;
export type Scope = (typeof SCOPES)[number];

/** Where a file belongs; a scope is a set of these. */
export type Area = "assets" | "embedded" | "library" | "local";

export const AREAS: Record<Scope, readonly Area[]> = {
  assets: ["assets"],
  embedded: ["embedded"],
  library: ["library"],
  packages: ["embedded", "library", "local"],
  all: ["assets", "embedded", "library", "local"],
};

/** Folders without scripts of anybody's own, in a root that is not a Unity project. */
const SKIPPED = ["Library", "Temp", "Logs", "obj", "bin", "node_modules"];

export class Project {
  readonly root: Root;
  /** Has Assets/; without it the whole root is scope `assets`. */
  readonly unity: boolean;
  readonly packages: readonly Package[];
  /** The root with a slash behind it: what the paths of its files begin with. */
  readonly prefix: string;
  readonly #single: boolean;
  /** Folders of packages whose virtual path is not the physical one, longest first. */
  readonly #virtual: { folder: string; prefix: string }[];
  readonly #areas: { folder: string; area: Area }[];

  constructor(root: Root, unity: boolean, packages: readonly Package[], single: boolean) {
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
    );
  }

  /** The folders to walk for every script, none inside another. */
  directories(): string[] {
    if (!this.unity) return [this.root.path];
    const all = this.#areas.map(({ folder }) => folder.slice(0, -1));
    return all.filter((one) => !all.some((other) => other !== one && one.startsWith(`${other}/`)));
  }

  get skip(): string[] {
    return this.unity ? [] : SKIPPED;
  }

  /** Where the scripts of a folder belong, undefined for none. Unity ignores names that begin with `.` or end with `~`. */
  areaOf(folder: string): Area | undefined {
    const path = `${folder}/`;
    if (!this.unity)
      return path.startsWith(this.prefix) && isImported(path, this.root.path.length) ? "assets" : undefined;
    const found = this.#areas.find((one) => path.startsWith(one.folder));
    if (!found || !isImported(path, found.folder.length - 1)) return undefined;
    return found.area === "library" && this.#isStale(path, found.folder) ? undefined : found.area;
  }

  /** A copy of a package that stayed behind in the cache beside the one that is used: Unity does not compile it. */
  #isStale(path: string, cache: string): boolean {
    const folder = path.slice(0, path.indexOf("/", cache.length));
    const name = folder.slice(cache.length).split("@")[0];
    const used = this.packages.find((one) => one.name === name)?.folder;
    return used !== undefined && used !== folder;
  }

  /** The path that tools print: virtual for packages, and accepted by every tool. */
  display(path: string, display: (absolute: string) => string): string {
    // With several roots the virtual form would not say which project is meant.
    if (this.#single) {
      for (const { folder, prefix } of this.#virtual)
        if (path.startsWith(folder)) return prefix + path.slice(folder.length);
    }
    return display(path);
  }

  /** The physical path of `Packages/<name>/…`, if that names a package of this project. */
  physical(written: string): string | undefined {
    const found = /^Packages\/([^/]+)(?:\/(.*))?$/.exec(written.replaceAll("\\", "/"));
    const one = found && this.packages.find((each) => each.name === found[1]);
    return one?.folder === undefined ? undefined : join(one.folder, found?.[2] ?? "");
  }
}

function isImported(path: string, from: number): boolean {
  return !/\/\.|~\//.test(path.slice(from));
}

type Disk = Pick<Capabilities, "files" | "workspace">;

/** Reads the layout of every root; cheap enough to be asked before each answer, because what it read is kept while its files stay the same. */
export class Projects {
  readonly #disk: Disk;
  #stamp = "";
  #projects: Project[] = [];

  constructor(disk: Disk) {
    this.#disk = disk;
  }

  async current(): Promise<readonly Project[]> {
    const { roots } = this.#disk.workspace;
    const stamps = await Promise.all(roots.map((root) => this.#stampOf(root)));
    const stamp = stamps.map(({ text }) => text).join("\n");
    if (stamp === this.#stamp) return this.#projects;
    this.#projects = [];
    for (const [index, root] of roots.entries()) {
      const packages = stamps[index]!.packages ? await resolvePackages(root.path, this.#disk) : [];
      this.#projects.push(new Project(root, stamps[index]!.unity, packages, roots.length === 1));
    }
    this.#stamp = stamp;
    return this.#projects;
  }

  async #stampOf(root: Root): Promise<{ text: string; unity: boolean; packages: boolean }> {
    const names = [
      "Assets",
      "Packages",
      "Packages/manifest.json",
      "Packages/packages-lock.json",
      "Library/PackageCache",
    ];
    const stats = await Promise.all(
      names.map((name) => this.#disk.files.stat(join(root.path, name)).catch(() => undefined)),
    );
    const text = [root.path, ...stats.map((stat) => (stat ? `${stat.kind}:${stat.size}:${stat.mtimeMs}` : "-"))].join(
      "|",
    );
    return { text, unity: stats[0]?.kind === "directory", packages: stats[1]?.kind === "directory" };
  }
}

/** The path that tools print. */
export function displayOf(projects: readonly Project[], path: string, workspace: Capabilities["workspace"]): string {
  return projectOf(projects, path)?.display(path, (each) => workspace.display(each)) ?? workspace.display(path);
}

/** The project whose root holds a path. */
export function projectOf(projects: readonly Project[], path: string): Project | undefined {
  let best: Project | undefined;
  for (const project of projects) {
    if (path.startsWith(project.prefix) && (!best || project.root.path.length > best.root.path.length)) best = project;
  }
  return best;
}
