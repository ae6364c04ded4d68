/**
 * Converts unified diffs to rows. Hunks are placed below the names of their files, and every line has its location in the old
 * file.
 */
import type { Row } from "../contract/outcome.ts";
import type { DiffRule } from "../contract/output-schema.ts";
import { numberAt, resolveReference, type Scope, textAt } from "./reference.ts";

/** The heading is the same as in `git diff`. */
export function diffHeading({ path, to, kind }: DiffRule, scope: Scope, location: Row["location"]): Row | undefined {
  const old = textAt(path, scope);
  if (old === undefined) return undefined;
  const next = textAt(to, scope) ?? old;
  const what = textAt(kind, scope);
  const names = [what === "new" ? "/dev/null" : `a/${old}`, what === "deleted" ? "/dev/null" : `b/${next}`];
  return { text: `--- ${names[0]}\n+++ ${names[1]}`, tone: "muted", ...(location && { location }) };
}

/** @param extras location of the first line */
export function hunkRows({ text, hunk: number }: DiffRule, scope: Scope, { location }: Pick<Row, "location">): Row[] {
  const value = resolveReference(text, scope);
  const hunk = numberAt(number, scope);
  let line = location?.startLine ?? 1;
  return String(value ?? "")
    .split("\n")
    .map((shown): Row => {
      const place = location && { location: { ...location, startLine: Math.max(1, line) } };
      if (/^[ -]/.test(shown)) line++;
      const tone = TONES[shown[0] ?? ""];
      return { text: shown, ...place, ...(tone && { tone }), ...(hunk !== undefined && { hunk }) };
    });
}

const TONES: Record<string, NonNullable<Row["tone"]>> = { "@": "muted", "\\": "muted", "+": "added", "-": "removed" };
