/** Draws the rows of an answer as its declaration says: text, cells, a place, links. The explorer, the command line and text use these. */

import { posix } from "node:path";
import type { Json, JsonObject, Link, Location, Row } from "../contract/outcome.ts";
import type { CodeRule, Column, LinkRule, LocationRule, RowSource, ToneRule } from "../contract/output-schema.ts";
import type { TimeSlice } from "../contract/time-slice.ts";
import { holds } from "./picture-parts.ts";
import { fillTemplate, numberAt, plainText, resolveReference, type Scope, textAt } from "./reference.ts";
import type { AnswerRow, AnswerTool } from "./row.ts";
import { countLines, headingEnd } from "./size.ts";
import { scopeOf } from "./split.ts";

/** How paths, absolute or as tools spell them, are shown, and back. */
export interface Paths {
  display(path: string): string;
  absolute(shown: string): string;
  /** True where a row may point there. Rows of a plugin that is not built in may only point into the workspace. */
  allows(path: string): boolean;
}

/** The answer, the call and the spelling of paths that rows are drawn with. */
export interface DrawContext {
  answer: Json;
  input: JsonObject;
  paths: Paths;
}

/**
 * The lines of one row: one, or several for lines of source. `own`: what the tool's module drew for it. `withCells`: for a table.
 */
export function drawRow(row: AnswerRow, context: DrawContext, own?: Row[], withCells = true): Row[] {
  if (row.emptyGroup) return [];
  const { source } = row;
  const { paths } = context;
  const scope = scopeOf(row, context.answer, context.input);
  const depth = row.depth ?? numberAt(source.depth, scope);
  const location = source.location && locationOf(source.location, scope, paths);
  const links = linksOf(source.links, scope, location);
  if (own) {
    const outer = depth === undefined ? undefined : depth + (source.heading ? 1 : 0);
    return own.map((each, index) => ownRow(each, outer, index === 0 ? { location, links } : undefined, paths));
  }
  const tone = row.continuedParent ? "muted" : toneOf(source.tone, scope);
  if (source.code) return codeRows(source.code, scope, location, { links, tone });
  if (isLongText(row)) return textRows(row.value.slice(headingEnd(row)), location, { links, tone });
  const shown: Shown = { scope, source, location };
  const drawn: Row = { text: textOfRow(shown) };
  const cells = withCells ? cellsOf(shown) : undefined;
  if (cells) drawn.cells = cells;
  if (depth !== undefined) drawn.depth = Math.min(depth + (source.heading ? 1 : 0), 100);
  else if (source.heading) drawn.depth = 1;
  if (tone) drawn.tone = tone;
  if (location) drawn.location = location;
  if (links.length > 0) drawn.links = links;
  return [drawn];
}

const BATCH = 32;

/** Each row with what the tool's module draws for it, if anything. A plugin in its own process is asked once for a batch. */
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

/** A text whose lines are its rows, in one piece: a row for each of ten thousand lines takes time. */
export function drawLongText(
  row: AnswerRow,
  context: DrawContext,
  own: Row[] | undefined,
): { title: string | undefined; text: string } | undefined {
  if (own || row.emptyGroup || row.source.code || !isLongText(row)) return undefined;
  const text = row.value.slice(headingEnd(row));
  const { location: rule } = row.source;
  const location = rule && locationOf(rule, scopeOf(row, context.answer, context.input), context.paths);
  const places =
    location && text !== "" ? [location, { ...location, startLine: location.startLine + countLines(text) - 1 }] : [];
  const title = titleOf(
    places.map((place) => ({ text, location: place })),
    drawHeading(row, context),
  );
  return { title, text: text === "" || text.endsWith("\n") ? text : `${text}\n` };
}

/** True for a text whose lines are drawn as rows. */
export function isLongText(row: AnswerRow): row is Omit<AnswerRow, "value"> & { value: string } {
  return typeof row.value === "string" && !row.source.text && !row.source.columns;
}

/** The file that a row is of, as the answer spells it. */
export function fileOf(row: AnswerRow, { answer, input, paths }: DrawContext): string | undefined {
  const { location } = row.source;
  return row.emptyGroup || !location ? undefined : pathOf(location, scopeOf(row, answer, input), paths);
}

/** A row that the tool's module drew. The first one gets the declared place and links where it has none itself. */
function ownRow(
  row: Row,
  depth: number | undefined,
  declared: { location: Location | undefined; links: Link[] } | undefined,
  paths: Paths,
): Row {
  const drawn = { ...row };
  // A module knows no workspace: the host spells the path as every tool does.
  const { location } = row;
  const given = location && (location.display === location.absolute || isAbsolute(location.display));
  if (given) drawn.location = { ...location, display: paths.display(location.absolute) };
  if (depth !== undefined) drawn.depth = (row.depth ?? 0) + depth;
  if (declared?.location && !row.location) drawn.location = declared.location;
  if (declared && declared.links.length > 0 && !row.links) drawn.links = declared.links;
  return drawn;
}

/** The line above the rows of a group. */
export function drawHeading(row: AnswerRow, { answer, input, paths }: DrawContext): Row | undefined {
  const { heading } = row.source;
  if (!heading) return undefined;
  const scope = scopeOf(row, answer, input);
  const text = fillTemplate(heading.text, scope);
  if (text === undefined) return undefined;
  const location = heading.location && locationOf(heading.location, scope, paths);
  const drawn: Row = { text };
  if (location) drawn.location = location;
  return withExtras(drawn, { links: linksOf(heading.links, scope, location), tone: undefined });
}

type Extras = { links: Link[]; tone: Row["tone"] };

