/** Checks the result of a third-party plugin against its manifest. Differences are logged, but the result is shown anyway. */

import { isObject } from "./contract/is-object.ts";
import { stepsOf, valueAt, valueBelow } from "./contract/json-pointer.ts";
import type { Json, JsonObject } from "./contract/outcome.ts";
import type { Output, RowSource } from "./contract/output-schema.ts";
import { shortJson } from "./contract/short-json.ts";
import { faultsOfAnswer } from "./manifest/validate.ts";

/** The check ends after this many values, since otherwise it would delay the call. */
const MAX_VALUES = 20_000;
/** The number of rows that are examined before a column is reported as missing. */
const ROWS = 100;
/** The number of levels of a tree that are examined. */
const LEVELS = 20;

export function answerFaults({ schema, rows = [] }: Pick<Output, "schema" | "rows">, value: Json): string[] {
  const faults = rows.flatMap((source, at) => rowFaults(source, `output.rows.${at}`, schema, value));
  const failure =
    isObject(value) && value.success === false && !isObject(valueBelow(schema, ["properties", "success"]))
      ? ['its answer says "success": false, but the call succeeded. Write "failed": true next to "value" for a failure']
      : [];
  return [...failure, ...(isLarge(value) ? [] : faultsOfAnswer(schema, value)), ...faults];
}

function rowFaults(
  { at, columns = [], children }: RowSource,
  where: string,
  schema: JsonObject,
  value: Json,
): string[] {
  if (at.includes("*")) return [];
  const list = valueAt(value, at);
  if (["number", "boolean"].includes(typeof list)) return [`${where}.at points to ${list}, which is not a list`];
  // If members are declared, `check` finds wrong columns, so a column may be empty in all rows.
  if (!Array.isArray(list) || list.length === 0 || hasDeclaredRows(schema, at)) return [];
  const some = firstRows(list, children);
  if (some.length === 0 && columns.some(({ at: reference }) => reference === undefined))
    return [
      `${where} has columns, but its rows are no objects: ${shortJson(list[0])}. Write {"${columns[0]?.field}": …}`,
    ];
  if (some.length === 0) return [];
  return columns.flatMap(({ field, at: reference = `/${field}`, template }) => {
    const isOfRow = template === undefined && /^\/(?!\/)/.test(reference);
    if (!isOfRow || some.some((row) => valueBelow(row, stepsOf(reference)) !== undefined)) return [];
    return [`${where} has the column "${field}", which no row has: they have ${Object.keys(some[0] ?? {}).join(", ")}`];
  });
}

/** Returns the first rows of a list, and of each level of a tree, because a column may belong to the rows below others. */
function firstRows(list: readonly Json[], children: string | undefined): JsonObject[] {
  const found: JsonObject[] = [];
  let level = list.slice(0, ROWS).filter(isObject);
  for (let depth = 0; level.length > 0 && depth < LEVELS; depth++) {
    found.push(...level);
    const below = children === undefined ? [] : level.map((row) => valueBelow(row, stepsOf(children)));
    level = below
      .flatMap((rows) => (Array.isArray(rows) ? rows : []))
      .slice(0, ROWS)
      .filter(isObject);
  }
  return found;
}

function hasDeclaredRows(schema: JsonObject, at: string): boolean {
  let found: Json | undefined = schema;
  for (const step of stepsOf(at)) found = isObject(found) ? valueBelow(found, ["properties", step]) : undefined;
  return isObject(valueBelow(found, ["items", "properties"]));
}

function isLarge(value: Json): boolean {
  let seen = 0;
  const walk = (each: Json | undefined): boolean => {
    if (++seen > MAX_VALUES) return true;
    return typeof each === "object" && each !== null && Object.values(each).some(walk);
  };
  return walk(value);
}
