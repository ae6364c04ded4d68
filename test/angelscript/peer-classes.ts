/** Determines classes and bases from script text, independently of jig's code. */
import type { Lines } from "./peer-differences.ts";

const CLASS = /^\s*(?:\}\s*)?class\s+(\w+)(?:\s*:\s*(\w+))?/;

export function basesOf(texts: Iterable<string>): Map<string, string> {
  const bases = new Map<string, string>();
  for (const text of texts)
    for (const line of text.split(/\r?\n/)) {
      const [, name, base] = CLASS.exec(line) ?? [];
      if (name && base) bases.set(name, base);
    }
  return bases;
}

/** Class around a 0-based line. */
export function classAt(filePath: string, line: number, lines: Lines): string | undefined {
  const text = lines(filePath);
  for (let at = line; at >= 0; at--) {
    const [, name] = CLASS.exec(text[at] ?? "") ?? [];
    if (name) return name;
  }
  return undefined;
}

/** True if the classes are unrelated. */
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

/** True for a `BlueprintOverride` (whose macro may span lines), and for a call of the base method. */
export function isOverrideAt(text: readonly string[], line: number, character: number): boolean {
  if ((text[line] ?? "").slice(0, character).endsWith("Super::")) return true;
  for (let at = line, end = Math.max(0, line - 6); at >= end; at--) {
    const each = text[at] ?? "";
    if (at < line && /[;{}]\s*(?:\/\/.*)?$/.test(each)) return false;
    if (/^\s*UFUNCTION\b/.test(each)) return /\bBlueprintOverride\b/i.test(text.slice(at, line + 1).join(" "));
  }
  return false;
}
