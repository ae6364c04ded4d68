/** Builds Zoekt queries. Text is quoted twice: as a regex and as a string. */
import { type Formula, isUnrestricted } from "./required-literals.ts";

/** Zoekt uses trigrams. Shorter text makes it scan every file, and doesn't help if there's a longer one. */
const INDEXED = 3;

/** Content part of a query. "" means any content. */
export function contentQuery(formula: Formula): string {
  if ("text" in formula) return `(content:${quoted(escaped(formula.text))} case:${formula.ignoreCase ? "no" : "yes"})`;
  if ("any" in formula) return `(${formula.any.map(contentQuery).join(" or ")})`;
  const long = formula.all.filter((each) => !("text" in each) || each.text.length >= INDEXED);
  return (long.length > 0 ? long : formula.all.slice(0, 1)).map(contentQuery).join(" ");
}

/** Files that may match at least one of the patterns. */
export function anyOf(formulas: readonly Formula[]): string {
  if (formulas.some(isUnrestricted)) return "";
  return formulas.length === 1 && formulas[0]
    ? contentQuery(formulas[0])
    : `(${formulas.map((each) => `(${contentQuery(each)})`).join(" or ")})`;
}

/** Symbol part of a query. For partial names, the regex is extended to match the whole symbol. */
export function symbolQuery(name: string, match: "exact" | "prefix" | "contains", ignoreCase: boolean): string {
  const before = match === "contains" ? ".*" : "";
  const after = match === "exact" ? "" : ".*";
  return `(sym:${quoted(`^${before}${escaped(name)}${after}$`)} case:${ignoreCase ? "no" : "yes"})`;
}

export function repoQuery(names: readonly string[]): string {
  return `r:${quoted(`^(?:${names.map(escaped).join("|")})$`)}`;
}

export function pathsQuery(paths: readonly string[]): string {
  return `(f:${quoted(`^(?:${paths.map(escaped).join("|")})$`)} case:yes)`;
}

export function fileQuery(pattern: string): string {
  return `(f:${quoted(pattern)} case:yes)`;
}

/** Quotes text for a Go regex. */
export function escaped(text: string): string {
  return text.replace(/[\\.+*?()|[\]{}^$]/g, "\\$&");
}

function quoted(pattern: string): string {
  return `"${pattern.replace(/["\\]/g, "\\$&")}"`;
}
