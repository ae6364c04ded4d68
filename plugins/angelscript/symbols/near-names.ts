/** Suggests similar names. Those that only differ in case come first, followed by those with small edit distances. */
import { distance } from "fastest-levenshtein";

export function nearNames(wanted: string, known: Iterable<string>, limit = 5): string[] {
  const lower = wanted.toLowerCase();
  const allowed = Math.max(1, Math.floor(wanted.length / 4));
  const found: [cost: number, name: string][] = [];
  for (const name of known) {
    const other = name.toLowerCase();
    if (other === lower) found.push([0, name]);
    else if (Math.abs(other.length - lower.length) <= allowed) {
      const cost = distance(lower, other);
      if (cost <= allowed) found.push([cost, name]);
    }
  }
  found.sort((a, b) => a[0] - b[0] || (a[1] < b[1] ? -1 : 1));
  return found.slice(0, limit).map(([, name]) => name);
}
