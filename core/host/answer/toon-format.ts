/** An answer in the shape that TOON is good at: flat tables of rows that all have the same fields, taken from the declared columns. */

import { isObject } from "../contract/json.ts";
import { stepsOf, withValueBelow } from "../contract/json-pointer.ts";
import type { Json, JsonObject } from "../contract/outcome.ts";
import type { Output, RowSource } from "../contract/output.ts";
import type { TimeSlice } from "../contract/time-slice.ts";
import { rawCell } from "../rows/draw.ts";
import type { AnswerRow, SplitAnswer } from "../rows/row.ts";
import { presentSources, scopeOf, shapeOf, sourcePath } from "../rows/split.ts";
import { toonInTurns } from "./toon-lines.ts";

/** The whole answer as TOON, or its envelope with `toon_content` where the declaration says so. */
export async function toonOf(
  output: Output<unknown>,
  answer: Json,
  parts: SplitAnswer,
  input: JsonObject,
  turns: TimeSlice,
  envelope: boolean,
): Promise<Json> {
  const data = tabled(output, answer, parts, input);
  const inside = envelope ? output.toonContent : undefined;
  if (!inside || !isObject(data)) return await toonInTurns(data, turns);
  const within = new Set([...inside, ...(output.rows ?? []).flatMap((source) => source.flat ?? [])]);
  const entries = Object.entries(data);
  const content = Object.fromEntries(entries.filter(([key]) => within.has(key)));
  const beside = Object.fromEntries(entries.filter(([key]) => !within.has(key)));
  // A saved answer may have left nothing to show.
  if (Object.keys(content).length === 0) return beside;
  return { ...beside, format: "toon", toon_content: await toonInTurns(content, turns) };
}

/** The answer with each source as a table. */
function tabled(output: Output<unknown>, answer: Json, { envelope, rows }: SplitAnswer, input: JsonObject): Json {
  let data = answer;
  const flat: [string, Json][] = [];
  const dropped = new Set<string>();
  for (const source of presentSources(output, envelope).toReversed()) {
    const mine = rows.filter((unit) => unit.source === source && !unit.emptyGroup);
    if (source.flat !== undefined) {
      dropped.add(stepsOf(source.at)[0]!);
      if (mine.length > 0 || source === (output.rows ?? []).at(0))
        flat.push([source.flat, tableOf(source, mine, answer, input)]);
      continue;
    }
    const { outer, inner } = sourcePath(source);
    const shape = shapeOf(source, envelope);
    if (shape === "list" && source.columns) data = withValueBelow(data, outer, tableOf(source, mine, answer, input));
    else if (shape === "map") data = withValueBelow(data, outer, mapTable(source, mine, answer, input));
    else if (shape === "groups" && source.columns && inner.length > 0) {
      const groups = Map.groupBy(mine, (unit) => unit.key!);
      const tables = [...groups].map(([key, rows]): [string, Json] => [key, tableOf(source, rows, answer, input)]);
      data = withValueBelow(data, outer, Object.fromEntries(tables));
    }
  }
  if (flat.length === 0 || !isObject(data)) return data;
  return Object.fromEntries([...Object.entries(data).filter(([key]) => !dropped.has(key)), ...flat]);
}

/** Rows with the same fields: those that no row has a value for are left out, the others are null where there is none. */
function tableOf(source: RowSource, units: readonly AnswerRow[], answer: Json, input: JsonObject): Json[] {
  const columns = source.columns ?? [];
  const rows = units.map((unit) => {
    const scope = scopeOf(unit, answer, input);
    return columns.map((column) => rawCell(column, scope));
  });
  const used = columns.map((_, index) => rows.some((cells) => cells[index] !== undefined));
  return rows.map((cells) =>
    Object.fromEntries(
      columns.flatMap(({ field }, index): [string, Json][] => (used[index] ? [[field, cells[index] ?? null]] : [])),
    ),
  );
}

function mapTable(source: RowSource, units: readonly AnswerRow[], answer: Json, input: JsonObject): Json {
  if (source.columns) return tableOf(source, units, answer, input);
  return Object.fromEntries(units.map((unit) => [unit.key!, unit.value]));
}
