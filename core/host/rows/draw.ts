/**
 * Renders the rows of a result according to its declaration, with text, cells, location and links. The explorer, the command
 * line and text output use it.
 */

import { posix } from "node:path";
import type { Json, JsonObject, Link, Location, Row } from "../contract/outcome.ts";
import type { CodeRule, Column, LinkRule, LocationRule, RowSource, ToneRule } from "../contract/output-schema.ts";
import type { TimeSlice } from "../contract/time-slice.ts";
import { diffHeading, hunkRows } from "./diff-rows.ts";
import { fillTemplate, isMet, numberAt, plainText, resolveReference, type Scope, textAt } from "./reference.ts";
import type { AnswerRow, AnswerTool } from "./row.ts";
import { countLines, headingEnd } from "./size.ts";
import { scopeOf } from "./split.ts";

/** Converts paths between their absolute and their displayed form. */
export interface Paths {
  display(path: string): string;
  absolute(shown: string): string;
  /** Returns true if a row may link to this path. Rows of third-party plugins may only link into the workspace. */
  allows(path: string): boolean;
}

export interface DrawContext {
  answer: Json;
  input: JsonObject;
  paths: Paths;
}

/** The parts of a row to render in addition to lines and locations. Links take the most time. */
type Wanted = "all" | "cells" | "text";

/** Renders one row, which has several lines if it is source code. `own` contains the lines from the tool's module. */
export function drawRow(row: AnswerRow, context: DrawContext, own?: Row[], wanted: Wanted = "all"): Row[] {
  if (row.emptyGroup) return [];
  const { source } = row;
  const { paths } = context;
  const scope = scopeOf(row, context.answer, context.input);
  const depth = row.depth ?? numberAt(source.depth, scope);
  const below = source.heading ? 1 : 0;
  const location = source.location && locationOf(source.location, scope, paths);
  const links = wanted === "all" ? linksOf(source.links, scope, location) : [];
  if (own) {
    const outer = depth === undefined ? undefined : depth + below;
    return own.map((each, index) => {
      const drawn = ownRow(each, outer, index === 0 ? extrasOf(location, links) : {}, paths);
      return each.cells ? { ...drawn, cells: placeCells(each.cells, source, scope, location) } : drawn;
    });
  }
  const tone = row.continuedParent ? "muted" : toneOf(source.tone, scope);
  const extras = extrasOf(location, links, tone);
  if (source.diff) return hunkRows(source.diff, scope, extras);
  if (source.code) return codeRows(source.code, scope, extras);
  if (isLongText(row)) return textRows(row.value.slice(headingEnd(row)), extras);
  const columns = wanted !== "text" || source.text === undefined ? shownColumns(source) : undefined;
  const cells = columns?.map((column) => [columnTitle(column), cellOf(column, scope, source, location)] as const);
  const text = source.text === undefined ? cellsText(cells, scope) : (fillTemplate(source.text, scope) ?? "");
  const drawn: Row = { text, ...extras };
  if (cells && wanted !== "text") drawn.cells = Object.fromEntries(cells);
  const named = wanted === "all" && source.columns?.find(({ field, kind }) => field === "name" && kind === "symbol");
  const name = named ? cellOf(named, scope, source, location) : undefined;
  if (typeof name === "string" && name !== "") drawn.name = name;
  if (depth !== undefined || below > 0) drawn.depth = Math.min((depth ?? 0) + below, 100);
  return [drawn];
}

type Extras = Pick<Row, "location" | "links" | "tone">;

function extrasOf(location: Location | undefined, links: Link[], tone?: Row["tone"]): Extras {
  const extras: Extras = {};
  if (location) extras.location = location;
  if (links.length > 0) extras.links = links;
  if (tone) extras.tone = tone;
  return extras;
}

export function shownColumns({ columns }: RowSource): Column[] | undefined {
  return columns?.filter(({ hidden }) => !hidden);
}

export function columnTitle({ title, field }: Column): string {
  return title ?? field;
}

const BATCH = 32;

/**
 * Returns each row with the lines from the tool's module, if there are any. A plugin in its own process gets one request per
 * batch.
 */
export async function* drawBatches(
  { lines }: AnswerTool,
  rows: readonly AnswerRow[],
  { answer, input }: DrawContext,
  slice: TimeSlice,
): AsyncGenerator<[AnswerRow, Row[] | undefined][]> {
  for (let at = 0; at < rows.length; at += BATCH) {
    const batch = rows.slice(at, at + BATCH);
    const drawn = lines && batch.some(({ source }) => source.lines) ? await lines(batch, answer, input) : [];
    yield batch.map((row, index) => [row, drawn[index]]);
    await slice.check();
  }
}

/** Renders a long string without creating a row for every line, which is slow for thousands of lines. */
export function drawLongText(
  row: AnswerRow,
  context: DrawContext,
  own: Row[] | undefined,
): { title: string | undefined; text: string } | undefined {
  if (own || row.emptyGroup || row.source.code || !isLongText(row)) return undefined;
  const text = row.value.slice(headingEnd(row));
  const { location: rule } = row.source;
  const location = rule && locationOf(rule, scopeOf(row, context.answer, context.input), context.paths);
  const end = location && { ...location, startLine: location.startLine + countLines(text) - 1 };
  const places = location && end && text !== "" ? [{ location }, { location: end }] : [];
  const title = titleOf(places, drawHeading(row, context));
  return { title, text: text === "" || text.endsWith("\n") ? text : `${text}\n` };
}

