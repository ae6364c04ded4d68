/** Finds the package folders of a Unity project for all versions of Unity. */
import { isAbsolute, join, resolve } from "node:path";
import { type Capabilities, ifThere, slashed } from "../../../core/host/plugin-api.ts";
import {
  type PackageJson,
  parseObject,
  type RequestedPackage,
  readLock,
  readManifest,
  readPackageJson,
  type Source,
} from "./package-files.ts";

export interface Package {
  name: string;
  displayName: string;
  version: string;
  source: Source;
  direct: boolean;
  /**
   * The resolved folder. It is undefined if it isn't on this disk, as for built-in modules and packages that Unity hasn't
   * fetched yet.
   */
  folder: string | undefined;
  /** True inside a root, so that its scripts can be read. */
  readable: boolean;
}

type Disk = Pick<Capabilities, "files" | "workspace">;

/** Resolves all packages of a project, including those that are built in. The result is sorted by name. */
export async function resolvePackages(root: string, disk: Disk): Promise<Package[]> {
  const manifest = (await text(disk, join(root, "Packages/manifest.json"))) ?? "";
  const lock = await text(disk, join(root, "Packages/packages-lock.json"));
  const wanted = new Map<string, RequestedPackage>();
  // If a package was added after Unity last ran, only the manifest contains it.
  for (const one of readManifest(manifest) ?? []) wanted.set(one.name, one);
  for (const one of (lock && readLock(lock)) || []) wanted.set(one.name, one);
  const cached = await cacheFolders(root, disk);
  const recorded = await recordedFolders(root, disk);
  const packages = new Map<string, Package>();
  for (const one of wanted.values()) {
    if (one.source !== "embedded") packages.set(one.name, await place(one, root, cached, recorded, disk));
  }
  for (const embedded of await embeddedPackages(root, disk)) {
    packages.set(embedded.name, { ...embedded, direct: wanted.get(embedded.name)?.direct ?? true });
  }
  for (const one of wanted.values()) {
    if (!packages.has(one.name)) packages.set(one.name, { ...named(one), folder: undefined, readable: false });
  }
  return [...packages.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function named({ name, version, source, direct }: RequestedPackage): Omit<Package, "folder" | "readable"> {
  return { name, displayName: name, version, source, direct };
}

async function place(
  one: RequestedPackage,
  root: string,
  cached: Map<string, string[]>,
  recorded: Map<string, string>,
  disk: Disk,
): Promise<Package> {
  const made = named(one);
  if (one.source === "local") {
    const written = one.version.slice("file:".length);
    const folder = slashed(isAbsolute(written) ? written : resolve(root, "Packages", written));
    const json = await packageJson(disk, folder);
    return { ...made, ...shown(json), folder, readable: json !== undefined };
  }
  const folder = (await pickCached(one, cached.get(one.name) ?? [], disk)) ?? recorded.get(one.name);
  if (!folder) return { ...made, folder: undefined, readable: false };
  const json = await packageJson(disk, folder);
  return { ...made, ...shown(json), folder, readable: json !== undefined };
}

function shown(json: PackageJson | undefined): { displayName?: string; version?: string } {
  return json ? { displayName: json.displayName, ...(json.version ? { version: json.version } : {}) } : {};
}

/** Old folders aren't deleted, so a package may have several. This chooses the requested version, the git hash, or the newest. */
async function pickCached(one: RequestedPackage, folders: string[], disk: Disk): Promise<string | undefined> {
  let best: { folder: string; score: number; time: number } | undefined;
  for (const folder of folders) {
    const json = await packageJson(disk, folder);
    if (!json || json.name !== one.name) continue;
    const suffix = folder.slice(folder.lastIndexOf("@") + 1);
    const hashed = one.hash !== "" && folder.includes("@") && one.hash.startsWith(suffix);
    const score = hashed ? 2 : json.version === one.version ? 1 : 0;
    const time = (await ifThere(disk.files.stat(folder)))?.mtimeMs ?? 0;
    if (!best || score > best.score || (score === best.score && time > best.time)) best = { folder, score, time };
  }
  return best?.folder;
}

/** Returns the folders in Library/PackageCache by package. They are called `name`, `name@version` or `name@<hash>`. */
async function cacheFolders(root: string, disk: Disk): Promise<Map<string, string[]>> {
  const byName = new Map<string, string[]>();
  for (const folder of await folders(disk, join(root, "Library/PackageCache"))) {
    const base = folder.slice(folder.lastIndexOf("/") + 1);
    const [name = ""] = base.split("@");
    byName.set(name, [...(byName.get(name) ?? []), folder]);
  }
  return byName;
}

/**
 * Reads Unity's own record of package locations. It is the last resort, because the file isn't documented and may be out of
 * date.
 */
async function recordedFolders(root: string, disk: Disk): Promise<Map<string, string>> {
  const byName = new Map<string, string>();
  const json = parseObject((await text(disk, join(root, "Library/PackageManager/projectResolution.json"))) ?? "");
  const outputs = json?.outputs;
  for (const [name, entry] of Object.entries(typeof outputs === "object" && outputs !== null ? outputs : {})) {
    const folder = (entry as { resolvedPath?: unknown } | null)?.resolvedPath;
    if (typeof folder === "string" && folder !== "") byName.set(name, slashed(folder));
  }
  return byName;
}

/** Returns embedded packages, which are folders in Packages/ with a package.json. They replace entries of the lock file. */
async function embeddedPackages(root: string, disk: Disk): Promise<Package[]> {
  const found: Package[] = [];
  for (const folder of await folders(disk, join(root, "Packages"))) {
    const json = await packageJson(disk, folder);
    if (json) found.push({ ...json, source: "embedded", direct: true, folder, readable: true });
  }
  return found;
}

async function folders(disk: Disk, parent: string): Promise<string[]> {
  const entries = (await ifThere(disk.files.list(parent))) ?? [];
  return entries.filter((entry) => entry.kind === "directory").map((entry) => entry.path);
}

async function packageJson(disk: Disk, folder: string): Promise<PackageJson | undefined> {
  const content = await text(disk, join(folder, "package.json"));
  return content === undefined ? undefined : readPackageJson(content);
}

async function text(disk: Disk, path: string): Promise<string | undefined> {
  return (await ifThere(disk.files.readText(path)))?.text;
}
