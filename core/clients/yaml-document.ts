/**
 * Edits one entry of a YAML file (nested block mappings), by line and using the offsets of nodes from the parser. The result is
 * parsed, and if it differs from the original in anything but our entry, it isn't written.
 */
import { isDeepStrictEqual } from "node:util";
import { isMap, isNode, isScalar, type Pair, parseDocument, stringify, type YAMLMap } from "yaml";
import { isObject, JigError, type JsonObject } from "../host/frontend-api.ts";
import { type ConfigDocument, lookUp } from "./config-document.ts";

const INDENT = 2;

export function yamlDocument(text: string, file: string): ConfigDocument {
  const value = read(text, file);
  const end = text.includes("\r\n") ? "\r\n" : "\n";

  return {
    value,
    set(path, entry) {
      const present = lookUp(value, path);
      const whole = isObject(present) ? { ...present, ...entry } : entry;
      const changed = withEntry(text, path, whole, end);
      return verified(changed, wantedWith(value, path, whole), file, path);
    },
    remove(path) {
      return verified(withoutEntry(text, path), wantedWithout(value, path), file, path);
    },
  };
}

/** Formats an entry below `path`, for a file that contains no part of it. */
export function yamlText(path: readonly string[], entry: JsonObject): string {
  return stringify(nested(path, entry), { indent: INDENT, lineWidth: 0 });
}

function nested(path: readonly string[], entry: JsonObject): JsonObject {
  return path.reduceRight<JsonObject>((inner, key) => ({ [key]: inner }), entry);
}

interface Place {
  map: YAMLMap;
  pair: Pair | undefined;
  missing: string[];
}

/** Finds the innermost existing mapping along `path`, and the missing keys. */
function placeOf(text: string, path: readonly string[]): Place | undefined {
  const top: unknown = parseDocument(text).contents;
  if (!isMap(top)) return undefined;
  let map: YAMLMap = top;
  for (const [at, key] of path.entries()) {
    const pair = pairOf(map, key);
    if (!pair || at === path.length - 1 || !isMap(pair.value)) return { map, pair, missing: path.slice(at + 1) };
    map = pair.value;
  }
  return { map, pair: undefined, missing: [] };
}

function pairOf(map: YAMLMap, key: string): Pair | undefined {
  return map.items.find((pair) => isScalar(pair.key) && pair.key.value === key);
}

function withEntry(text: string, path: readonly string[], entry: JsonObject, end: string): string {
  const place = placeOf(text, path);
  if (!place) {
    const gap = text === "" || text.endsWith("\n") ? "" : end;
    return text + gap + yamlText(path, entry).replaceAll("\n", end);
  }
  const { map, pair, missing } = place;
  const depth = path.length - missing.length - 1;
  const indent = columnOf(text, startOf(map.items[0]));
  const lines = yamlText(path.slice(depth), entry)
    .trimEnd()
    .split("\n")
    .map((line) => " ".repeat(indent) + line);
  // This is wrong for flow mappings, but the check at the end detects it.
  const at = pair ? lineStart(text, startOf(pair)) : endOf(text, map.items.at(-1));
  const rest = text.slice(pair ? endOf(text, pair) : at);
  const before = text.slice(0, at);
  const gap = before === "" || before.endsWith("\n") ? "" : end;
  return before + gap + lines.join(end) + end + rest;
}

/** Also removes parents that become empty. */
function withoutEntry(text: string, path: readonly string[]): string {
  const place = placeOf(text, path);
  if (!place?.pair) return text;
  const above = path.slice(0, -1);
  if (above.length > 0 && place.map.items.length === 1) return withoutEntry(text, above);
  return text.slice(0, lineStart(text, startOf(place.pair))) + text.slice(endOf(text, place.pair));
}

function startOf(pair: Pair | undefined): number {
  return (isNode(pair?.key) && pair.key.range?.[0]) || 0;
}

/** Returns the end of the pair's last line. Comments and blank lines after it belong to the next pair. */
function endOf(text: string, pair: Pair | undefined): number {
  const end = (isNode(pair?.value) && pair.value.range?.[1]) || startOf(pair);
  const own = text.slice(0, end).trimEnd().length;
  const next = text.indexOf("\n", own);
  return next < 0 ? text.length : next + 1;
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf("\n", at - 1) + 1;
}

function columnOf(text: string, at: number): number {
  return at - lineStart(text, at);
}

function wantedWith(value: JsonObject, path: readonly string[], entry: JsonObject): JsonObject {
  const wanted = structuredClone(value);
  const [key = "", ...below] = path;
  const inner = wanted[key];
  wanted[key] = below.length === 0 ? entry : wantedWith(isObject(inner) ? inner : {}, below, entry);
  return wanted;
}

function wantedWithout(value: JsonObject, path: readonly string[]): JsonObject {
  const [key = "", ...below] = path;
  const rest = { ...value };
  const inner = rest[key];
  if (below.length === 0 || !isObject(inner)) delete rest[key];
  else {
    const left = wantedWithout(inner, below);
    if (Object.keys(left).length === 0) delete rest[key];
    else rest[key] = left;
  }
  return rest;
}

function read(text: string, file: string): JsonObject {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error) {
    const place = error.linePos ? `:${error.linePos[0].line}:${error.linePos[0].col}` : "";
    throw new JigError("INVALID_ARGUMENT", `${file}${place} is not YAML`, {
      hint: "Correct it first; nothing was changed",
      cause: error,
    });
  }
  const value: unknown = document.toJS() ?? {};
  if (isObject(value)) return value;
  throw new JigError("INVALID_ARGUMENT", `${file} does not contain a YAML mapping`, { hint: "Correct it first" });
}

function verified(changed: string, wanted: JsonObject, file: string, path: readonly string[]): string {
  const document = parseDocument(changed);
  if (document.errors.length === 0 && isDeepStrictEqual(document.toJS() ?? {}, wanted)) return changed;
  throw new JigError(
    "INVALID_ARGUMENT",
    `${path.join(".")} in ${file} is written in a way that cannot be changed safely`,
    {
      hint: "Change it by hand: `jig mcp config` without --write prints what belongs there",
    },
  );
}
