/** The parts of a row that must not be shortened: paths, names, and the arguments of links. */

import type { Json } from "../contract/outcome.ts";
import type { Column, LinkRule, LocationRule } from "../contract/output-schema.ts";
import { resolveReference, templateReferences } from "./reference.ts";
import type { AnswerRow } from "./row.ts";
import { scopeOf } from "./split.ts";

/** A longer line is a text. No system has longer paths. */
const LONGEST_ATOM = 4096;
/** A name that a tool declares may be longer: few languages limit theirs. */
const LONGEST_NAME = 16_384;

/** A path, a name, a sentence: half of it is wrong, and half of a text is only less. */
export function isAtom({ value, source, headLines }: AnswerRow): boolean {
  const isInList = source.at !== "" && headLines === undefined;
  return isInList && isAtomText(value);
}

/** Stays whole even if it alone is longer than the page: an atom that the tool declares as one. */
export function isUncut(row: AnswerRow): boolean {
  return isAtom(row) && row.source.columns !== undefined;
}

/** The texts that a row names things by, in the row itself or in its answer. They stay whole even if they alone are longer than the page. */
export function atomsOf(row: AnswerRow, answer: Json): Set<string> {
  const { columns = [], text, location, links = [], heading, code } = row.source;
  const names = ({ kind }: Column) => kind === "path" || kind === "symbol" || (kind === "code" && !code);
  const scope = scopeOf(row, answer, {});
  const valuesOf = (references: readonly string[]) =>
    references.flatMap((reference) => resolveReference(reference, scope)).filter(isName);
  const named = valuesOf([
    // A row that shows no lines of source has code as its signature, the only place of its name in text.
    ...columns.filter(names).flatMap(columnReferences),
    ...placeReferences(location),
    ...placeReferences(heading?.location),
    ...links.flatMap(passedOn),
  ]);
  // The line of a row has names and sentences: those have blanks.
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
