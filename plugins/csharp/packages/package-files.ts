/** Reads Unity's package files: `packages-lock.json`, `manifest.json` and `package.json`. */

export const SOURCES = ["registry", "builtin", "embedded", "local", "local-tarball", "git"] as const;
export type Source = (typeof SOURCES)[number];

/** A package in the list, whose folder hasn't been looked for yet. */
export interface RequestedPackage {
  name: string;
  version: string;
  source: Source;
  hash: string;
  /** True for a direct dependency. */
  direct: boolean;
}

export interface PackageJson {
  name: string;
  displayName: string;
  version: string;
}

/** Returns the value if it is an object, and an empty object otherwise. */
export function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** Returns undefined unless it is a JSON object. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const object = objectOf(value);
    return object === value ? object : undefined;
  } catch {
    return undefined;
  }
}

export function readLock(text: string): RequestedPackage[] | undefined {
  const dependencies = parseObject(text)?.dependencies;
  if (typeof dependencies !== "object" || dependencies === null) return undefined;
  return Object.entries(dependencies).map(([name, entry]) => {
    const { version, source, hash, depth } = (entry ?? {}) as Record<string, unknown>;
    return {
      name,
      version: string(version),
      source: SOURCES.includes(source as Source) ? (source as Source) : sourceOf(name, string(version)),
      hash: string(hash),
      direct: depth === 0 || depth === undefined,
    };
  });
}

/** Without a lock file, the format of the version shows the source of a package. */
export function readManifest(text: string): RequestedPackage[] | undefined {
  const dependencies = parseObject(text)?.dependencies;
  if (typeof dependencies !== "object" || dependencies === null) return undefined;
  return Object.entries(dependencies).map(([name, version]) => ({
    name,
    version: string(version),
    source: sourceOf(name, string(version)),
    hash: "",
    direct: true,
  }));
}

export function readPackageJson(text: string): PackageJson | undefined {
  const json = parseObject(text);
  if (!json || typeof json.name !== "string" || json.name === "") return undefined;
  return { name: json.name, displayName: string(json.displayName) || json.name, version: string(json.version) };
}

function sourceOf(name: string, version: string): Source {
  if (name.startsWith("com.unity.modules.")) return "builtin";
  if (/^file:.*\.(tgz|tar\.gz)$/i.test(version)) return "local-tarball";
  if (version.startsWith("file:")) return "local";
  if (/^(git[+:@]|ssh:|https?:)|\.git([?#]|$)/.test(version)) return "git";
  return "registry";
}

function string(value: unknown): string {
  return typeof value === "string" ? value : "";
}
