/** Finds the parts of a row that must not be shortened: paths, names, and arguments of links. */

import type { Json } from "../contract/outcome.ts";
import type { Column, LinkRule, LocationRule } from "../contract/output-schema.ts";
import { resolveReference, templateReferences } from "./reference.ts";
import type { AnswerRow } from "./row.ts";
import { scopeOf } from "./split.ts";

/** The maximum length of a path. Longer values are treated as text. */
const LONGEST_ATOM = 4096;
/** The maximum length of a declared name. Few languages have a limit. */
const LONGEST_NAME = 16_384;

/** Returns true if a value is an atom such as a path or name. Half a name is wrong, whereas half a sentence is merely less. */
export function isAtom({ value, source, headLines }: AnswerRow): boolean {
  const isInList = source.at !== "" && headLines === undefined;
  return isInList && isAtomText(value);
}

/** Returns true if a row must not be cut even if it exceeds the page, because the tool declares it as an atom. */
export function isUncut(row: AnswerRow): boolean {
  return isAtom(row) && row.source.columns !== undefined;
}

/** Returns the names in a row or its answer. They are never cut, even if they exceed the page. */
export function atomsOf(row: AnswerRow, answer: Json): Set<string> {
  const { columns = [], text, location, links = [], heading, code } = row.source;
  const names = ({ kind }: Column) => kind === "path" || kind === "symbol" || (kind === "code" && !code);
  const scope = scopeOf(row, answer, {});
  const valuesOf = (references: readonly string[]) =>
    references.flatMap((reference) => resolveReference(reference, scope)).filter(isName);
  const named = valuesOf([
    // If the row has no source lines, its code is a signature. In text output this is the only place that has the name.
    ...columns.filter(names).flatMap(columnReferences),
    ...placeReferences(location),
    ...placeReferences(heading?.location),
    ...links.flatMap(passedOn),
  ]);
  // The line of a row may contain names and sentences. Only sentences contain spaces.
  const words = valuesOf(templateReferences(text ?? "")).filter((value) => isAtomText(value) && !/\s/.test(value));
  return new Set([...named, ...words]);
}

function isAtomText(value: Json | undefined): value is string {
  return isName(value) && value.length <= LONGEST_ATOM;
}

function isName(value: Json | undefined): value is string {
  return typeof value === "string" && value.length <= LONGEST_NAME && !value.includes("\n");
}

function columnReferences({ field, at = `/${field}`, template }: Column): string[] {
  return template === undefined ? [at] : templateReferences(template);
}

function placeReferences({ path, base }: Partial<Pick<LocationRule, "path" | "base">> = {}): string[] {
  return [path, base].filter((reference) => reference !== undefined);
}

function passedOn({ input }: LinkRule): string[] {
  return Object.values(input).flatMap((given) => {
    if ("at" in given) return [given.at];
    if ("template" in given) return templateReferences(given.template);
    return "fields" in given ? Object.values(given.fields) : [];
  });
}
