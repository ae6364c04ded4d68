/** Determines atoms: the parts of a row that must never be shortened, such as paths, names and the arguments of links. */

import type { Json } from "../contract/outcome.ts";
import type { Column, LinkRule, LocationRule } from "../contract/output-schema.ts";
import { resolveReference, templateReferences } from "./reference.ts";
import type { AnswerRow } from "./row.ts";
import { scopeOf } from "./split.ts";

/** A longer value isn't a path but text. */
const LONGEST_ATOM = 4096;
/** This is generous, since hardly any language limits the length of names. */
const LONGEST_NAME = 16_384;

/**
 * Returns true if a value is a path, a name or something similar. Half of a sentence is merely incomplete, but half of a name
 * is wrong.
 */
export function isAtom({ value, source, headLines }: AnswerRow): boolean {
  const isInList = source.at !== "" && headLines === undefined;
  return isInList && isAtomText(value);
}

/** Returns true if the tool declares the row as an atom. Such a row must not be cut, even if it doesn't fit on the page. */
export function isUncut(row: AnswerRow): boolean {
  return isAtom(row) && row.source.columns !== undefined;
}

/** Returns the names in a row or in its answer, which are never cut. */
export function atomsOf(row: AnswerRow, answer: Json): Set<string> {
  const { columns = [], text, location, links = [], heading, code } = row.source;
  const names = ({ kind }: Column) => kind === "path" || kind === "symbol" || (kind === "code" && !code);
  const scope = scopeOf(row, answer, {});
  const valuesOf = (references: readonly string[]) =>
    references.flatMap((reference) => resolveReference(reference, scope)).filter(isName);
  const named = valuesOf([
    // Without source lines, the code is a signature, and the name doesn't occur anywhere else in the text.
    ...columns.filter(names).flatMap(columnReferences),
    ...placeReferences(location),
    ...placeReferences(heading?.location),
    ...links.flatMap(passedOn),
  ]);
  // The line of a row can contain names as well as sentences, which have spaces.
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
