/**
 * Determines the assembly of a script, and the assemblies that it can see. A file can't use a declaration if it doesn't see its
 * assembly.
 */
import { basename, dirname } from "node:path";
import { type Capabilities, ifThere, type Sweep } from "../../../core/host/plugin-api.ts";
import { DotnetProjects } from "../dotnet/dotnet-projects.ts";
import type { DotnetProject, GlobalUsing } from "../dotnet/project-file.ts";
import { isSolution, readSolutions, type Solution } from "../dotnet/solutions.ts";
import type { Truth } from "../outline/conditions.ts";
import { parseObject } from "../packages/package-files.ts";
import { type Project, projectOf } from "./project.ts";

export interface Assembly {
  name: string;
  path: string;
  /** The referenced assemblies. They are undefined if the file can't be parsed, in which case it may see everything. */
  references: Set<string> | undefined;
  /** True if scripts without an assembly definition reference it. */
  autoReferenced: boolean;
}

/**
 * The assembly for scripts without a definition. Unity has four of these (with and without Editor, and for the first pass).
 * They are treated as one, because their folders depend on Unity's version and a wrong guess would hide uses.
 */
export const PREDEFINED = "Assembly-CSharp";

/** The suffix for scripts that their own project excludes. */
const LEFT_OUT = " (left out)";

export class Assemblies {
  readonly #byName = new Map<string, Assembly>();
  /** Maps folders to their assembly, by `.asmdef` or `.asmref`. */
  readonly #owners = new Map<string, string>();
  readonly #ofFolder = new Map<string, string>();
  readonly #projects: readonly Project[];
  #dotnet = new DotnetProjects();
  solutions: readonly Solution[] = [];

  constructor(projects: readonly Project[]) {
    this.#projects = projects;
  }

  static async read(
    projects: readonly Project[],
    definitions: Sweep,
    files: Capabilities["files"],
  ): Promise<Assemblies> {
    const made = new Assemblies(projects);
    const guids = new Map<string, string>();
    const asmrefs: { folder: string; target: string }[] = [];
    for (const path of definitions.paths) {
      if (!/\.asm(?:def|ref)$/i.test(path)) continue;
      const json = parseObject((await ifThere(files.readText(path)))?.text.trim() ?? "");
      const name = typeof json?.name === "string" ? json.name : basename(path).replace(/\.asm(def|ref)$/i, "");
      if (path.toLowerCase().endsWith(".asmref")) {
        asmrefs.push({ folder: dirname(path), target: typeof json?.reference === "string" ? json.reference : "" });
        continue;
      }
      const references =
        json && Array.isArray(json.references)
          ? new Set(json.references.map(String))
          : json
            ? new Set<string>()
            : undefined;
      made.#byName.set(name, { name, path, references, autoReferenced: json?.autoReferenced !== false });
      made.#owners.set(dirname(path), name);
      const meta = (await ifThere(files.readText(`${path}.meta`)))?.text;
      const guid = meta && /^guid:\s*([0-9a-f]{32})/m.exec(meta)?.[1];
      if (guid) guids.set(guid, name);
    }
    const named = (reference: string): string =>
      guids.get(/^GUID:(.*)$/i.exec(reference)?.[1]?.toLowerCase() ?? "") ?? reference;
    for (const assembly of made.#byName.values()) {
      if (assembly.references) assembly.references = new Set([...assembly.references].map(named));
    }
    for (const { folder, target } of asmrefs) made.#owners.set(folder, named(target));
    // Unity generates these from its definitions.
    const dotnet = definitions.paths.filter(
      (path) => isProjectFile(path) && !projectOf(projects, path)?.isOfUnity(path),
    );
    made.#dotnet = await DotnetProjects.read(dotnet, files, {
      isTaken: (name) => made.#byName.has(name),
      shown: (path) => path.slice(projectOf(projects, path)?.prefix.length ?? 0),
    });
    // Unity also generates the solution.
    const solutions = definitions.paths.filter(
      (path) => isSolution(path) && !projectOf(projects, path)?.isOfUnity(path),
    );
    made.solutions = await readSolutions(solutions, files);
    for (const { name, path, references } of made.#dotnet.assemblies)
      made.#byName.set(name, { name, path, references, autoReferenced: true });
    return made;
  }

  all(): readonly Assembly[] {
    return [...this.#byName.values()];
  }

  get dotnetProjects(): readonly DotnetProject[] {
    return this.#dotnet.projects;
  }

  /** Returns the `#if` symbols of .NET projects. */
  symbol(path: string, name: string): Truth {
    return this.#dotnet.symbol(this.of(path), name);
  }

  /** Returns the imports that project files add to all scripts. */
  usings(assembly: string): readonly GlobalUsing[] {
    return this.#dotnet.usings(assembly);
  }

  /** Returns the names of the .NET assemblies that compile a script, by folder or by link. */
  compiling(path: string): ReadonlySet<string> {
    return new Set([this.of(path), ...this.#dotnet.linking(path)]);
  }

  /** The same as `of`, but with a common name for scripts that projects share by links. */
  linkedName(path: string): string {
    return this.#dotnet.joined(this.of(path));
  }

  /** Returns "" if it isn't known, because the root isn't a Unity project. */
  of(path: string): string {
    const alone = this.#dotnet.ownerOf(path);
    if (alone !== undefined) return alone;
    const folder = dirname(path);
    let known = this.#ofFolder.get(folder);
    if (known === undefined) {
      known = this.#find(folder, path);
      this.#ofFolder.set(folder, known);
    }
    return this.#dotnet.isLeftOut(known, path) ? `${known}${LEFT_OUT}` : known;
  }

  /** Returns true if scripts in `from` can use declarations in `to`. */
  sees(from: string, to: string): boolean {
    if (from === to || from === "" || to === "") return true;
    if (to.endsWith(LEFT_OUT)) return false;
    if (to === PREDEFINED) return this.#dotnet.byName(from) !== undefined;
    const target = this.#byName.get(to);
    if (!target) return true;
    // .NET and Unity projects may use each other as libraries or link scripts, which no definition says.
    const dotnet = this.#dotnet.byName(from);
    if ((dotnet === undefined) !== (this.#dotnet.byName(to) === undefined)) return true;
    if (dotnet) return dotnet.seen.has(to);
    if (from === PREDEFINED) return target.autoReferenced;
    const references = this.#byName.get(from)?.references;
    return references === undefined || references.has(to);
  }

  #find(folder: string, path: string): string {
    const project = projectOf(this.#projects, path);
    for (let at = folder; ; at = dirname(at)) {
      const owner = this.#owners.get(at) ?? this.#dotnet.ownerOf(at);
      if (owner !== undefined) return owner;
      if (at === project?.root.path || at === dirname(at)) break;
    }
    return project?.unity && path.startsWith(`${project.root.path}/Assets/`) ? PREDEFINED : "";
  }
}

function isProjectFile(path: string): boolean {
  return path.toLowerCase().endsWith(".csproj");
}
