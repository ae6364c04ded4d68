/** Determines which folder a Go import refers to. */
import type { NameResolver } from "./uses-rules.ts";

/** Maps the path of a module to its folder. */
type Modules = ReadonlyMap<string, string>;

/** Returns the files of a package. The list is empty if the package is outside the workspace. */
export async function goModules(written: string, from: string, resolver: NameResolver): Promise<readonly string[]> {
  const modules = await resolver.keep("go.mod", () => modulesOf(resolver));
  if (modules.size === 0) return packageByFolder(written, from, resolver);
  // The longest path that fits wins, because a module can be in a folder of another one.
  for (let path = written; ; path = path.slice(0, path.lastIndexOf("/"))) {
    const folder = modules.get(path);
    if (folder !== undefined) return sourcesIn(folder + written.slice(path.length), resolver);
    if (!path.includes("/")) return [];
  }
}

async function modulesOf(resolver: NameResolver): Promise<Modules> {
  const modules = new Map<string, string>();
  for (const path of resolver.manifests) {
    if (!path.endsWith("/go.mod")) continue;
    const [, name] = /^\s*module\s+"?([^\s"]+)/m.exec((await resolver.text(path)) ?? "") ?? [];
    if (name !== undefined && !modules.has(name)) modules.set(name, path.slice(0, -"/go.mod".length));
  }
  return modules;
}

/** Without go.mod, as in a folder of a module, returns the nearest folder whose name the import path ends with. */
function packageByFolder(written: string, from: string, resolver: NameResolver): readonly string[] {
  // The first part of a standard library path contains no dot.
  const parts = written.split("/");
  const root = from.slice(0, from.lastIndexOf("/"));
  if (!parts[0]?.includes(".") && parts.length === 1) return [];
  for (let at = 0; at < parts.length; at++) {
    const tail = parts.slice(at).join("/");
    const found = [...resolver.folders.keys()].filter((folder) => folder.endsWith(`/${tail}`));
    const near = found.find((folder) => root.startsWith(folder.slice(0, -tail.length))) ?? found[0];
    if (near !== undefined) return sourcesIn(near, resolver);
  }
  return [];
}

function sourcesIn(folder: string, resolver: NameResolver): readonly string[] {
  return (resolver.folders.get(folder) ?? []).filter((path) => !path.endsWith("_test.go"));
}
