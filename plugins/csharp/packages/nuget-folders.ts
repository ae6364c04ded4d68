/** Chooses the folder of a package, such as `lib/netstandard2.0`, for the target framework of a project. */
import { basename } from "node:path";

/** Returns the folder for the first framework that has a compatible one. */
export function bestFrameworkFolder(folders: readonly string[], frameworks: readonly string[]): string | undefined {
  for (const framework of new Set(frameworks)) {
    const ranked = folders
      .map((folder) => ({ folder, rank: rankOf(basename(folder).toLowerCase(), framework.toLowerCase()) }))
      .filter(({ rank }) => rank > 0)
      .sort((a, b) => b.rank - a.rank);
    if (ranked[0]) return ranked[0].folder;
  }
  return undefined;
}

interface Framework {
  family: "net" | "core" | "standard";
  version: number;
}

/**
 * Returns 0 if it is incompatible. The framework's own family is best, followed by .NET Standard, and newer versions are
 * better.
 */
function rankOf(folder: string, framework: string): number {
  if (folder === framework) return 1e6;
  const has = parsed(folder);
  const wanted = parsed(framework);
  if (!has || !wanted) return 0;
  if (has.family === wanted.family) return has.version <= wanted.version ? 1e5 + has.version : 0;
  if (has.family !== "standard") return 0;
  return has.version <= standardOf(wanted) ? 1 + has.version : 0;
}

/** Parses `net472`, `net8.0-windows`, `netcoreapp3.1`, `netstandard2.0` and so on. Versions are in hundredths. */
function parsed(written: string): Framework | undefined {
  const plain = written.replace(/-.*$/, "");
  const standard = /^netstandard(\d)\.(\d)$/.exec(plain);
  if (standard) return { family: "standard", version: Number(standard[1]) * 100 + Number(standard[2]) * 10 };
  const core = /^(?:netcoreapp|net)(\d+)\.(\d)$/.exec(plain);
  if (core) return { family: "core", version: Number(core[1]) * 100 + Number(core[2]) * 10 };
  const net = /^net(\d{2,3})$/.exec(plain);
  return net ? { family: "net", version: Number((net[1] ?? "").padEnd(3, "0")) } : undefined;
}

/** Returns the newest version of .NET Standard that a framework supports. */
function standardOf({ family, version }: Framework): number {
  if (family === "core") return version >= 300 ? 210 : version >= 200 ? 200 : 160;
  return version >= 461 ? 200 : version >= 450 ? 110 : 0;
}
