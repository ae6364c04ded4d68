/** Fits answers into a budget by selecting the rows of a page and cutting answers that aren't declared. */

import { isObject } from "../contract/is-object.ts";
import { escapeStep, valueAt, withValueAt } from "../contract/json-pointer.ts";
import type { Json } from "../contract/outcome.ts";
import type { Output, Reference, RowSource } from "../contract/output-schema.ts";
import type { Format, PresentOptions } from "../contract/presented-answer.ts";
import type { TimeSlice } from "../contract/time-slice.ts";
import { LENGTH_PARAMETERS } from "../manifest/standard-parameters.ts";
import { atomsOf, isAtom, isUncut } from "../rows/atoms.ts";
import type { AnswerCall, AnswerRow, SplitAnswer } from "../rows/row.ts";
import { countLines, jsonCost, jsonSize, rowSize, shortenRow, shrinkValue } from "../rows/size.ts";
import { CHARS_PER_TOKEN } from "./token-count.ts";

/** The number of characters that are reserved for the notice on a cut page. */
export const CUT_CHARS = 220;
/** The number of times that we shorten a page which turned out to be too long. */
export const MAX_TRIES = 4;
/**
 * The minimum number of characters for the first row of a page. A long text further down is only cut if this many characters
 * fit.
 */
export const MIN_ROW_CHARS = 120;
/** The length of `"continued":true,`. */
const CONTINUED_CHARS = 17;

export interface Budget {
  maxChars: number;
  maxTokens: number | undefined;
  maxLines?: number | undefined;
  maxBytes?: number | undefined;
}

export function budgetOf(
  { tool, input, given }: AnswerCall,
  { maxChars = Number.POSITIVE_INFINITY, maxLines, maxBytes, toModel }: PresentOptions,
  format: Format,
): Budget {
  // The default budget is for models, which pay for every token.
  const { textTokens } = tool.output;
  const rule = toModel && (format === "text" || (format === "json" && textTokens?.json)) ? textTokens : undefined;
  const isSaid = [...LENGTH_PARAMETERS, ...(rule?.unless ?? [])].some((name) => given?.includes(name));
  const usual = rule && !isSaid ? rule.default * CHARS_PER_TOKEN : Number.POSITIVE_INFINITY;
  const maxTokens = typeof input.max_tokens === "number" ? input.max_tokens : undefined;
  return { maxChars: Math.min(maxChars, usual), maxTokens, maxLines, maxBytes };
}

/**
 * Returns the first rows that fit, in the order of their priority. Long text is shortened, and so is a first row that is too
 * long.
 */
export function fitRows({ envelope, rows }: SplitAnswer, chars: number): SplitAnswer {
  const taken: AnswerRow[] = [];
  const groups = new Set<string>();
  /** The rows on the page, and the parents that have to be repeated. */
  const placed = new Set<AnswerRow>();
  let left = chars - jsonSize(envelope, chars);
  for (const row of rows) {
    const group = row.group === undefined ? "" : `${row.source.at} ${row.key}`;
    const heading = group !== "" && !groups.has(group) ? JSON.stringify(row.group).length + jsonCost(group) : 0;
    const parents = missingParents(row, placed);
    const around = parents.reduce((sum, parent) => sum + rowSize(parent) + CONTINUED_CHARS, heading);
    const size = rowSize(row, left) + around;
    const isFirst = taken.length === 0;
    // Atoms are never cut. They move to the next page, or exceed the page if they are the first row.
    const isWhole = size <= left || (isFirst && isUncut(row));
    const part = isWhole ? row : shortenAsJson(row, left - around, isFirst, envelope);
    if (part) {
      taken.push(part);
      left -= size;
      groups.add(group);
      for (const parent of parents) placed.add(parent);
      placed.add(row);
    }
    if (part !== row) break;
  }
  return { envelope, rows: taken };
}

function shortenAsJson(row: AnswerRow, chars: number, isFirst: boolean, envelope: Json): AnswerRow | undefined {
  // If the page had no rows, the next one would start at the same place again.
  if (isFirst) return shortenRow(row, Math.max(chars, MIN_ROW_CHARS), jsonCost, atomsOf(row, envelope));
  const isText = typeof row.value === "string" && !isAtom(row);
  return chars > MIN_ROW_CHARS && isText ? shortenRow(row, chars, jsonCost) : undefined;
}

/** Returns the ancestors of a tree row that have not been placed yet, in order from the root down. */
export function missingParents(row: AnswerRow, placed: ReadonlySet<AnswerRow>): AnswerRow[] {
  const parents: AnswerRow[] = [];
  if (row.source.children === undefined) return parents;
  for (let at = row.parent; at && !placed.has(at); at = at.parent) parents.push(at);
  return parents.reverse();
}

/**
 * Shortens an envelope that is too long by itself. A quarter of the characters is left for rows, and fields that name their
 * file are never cut.
 */
