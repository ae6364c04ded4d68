/** The declarations of one file, written by the outline reader and stored by the index. */
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

/** Throws for a number that is not a kind. */
export function kindName(kind: number): Kind {
  const name = KINDS[kind];
  if (!name) throw new JigError("INTERNAL", `${kind} is no kind of declaration`);
  return name;
}

/** Bits of the `traits` column. */
export const TRAIT = {
  record: 1,
  extension: 2,
  explicit: 4,
  verbatim: 8,
  fileScoped: 16,
  arrow: 32,
  hidden: 64,
  /** Has [Serializable]. */
  serializable: 128,
} as const;

/** One declaration. Offsets are UTF-16 units of the file's decoded text. */
export interface Declaration {
  kind: number;
  name: string;
  /** Index of the enclosing declaration in the same list, or -1. */
  parent: number;
  /** Start, including attributes. The declaration is `[start, end)`, its header `[start, header)`. */
  start: number;
  header: number;
  end: number;
  nameStart: number;
  nameEnd: number;
  modifiers: number;
  traits: number;
  /** Number of type parameters. */
  arity: number;
  /** The base list of a type as written, or "". */
  bases: string;
  /** Its `#if` condition, or "". */
  condition: string;
}

export interface Outline {
  declarations: Declaration[];
  /** Why parts of the file may be missing, or "". */
  degraded: string;
  /** Whether it has `global using` directives, which apply to every file of its assembly. */
  globalUsings: boolean;
}
