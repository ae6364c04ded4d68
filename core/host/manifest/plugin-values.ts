/** Validates everything that comes from the process of a plugin. */
import type { Progress } from "../contract/context.ts";
import type { DoctorLine } from "../contract/define.ts";
import { JigError } from "../contract/errors.ts";
import type { FileFacts, PlacedSymbol } from "../contract/guest-language.ts";
import { isObject } from "../contract/is-object.ts";
import {
  type GraphNode,
  isDeeper,
  type JsonObject,
  LINK_RELS,
  type Link,
  type Location,
  ROW_TONES,
  type Row,
} from "../contract/outcome.ts";
import { shortJson } from "../contract/short-json.ts";
import { withoutUnseen } from "../contract/unseen-characters.ts";

/** This includes the levels of the frame. */
const MAX_DEPTH = 256;
/** This is enough, because frontends indent rows by their depth. */
const MAX_ROW_DEPTH = 100;

/** Returns the valid rows in a value. Rows without text are left out, and so are fields with the wrong type. */
export function checkedRows(value: unknown): Row[] {
  return Array.isArray(value) ? value.flatMap(checkedRow) : [];
}

function checkedRow(value: unknown): Row[] {
  if (!isObject(value) || typeof value.text !== "string") return [];
  const { text, marks, cells, depth, tone, note, location, links, size, node } = value;
  const row: Row = { text };
  if (Array.isArray(marks)) row.marks = marks.filter(isMark);
  if (isObject(cells)) row.cells = Object.fromEntries(Object.entries(cells).filter(isCell));
  if (typeof depth === "number" && depth >= 0) row.depth = Math.min(Math.floor(depth), MAX_ROW_DEPTH);
  const known = ROW_TONES.find((each) => each === tone);
  if (known) row.tone = known;
  if (typeof note === "string") row.note = note;
  const place = checkedLocation(location);
  if (place) row.location = place;
  if (Array.isArray(links)) row.links = links.flatMap((link) => (isLink(link) ? [link] : []));
  if (isObject(size) && typeof size.name === "string" && typeof size.value === "number" && size.value >= 0)
    row.size = { value: size.value, name: size.name, ...(isTexts(size.within) && { within: size.within }) };
  if (isObject(node) && typeof node.id === "string") row.node = checkedNode(node, node.id);
  return [row];
}

function checkedNode({ name, to, from }: JsonObject, id: string): GraphNode {
  return {
    id,
    ...(typeof name === "string" && { name }),
    ...(isTexts(to) && { to }),
    ...(isTexts(from) && { from }),
  };
}

function checkedLocation(value: unknown): Location | undefined {
  if (!isObject(value) || typeof value.absolute !== "string" || typeof value.display !== "string") return undefined;
  const { absolute, display, startLine, startColumn, endLine } = value;
  const place: Location = {
    absolute,
    display,
    startLine: numberFrom1(startLine),
    startColumn: numberFrom1(startColumn),
  };
  if (typeof endLine === "number") place.endLine = Math.max(place.startLine, numberFrom1(endLine));
  return place;
}

/** A module returns symbols, or symbols together with the names in the file. */
export function checkedFacts(value: unknown): FileFacts | undefined {
  if (Array.isArray(value)) return { symbols: checkedSymbols(value) };
  if (!isObject(value) || !Array.isArray(value.symbols)) return undefined;
  const { names } = value;
  const numbers = Array.isArray(names) ? names.filter((each) => typeof each === "number") : [];
  const isWhole = Array.isArray(names) && numbers.length === names.length && numbers.length % 3 === 0;
  return { symbols: checkedSymbols(value.symbols), ...(isWhole ? { names: numbers } : {}) };
}

