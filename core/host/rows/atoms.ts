/** Finds the parts of a row that must not be shortened: paths, names, and arguments of links. */

import type { Json } from "../contract/outcome.ts";
import type { Column, LinkRule, LocationRule } from "../contract/output-schema.ts";
import { resolveReference, templateReferences } from "./reference.ts";
import type { AnswerRow } from "./row.ts";
import { scopeOf } from "./split.ts";

/** Maximum length of a path; a longer value is text. */
const LONGEST_ATOM = 4096;
/** Maximum length of a declared name, which few languages limit. */
const LONGEST_NAME = 16_384;

/** Whether a value is an atom such as a path or name: half of one is wrong, while half of a text is merely less. */
export function isAtom({ value, source, headLines }: AnswerRow): boolean {
  const isInList = source.at !== "" && headLines === undefined;
  return isInList && isAtomText(value);
}

/** Whether a row must not be cut even if it exceeds the page, because the tool declares it as an atom. */
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
    // In a row without source lines, code is a signature, the only occurrence of the name in text output.
    ...columns.filter(names).flatMap(columnReferences),
    ...placeReferences(location),
    ...placeReferences(heading?.location),
    ...links.flatMap(passedOn),
  ]);
  // A row's line contains names and sentences; sentences have blanks.
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