function withExtras(row: Row, { links, tone }: Extras): Row {
  if (links.length > 0) row.links = links;
  if (tone) row.tone = tone;
  return row;
}

/** The title above lines of source: their place and the text of the heading. */
export function titleOf(rows: readonly Row[], heading: Row | undefined): string | undefined {
  const places = rows.flatMap(({ location }) => location ?? []);
  const [first] = places;
  const place = first && `${first.display}:${first.startLine}-${places.at(-1)!.startLine}`;
  return [place, heading?.text].filter(Boolean).join(" ") || undefined;
}

/** A long text line by line. */
function textRows(text: string, location: Location | undefined, extras: Extras): Row[] {
  if (text === "") return [];
  const body = text.endsWith("\n") ? text.slice(0, -1) : text;
  return body.split("\n").map((line, index) => {
    const row: Row = { text: line };
    if (location) row.location = { ...location, startLine: location.startLine + index, startColumn: 1 };
    return withExtras(row, extras);
  });
}

/** The row's own line, or lines, and its neighbours, which are muted. */
function codeRows(code: CodeRule, scope: Scope, location: Location | undefined, extras: Extras): Row[] {
  const text = plainText(resolveReference(code.text, scope));
  const more = code.more === undefined ? undefined : resolveReference(code.more, scope);
  const lines = (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
  if (Array.isArray(more)) for (const line of more) lines.push(String(line));
  const start = location?.startLine ?? 1;
  const lead = code.lead === undefined ? 0 : Math.min(start - 1, numberAt(code.lead, scope) ?? 0);
  const match = code.match === undefined ? undefined : textAt(code.match, scope);
  const matched = code.lead === undefined ? lines.length : 1;
  const place = (line: number, column = 1): { location?: Location } =>
    location ? { location: { ...location, startLine: line, startColumn: column, endLine: line } } : {};
  const neighbours = (reference: string | undefined, from: (count: number) => number): Row[] => {
    const list = reference === undefined ? undefined : resolveReference(reference, scope);
    if (!Array.isArray(list)) return [];
    return list.map((line, index): Row => ({ text: String(line), tone: "muted", ...place(from(list.length) + index) }));
  };
  const own = lines.map((line, index): Row => {
    const at = start - lead + index;
    if (index < lead || index >= lead + matched) return { text: line, tone: "muted", ...place(at) };
    const row: Row = { text: line, ...place(at, index === lead ? location?.startColumn : 1) };
    if (match !== undefined && index === lead) row.marks = [markOf(line, match, code, scope, location)];
    if (index === lead && location?.endLine !== undefined && row.location) row.location.endLine = location.endLine;
    const notes = index === lead ? (code.note ?? []).flatMap((part) => fillTemplate(part, scope) ?? []) : [];
    if (notes.length > 0) row.note = notes.join(", ");
    return withExtras(row, extras);
  });
  const last = Math.max(
    start - lead + lines.length - 1,
    code.lead === undefined ? (location?.endLine ?? start) : start,
  );
  return [...neighbours(code.before, (count) => start - count), ...own, ...neighbours(code.after, () => last + 1)];
}

function markOf(
  line: string,
  match: string,
  code: CodeRule,
  scope: Scope,
  location: Location | undefined,
): [number, number] {
  const from = Math.max(0, (location?.startColumn ?? 1) - 1 - (numberAt(code.offset, scope) ?? 0));
  return [from, Math.min(line.length, from + match.split("\n", 1)[0]!.length)];
}

/** A row that is drawn by its columns. */
interface Shown {
  scope: Scope;
  source: RowSource;
  location: Location | undefined;
}

function textOfRow(row: Shown): string {
  const { source, scope } = row;
  if (source.text !== undefined) return fillTemplate(source.text, scope) ?? "";
  if (!source.columns) return plainText(scope.row);
  const shown = source.columns.filter((column) => !column.hidden);
  return shown
    .map((column) => cellText(column, row))
    .filter((text) => text !== "")
    .join("  ");
}

function cellsOf(row: Shown): Row["cells"] {
  const { columns } = row.source;
  if (!columns) return undefined;
  const shown = columns.filter((column) => !column.hidden);
  return Object.fromEntries(shown.map((column) => [column.title ?? column.field, cellOf(column, row)]));
}

function cellOf(column: Column, { scope, source, location }: Shown): string | number | boolean | null {
  // The path of the row itself is shown as tools print paths.
  if (column.kind === "path" && location && pointerOf(column) === source.location?.path) return location.display;
  const value = rawCell(column, scope);
  if (column.kind === "time" && typeof value === "number") return timeText(value);
  if (typeof value === "number" || typeof value === "boolean") return value;
  return value === undefined || value === null ? null : plainText(value);
}

function cellText(column: Column, row: Shown): string {
  const cell = cellOf(column, row);
  return cell === null || cell === false ? "" : cell === true ? (column.title ?? column.field) : String(cell);
}

/** The value of a column as TOON has it. */
export function rawCell(column: Column, scope: Scope): Json | undefined {
  // A part that is missing leaves no blank.
  if (column.template !== undefined) return fillTemplate(column.template, scope)?.trim();
  return resolveReference(pointerOf(column), scope);
}

function pointerOf({ at, field }: Column): string {
  return at ?? `/${field}`;
}

/** Seconds since the epoch as UTC, to the minute. */
function timeText(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 16).replace("T", " ");
}

/** undefined where the rows may not point there. */
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
    // A path that is not absolute is as tools print and accept it.
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
    if (!holds(rule.when, scope)) return [];
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
  const has = (list: (string | boolean)[] | undefined) => list?.includes(value as string) === true;
  return has(rule.error) ? "error" : has(rule.warning) ? "warning" : has(rule.muted) ? "muted" : undefined;
}
