/** `view`, `fit` and `failure` of plugins whose manifest says by JSON pointers where things are (design §2). */
import type { Workspace } from "../contract/context.ts";
import type { JigError } from "../contract/errors.ts";
import { type Json, type JsonObject, type Outcome, type Row, textOf, type View } from "../contract/outcome.ts";
import type { FailureByPointer, FitByPointer, RowsByPointer } from "./plugin-file.ts";

/** undefined where there is nothing. */
export function valueAt(value: Json | undefined, pointer: string): Json | undefined {
  let at: Json | undefined = value;
  for (const step of stepsOf(pointer)) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as Record<string, Json>)[step];
  }
  return at;
}

/** A copy with `placed` at the pointer; objects on the way are made. At the empty pointer it is `placed` itself. */
export function withValueAt(value: Json | undefined, pointer: string, placed: Json): Json {
  const [step, ...rest] = stepsOf(pointer);
  if (step === undefined) return placed;
  const below = rest.map((each) => `/${escaped(each)}`).join("");
  if (Array.isArray(value)) {
    return value.map((item, index) => (String(index) === step ? withValueAt(item, below, placed) : item));
  }
  const object = typeof value === "object" && value !== null ? value : {};
  const inner = Object.hasOwn(object, step) ? object[step] : undefined;
  return { ...object, [step]: withValueAt(inner, below, placed) };
}

/** undefined where the rows are not there: a failure's envelope, for one. */
export async function viewByPointers(
  where: RowsByPointer,
  value: Json,
  workspace: Workspace,
): Promise<View | undefined> {
  const items = valueAt(value, where.at);
  if (!Array.isArray(items)) return undefined;
  const rows: Row[] = [];
  for (const item of items) rows.push(await rowOf(item, where, workspace));
  return where.columns ? { rows, columns: Object.keys(where.columns) } : { rows };
}

async function rowOf(item: Json, where: RowsByPointer, workspace: Workspace): Promise<Row> {
  const row: Row = { text: wordsOf(valueAt(item, where.text ?? "")) };
  const numberAt = (pointer: string | undefined) => {
    const found = pointer === undefined ? undefined : valueAt(item, pointer);
    return Number.isSafeInteger(found) && (found as number) >= 0 ? (found as number) : undefined;
  };
  const depth = numberAt(where.depth);
  if (depth !== undefined) row.depth = Math.min(depth, 100);
  if (where.columns) {
    row.cells = Object.fromEntries(
      Object.entries(where.columns).map(([title, pointer]) => [title, cellOf(valueAt(item, pointer))]),
    );
  }
  const file = where.file === undefined ? undefined : valueAt(item, where.file);
  if (typeof file === "string") {
    // A path that is not in the workspace is shown as it is, without a place to go to.
    const place = await workspace.resolve(file, { expect: "any" }).catch(() => undefined);
    if (place) {
      row.location = {
        absolute: place.absolute,
        display: place.display,
        startLine: numberAt(where.line) ?? 1,
        startColumn: numberAt(where.column) ?? 1,
      };
    }
  }
  return row;
}

/** undefined where the array is not there, or where even none of it would not fit. */
export function fitByPointers(where: FitByPointer, value: Json, maxChars: number): Json | undefined {
  const items = valueAt(value, where.cut);
  if (!Array.isArray(items)) return undefined;
  const cutTo = (count: number): Json => {
    const rest = where.hint ? `. ${where.hint}` : "";
    const said = `${items.length - count} of ${items.length} items were cut to fit${rest}`;
    return withValueAt(withValueAt(value, where.cut, items.slice(0, count)), where.say ?? "/truncated", said);
  };
  if (where.cut === "") return undefined;
  let fits = -1;
  for (let low = 0, high = items.length - 1; low <= high; ) {
    const middle = (low + high) >> 1;
    if (textOf(cutTo(middle)).length <= maxChars) {
      fits = middle;
      low = middle + 1;
    } else high = middle - 1;
  }
  return fits < 0 ? undefined : cutTo(fits);
}

export function failureByPointers(where: FailureByPointer, error: JigError): Outcome {
  let value: Json = withValueAt((where.with ?? {}) as JsonObject, where.message, error.advice);
  if (where.code !== undefined) value = withValueAt(value, where.code, error.code);
  if (where.details !== undefined && error.details) {
    value = withValueAt(value, where.details, error.details as JsonObject);
  }
  return { value, failed: true };
}

function stepsOf(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function escaped(step: string): string {
  return step.replaceAll("~", "~0").replaceAll("/", "~1");
}

function wordsOf(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function cellOf(value: Json | undefined): string | number | boolean | null {
  if (typeof value === "number" || typeof value === "boolean") return value;
  return value === undefined || value === null ? null : wordsOf(value);
}