/** Returns true for strings whose lines are rendered as rows. */
export function isLongText(row: AnswerRow): row is Omit<AnswerRow, "value"> & { value: string } {
  return typeof row.value === "string" && !row.source.text && !row.source.columns;
}

/** Returns the file of a row with its spelling in the answer. */
export function fileOf(row: AnswerRow, { answer, input, paths }: DrawContext): string | undefined {
  const { location } = row.source;
  return row.emptyGroup || !location ? undefined : pathOf(location, scopeOf(row, answer, input), paths);
}

/** Adds the declared location to the cells from a module. */
function placeCells(
  cells: NonNullable<Row["cells"]>,
  source: RowSource,
  scope: Scope,
  location: Location | undefined,
): NonNullable<Row["cells"]> {
  const places = source.columns?.filter(({ kind, hidden }) => !hidden && (kind === "path" || kind === "line")) ?? [];
  const declared = places.map((column) => [columnTitle(column), cellOf(column, scope, source, location)] as const);
  return { ...Object.fromEntries(declared), ...cells };
}

/** Adds the declared location and links to a row from the tool's module, if the row has none. */
function ownRow(row: Row, depth: number | undefined, declared: Extras, paths: Paths): Row {
  const drawn = { ...declared, ...row };
  // Modules can't access the workspace, so the host formats the path.
  const { location } = row;
  if (location && (location.display === location.absolute || isAbsolute(location.display)))
    drawn.location = { ...location, display: paths.display(location.absolute) };
  if (depth !== undefined) drawn.depth = (row.depth ?? 0) + depth;
  return drawn;
}

export function drawHeading(row: AnswerRow, { answer, input, paths }: DrawContext): Row | undefined {
  const { heading, diff } = row.source;
  const scope = scopeOf(row, answer, input);
  if (diff) return diffHeading(diff, scope, locationOf({ path: diff.path }, scope, paths));
  if (!heading) return undefined;
  const text = fillTemplate(heading.text, scope);
  if (text === undefined) return undefined;
  const location = heading.location && locationOf(heading.location, scope, paths);
  return { text, ...extrasOf(location, linksOf(heading.links, scope, location)) };
}

/** Returns the title above source lines, with the location and the heading. */
export function titleOf(rows: readonly Pick<Row, "location">[], heading: Row | undefined): string | undefined {
  const places = rows.flatMap(({ location }) => location ?? []);
  const [first, last] = [places[0], places.at(-1)];
  const place = first && last && `${first.display}:${first.startLine}-${last.startLine}`;
  return [place, heading?.text].filter(Boolean).join(" ") || undefined;
}

function textRows(text: string, extras: Extras): Row[] {
  if (text === "") return [];
  const { location } = extras;
  return withoutLastEnd(text)
    .split("\n")
    .map((line, index): Row => {
      if (!location) return { text: line, ...extras };
      return {
        text: line,
        ...extras,
        location: { ...location, startLine: location.startLine + index, startColumn: 1 },
      };
    });
}

function withoutLastEnd(text: string): string {
  return text.endsWith("\n") ? text.slice(0, -1) : text;
}

/** Renders the lines of a row. Lines of context around them are muted. */
function codeRows(code: CodeRule, scope: Scope, extras: Extras): Row[] {
  const { location } = extras;
  const text = withoutLastEnd(plainText(resolveReference(code.text, scope)));
  const lines = [...text.split("\n"), ...linesAt(code.more, scope)];
  const start = location?.startLine ?? 1;
  const lead = code.lead === undefined ? 0 : Math.min(start - 1, numberAt(code.lead, scope) ?? 0);
  const matched = code.lead === undefined ? lines.length : 1;
  const placeAt = (line: number, column = 1, endLine = line): Extras =>
    location ? { location: { ...location, startLine: line, startColumn: column, endLine } } : {};
  const neighbour = (line: string, at: number): Row => ({ text: line, tone: "muted", ...placeAt(at) });
  const own = lines.map((line, index): Row => {
    const at = start - lead + index;
    if (index < lead || index >= lead + matched) return neighbour(line, at);
    if (index > lead) return { text: line, ...extras, ...placeAt(at) };
    const row: Row = { text: line, ...extras, ...placeAt(at, location?.startColumn, location?.endLine) };
    const match = textAt(code.match, scope);
    const notes = (code.note ?? []).flatMap((part) => fillTemplate(part, scope) ?? []);
    const from = Math.max(0, (location?.startColumn ?? 1) - 1 - (numberAt(code.offset, scope) ?? 0));
    if (match !== undefined) row.marks = [[from, Math.min(line.length, from + (match.split("\n", 1)[0] ?? "").length)]];
    if (notes.length > 0) row.note = notes.join(", ");
    if (row.tone === "muted") row.isMatch = true;
    return row;
  });
  const before = linesAt(code.before, scope);
  const end = code.lead === undefined ? (location?.endLine ?? start) : start;
  const last = Math.max(start - lead + lines.length - 1, end);
  return [
    ...before.map((line, index) => neighbour(line, start - before.length + index)),
    ...own,
    ...linesAt(code.after, scope).map((line, index) => neighbour(line, last + 1 + index)),
  ];
}