export function shrinkEnvelope({ envelope, rows: [first] }: SplitAnswer, chars: number): Json {
  const max = first ? Math.floor(chars * 0.75) : chars;
  if (jsonSize(envelope, max) <= max) return envelope;
  return shrinkValue(envelope, Math.max(0, max), first && atomsOf(first, envelope));
}

export interface PageRows {
  all: SplitAnswer;
  compact: SplitAnswer;
  without: readonly string[];
}

export function compactRows(all: SplitAnswer): PageRows {
  const without = new Set<string>();
  const compact = (value: Json | undefined, fields: readonly string[]) => {
    if (!isObject(value)) return value;
    for (const field of fields) if (Object.hasOwn(value, field)) without.add(field);
    return Object.fromEntries(
      Object.entries(value).map(([name, at]) => [name, fields.includes(name) ? undefined : at]),
    );
  };
  const rows = all.rows.map((row) => {
    const { optionalFields: fields } = row.source;
    if (!fields) return row;
    return { ...row, value: compact(row.value, fields)!, keyed: row.keyed?.map((entry) => compact(entry, fields)) };
  });
  return { all, compact: without.size === 0 ? all : { ...all, rows }, without: [...without] };
}

/** The depth to which we search for lists and long text. */
const MAX_DEPTH = 4;
/** The minimum size of a row source, since cutting a smaller one saves too little. */
const MIN_SOURCE_SIZE = 200;
const MAX_COMPARED_SIZE = 1_000_000;
const MAX_SOURCES = 8;
/** An object with more fields than this is a source itself. */
const MAX_FIELDS = 50;

/**
 * Infers the row sources of an answer that isn't declared. They are its largest lists and strings, and the largest is cut
 * first.
 */
export function inferRowSources({ next }: Output<unknown>, value: Json): RowSource[] {
  if (typeof value === "string") return [{ at: "", keep: next?.by === "line" ? "head" : "ends" }];
  const found: { at: string; size: number }[] = [];
  const search = (part: Json | undefined, at: string, depth: number): void => {
    const size = jsonSize(part, MAX_COMPARED_SIZE);
    if (size <= MIN_SOURCE_SIZE) return;
    const entries = isObject(part) ? Object.entries(part) : [];
    if (depth === 0 || entries.length === 0 || entries.length > MAX_FIELDS) found.push({ at, size });
    else for (const [key, inner] of entries) search(inner, `${at}/${escapeStep(key)}`, depth - 1);
  };
  search(value, "", MAX_DEPTH);
  found.sort((a, b) => b.size - a.size);
  return found.slice(0, MAX_SOURCES).map(({ at }) => ({ at }));
}

/**
 * Splits source rows that are longer than `chars` characters, always at line ends. Nothing is dropped by this, so all pages
 * taken together still contain the whole text.
 */
export async function chunkLongRows(rows: readonly AnswerRow[], chars: number, slice: TimeSlice): Promise<AnswerRow[]> {
  const chunked: AnswerRow[] = [];
  for (const row of rows) {
    const isLong = row.source.chunks !== undefined && jsonSize(row.value, chars) > chars;
    for (const chunk of isLong ? chunksOf(row, chars / 2) : [row]) {
      chunked.push(chunk);
      if (isLong) await slice.check();
    }
  }
  return chunked;
}

function* chunksOf(row: AnswerRow, chars: number): Generator<AnswerRow> {
  const { chunks, code, location } = row.source;
  const text = ownValue(row, code?.text);
  const first = ownValue(row, location?.line);
  if (!chunks || !code || !location?.line || typeof text !== "string" || typeof first !== "number") {
    yield row;
    return;
  }
  const around = rowSize({ ...row, value: withValueAt(row.value, code.text, "") });
  let line = first;
  for (const { part, isLast } of splitAtLines(text, chars - around)) {
    let value = withValueAt(withValueAt(row.value, code.text, part), location.line, line);
    line += countLines(part);
    if (chunks.length !== undefined) value = withValueAt(value, chunks.length, part.length);
    if (chunks.last !== undefined && !isLast) value = withValueAt(value, chunks.last, line - 1);
    yield { ...row, value };
  }
}

/** Returns the value at a plain pointer into the row. Other values can't be replaced. */
function ownValue({ value }: AnswerRow, reference: Reference | undefined): Json | undefined {
  return reference?.startsWith("/") && !/^\/\/|[*{]/.test(reference) ? valueAt(value, reference) : undefined;
}

/** Splits text into parts that consist of whole lines. A line that is too long becomes a part of its own. */
function* splitAtLines(text: string, chars: number): Generator<{ part: string; isLast: boolean }> {
  let from = 0;
  let size = 0;
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf("\n", start) + 1 || text.length;
    const cost = jsonCost(text.slice(start, end));
    if (size > 0 && size + cost > chars) {
      yield { part: text.slice(from, start), isLast: false };
      from = start;
      size = 0;
    }
    size += cost;
    start = end;
  }
  yield { part: text.slice(from), isLast: true };
}
