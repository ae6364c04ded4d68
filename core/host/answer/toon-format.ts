/** Writes answers as TOON. Tables are flat, so that each row has the same fields, which are the declared columns. */

import { encodeLines } from "@toon-format/toon";
import { isObject } from "../contract/is-object.ts";
import { stepsOf, withValueBelow } from "../contract/json-pointer.ts";
import { type Json, type JsonObject, mapTexts, wellFormed } from "../contract/outcome.ts";
import type { Output, RowSource } from "../contract/output-schema.ts";
import type { TimeSlice } from "../contract/time-slice.ts";
import { hasUnseen, marksToEscapes, withLongSpelled, withMarks } from "../contract/unseen-characters.ts";
import { rawCell } from "../rows/draw.ts";
import type { AnswerRow, SplitAnswer } from "../rows/row.ts";
import { scopeOf, sourcesIn, splitAnswer } from "../rows/split.ts";
import type { AnswerFormat } from "./answer-context.ts";
import { jsonFormat, jsonText } from "./json-format.ts";
import { measuredPage } from "./page.ts";

export const toonFormat = {
  async page(context, chars) {
    const { call, choice, output, slice } = context;
    const content = choice.by === "frontend" ? undefined : output.toonContent;
    // If there are no rows, TOON inside an envelope has no advantage.
    if (content && !context.isDeclared) return await jsonFormat.page(context, chars);
    return await measuredPage(context, chars, async (value, parts) => {
      const data = withTables(output, value, parts, call.input);
      const text = content && isObject(data) ? await envelopeText(output, content, data, slice) : undefined;
      const whole = text ?? (await shownText(data, slice));
      await slice.check();
      return whole;
    });
  },
  // A file contains the whole answer in a single document.
  async encode(output, value, slice) {
    return await toonText(withTables(output, value, await splitAnswer(output, value, slice), {}), slice);
  },
} satisfies AnswerFormat;

/** Writes the envelope as JSON. The field `toon_content` contains the rows as TOON. */
async function envelopeText(
  { rows = [] }: Output<unknown>,
  content: readonly string[],
  data: JsonObject,
  slice: TimeSlice,
): Promise<string> {
  const inside = new Set([...content, ...rows.flatMap((source) => source.flat ?? [])]);
  const entries = Object.entries(data);
  const tables = Object.fromEntries(entries.filter(([key]) => inside.has(key)));
  const others = Object.fromEntries(entries.filter(([key]) => !inside.has(key)));
  // All rows may have been saved, so that none are left to show.
  if (Object.keys(tables).length === 0) return await jsonText(others, slice);
  return await jsonText({ ...others, format: "toon", toon_content: await toonText(tables, slice) }, slice);
}

function withTables(output: Output<unknown>, answer: Json, { envelope, rows }: SplitAnswer, input: JsonObject): Json {
  let data = answer;
  const flat: [string, Json][] = [];
  const dropped = new Set<string>();
  const table = (source: RowSource, own: readonly AnswerRow[]) => tableOf(source, own, answer, input);
  for (const { source, shape, outer, inner } of sourcesIn(output, envelope).toReversed()) {
    const own = rows.filter((row) => row.source === source && !row.emptyGroup);
    if (source.flat !== undefined) {
      dropped.add(stepsOf(source.at)[0] ?? "");
      if (own.length > 0 || source === output.rows?.[0]) flat.push([source.flat, table(source, own)]);
    } else if (shape === "map" && !source.columns)
      data = withValueBelow(data, outer, Object.fromEntries(own.map((row) => [row.key, row.value])));
    else if (source.columns && (shape === "map" || shape === "list"))
      data = withValueBelow(data, outer, table(source, own));
    else if (source.columns && shape === "groups" && inner.length > 0) {
      const groups = [...Map.groupBy(own, (row) => row.key)].map(([key, list]) => [key, table(source, list)] as const);
      data = withValueBelow(data, outer, Object.fromEntries(groups));
    }
  }
  if (flat.length === 0 || !isObject(data)) return data;
  return Object.fromEntries([...Object.entries(data).filter(([key]) => !dropped.has(key)), ...flat]);
}

