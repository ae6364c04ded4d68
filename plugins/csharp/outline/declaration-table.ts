/** Declarations of a file, as written by the outline reader and stored in the index. */
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

/** Bits in the `traits` column */
export const TRAIT = {
  record: 1,
  extension: 2,
  explicit: 4,
  verbatim: 8,
  fileScoped: 16,
  arrow: 32,
  hidden: 64,
  /** [Serializable] */
  serializable: 128,
} as const;

/** A declaration. Note that all offsets are in UTF-16 units of the decoded text. */
export interface Declaration {
  kind: number;
  name: string;
  /** The index of the enclosing declaration, or -1. */
  parent: number;
  /** Includes attributes. `[start, end)` is the declaration, `[start, header)` its header. */
  start: number;
  header: number;
  end: number;
  nameStart: number;
  nameEnd: number;
  modifiers: number;
  traits: number;
  /** Type parameters */
  arity: number;
  /** A type's base list, verbatim. May be "". */
  bases: string;
  /** `#if` condition it depends on, or "" */
  condition: string;
}

export interface Outline {
  declarations: Declaration[];
  /** Why parts might be missing, or "" */
  degraded: string;
  /** Has `global using`, which applies to the whole assembly */
  globalUsings: boolean;
}
