/** Finds the NuGet packages of .NET projects, and the compiled assemblies of those inside a root. */
import { basename, dirname, join } from "node:path";
import { type Capabilities, ifThere, JigError, slashed } from "../../../core/host/plugin-api.ts";
import type { DotnetProject } from "../dotnet/project-file.ts";
import { bestFrameworkFolder } from "./nuget-folders.ts";
import { bestVersion, exactVersion } from "./nuget-versions.ts";
import { objectOf, parseObject } from "./package-files.ts";

export interface NugetPackage {
  name: string;
  /** "" if no file contains the version. */
  version: string;
  /** The folder in NuGet's cache, or "" if it isn't known. */
  folder: string;
  /** True if it is outside of the roots, so that it must not be read. */
  isExternal: boolean;
  /** The assemblies to compile against. */
  libraries: string[];
}

type Disk = Pick<Capabilities, "files" | "workspace" | "env">;

const MAX_ASSETS_BYTES = 64 * 1024 * 1024;
const MAX_PACKAGES = 1000;
/** The number of packages that a note names. */
const MAX_NAMED = 3;

/** Returns NuGet's package folder, if it is known. */
export function nugetCache(env: Capabilities["env"]): string | undefined {
  const own = env("NUGET_PACKAGES");
  if (own) return slashed(own);
  const home = env("HOME") || env("USERPROFILE");
  return home ? slashed(join(home, ".nuget", "packages")) : undefined;
}

/** Returns the path of the file that a restore writes for a project. */
function assetsFileOf({ path }: Pick<DotnetProject, "path">): string {
  return join(dirname(path), "obj", "project.assets.json");
}

/** The result is cached as long as project files and the output of the restore remain the same. */
export class NugetPackages {
  #stamp = "";
  #projects: readonly DotnetProject[] = [];
  #found: readonly NugetPackage[] = [];

  async of(projects: readonly DotnetProject[], disk: Disk): Promise<readonly NugetPackage[]> {
    const stats = await Promise.all(projects.map((project) => ifThere(disk.files.stat(assetsFileOf(project)))));
    const stamp = stats.map((stat) => `${stat?.size}:${stat?.mtimeMs}`).join();
    const isSame = stamp === this.#stamp && projects.every((project, at) => project === this.#projects[at]);
    if (!isSame || projects.length !== this.#projects.length) {
      this.#found = await nugetPackages(projects, disk);
      this.#stamp = stamp;
      this.#projects = projects;
    }
    return this.#found;
  }
}

/**
 * Returns each package once. A `project.assets.json` lists them, including indirect ones. Without it, the versions come from
 * the project files.
 */
