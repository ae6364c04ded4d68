/** Questions in Zoekt's query language. Every text is quoted twice: as a regular expression, and as a string of the language. */
import { type Formula, isUnrestricted } from "./required-literals.ts";

/** A server scans every file for shorter texts; with a longer one they only cost time. */
const INDEXED = 3;

/** The part that asks for content; "" asks for nothing. */
export function contentQuery(formula: Formula): string {
  if ("text" in formula) return `(content:${quoted(escaped(formula.text))} case:${formula.ignoreCase ? "no" : "yes"})`;
  if ("any" in formula) return `(${formula.any.map(contentQuery).join(" or ")})`;
  const long = formula.all.filter((each) => !("text" in each) || each.text.length >= INDEXED);
  return (long.length > 0 ? long : formula.all.slice(0, 1)).map(contentQuery).join(" ");
}

/** Files that may match any of several patterns. */
export function anyOf(formulas: readonly Formula[]): string {
  if (formulas.some(isUnrestricted)) return "";
  return formulas.length === 1 && formulas[0]
    ? contentQuery(formulas[0])
    : `(${formulas.map((each) => `(${contentQuery(each)})`).join(" or ")})`;
}

/** Symbols by whole names: for a partial name the pattern also covers the rest of the name, so that a match is a whole symbol. */
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

/** Literal text as a regular expression of Go. */
export function escaped(text: string): string {
  return text.replace(/[\\.+*?()|[\]{}^$]/g, "\\$&");
}

function quoted(pattern: string): string {
  return `"${pattern.replace(/["\\]/g, "\\$&")}"`;
}