/** Returns the valid symbols. A symbol must have a name, a kind and lines. */
function checkedSymbols(value: unknown[]): PlacedSymbol[] {
  return value.flatMap((each) => {
    if (!isObject(each) || typeof each.name !== "string" || typeof each.kind !== "string") return [];
    const startLine = numberFrom1(each.startLine);
    return [
      {
        name: withoutUnseen(each.name),
        kind: withoutUnseen(each.kind),
        container: typeof each.container === "string" ? withoutUnseen(each.container) : null,
        startLine,
        endLine: Math.max(startLine, numberFrom1(each.endLine)),
        ...(each.line === undefined ? {} : { line: numberFrom1(each.line), column: numberFrom1(each.column) }),
        ...(typeof each.signature === "string" ? { signature: withoutUnseen(each.signature) } : {}),
        ...(typeof each.documentation === "string" ? { documentation: withoutUnseen(each.documentation) } : {}),
      },
    ];
  });
}

const DOCTOR_FORM = '{"what": "…", "state": "ok", "detail": "…"}';

/** Returns the lines of a doctor report. A wrong line is named in its place, and a state that isn't known counts as an error. */
export function checkedDoctorLines(value: unknown, subject = "The plugin"): DoctorLine[] {
  const wrong = (detail: string, fix: string): DoctorLine => ({ what: subject, state: "error", detail, fix });
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value))
    return [wrong(`Its doctor returned ${shortJson(value)}, not a list`, `Return a list of ${DOCTOR_FORM}`)];
  return value.map((each, at) => {
    if (!isObject(each) || typeof each.what !== "string" || typeof each.detail !== "string")
      return wrong(`Line ${at + 1} of its doctor is ${shortJson(each)}`, `Write ${DOCTOR_FORM}`);
    const { what, state, detail, fix } = each;
    const known = state === "ok" || state === "warning" || state === "off" ? state : "error";
    return { what, state: known, detail, ...(typeof fix === "string" ? { fix } : {}) };
  });
}

/**
 * Parses JSON with a limit on nesting, because encoding a deeply nested value again would take too long.
 * @throws COMMAND_FAILED if the value is nested too deeply
 */
export function parseShallow(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (isDeeper(value, MAX_DEPTH)) {
    throw new JigError("COMMAND_FAILED", `It returned a value nested more than ${MAX_DEPTH} levels deep`, {
      hint: "Return a flat list",
    });
  }
  return value;
}

export function checkedProgress(value: unknown): Progress {
  const { done, total, message } = isObject(value) ? value : {};
  const progress: Progress = {};
  if (typeof done === "number") progress.done = done;
  if (typeof total === "number") progress.total = total;
  if (typeof message === "string") progress.message = message;
  return progress;
}

export function checkedError(value: unknown): JigError {
  const { code, message, hint, details } = isObject(value) ? value : {};
  if (typeof message !== "string") {
    const text = typeof value === "string" ? withoutUnseen(value) : undefined;
    const form = `{"code": ${shortJson(code ?? "INVALID_ARGUMENT")}, "message": ${shortJson(text ?? "…")}}`;
    return new JigError("INTERNAL", text ?? `The plugin failed without a message: ${shortJson(value)}`, {
      hint: `Write "error": ${form}`,
    });
  }
  return JigError.fromData({
    code: String(code),
    message: withoutUnseen(message),
    ...(typeof hint === "string" ? { hint: withoutUnseen(hint) } : {}),
    ...(isObject(details) ? { details } : {}),
  });
}

export function checkedLevel(value: unknown): "debug" | "info" | "warn" | "error" {
  return value === "debug" || value === "warn" || value === "error" ? value : "info";
}

export function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

function isMark(value: unknown): value is [number, number] {
  return Array.isArray(value) && value.length === 2 && value.every((each) => Number.isSafeInteger(each) && each >= 0);
}

function isCell(entry: [string, unknown]): entry is [string, string | number | boolean | null] {
  return entry[1] === null || ["string", "number", "boolean"].includes(typeof entry[1]);
}

function isLink(value: unknown): value is Link {
  return (
    isObject(value) &&
    LINK_RELS.some((rel) => rel === value.rel) &&
    typeof value.tool === "string" &&
    isObject(value.input)
  );
}

function numberFrom1(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(value) ? Math.max(1, value) : 1;
}
