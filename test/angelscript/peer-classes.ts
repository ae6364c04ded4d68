/** Classes of scripts as their text tells them, apart from jig: which class a line is in, and what it derives from. */
import type { Lines } from "./peer-differences.ts";

const CLASS = /^\s*(?:\}\s*)?class\s+(\w+)(?:\s*:\s*(\w+))?/;

/** Bases by class, of the texts of all scripts. */
export function basesOf(texts: Iterable<string>): Map<string, string> {
  const bases = new Map<string, string>();
  for (const text of texts)
    for (const line of text.split(/\r?\n/)) {
      const [, name, base] = CLASS.exec(line) ?? [];
      if (name && base) bases.set(name, base);
    }
  return bases;
}

/** The class around a line, counted from 0. */
export function classAt(filePath: string, line: number, lines: Lines): string | undefined {
  const text = lines(filePath);
  for (let at = line; at >= 0; at--) {
    const [, name] = CLASS.exec(text[at] ?? "") ?? [];
    if (name) return name;
  }
  return undefined;
}

/** Returns true if neither class is, or derives from, the other. */
export function areApart(one: string, other: string, bases: ReadonlyMap<string, string>): boolean {
  return !derives(one, other, bases) && !derives(other, one, bases);
}

function derives(type: string, base: string, bases: ReadonlyMap<string, string>): boolean {
  const seen = new Set<string>();
  for (let at: string | undefined = type; at && !seen.has(at); at = bases.get(at)) {
    if (at === base) return true;
    seen.add(at);
  }
  return false;
}

/** A `BlueprintOverride` whose macro, of one line or more, ends above, or a call of the base's method. */
export function isOverrideAt(text: readonly string[], line: number, character: number): boolean {
  if ((text[line] ?? "").slice(0, character).endsWith("Super::")) return true;
  for (let at = line, end = Math.max(0, line - 6); at >= end; at--) {
    const each = text[at] ?? "";
    if (at < line && /[;{}]\s*(?:\/\/.*)?$/.test(each)) return false;
    if (/^\s*UFUNCTION\b/.test(each)) return /\bBlueprintOverride\b/i.test(text.slice(at, line + 1).join(" "));
  }
  return false;
}
