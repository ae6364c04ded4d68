/** Defines the declarations of a file, which the outline reader writes and the index stores. */
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

/** Throws an error if the number is not a kind. */
export function kindName(kind: number): Kind {
  const name = KINDS[kind];
  if (!name) throw new JigError("INTERNAL", `${kind} is not a kind of declaration`);
  return name;
}

/** The bits of the `traits` column. */
export const TRAIT = {
  record: 1,
  extension: 2,
  explicit: 4,
  verbatim: 8,
  fileScoped: 16,
  arrow: 32,
  hidden: 64,
  /** The declaration has [Serializable]. */
  serializable: 128,
} as const;

/** A declaration. Its offsets are in UTF-16 code units of the file's decoded text. */
export interface Declaration {
  kind: number;
  name: string;
  /** Index of the enclosing declaration in the same list, or -1. */
  parent: number;
  /** The start, including attributes. The declaration is `[start, end)`, and its header is `[start, header)`. */
  start: number;
  header: number;
  end: number;
  nameStart: number;
  nameEnd: number;
  modifiers: number;
  traits: number;
  /** Number of type parameters. */
  arity: number;
  /** The source text of a type's base list, or "". */
  bases: string;
  /** The `#if` condition that the declaration depends on, or "". */
  condition: string;
}

export interface Outline {
  declarations: Declaration[];
  /** The reason why parts of the file may be missing, or "". */
  degraded: string;
  /** Whether the file has `global using` directives, which apply to every file in its assembly. */
  globalUsings: boolean;
}
