/** Implements the drafts of forms. A draft has the same shape as the form's fields, and converts to and from the tool's input. */
import { isDeepStrictEqual } from "node:util";
import { isObject, type Json, type JsonObject, parseJson } from "../../../core/host/frontend-api.ts";
import type { Field } from "./field.ts";

/** Text, number and JSON fields hold a string (`""` if there is no value). Choices and toggles hold a value or undefined. */
export type Draft = string | Draft[] | { [key: string]: Draft } | { choice: Json | undefined };

export type Path = readonly (string | number)[];

export interface Fault {
  path: Path;
  message: string;
}

export function emptyDraft(field: Field): Draft {
  switch (field.kind) {
    case "choice":
    case "toggle":
      return { choice: undefined };
    case "list":
      return [];
    case "group":
      return Object.fromEntries(field.fields.map((each) => [each.key, emptyDraft(each)]));
    default:
      return "";
  }
}

/** Returns the draft for a value. Parts that don't fit their field stay empty. */
export function draftOf(field: Field, value: Json | undefined): Draft {
  if (value === undefined) return emptyDraft(field);
  switch (field.kind) {
    case "choice":
    case "toggle":
      return { choice: value };
    case "list":
      return Array.isArray(value) ? value.map((each) => draftOf(field.item, each)) : [];
    case "group": {
      const given = isObject(value) ? value : {};
      return Object.fromEntries(field.fields.map((each) => [each.key, draftOf(each, given[each.key])]));
    }
    case "json":
      return JSON.stringify(value);
    default:
      return typeof value === "string" ? value : JSON.stringify(value);
  }
}

/** Returns true if the form can represent this input without losing anything. Empty parts don't count. */
export function holds(field: Field, input: JsonObject): boolean {
  return isDeepStrictEqual(given(readDraft(field, draftOf(field, input)).value ?? {}), given(input));
}

function given(value: Json | undefined): Json | undefined {
  if (value === undefined) return undefined;
  if (Array.isArray(value)) return value.length > 0 ? value.map((each) => given(each) ?? null) : undefined;
  if (!isObject(value)) return value === "" ? undefined : value;
  const entries = Object.entries(value).flatMap(([key, each]) => {
    const inner = given(each);
    return inner === undefined ? [] : [[key, inner] as const];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** Returns undefined if no value was given. Errors are collected on the way. */
export function readDraft(field: Field, draft: Draft, path: Path = []): { value: Json | undefined; faults: Fault[] } {
  const faults: Fault[] = [];
  const fault = (message: string) => faults.push({ path, message });
  let value: Json | undefined;
  switch (field.kind) {
    case "choice":
    case "toggle":
      value = (draft as { choice: Json | undefined }).choice;
      break;
    case "list": {
      const items = (draft as Draft[]).map((each, index) => readDraft(field.item, each, [...path, index]));
      faults.push(...items.flatMap((item) => item.faults));
      value = items.length > 0 ? items.map((item) => item.value ?? null) : undefined;
      break;
    }
    case "group": {
      const object: JsonObject = {};
      for (const each of field.fields) {
        const inner = readDraft(each, (draft as Record<string, Draft>)[each.key] ?? emptyDraft(each), [
          ...path,
          each.key,
        ]);
        if (inner.value !== undefined) object[each.key] = inner.value;
        // Errors inside a value that isn't set don't matter.
        faults.push(...inner.faults);
      }
      const given = Object.keys(object).length > 0;
      if (!given && path.length > 0 && !field.required) return { value: undefined, faults: [] };
      value = object;
      break;
    }
    case "text":
      value = draft === "" ? undefined : draft;
      break;
    default:
      if (String(draft).trim() !== "") value = parsed(field, draft as string, fault);
  }
  if (value === undefined && faults.length === 0 && field.required) fault("Needs a value");
  if (value !== undefined && faults.length === 0) checkBounds(field, value, fault);
  return { value, faults };
}

function parsed(field: Field, text: string, fault: (message: string) => void): Json | undefined {
  if (field.kind === "number") {
    const number = Number(text);
    if (Number.isNaN(number)) fault(`Needs a number, not "${text.trim()}"`);
    else if (field.schema.type === "integer" && !Number.isInteger(number)) fault("Needs a whole number");
    return number;
  }
  try {
    return parseJson(text);
  } catch {
    fault('Needs JSON: "text", 5, true, [ … ] or { … }');
    return undefined;
  }
}

/** Checks the limits in the JSON Schema, as far as we can check them in advance. */
function checkBounds({ schema }: Field, value: Json, fault: (message: string) => void): void {
  const bound = (name: string) => (typeof schema[name] === "number" ? schema[name] : undefined);
  const size = typeof value === "number" ? value : typeof value === "string" || Array.isArray(value) ? value.length : 0;
  const kind = typeof value === "number" ? "" : typeof value === "string" ? "Length" : "Items";
  const suffix = kind === "Length" ? " characters" : kind === "Items" ? " items" : "";
  const [low, high] = kind === "" ? ["minimum", "maximum"] : [`min${kind}`, `max${kind}`];
  if ((bound(low) ?? size) > size) fault(`At least ${bound(low)}${suffix}`);
  if ((bound(high) ?? size) < size) fault(`At most ${bound(high)}${suffix}`);
  if (typeof value === "string" && typeof schema.pattern === "string" && !matches(schema.pattern, value)) {
    fault(`Does not match ${schema.pattern}`);
  }
}

/**
 * The pattern comes from a manifest, so it may be malicious. Although the text is short, catastrophic backtracking must not
 * freeze the screen.
 */
function matches(pattern: string, value: string): boolean {
  if (value.length > 1000) return true;
  try {
    return new RegExp(pattern, "u").test(value);
  } catch {
    return true;
  }
}

export function draftAt(draft: Draft, path: Path): Draft | undefined {
  return path.reduce<Draft | undefined>((at, key) => (at as Record<string | number, Draft> | undefined)?.[key], draft);
}

/** Returns a copy that has `next` at `path`. */
export function withDraft(draft: Draft, path: Path, next: Draft): Draft {
  const [key, ...rest] = path;
  if (key === undefined) return next;
  if (Array.isArray(draft)) return draft.map((each, index) => (index === key ? withDraft(each, rest, next) : each));
  const group = draft as Record<string, Draft>;
  return { ...group, [key]: withDraft(group[key] ?? "", rest, next) };
}
