/** Handles the versions of NuGet packages in project files, which are exact, ranges (`[1.0,2.0)`) or floating (`1.*`). */

/** Returns the version for `1.2.3` and `[1.2.3]`, and "" if more than one version is allowed. */
export function exactVersion(written: string): string {
  return /^\[?\s*(\d+(?:\.\d+){0,3}(?:-[\w.-]+)?(?:\+[\w.-]+)?)\s*\]?$/.exec(written.trim())?.[1] ?? "";
}

/**
 * Chooses the same version as NuGet, which is the lowest for a range and the highest for floating ones. It returns undefined if
 * none matches, or if the text is invalid.
 */
export function bestVersion(written: string, there: readonly string[]): string | undefined {
  const text = written.trim();
  const known = there.filter((each) => parsed(each)).sort(compared);
  const floating = /^(?:(\d+(?:\.\d+){0,2})\.)?\*(-\*)?$/.exec(text);
  if (floating) {
    const fixed = floating[1] === undefined ? [] : floating[1].split(".").map(Number);
    const fits = (each: string) => fixed.every((part, at) => (parsed(each)?.numbers[at] ?? 0) === part);
    return known.filter((each) => fits(each) && (floating[2] !== undefined || isStable(each))).at(-1);
  }
  const range = /^([[(])\s*([^,\s]*)\s*,\s*([^,\s]*)\s*([\])])$/.exec(text);
  if (!range) return undefined;
  const [, open, from = "", to = "", close] = range;
  if ([from, to].some((bound) => bound !== "" && !parsed(bound)) || (from === "" && to === "")) return undefined;
  const above = (each: string) => from === "" || (open === "[" ? compared(each, from) >= 0 : compared(each, from) > 0);
  const below = (each: string) => to === "" || (close === "]" ? compared(each, to) <= 0 : compared(each, to) < 0);
  const asksForUnstable = from.includes("-") || to.includes("-");
  return known.find((each) => above(each) && below(each) && (asksForUnstable || isStable(each)));
}

function isStable(version: string): boolean {
  return !version.includes("-");
}

function parsed(version: string): { numbers: number[]; label: string } | undefined {
  const found = /^(\d+(?:\.\d+){0,3})(?:-([\w.-]+))?(?:\+[\w.-]+)?$/.exec(version);
  return found ? { numbers: (found[1] ?? "").split(".").map(Number), label: found[2] ?? "" } : undefined;
}

/** Compares two versions by their numbers. If these are equal, a version with a label comes first. */
function compared(a: string, b: string): number {
  const [one, two] = [parsed(a)!, parsed(b)!];
  for (let at = 0; at < 4; at++) {
    const difference = (one.numbers[at] ?? 0) - (two.numbers[at] ?? 0);
    if (difference !== 0) return difference;
  }
  if (one.label === "" || two.label === "") return Number(one.label === "") - Number(two.label === "");
  return comparedLabels(one.label.toLowerCase().split("."), two.label.toLowerCase().split("."));
}

/** Compares labels part by part. Numbers are compared by value and come before words. */
function comparedLabels(a: readonly string[], b: readonly string[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const [one, two] = [a[at], b[at]];
    if (one === undefined || two === undefined) return one === undefined ? -1 : 1;
    if (one === two) continue;
    const [x, y] = [/^\d+$/.test(one), /^\d+$/.test(two)];
    if (x && y) return Number(one) - Number(two);
    return x !== y ? (x ? -1 : 1) : one < two ? -1 : 1;
  }
  return 0;
}
