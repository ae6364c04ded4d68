/** Knows the .NET projects in the workspace: which one owns a script, which others it references, and where symbols are defined. */
import { basename, dirname } from "node:path";
import type { Capabilities } from "../../../core/host/plugin-api.ts";
import type { Truth } from "../outline/conditions.ts";
import { type DotnetProject, type GlobalUsing, readProject, symbolIn } from "./project-file.ts";

/** The project files of one folder, which all compile the same scripts. */
export interface DotnetAssembly {
  name: string;
  folder: string;
  /** The first project file. */
  path: string;
  projects: DotnetProject[];
  /** The names of referenced assemblies. */
  references: Set<string>;
  /** The assemblies with which linked scripts are shared. */
  linked: Set<string>;
  /** Everything that is visible, directly or indirectly. */
  seen: Set<string>;
}

export interface Naming {
  /** Tells whether another assembly uses the name. */
  isTaken(name: string): boolean;
  /** Distinguishes two projects with the same name. */
  shown(path: string): string;
}

export class DotnetProjects {
  readonly assemblies: DotnetAssembly[] = [];
  readonly #byFolder = new Map<string, DotnetAssembly>();
  readonly #byName = new Map<string, DotnetAssembly>();
  readonly #joined = new Map<string, string>();

  static async read(paths: readonly string[], files: Capabilities["files"], naming: Naming): Promise<DotnetProjects> {
    const made = new DotnetProjects();
    for (const path of paths) made.#add(await readProject(path, files), naming);
    made.#link();
    return made;
  }

  get projects(): readonly DotnetProject[] {
    return this.assemblies.flatMap(({ projects }) => projects);
  }

  /**
   * Returns the assembly that compiles the content of a folder, or a script outside of all projects. It is "" if there are
   * several.
   */
  ownerOf(path: string): string | undefined {
    return this.#byFolder.get(path)?.name;
  }

  /** Returns true for a script in the assembly's folder that is not compiled by any of its projects. */
  isLeftOut(assembly: string, path: string): boolean {
    const projects = this.#byName.get(assembly)?.projects ?? [];
    return (
      projects.length > 0 &&
      projects.every(({ scripts }) => scripts.leavesOut(path)) &&
      !this.linking(path).some((name) => name !== assembly)
    );
  }

  /** Returns the names of the assemblies that compile a script by a link. */
  linking(path: string): string[] {
    return this.assemblies.flatMap(({ name, projects }) =>
      projects.some(({ links }) => [...links].some((link) => path === link || path.startsWith(`${link}/`)))
        ? [name]
        : [],
    );
  }

  /** Returns one name for all assemblies that share linked scripts, because a type can have parts in any of them. */
  joined(assembly: string): string {
    return this.#joined.get(assembly) ?? assembly;
  }

  byName(name: string): DotnetAssembly | undefined {
    return this.#byName.get(name);
  }

  symbol(assembly: string, name: string): Truth {
    const truths = this.#byName.get(assembly)?.projects.map((project) => symbolIn(project, name)) ?? [];
    return truths.length > 0 && truths.every((truth) => truth === truths[0]) ? truths[0] : undefined;
  }

  /** Returns the usings that project files add to each script. */
  usings(assembly: string): readonly GlobalUsing[] {
    return this.#byName.get(assembly)?.projects.flatMap(({ usings }) => usings) ?? [];
  }

  #add(project: DotnetProject, { isTaken, shown }: Naming): void {
    const folder = dirname(project.path);
    const known = this.#byFolder.get(folder);
    if (known) {
      known.projects.push(project);
      return;
    }
    // Two projects might have the same assembly name.
    const isNew = !this.#byName.has(project.name) && !isTaken(project.name);
    const assembly: DotnetAssembly = {
      name: isNew ? project.name : `${project.name} (${shown(project.path)})`,
      folder,
      path: project.path,
      projects: [project],
      references: new Set(),
      linked: new Set(),
      seen: new Set(),
    };
    this.assemblies.push(assembly);
    this.#byFolder.set(folder, assembly);
    this.#byName.set(assembly.name, assembly);
  }

  #link(): void {
    const packed = new Map<string, string>();
    for (const { name, projects } of this.assemblies)
      for (const { packageId } of projects) packed.set((packageId || name).toLowerCase(), name);
    for (const assembly of this.assemblies) {
      for (const { references, libraries, links, packages } of assembly.projects) {
        for (const name of libraries)
          if (this.#byName.has(name) && name !== assembly.name) assembly.references.add(name);
        // If a package is built in the workspace, its source is available.
        for (const id of packages.keys()) {
          const built = packed.get(id.toLowerCase());
          if (built !== undefined && built !== assembly.name) assembly.references.add(built);
        }
        for (const path of references) {
          const known = this.#byFolder.get(dirname(path));
          for (const other of known ? [known] : this.#endingLike(path))
            if (other !== assembly) assembly.references.add(other.name);
        }
        for (const link of links) this.#linked(assembly, link);
      }
    }
    for (const assembly of this.assemblies) {
      this.#join(assembly);
      const pending = [assembly.name];
      for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
        if (assembly.seen.has(name)) continue;
        assembly.seen.add(name);
        const next = this.#byName.get(name);
        if (next) pending.push(...next.references, ...next.linked);
      }
    }
  }

  /** Finds the project by the name of its file, for references that have an unknown property in the folder. */
  #endingLike(path: string): DotnetAssembly[] {
    const name = basename(path).toLowerCase();
    return this.assemblies.filter(({ projects }) =>
      projects.some((each) => basename(each.path).toLowerCase() === name),
    );
  }

  #join(assembly: DotnetAssembly): void {
    const pending = [assembly.name];
    for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
      if (this.#joined.has(name)) continue;
      this.#joined.set(name, assembly.name);
      pending.push(...(this.#byName.get(name)?.linked ?? []));
    }
  }

  /** If another project owns a linked script, it belongs to both of them. Otherwise it only belongs to the one that links it. */
  #linked(assembly: DotnetAssembly, link: string): void {
    const isScript = /\.cs$/i.test(link);
    let isOwned = false;
    for (const other of this.assemblies) {
      const isInside = `${link}/`.startsWith(`${other.folder}/`);
      const isAround = !isScript && other.folder.startsWith(`${link}/`);
      if (other === assembly || !(isInside || isAround)) continue;
      assembly.linked.add(other.name);
      // It sees the same assemblies as the project that links it.
      other.linked.add(assembly.name);
      isOwned = true;
    }
    if (isOwned) return;
    const before = this.#byFolder.get(link);
    // There is more than one possible owner, so the script sees everything.
    if (before === undefined) this.#byFolder.set(link, assembly);
    else if (before !== assembly) this.#byFolder.set(link, { ...assembly, name: "" });
  }
}
