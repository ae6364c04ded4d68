/** Parses the signatures in .NET metadata (ECMA-335, II.23.2): the types of fields, and the parameters and results of methods. */
import { lengthAt, type MetadataTables, TABLE } from "./metadata-tables.ts";

export type LibraryTypeRef =
  | { is: "named"; namespace: string; name: string; args: LibraryTypeRef[] }
  /** A type parameter of the type or method, by its index. */
  | { is: "ofType" | "ofMethod"; at: number }
  | { is: "array"; element: LibraryTypeRef }
  /** Passed by reference. */
  | { is: "reference"; element: LibraryTypeRef }
  | { is: "unknown" };

export interface MethodSignature {
  typeParameters: number;
  isStatic: boolean;
  result: LibraryTypeRef;
  parameters: LibraryTypeRef[];
}

export type Named = (table: number, row: number) => { namespace: string; name: string };

const UNKNOWN: LibraryTypeRef = { is: "unknown" };
/** The maximum nesting. */
const DEEPEST = 40;
const MAX_PARAMETERS = 500;

/** The names by element type. */
const PRIMITIVES: Readonly<Record<number, string>> = {
  1: "void",
  2: "bool",
  3: "char",
  4: "sbyte",
  5: "byte",
  6: "short",
  7: "ushort",
  8: "int",
  9: "uint",
  10: "long",
  11: "ulong",
  12: "float",
  13: "double",
  14: "string",
  24: "IntPtr",
  25: "UIntPtr",
  28: "object",
};
const POINTER = 0x0f;
const BY_REFERENCE = 0x10;
const VALUE_TYPE = 0x11;
const CLASS = 0x12;
const TYPE_PARAMETER = 0x13;
const ARRAY = 0x14;
const GENERIC = 0x15;
const VECTOR = 0x1d;
const METHOD_PARAMETER = 0x1e;
const REQUIRED = 0x1f;
const OPTIONAL = 0x20;
const HAS_THIS = 0x20;
const IS_GENERIC = 0x10;
const FIELD = 0x06;

/**
 * Parses the signature of a method.
 * @throws RangeError if the bytes are invalid
 */
export function methodSignature(bytes: DataView, tables: MetadataTables, named: Named): MethodSignature {
  const reader = new Reader(bytes, tables, named);
  const convention = reader.byte();
  const typeParameters = (convention & IS_GENERIC) === 0 ? 0 : reader.number();
  const count = reader.number();
  if (count > MAX_PARAMETERS) throw new RangeError("a method with too many parameters");
  const result = reader.type();
  const parameters = Array.from({ length: count }, () => reader.type());
  return { typeParameters, isStatic: (convention & HAS_THIS) === 0, result, parameters };
}

export function fieldSignature(bytes: DataView, tables: MetadataTables, named: Named): LibraryTypeRef {
  const reader = new Reader(bytes, tables, named);
  return reader.byte() === FIELD ? reader.type() : UNKNOWN;
}

/** Returns the type for a coded index, which can be a constructed type. */
export function typeNamed(coded: number, tables: MetadataTables, named: Named, depth = 0): LibraryTypeRef {
  const { table, row } = tables.typeAt(coded);
  if (row === 0) return UNKNOWN;
  if (table === TABLE.typeSpec) return new Reader(tables.blob(table, row, 0), tables, named, depth + 1).type();
  return { is: "named", ...named(table, row), args: [] };
}

class Reader {
  #at = 0;
  #depth: number;
  readonly #bytes: DataView;
  readonly #tables: MetadataTables;
  readonly #named: Named;

  constructor(bytes: DataView, tables: MetadataTables, named: Named, depth = 0) {
    this.#depth = depth;
    this.#bytes = bytes;
    this.#tables = tables;
    this.#named = named;
  }

  byte(): number {
    return this.#bytes.getUint8(this.#at++);
  }

  number(): number {
    const { length, width } = lengthAt(this.#bytes, this.#at);
    this.#at += width;
    return length;
  }

  type(): LibraryTypeRef {
    if (++this.#depth > DEEPEST) throw new RangeError("a type nested too deeply");
    const type = this.#type(this.byte());
    this.#depth--;
    return type;
  }

  #type(element: number): LibraryTypeRef {
    const primitive = PRIMITIVES[element];
    if (primitive !== undefined) return { is: "named", namespace: "System", name: primitive, args: [] };
    switch (element) {
      case VALUE_TYPE:
      case CLASS:
        return typeNamed(this.number(), this.#tables, this.#named, this.#depth);
      case TYPE_PARAMETER:
        return { is: "ofType", at: this.number() };
      case METHOD_PARAMETER:
        return { is: "ofMethod", at: this.number() };
      case BY_REFERENCE:
        return { is: "reference", element: this.type() };
      case VECTOR:
        return { is: "array", element: this.type() };
      case ARRAY: {
        const of = this.type();
        this.number();
        for (let left = this.number(); left > 0; left--) this.number();
        for (let left = this.number(); left > 0; left--) this.number();
        return { is: "array", element: of };
      }
      case GENERIC: {
        this.byte();
        const type = typeNamed(this.number(), this.#tables, this.#named, this.#depth);
        const count = this.number();
        if (count > MAX_PARAMETERS) throw new RangeError("a type with too many arguments");
        const args = Array.from({ length: count }, () => this.type());
        return type.is === "named" ? { ...type, args } : UNKNOWN;
      }
      case REQUIRED:
      case OPTIONAL:
        this.number();
        return this.type();
      case POINTER:
        this.type();
        return UNKNOWN;
      default:
        throw new RangeError(`unknown element type ${element}`);
    }
  }
}