async function nugetPackages(projects: readonly DotnetProject[], disk: Disk): Promise<NugetPackage[]> {
  const found = new Map<string, NugetPackage>();
  const cache = nugetCache(disk.env);
  for (const project of projects) {
    const restored = await readAssets(assetsFileOf(project), disk);
    for (const one of restored.values()) if (found.size < MAX_PACKAGES) found.set(keyOf(one), one);
    const names = new Set([...restored.values()].map(({ name }) => name.toLowerCase()));
    for (const [name, written] of project.packages) {
      if (names.has(name.toLowerCase()) || found.size >= MAX_PACKAGES) continue;
      const exact = exactVersion(written);
      const there = exact === "" ? await versionThere(cache, name, written, disk) : undefined;
      const version = there?.version ?? exact;
      const folder = there?.isExternal ? there.folder : folderOf(cache, name, version);
      const one = { name, version, folder, isExternal: there?.isExternal === true, libraries: [] };
      if (found.has(keyOf(one))) continue;
      const frameworks = project.builds.map(({ framework }) => framework);
      const seen = one.isExternal
        ? undefined
        : await whereReadable(one.folder, disk, (folder) => librariesIn(folder, frameworks, disk));
      found.set(keyOf(one), { ...one, ...seen });
    }
  }
  return [...found.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** Returns a note that lists packages outside of the roots, and says how to make them readable. */
export function externalPackagesNote(packages: readonly NugetPackage[]): string {
  const names = packages.slice(0, MAX_NAMED).map(({ name, version }) => `${name} ${version}`);
  const rest = packages.length > names.length ? `, and ${packages.length - names.length} more` : "";
  // The path is <cache>/<name>/<version>.
  const cache = dirname(dirname(packages[0]?.folder ?? ""));
  const which = packages.length === 1 ? "A NuGet package is" : `${packages.length} NuGet packages are`;
  return `${which} not read: ${names.join(", ")}${rest}. To read ${packages.length === 1 ? "its" : "their"} types, also start jig with --root ${cache}`;
}

function keyOf({ name, version }: Pick<NugetPackage, "name" | "version">): string {
  return `${name}/${version}`.toLowerCase();
}

/** NuGet's folders are in lower case, without everything from `+` on. */
function folderOf(cache: string | undefined, name: string, version: string): string {
  if (cache === undefined || version === "" || !isPlain(name) || !isPlain(version)) return "";
  return join(cache, name.toLowerCase(), version.toLowerCase().replace(/\+.*$/, ""));
}

/** Returns true if a name is safe, which means that it can't lead out of the folder. */
function isPlain(name: string): boolean {
  return /^[\w.+-]+$/.test(name) && !name.startsWith(".");
}

/** Without a restore, we have to find a version in the cache that is in the range. It is "" if none matches. */
async function versionThere(
  cache: string | undefined,
  name: string,
  written: string,
  disk: Disk,
): Promise<{ version: string; folder: string; isExternal: boolean } | undefined> {
  if (cache === undefined || written === "" || !isPlain(name)) return undefined;
  const all = join(cache, name.toLowerCase());
  const versions: string[] = [];
  const { isExternal } = await whereReadable(all, disk, async (folder) => {
    for (const { kind, path } of await disk.files.list(folder)) if (kind === "directory") versions.push(basename(path));
    return [];
  });
  return isExternal
    ? { version: written, folder: join(all, "*"), isExternal }
    : { version: bestVersion(written, versions) ?? "", folder: "", isExternal };
}

async function readAssets(path: string, disk: Disk): Promise<Map<string, NugetPackage>> {
  const packages = new Map<string, NugetPackage>();
  const text = (await ifThere(disk.files.readText(path, { maxBytes: MAX_ASSETS_BYTES })))?.text;
  const json = text === undefined ? undefined : parseObject(text);
  if (!json) return packages;
  const caches = Object.keys(objectOf(json.packageFolders)).map((each) => slashed(each));
  const libraries = objectOf(json.libraries);
  for (const target of Object.values(objectOf(json.targets))) {
    for (const [key, written] of Object.entries(objectOf(target))) {
      const one = objectOf(written);
      if (one.type !== "package" || packages.size >= MAX_PACKAGES) continue;
      const [name = "", version = ""] = key.split("/");
      const inside = objectOf(libraries[key]).path;
      const compiled = Object.keys(objectOf(one.compile)).filter((each) => /\.dll$/i.test(each));
      const known = packages.get(key);
      if (known) {
        known.libraries = [...new Set([...known.libraries, ...compiled.map((each) => join(known.folder, each))])];
        continue;
      }
      const places = typeof inside === "string" ? caches.map((cache) => join(cache, inside)) : [];
      packages.set(key, { name, version, ...(await firstReadable(places, compiled, disk)) });
    }
  }
  for (const one of packages.values()) if (one.isExternal) one.libraries = [];
  return packages;
}

/** Returns the first package folder that has the package. */
async function firstReadable(
  places: readonly string[],
  compiled: readonly string[],
  disk: Disk,
): Promise<Omit<NugetPackage, "name" | "version">> {
  let external = "";
  for (const folder of places) {
    const found = await whereReadable(folder, disk, async (at) => compiled.map((each) => join(at, each)));
    if (found.libraries.length > 0 || (!found.isExternal && found.isThere))
      return { folder, isExternal: false, libraries: found.libraries };
    if (found.isExternal) external ||= folder;
  }
  return { folder: external || (places[0] ?? ""), isExternal: external !== "", libraries: [] };
}

async function whereReadable(
  folder: string,
  disk: Disk,
  libraries: (folder: string) => Promise<string[]>,
): Promise<{ isExternal: boolean; isThere: boolean; libraries: string[] }> {
  if (folder === "") return { isExternal: false, isThere: false, libraries: [] };
  try {
    const { absolute } = await disk.workspace.resolve(folder, { expect: "directory" });
    return { isExternal: false, isThere: true, libraries: await libraries(absolute) };
  } catch (error) {
    return { isExternal: error instanceof JigError && error.code === "PATH_OUTSIDE", isThere: false, libraries: [] };
  }
}

/** Returns the assemblies of a package that fit one of the frameworks. Reference assemblies are preferred. */
async function librariesIn(folder: string, frameworks: readonly string[], disk: Disk): Promise<string[]> {
  for (const kind of ["ref", "lib"]) {
    const entries = (await ifThere(disk.files.list(join(folder, kind)))) ?? [];
    const inner = entries.filter(({ kind: each }) => each === "directory").map(({ path }) => path);
    const chosen =
      bestFrameworkFolder(inner, frameworks) ??
      (entries.some(({ path }) => /\.dll$/i.test(path)) ? join(folder, kind) : undefined);
    if (chosen === undefined) continue;
    const files = chosen === join(folder, kind) ? entries : ((await ifThere(disk.files.list(chosen))) ?? []);
    return files.filter(({ kind: each, path }) => each === "file" && /\.dll$/i.test(path)).map(({ path }) => path);
  }
  return [];
}
