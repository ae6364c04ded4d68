/** Types as the resolver knows them. */
import type { Found } from "../index/store.ts";

export type TypeRef =
  /** `within` is the constructed type around a nested one, where that is generic: `Outer<int>.Inner`. */
  | { is: "type"; type: TypeSymbol; args: TypeRef[]; within?: TypeRef }
  /** Declared outside the workspace: only its simple name is known, and of a package's type its namespace. */
  | { is: "external"; name: string; args: TypeRef[]; namespace?: string }
  /** `id` tells type parameters of one name apart; `isValue` where it must be a struct; `words` are what is written of it, where that is all. */
  | { is: "parameter"; name: string; id: string; bounds: TypeRef[]; isValue?: boolean; words?: readonly string[] }
  | { is: "array"; element: TypeRef }
  | { is: "tuple"; elements: { name: string; type: TypeRef }[] }
  | { is: "unknown" };

export const UNKNOWN: TypeRef = { is: "unknown" };
/** Something of another assembly, nobody knows what. */
export const OPAQUE: TypeRef = { is: "external", name: "?", args: [] };

export function pointerTo(type: TypeRef): TypeRef {
  return { is: "external", name: "*", args: [type] };
}

/** `T` of `T*`. */
export function pointedAtType(type: TypeRef): TypeRef | undefined {
  return type.is === "external" && type.name === "*" ? type.args[0] : undefined;
}

export function external(name: string, args: TypeRef[] = []): TypeRef {
  return { is: "external", name, args };
}

/** An anonymous type: the names of its members are its own. */
export function anonymous(members: readonly { name: string; type: TypeRef }[]): TypeRef {
  return external(
    `{${members.map(({ name }) => name).join()}}`,
    members.map(({ type }) => type),
  );
}

export function isAnonymous(type: TypeRef): boolean {
  return type.is === "external" && type.name.startsWith("{");
}

/** Whether a workspace type may hide in it: what an external type with none of these gives is external again. */
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

/** Type parameters replaced by what they stand for, by their ids. */
export function substitute(type: TypeRef, by: ReadonlyMap<string, TypeRef>): TypeRef {
  if (by.size === 0) return type;
  switch (type.is) {
    case "parameter":
      return by.get(type.id) ?? type;
    case "type":
      if (type.args.length === 0 && !type.within) return type;
      return {
        ...type,
        args: type.args.map((arg) => substitute(arg, by)),
        ...(type.within ? { within: substitute(type.within, by) } : {}),
      };
    case "external":
      return type.args.length === 0 ? type : { ...type, args: type.args.map((arg) => substitute(arg, by)) };
    case "array":
      return { is: "array", element: substitute(type.element, by) };
    case "tuple":
      return {
        is: "tuple",
        elements: type.elements.map((element) => ({ ...element, type: substitute(element.type, by) })),
      };
    default:
      return type;
  }
}

/** What the type parameters of a constructed type, and of those around it, stand for. */
export function substitutionOf(ref: TypeRef): Map<string, TypeRef> {
  const map = new Map<string, TypeRef>();
  for (let at: TypeRef | undefined = ref; at?.is === "type"; at = at.within) {
    const { type, args } = at;
    args.forEach((arg, index) => {
      map.set(`${type.key}!${index}`, arg);
    });
  }
  return map;
}

/** Equal for equal types. */
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

/** The name of an external type, by its keyword where it has one. */
export function externalName(type: TypeRef & { is: "external" }): string {
  return (Object.hasOwn(KEYWORDS, type.name) ? KEYWORDS[type.name] : undefined) ?? type.name;
}

/** A type of the workspace, all its parts together. */
export interface TypeSymbol {
  key: string;
  name: string;
  kind: number;
  arity: number;
  namespace: string;
  containers: string[];
  /** Names and arities of the types around it and its own: `Outer\`1/Inner\`0`. */
  path: string;
  parts: Found[];
}
