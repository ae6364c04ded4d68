/** Platforms we release for. */

export interface Target {
  /** Used in file and package names: `linux-x64-musl`. */
  id: string;
  /** Bun's name. */
  bun: string;
  os: "linux" | "darwin" | "win32";
  cpu: "x64" | "arm64";
  /** Linux only. */
  libc?: "glibc" | "musl";
}

export const TARGETS: readonly Target[] = [
  { id: "linux-x64", bun: "bun-linux-x64", os: "linux", cpu: "x64", libc: "glibc" },
  { id: "linux-x64-musl", bun: "bun-linux-x64-musl", os: "linux", cpu: "x64", libc: "musl" },
  { id: "linux-arm64", bun: "bun-linux-arm64", os: "linux", cpu: "arm64", libc: "glibc" },
  { id: "linux-arm64-musl", bun: "bun-linux-arm64-musl", os: "linux", cpu: "arm64", libc: "musl" },
  { id: "darwin-x64", bun: "bun-darwin-x64", os: "darwin", cpu: "x64" },
  { id: "darwin-arm64", bun: "bun-darwin-arm64", os: "darwin", cpu: "arm64" },
  { id: "windows-x64", bun: "bun-windows-x64", os: "win32", cpu: "x64" },
  { id: "windows-arm64", bun: "bun-windows-arm64", os: "win32", cpu: "arm64" },
];

export function executableName({ os }: Pick<Target, "os">): string {
  return os === "win32" ? "jig.exe" : "jig";
}

/** Main archive, in a format that every system can unpack: `jig-0.1.0-linux-x64.tar.gz`. */
export function archiveName(target: Target, version: string): string {
  return `jig-${version}-${target.id}.${target.os === "win32" ? "zip" : "tar.gz"}`;
}

/** All archives of a target. Same content, but .xz is smaller. */
export function archiveNames(target: Target, version: string): string[] {
  const name = archiveName(target, version);
  return target.os === "win32" ? [name] : [name, name.replace(/gz$/, "xz")];
}
