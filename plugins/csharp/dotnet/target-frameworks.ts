/** Determines the symbols that the .NET SDK defines for a target framework. */
import type { Truth } from "../outline/conditions.ts";

/** Symbols that the SDK defines for at least one target. */
const IMPLICIT = /^(?:NET\d|NET$|NETFRAMEWORK$|NETSTANDARD|NETCOREAPP)/;
/** Build configurations. Projects are usually built in both of them. */
const EITHER = /^(?:DEBUG|RELEASE|TRACE|CODE_ANALYSIS)$/;

/**
 * Returns whether `name` is defined.
 * @param own - symbols that the project defines itself
 */
export function symbolFor(framework: string, own: ReadonlySet<string>, name: string): Truth {
  if (own.has(name)) return true;
  if (EITHER.test(name)) return undefined;
  return IMPLICIT.test(name) ? implicit(framework, name) : false;
}

function implicit(framework: string, name: string): Truth {
  const target = /^(netstandard|netcoreapp|net)(\d[\d.]*)/i.exec(framework.toLowerCase());
  if (!target) return undefined;
  const [, family, number = ""] = target;
  const isOld = family === "net" && !number.includes(".");
  const version = isOld ? [...number].map(Number) : number.split(".").map(Number);
  const modern = family === "net" && !isOld;
  if (name === "NETFRAMEWORK") return isOld;
  if (name === "NETSTANDARD") return family === "netstandard";
  if (name === "NETCOREAPP") return modern || family === "netcoreapp";
  if (name === "NET") return modern;
  const wanted = /^(NETSTANDARD|NETCOREAPP|NET)(\d[\d_]*?)(_OR_GREATER)?$/.exec(name);
  if (!wanted) return undefined;
  const [, , digits = ""] = wanted;
  const requested = digits.includes("_") ? digits.split("_").map(Number) : [...digits].map(Number);
  // NET45 is .NET Framework. NET5_0 is modern .NET, which also defines NETCOREAPP3_0_OR_GREATER.
  const requestsOld = wanted[1] === "NET" && !digits.includes("_");
  const same =
    wanted[1] === "NET"
      ? requestsOld === isOld && family === "net"
      : wanted[1] === "NETSTANDARD"
        ? family === "netstandard"
        : family === "netcoreapp" || (modern && wanted[3] !== undefined);
  if (!same) return false;
  const order = compare(version, requested);
  return wanted[3] === undefined ? order === 0 : order >= 0;
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