function linesAt(reference: CodeRule["more"], scope: Scope): string[] {
  const list = resolveReference(reference, scope);
  return Array.isArray(list) ? list.map(String) : [];
}

type Cell = string | number | boolean | null;

function cellsText(cells: readonly (readonly [title: string, cell: Cell])[] | undefined, { row }: Scope): string {
  if (!cells) return plainText(row);
  const texts = cells.map(([title, cell]) => cellText(title, cell));
  return texts.filter((text) => text !== "").join("  ");
}

function cellOf(column: Column, scope: Scope, source: RowSource, location: Location | undefined): Cell {
  // The row's own path is shown in the usual form.
  if (column.kind === "path" && location && pointerOf(column) === source.location?.path) return location.display;
  const value = rawCell(column, scope);
  if (column.kind === "time" && typeof value === "number") return timeText(value);
  if (typeof value === "number" || typeof value === "boolean") return value;
  return value === undefined || value === null ? null : plainText(value);
}

/** Formats a cell as text. True is shown as the title of the column, and false as an empty cell. */
export function cellText(title: string, cell: Cell | undefined): string {
  return cell === true ? title : cell === false || cell === null || cell === undefined ? "" : String(cell);
}

/** Returns the value of a column for TOON. */
export function rawCell(column: Column, scope: Scope): Json | undefined {
  // If a part is missing, there must not be an additional space.
  if (column.template !== undefined) return fillTemplate(column.template, scope)?.trim();
  return resolveReference(pointerOf(column), scope);
}

function pointerOf({ at, field }: Column): string {
  return at ?? `/${field}`;
}

/** Formats seconds since 1970 in UTC with minutes. */
function timeText(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 16).replace("T", " ");
}

/** Returns the path for a location, or undefined if the row must not link to it. */
function pathOf(rule: LocationRule, scope: Scope, paths: Paths): string | undefined {
  const path = textAt(rule.path, scope);
  if (path === undefined) return undefined;
  const base = textAt(rule.base, scope);
  const slashed = path.replaceAll("\\", "/");
  const whole = base !== undefined && !isAbsolute(slashed) ? posix.join(base.replaceAll("\\", "/"), slashed) : path;
  return paths.allows(whole) ? whole : undefined;
}

function locationOf(rule: LocationRule, scope: Scope, paths: Paths): Location | undefined {
  const whole = pathOf(rule, scope, paths);
  if (whole === undefined) return undefined;
  const column = numberAt(rule.column, scope);
  const endLine = numberAt(rule.endLine, scope);
  const startLine = Math.max(1, numberAt(rule.line, scope) ?? 1);
  return {
    // Relative paths have the form that tools print and accept.
    absolute: whole,
    display: paths.display(whole),
    startLine,
    startColumn: column === undefined ? 1 : Math.max(1, column + 1 - (rule.columnFrom ?? 1)),
    ...(endLine === undefined ? {} : { endLine: Math.max(startLine, endLine) }),
  };
}

function isAbsolute(path: string): boolean {
  return path.startsWith("/") || /^[a-z]:[\\/]/i.test(path);
}

export function linksOf(rules: readonly LinkRule[] | undefined, scope: Scope, location: Location | undefined): Link[] {
  return (rules ?? []).flatMap((rule): Link[] => {
    if (!isMet(rule.when, scope)) return [];
    const input: JsonObject = {};
    for (const [parameter, from] of Object.entries(rule.input)) {
      const value = linkValue(from, scope, location);
      if (value === undefined || value === "") {
        if ("at" in from && from.required) return [];
      } else input[parameter] = "at" in from && from.list ? [value ?? null] : value;
    }
    return [{ rel: rule.rel, tool: rule.tool, input }];
  });
}

function linkValue(from: LinkRule["input"][string], scope: Scope, location: Location | undefined): Json | undefined {
  if ("value" in from) return from.value;
  if ("template" in from) return fillTemplate(from.template, scope);
  if ("at" in from) return resolveReference(from.at, scope);
  if ("fields" in from) {
    const fields = Object.entries(from.fields).map(([field, at]) => [field, resolveReference(at, scope)] as const);
    return fields.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(fields);
  }
  return location && (from.path === "list" ? [location.absolute] : location.absolute);
}

function toneOf(rule: ToneRule | undefined, scope: Scope): Row["tone"] {
  if (rule === undefined || typeof rule === "string") return rule;
  const value = resolveReference(rule.at, scope);
  const has = (list: (string | boolean)[] | undefined) => list?.some((each) => each === value) === true;
  return has(rule.error) ? "error" : has(rule.warning) ? "warning" : has(rule.muted) ? "muted" : undefined;
}
