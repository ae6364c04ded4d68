/** Defines how name resolution represents types. */
import type { IndexedSymbol } from "../index/symbol-store.ts";

export type TypeRef =
  /**
   * `within` is set for a type nested in a generic one, e.g. `Outer<int>.Inner`. If `guessed` is set, the actual type could be
   * a wrapper around this one.
   */
  | { is: "type"; type: TypeSymbol; args: TypeRef[]; within?: TypeRef; guessed?: true }
  /** We know the simple name of an external type and, if it is from a package, its namespace. */
  | { is: "external"; name: string; args: TypeRef[]; namespace?: string }
  /** Type parameters may share a name, so they have an `id`. `isValue` is set if there is a struct constraint. */
  | { is: "parameter"; name: string; id: string; bounds: TypeRef[]; isValue?: boolean; constraints?: readonly string[] }
  | { is: "array"; element: TypeRef }
  | { is: "tuple"; elements: { name: string; type: TypeRef }[] }
  | { is: "unknown" };

/** A type from the workspace, along with its type arguments. */
export type ConstructedType = TypeRef & { is: "type" };
export type ExternalType = TypeRef & { is: "external" };

export const UNKNOWN: TypeRef = { is: "unknown" };
/** A type from another assembly that we know nothing else about. */
export const OPAQUE: TypeRef = { is: "external", name: "?", args: [] };

export function pointerTo(type: TypeRef): TypeRef {
  return { is: "external", name: "*", args: [type] };
}

/** Returns `T` for `T*`. */
export function pointee(type: TypeRef): TypeRef | undefined {
  return type.is === "external" && type.name === "*" ? type.args[0] : undefined;
}

export function isNull(type: TypeRef): boolean {
  return type.is === "external" && type.name === "null";
}

export function isVoid(type: TypeRef): boolean {
  return type.is === "external" && type.name === "void";
}

export function external(name: string, args: TypeRef[] = []): TypeRef {
  return { is: "external", name, args };
}

export function anonymous(members: readonly { name: string; type: TypeRef }[]): TypeRef {
  return external(
    `{${members.map(({ name }) => name).join()}}`,
    members.map(({ type }) => type),
  );
}

export function isAnonymous(type: TypeRef): boolean {
  return type.is === "external" && type.name.startsWith("{");
}

/** Returns true if no part of the type is from the workspace, because then the types of its members are external as well. */
export function isFullyExternal(type: TypeRef): boolean {
  switch (type.is) {
    case "external":
      return type.args.every(isFullyExternal);
    case "array":
      return isFullyExternal(type.element);
    case "tuple":
      return type.elements.every((element) => isFullyExternal(element.type));
    default:
      return false;
  }
}

/** Returns a key for a type. Equal types have equal keys. */
export function keyOf(type: TypeRef): string {
  switch (type.is) {
    case "type":
      return `${type.within ? `${keyOf(type.within)}/` : ""}${type.type.key}<${type.args.map(keyOf).join()}>`;
    case "external":
      return `${externalName(type)}<${type.args.map(keyOf).join()}>`;
    case "array":
      return `${keyOf(type.element)}[]`;
    case "tuple":
      return `(${type.elements.map((element) => keyOf(element.type)).join()})`;
    case "parameter":
      return `!${type.id}`;
    default:
      return "?";
  }
}

const KEYWORDS: Readonly<Record<string, string>> = {
  String: "string",
  Object: "object",
  Boolean: "bool",
  Char: "char",
  SByte: "sbyte",
  Byte: "byte",
  Int16: "short",
  UInt16: "ushort",
  Int32: "int",
  UInt32: "uint",
  Int64: "long",
  UInt64: "ulong",
  Single: "float",
  Double: "double",
  Decimal: "decimal",
  Void: "void",
};

const KEYWORD_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(KEYWORDS).map(([name, keyword]) => [keyword, name]),
);

export function typeOfKeyword(keyword: string): { name: string; namespace: string } | undefined {
  const name = KEYWORD_NAMES.get(keyword);
  return name === undefined ? undefined : { name, namespace: "System" };
}

/** Returns the name of an external type, which is a keyword such as `int` if there is one. */
export function externalName(type: ExternalType): string {
  return (Object.hasOwn(KEYWORDS, type.name) ? KEYWORDS[type.name] : undefined) ?? type.name;
}

/** A type that is declared in the workspace. It may consist of several parts. */
export interface TypeSymbol {
  key: string;
  name: string;
  kind: number;
  arity: number;
  namespace: string;
  containers: string[];
  /** The names and arities from the outside in, as in `Outer\`1/Inner\`0`. */
  path: string;
  parts: IndexedSymbol[];
}

/** Returns the type that all of these have in common, or undefined if they are not all the same. */
export function commonType(types: readonly TypeRef[]): TypeRef | undefined {
  const [first] = types;
  return first && types.every((type) => keyOf(type) === keyOf(first)) ? first : undefined;
}