/** Makes rows uniform by removing fields that are always missing and adding null for those that are sometimes missing. */
function tableOf({ columns = [] }: RowSource, rows: readonly AnswerRow[], answer: Json, input: JsonObject): Json[] {
  const table = rows.map((row) => {
    const scope = scopeOf(row, answer, input);
    return columns.map((column) => rawCell(column, scope));
  });
  const used = columns.map((_, index) => table.some((cells) => cells[index] !== undefined));
  return table.map((cells) =>
    Object.fromEntries(
      columns.flatMap(({ field }, index): [string, Json][] => (used[index] ? [[field, cells[index] ?? null]] : [])),
    ),
  );
}

/** The number of rows or keys per call of the library, which reads its whole input before it returns the first line. */
const CHUNK = 256;

/** Used for display. It spells out characters that TOON can't escape, while JSON takes care of them in an envelope. */
async function shownText(data: Json, slice: TimeSlice): Promise<string> {
  const text = await toonText(data, slice);
  return hasUnseen(text) ? await toonText(mapTexts(wellFormed(data), withLongSpelled), slice) : text;
}

/** Has the same result as the library, but works in time slices. */
export async function toonText(data: Json, slice: TimeSlice): Promise<string> {
  return (isObject(data) ? await objectLines(data, slice) : encoded(data)).join("\n");
}

/** Encodes the members of an object. Short ones are encoded together, while each long list or object is encoded by itself. */
async function objectLines(value: JsonObject, slice: TimeSlice): Promise<string[]> {
  const lines: string[] = [];
  let short: [string, Json | undefined][] = [];
  let rows = 0;
  const flush = async () => {
    if (short.length > 0) append(lines, encoded(Object.fromEntries(short)));
    short = [];
    rows = 0;
    await slice.check();
  };
  for (const [key, member] of Object.entries(value)) {
    const size = Array.isArray(member) ? member.length : 1;
    const isLong = size > CHUNK || (isObject(member) && Object.values(member).some(Array.isArray));
    if (isLong || rows + size > CHUNK) await flush();
    if (Array.isArray(member) && isLong) append(lines, await tableLines(key, member, slice));
    else if (isObject(member) && isLong) {
      append(lines, encoded({ [key]: {} }));
      for (const line of await objectLines(member, slice)) lines.push(`  ${line}`);
    } else {
      short.push([key, member]);
      rows += size;
    }
  }
  await flush();
  return lines;
}

/** If the chunks had different columns, the whole table has to be encoded at once. */
async function tableLines(key: string, rows: readonly Json[], slice: TimeSlice): Promise<string[]> {
  const lines: string[] = [];
  let columns: string | undefined;
  for (let at = 0; at < rows.length; at += CHUNK) {
    const part = rows.slice(at, at + CHUNK);
    const [head = "", ...body] = encoded({ [key]: part });
    const size = `[${part.length}]`;
    const from = head.lastIndexOf(size);
    const tail = head.slice(from + size.length);
    if (from < 0 || !tail.endsWith(":") || (columns ?? tail) !== tail) return encoded({ [key]: [...rows] });
    if (columns === undefined) lines.push(`${head.slice(0, from)}[${rows.length}]${tail}`);
    columns = tail;
    append(lines, body);
    await slice.check();
  }
  return lines;
}

/** Appends lines one by one. Spread syntax can't be used for this, because a very long array would overflow the stack. */
function append(lines: string[], more: readonly string[]): void {
  for (const line of more) lines.push(line);
}

/**
 * The library rejects lone surrogates and only escapes C0 controls, so we replace other characters first. The data is only
 * copied if necessary.
 */
function encoded(data: Json): string[] {
  let lines: string[];
  try {
    lines = [...encodeLines(data)];
  } catch {
    lines = [...encodeLines(wellFormed(data))];
  }
  if (!lines.some(hasUnseen)) return lines;
  return [...encodeLines(mapTexts(wellFormed(data), withMarks))].map(marksToEscapes);
}
