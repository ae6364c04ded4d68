/**
 * Keeps the index of all scripts on a worker thread. A sweep updates it before every answer. In between, it is extended in the
 * background and saved to disk.
 */
import { type FileStat, ifThere, type Sweep, type WorkerContext } from "../../../core/host/plugin-api.ts";
import type { LibraryFile } from "../libraries/package-types.ts";
import type { Truth } from "../outline/conditions.ts";
import { type NugetPackage, NugetPackages } from "../packages/nuget.ts";
import { displayOf, type Project, Projects, projectOf } from "../project/project.ts";
import { AREAS, type Area, type FileScope } from "../project/scopes.ts";
import { Assemblies } from "../project/script-assemblies.ts";
import { INDEX_KEY, PublishedSegments } from "./published-segments.ts";
import type { SegmentFile } from "./segment.ts";
import { SegmentBuilder, type UnparsedFiles } from "./segment-builder.ts";
import { compiledPlugins, filterSweep, isLibrary, isScript, NO_FILES, skippedFolders } from "./sweeps.ts";
import { SymbolStore } from "./symbol-store.ts";

/** Scripts, and files that define assemblies. */
const SWEPT = [".cs", ".asmdef", ".asmref", ".csproj", ".props", ".targets", ".sln", ".slnx", ".dll"];

export class ScriptIndex implements UnparsedFiles {
  readonly store = new SymbolStore();
  readonly projects: Projects;
  readonly builder: SegmentBuilder;
  readonly #context: WorkerContext;
  readonly #published: PublishedSegments;
  /** The result of the last sweep. It is set to undefined to force a comparison the next time, even if nothing has changed. */
  #swept: Sweep | undefined;
  /** The scripts of that sweep, and those whose current version isn't in the store. */
  #sweep: Sweep = NO_FILES;
  #pending = new Map<string, number>();
  #current: readonly Project[] = [];
  /** The area of each folder for the current layout. */
  readonly #areas = new Map<string, Area | undefined>();
  /** The number of running queries. */
  #questions = 0;
  #changes = 0;
  /** The folders that the last sweep could not read. */
  #refused: readonly string[] = [];
  #directories: string[] = [];
  /** The last sweep with the loose files around projects. */
  #joined: { swept: Sweep; stamp: string; joined: Sweep } | undefined;
  #definitions: Sweep = NO_FILES;
  #plugins: readonly LibraryFile[] = [];
  #assemblies: { stamp: string; made: Assemblies } | undefined;
  readonly #packages = new NugetPackages();

