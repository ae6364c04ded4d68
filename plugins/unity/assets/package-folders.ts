/**
 * Finds the folder of a package. A package is either embedded in Packages/, referred to by path in the manifest, or downloaded
 * to Unity's cache.
 */
import path from "node:path";
import type { Capabilities } from "../../../core/host/plugin-api.ts";

type FileAccess = Pick<Capabilities, "files">;

const CACHE = "Library/PackageCache";

/** Returns only those packages that `Packages/manifest.json` refers to by path. */
export async function localPackages(projectRoot: string, { files }: FileAccess): Promise<Map<string, string>> {
  const folder = path.join(projectRoot, "Packages");
  const manifest = await files.readText(path.join(folder, "manifest.json")).catch(() => undefined);
  const entries = [...(manifest?.text ?? "").matchAll(/"([\w.-]+)"\s*:\s*"file:([^"]+)"/g)];
  const found = entries.map(([, name = "", where = ""]): [string, string] => [name, path.resolve(folder, where)]);
  return new Map(found.filter(([, where]) => !where.endsWith(".tgz")));
}

/** Maps `Packages/<package>/…` to the real location of the package. All other paths are relative to the project. */
export async function projectFile(projectRoot: string, written: string, access: FileAccess): Promise<string> {
  const plain = path.resolve(projectRoot, written);
  const below = path.relative(projectRoot, plain).replaceAll("\\", "/");
  const [, name = "", rest = ""] = /^Packages\/([^/]+)\/(.+)$/.exec(below) ?? [];
  if (name === "" || (await isThere(path.join(projectRoot, "Packages", name), access))) return plain;
  const local = (await localPackages(projectRoot, access)).get(name);
  if (local !== undefined) return path.join(local, rest);
  const embedded = await embeddedFolder(projectRoot, name, access);
  if (embedded !== undefined) return path.join(embedded, rest);
  const cached = await access.files.list(path.join(projectRoot, CACHE)).catch(() => []);
  const folders = cached.map((each) => path.basename(each.path));
  const folder = folders.find((each) => each === name || each.startsWith(`${name}@`));
  return folder === undefined ? plain : path.join(projectRoot, CACHE, folder, rest);
}

/** The folder of an embedded package can have any name, so we have to read its package.json. */
async function embeddedFolder(projectRoot: string, name: string, access: FileAccess): Promise<string | undefined> {
  const folders = await access.files.list(path.join(projectRoot, "Packages")).catch(() => []);
  for (const { path: folder } of folders) {
    const own = await access.files.readText(path.join(folder, "package.json")).catch(() => undefined);
    if (/"name"\s*:\s*"([^"]+)"/.exec(own?.text ?? "")?.[1] === name) return folder;
  }
  return undefined;
}

function isThere(file: string, { files }: FileAccess): Promise<boolean> {
  return files.stat(file).then(
    () => true,
    () => false,
  );
}
