/** Finds the references of a row source by its schema, so that a key added to the schema is checked like the others. */
import * as v from "valibot";
import { isObject } from "./is-object.ts";
import { type RowSource, reference, source, template } from "./output-schema.ts";

/** The parts of a valibot schema that lead to schemas inside. */
interface Part extends v.GenericSchema {
  wrapped?: Part;
  item?: Part;
  entries?: Record<string, Part>;
  options?: readonly (Part | string | number)[];
  value?: Part;
}

export interface FoundReference {
  kind: "reference" | "template";
  text: string;
  /** Such as `links.0.when.at`. */
  place: string;
}

export function referencesIn(row: RowSource): FoundReference[] {
  return [...within(source, row, [])];
}

function* within(part: Part, value: unknown, steps: readonly string[]): Generator<FoundReference> {
  const kind = isMadeOf(part, reference) ? "reference" : isMadeOf(part, template) ? "template" : undefined;
  if (kind) {
    if (typeof value === "string") yield { kind, text: value, place: steps.join(".") };
  } else if (part.wrapped) yield* within(part.wrapped, value, steps);
  else if (part.type === "union") {
    const chosen = (part.options ?? []).find((each): each is Part => typeof each === "object" && v.is(each, value));
    if (chosen) yield* within(chosen, value, steps);
  } else if (Array.isArray(value)) {
    if (part.item) for (const [at, each] of value.entries()) yield* within(part.item, each, [...steps, String(at)]);
  } else if (isObject(value)) {
    for (const [key, each] of Object.entries(value)) {
      const inner = part.entries?.[key] ?? (part.type === "record" ? part.value : undefined);
      if (inner) yield* within(inner, each, [...steps, key]);
    }
  }
}

/** A description wraps its schema in a pipe, whose first item is the schema itself. */
function isMadeOf(part: unknown, searched: unknown): boolean {
  if (part === searched) return true;
  const first: unknown = isObject(part) && Array.isArray(part.pipe) ? part.pipe[0] : undefined;
  return first !== undefined && first !== part && isMadeOf(first, searched);
}