  constructor(context: WorkerContext) {
    this.#context = context;
    this.#published = new PublishedSegments(context.sharedIndex(INDEX_KEY), this.store);
    this.builder = new SegmentBuilder(context, this.store, this.#published, this);
    this.projects = new Projects(context);
  }

  get location(): string {
    return this.#published.path;
  }

  /** The files of the last sweep. */
  get files(): Sweep {
    return this.#sweep;
  }

  get pending(): Map<string, number> {
    return this.#pending;
  }

  get isQuiet(): boolean {
    return this.#questions === 0;
  }

  storeChanged(): void {
    this.#swept = undefined;
    this.#changes++;
  }

  /** Runs a query. Its handles are valid until its end. */
  async during<Answer>(answer: () => Promise<Answer>): Promise<Answer> {
    if (this.isQuiet && this.#published.settle()) this.storeChanged();
    this.#questions++;
    try {
      return await answer();
    } finally {
      this.#questions--;
    }
  }

  /** Changes when a script changes, and when the index becomes complete. */
  get generation(): string {
    return `${this.#changes}${this.#pending.size === 0 ? "" : "~"}`;
  }

  /** The existing folders with scripts. */
  get directories(): readonly string[] {
    return this.#directories;
  }

  /** Folders and files that couldn't be read. */
  get unread(): { folders: string[]; files: string[] } {
    const folders = this.#refused.map((path) => this.display(path));
    const files = [...this.store.unread].map((path) => this.display(path));
    return { folders, files };
  }

  /** The names of folders that are never searched. */
  get skip(): string[] {
    return skippedFolders(this.#current);
  }

  get layout(): readonly Project[] {
    return this.#current;
  }

  /** Calls stat for every file. Those that have changed are removed from the store. */
  async refresh(): Promise<void> {
    const layout = await this.projects.current();
    const swept = await this.#sweepAll(layout);
    this.#refused = swept.unreadable ?? [];
    const news = await this.#published.news();
    // It is the same object, so nothing has changed.
    if (swept === this.#swept && layout === this.#current && !news) return;
    if (layout !== this.#current) this.#areas.clear();
    this.#current = layout;
    this.#swept = swept;
    this.#definitions = filterSweep(swept, (path) => !isScript(path) && !isLibrary(path));
    this.#plugins = compiledPlugins(swept, (path) => this.areaOf(path) !== undefined && this.#isOfUnity(path));
    this.#sweep = filterSweep(swept, (path) => isScript(path) && this.areaOf(path) !== undefined);
    this.#pending = new Map();
    const { paths, sizes, mtimesMs } = this.#sweep;
    const seen = new Map(paths.map((path, at) => [path, at]));
    const isCurrent = ({ path, size, mtimeMs }: SegmentFile) => {
      const at = seen.get(path) ?? -1;
      return sizes[at] === size && mtimesMs[at] === mtimeMs;
    };
    if (news) {
      this.#published.adopt(news, isCurrent);
      this.#changes++;
    }
    for (let at = 0; at < paths.length; at++) {
      const path = paths[at]!;
      const known = this.store.files.get(path);
      if (known && known.size === sizes[at] && known.mtimeMs === mtimesMs[at]) continue;
      if (known) this.store.remove(path);
      this.#pending.set(path, at);
    }
    const isRemoved = this.store.files.size + this.#pending.size > seen.size;
    if (isRemoved) for (const path of this.store.files.keys()) if (!seen.has(path)) this.store.remove(path);
    if (isRemoved || this.#pending.size > 0) this.#changes++;
  }

  /** Returns the area of a file. It is undefined unless the file is a script in the workspace. */
  areaOf(path: string): Area | undefined {
    const slash = path.lastIndexOf("/");
    if (path.charAt(slash + 1) === ".") return undefined;
    const folder = path.slice(0, slash);
    let area = this.#areas.get(folder);
    if (area === undefined && !this.#areas.has(folder)) {
      area = projectOf(this.#current, path)?.areaOf(folder);
      this.#areas.set(folder, area);
    }
    return area;
  }

  includes(path: string, scope: FileScope): boolean {
    const area = this.areaOf(path);
    return area !== undefined && AREAS[scope].includes(area);
  }

  /** Returns a test for the files in a scope and in the areas of these declarations, because their own area always counts. */
  around(scope: FileScope, declared: readonly { path: string }[]): (path: string) => boolean {
    const areas = new Set<Area | undefined>([...AREAS[scope], ...declared.map(({ path }) => this.areaOf(path))]);
    areas.delete(undefined);
    return (path) => areas.has(this.areaOf(path));
  }

  display(path: string): string {
    return displayOf(this.#current, path, this.#context.workspace);
  }

  /** Returns the assemblies that are described by the definitions of the last sweep. */
  async assemblies(): Promise<Assemblies> {
    const { paths, sizes, mtimesMs } = this.#definitions;
    const stamp = paths.map((path, at) => `${path}:${sizes[at]}:${mtimesMs[at]}`).join();
    if (this.#assemblies?.stamp !== stamp) {
      this.#assemblies = { stamp, made: await Assemblies.read(this.#current, this.#definitions, this.#context.files) };
    }
    return this.#assemblies.made;
  }

  ensure(paths: Iterable<string>): Promise<void> {
    return this.builder.ensure(paths);
  }

  async #sweepAll(layout: readonly Project[]): Promise<Sweep> {
    const directories: string[] = [];
    for (const project of layout) {
      for (const directory of project.directories()) {
        const stat = await ifThere(this.#context.files.stat(directory));
        if (stat?.kind === "directory") directories.push(directory);
      }
    }
    const loose = await this.#looseFiles(layout);
    this.#directories = [...directories, ...loose.map(({ path }) => path)];
    const swept =
      directories.length === 0
        ? NO_FILES
        : await this.#context.files.sweep({
            directories,
            extensions: SWEPT,
            skip: skippedFolders(layout),
            watch: true,
          });
    const stamp = loose.map(({ path, size, mtimeMs }) => `${path}:${size}:${mtimeMs}`).join();
    if (loose.length === 0) return swept;
    if (this.#joined?.swept !== swept || this.#joined.stamp !== stamp) {
      const joined = {
        paths: [...swept.paths, ...loose.map(({ path }) => path)],
        sizes: Float64Array.from([...swept.sizes, ...loose.map(({ size }) => size)]),
        mtimesMs: Float64Array.from([...swept.mtimesMs, ...loose.map(({ mtimeMs }) => mtimeMs)]),
        ...(swept.unreadable ? { unreadable: swept.unreadable } : {}),
      };
      this.#joined = { swept, stamp, joined };
    }
    return this.#joined.joined;
  }

  /** Returns the scripts in parent folders of projects. */
  async #looseFiles(layout: readonly Project[]): Promise<FileStat[]> {
    const listed = layout.flatMap(({ loose }) =>
      loose.map((folder) => ifThere(this.#context.files.list(folder)).then((found) => found ?? [])),
    );
    return (await Promise.all(listed))
      .flat()
      .filter(({ kind, path }) => kind === "file" && SWEPT.some((ending) => path.toLowerCase().endsWith(ending)));
  }

  /** Returns the NuGet packages that project files reference. */
  async packages(): Promise<readonly NugetPackage[]> {
    const { dotnetProjects } = await this.assemblies();
    return dotnetProjects.length === 0 ? [] : await this.#packages.of(dotnetProjects, this.#context);
  }

  /** Returns compiled assemblies, which Unity imports or which are in referenced packages. */
  async compiled(): Promise<readonly LibraryFile[]> {
    const packages = (await this.packages()).flatMap(({ libraries }) => libraries);
    return [...this.#plugins, ...packages.map((path) => ({ path, stamp: "" }))];
  }

  /** Returns the folders with compiled assemblies that scripts can use. */
  libraries(): string[] {
    return this.#current.flatMap(({ root, unity }) =>
      unity ? ["Assets", "Packages", "Library"].map((folder) => `${root.path}/${folder}`) : [root.path],
    );
  }

  /** True if scripts might use Unity's API. This is assumed if there is a Unity project or any assembly definition. */
  get usesEngine(): boolean {
    return this.#current.some(({ unity }) => unity) || this.#definitions.paths.some((path) => path.endsWith(".asmdef"));
  }

  #isOfUnity(path: string): boolean {
    return projectOf(this.#current, path)?.isOfUnity(path) === true;
  }

  /** Returns whether the `#if` symbol is defined in this file, if this is known. */
  symbol(path: string, name: string): Truth {
    const project = projectOf(this.#current, path);
    return project?.isOfUnity(path) ? project.symbol(name) : this.#assemblies?.made.symbol(path, name);
  }
}
