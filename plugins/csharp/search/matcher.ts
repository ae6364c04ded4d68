/** Finds the lines of a file that match a pattern. It has no side effects and runs on a worker thread. */
import { createRegExpTester, JigError } from "../../../core/host/plugin-api.ts";
import { maskCode } from "../lexer/mask.ts";
import { eachToken, TOKEN } from "../lexer/tokens.ts";
import { type Declaration, KIND } from "../outline/declaration-table.ts";
import { readOutline } from "../outline/read-outline.ts";
import type { Lines } from "../text/lines.ts";

export interface SearchSpec {
  pattern: string;
  patternType: "substring" | "regex";
  flags: string[];
  codeOnly: boolean;
  identifier: string;
  container: string;
  namespace: string;
}

/**
 * Compiles the pattern of a search. The flags `m` and `s` have no effect because we match line by line, but we accept them
 * since the contract lists them. @throws PATTERN_INVALID
 */
export function compilePattern(spec: Pick<SearchSpec, "pattern" | "patternType" | "flags">): (line: string) => boolean {
  const ignoreCase = spec.flags.includes("i");
  if (spec.patternType === "substring") {
    if (!ignoreCase) return (line) => line.includes(spec.pattern);
    const lower = spec.pattern.toLowerCase();
    return (line) => line.toLowerCase().includes(lower);
  }
  try {
    return createRegExpTester(new RegExp(spec.pattern, [...new Set(spec.flags)].join("")));
  } catch (error) {
    throw new JigError("PATTERN_INVALID", error instanceof Error ? error.message : String(error), {
      hint: 'Write a JavaScript regular expression, or patternType "substring"',
    });
  }
}

/** Returns line numbers, which start at 1. @throws TIMEOUT if the pattern takes too long on some line */
export function matchingLines(text: string, spec: SearchSpec, matches: (line: string) => boolean): number[] {
  if (spec.patternType === "substring" && !spec.flags.includes("i") && !text.includes(spec.pattern)) return [];
  const inside = searchedRanges(text, spec);
  if (inside?.length === 0) return [];
  const searched = spec.codeOnly ? maskCode(text) : text;
  const found: number[] = [];
  let number = 1;
  for (let start = 0; start <= searched.length; number++) {
    let end = searched.indexOf("\n", start);
    if (end < 0) end = searched.length;
    const cut = searched.charCodeAt(end - 1) === 13 && end > start ? end - 1 : end;
    const isLast = end === searched.length;
    // A newline at the end of the file does not start another line.
    if (!(isLast && start === end && start > 0) && matches(searched.slice(start, cut))) {
      if (!inside || inside.some((one) => start < one.end && end >= one.start)) found.push(number);
    }
    start = end + 1;
  }
  return found;
}

/**
 * Returns the ranges in which matches count, or undefined if that is the whole file. The ranges are those of the named types or
 * namespaces. If `identifier` is given, the whole file counts as long as the identifier occurs in one of them. If the result is
 * empty, no match counts.
 */
function searchedRanges(
  text: string,
  { identifier, container, namespace }: SearchSpec,
): { start: number; end: number }[] | undefined {
  if (identifier === "" && container === "" && namespace === "") return undefined;
  const places = container === "" && namespace === "" ? undefined : enclosingPlaces(text, container, namespace);
  if (identifier === "") return places;
  if (places?.length === 0 || !text.includes(identifier)) return [];
  let occurs = false;
  eachToken(text, (kind, start, end) => {
    if (kind !== TOKEN.word || occurs || end - start < identifier.length) return;
    const word = text.slice(start, end).replace(/^@/, "");
    occurs = word === identifier && (!places || places.some((place) => start >= place.start && start < place.end));
  });
  return occurs ? undefined : [];
}

function enclosingPlaces(text: string, container: string, namespace: string): Declaration[] {
  const { declarations } = readOutline(text);
  const namespaceOf = (declaration: Declaration): string => {
    const names: string[] = [];
    for (let outer = declarations[declaration.parent]; outer; outer = declarations[outer.parent]) {
      if (outer.kind === KIND.namespace) names.unshift(outer.name);
    }
    return names.join(".");
  };
  if (container === "") {
    return declarations.filter(
      (one) => one.kind === KIND.namespace && [namespaceOf(one), one.name].filter(Boolean).join(".") === namespace,
    );
  }
  const simple = container.split(/[/.]/).at(-1);
  return declarations.filter(
    (one) =>
      one.kind >= KIND.class &&
      one.kind <= KIND.enum &&
      one.name === simple &&
      (namespace === "" || namespaceOf(one) === namespace),
  );
}

/** Returns the line of a match with its context. */
export function snippetOf(lines: Lines, line: number, context: number): { first: number; text: string } {
  const first = Math.max(1, line - context);
  return { first, text: lines.slice(first, Math.min(lines.count, line + context)).replaceAll("\r\n", "\n") };
}

/** Returns the lines of the innermost declaration around a line, or undefined outside of all declarations. */
export function enclosingMember(
  text: string,
  lines: Lines,
  declarations: readonly Declaration[],
  line: number,
): { startLine: number; endLine: number } | undefined {
  let best: { startLine: number; endLine: number } | undefined;
  for (const declaration of declarations) {
    const startLine = lines.at(declaration.start);
    const endLine = lines.at(Math.max(declaration.start, Math.min(declaration.end, text.length) - 1));
    if (startLine > line || endLine < line || declaration.kind === KIND.namespace) continue;
    if (!best || endLine - startLine <= best.endLine - best.startLine) best = { startLine, endLine };
  }
  return best;
}
