/** Contains the declarations of a file, which the outline reader writes and the index stores. */
import { JigError } from "../../../core/host/plugin-api.ts";

export const KINDS = [
  "namespace",
  "class",
  "struct",
  "interface",
  "enum",
  "method",
  "property",
  "constructor",
  "destructor",
  "indexer",
  "event",
  "delegate",
  "operator",
  "field",
  "enumMember",
  "localFunction",
] as const;

export type Kind = (typeof KINDS)[number];

export const KIND = Object.fromEntries(KINDS.map((kind, index) => [kind, index])) as Record<Kind, number>;

/**
 * Returns the name of a kind.
 * @throws INTERNAL if the number is not a kind
 */
export function kindName(kind: number): Kind {
  const name = KINDS[kind];
  if (!name) throw new JigError("INTERNAL", `${kind} is not a kind of declaration`);
  return name;
}

/** The bits in the `traits` column. */
export const TRAIT = {
  record: 1,
  extension: 2,
  explicit: 4,
  verbatim: 8,
  fileScoped: 16,
  arrow: 32,
  hidden: 64,
  /** Set for [Serializable]. */
  serializable: 128,
} as const;

/** A declaration. All offsets are in UTF-16 units of the decoded text. */
export interface Declaration {
  kind: number;
  name: string;
  /** The index of the enclosing declaration, or -1. */
  parent: number;
  /** This includes attributes. `[start, end)` is the declaration, and `[start, header)` its header. */
  start: number;
  header: number;
  end: number;
  nameStart: number;
  nameEnd: number;
  modifiers: number;
  traits: number;
  /** The number of type parameters. */
  arity: number;
  /** The base list of a type without a change, or "". */
  bases: string;
  /** The `#if` condition on which it depends, or "". */
  condition: string;
}

export interface Outline {
  declarations: Declaration[];
  /** The reason why parts might be missing, or "". */
  degraded: string;
  /** True if it has `global using`, which applies to the whole assembly. */
  globalUsings: boolean;
}
