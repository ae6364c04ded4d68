/**
 * Contains the types that all engines bind by hand, so that no `Binds.Cache` has them. These are primitives, containers,
 * references to classes, strings and names.
 */

import type { NativeLibrary } from "../database/symbol-table.ts";
import { type DatabaseChunk, libraryOfDatabase, withPrimitives } from "./debug-database.ts";

/** Adds missing types and functions. Those of the engine take precedence. */
export function withBuiltIns(library: NativeLibrary): NativeLibrary {
  const own = libraryOfDatabase([BUILT_INS]);
  const types = new Map(library.types);
  for (const [name, type] of own.types) if (!types.has(name)) types.set(name, type);
  const namespaces = new Map(library.namespaces);
  for (const [name, members] of own.namespaces) if (!namespaces.has(name) && name === "") namespaces.set(name, members);
  return withPrimitives({ ...library, types, namespaces });
}

/** Methods that don't modify the object. */
const CONSTANT = new Set(
  ["CanProceed", "Contains", "Find", "FindIndex", "Get", "GetDefaultObject", "GetKeys", "GetValue", "GetValues"].concat(
    ["IsChildOf", "IsEmpty", "IsNull", "IsSet", "IsValid", "IsValidIndex", "Iterator", "Last", "Num", "opImplConv"],
  ),
);

function method(name: string, returns: string, parameters: Record<string, string> = {}) {
  const args = Object.entries(parameters).map(([argument, type]) => ({ name: argument, type }));
  return { name, return: returns, args, isProperty: false, ...(CONSTANT.has(name) ? { const: true } : {}) };
}

const ARRAY = [
  method("Add", "void", { Value: "const T&" }),
  method("AddUnique", "bool", { Value: "const T&" }),
  method("Insert", "void", { Value: "const T&", Index: "int" }),
  method("Append", "void", { Other: "const TArray<T>&" }),
  method("Contains", "bool", { Value: "const T&" }),
  method("FindIndex", "int", { Value: "const T&" }),
  method("Remove", "int", { Value: "const T&" }),
  method("RemoveSwap", "int", { Value: "const T&" }),
  method("RemoveSingle", "bool", { Value: "const T&" }),
  method("RemoveSingleSwap", "bool", { Value: "const T&" }),
  method("RemoveAt", "void", { Index: "int" }),
  method("RemoveAtSwap", "void", { Index: "int" }),
  method("Empty", "void"),
  method("Reset", "void"),
  method("Reserve", "void", { Size: "int" }),
  method("SetNum", "void", { Size: "int" }),
  method("Num", "int"),
  method("IsEmpty", "bool"),
  method("IsValidIndex", "bool", { Index: "int" }),
  method("Last", "T&"),
  method("Sort", "void"),
  method("Shuffle", "void"),
  method("Swap", "void", { A: "int", B: "int" }),
  method("opIndex", "T&", { Index: "int" }),
  method("Iterator", "TArrayIterator<T>"),
];

const MAP = [
  method("Add", "void", { Key: "const K&", Value: "const V&" }),
  method("FindOrAdd", "V&", { Key: "const K&" }),
  method("Find", "bool", { Key: "const K&", Value: "V&out" }),
  method("Contains", "bool", { Key: "const K&" }),
  method("Remove", "bool", { Key: "const K&" }),
  method("Empty", "void"),
  method("Reset", "void"),
  method("Num", "int"),
  method("IsEmpty", "bool"),
  method("opIndex", "V&", { Key: "const K&" }),
  method("GetKeys", "void", { Keys: "TArray<K>&out" }),
  method("GetValues", "void", { Values: "TArray<V>&out" }),
  method("Iterator", "TMapIterator<K,V>"),
];

const SET = [
  method("Add", "void", { Value: "const T&" }),
  method("Contains", "bool", { Value: "const T&" }),
  method("Remove", "bool", { Value: "const T&" }),
  method("Append", "void", { Other: "const TSet<T>&" }),
  method("Empty", "void"),
  method("Reset", "void"),
  method("Num", "int"),
  method("IsEmpty", "bool"),
  method("Iterator", "TSetIterator<T>"),
];

const REFERENCE = [method("Get", "T"), method("IsValid", "bool"), method("IsNull", "bool"), method("opImplConv", "T")];

const BUILT_INS: DatabaseChunk = {
  TArray: { subtypes: ["T"], isStruct: true, methods: ARRAY },
  TArrayIterator: { subtypes: ["T"], isStruct: true, methods: [method("CanProceed", "bool"), method("Proceed", "T&")] },
  TMap: { subtypes: ["K", "V"], isStruct: true, methods: MAP },
  TMapIterator: {
    subtypes: ["K", "V"],
    isStruct: true,
    methods: [method("CanProceed", "bool"), method("Proceed", "TMapElement<K,V>&")],
  },
  TMapElement: { subtypes: ["K", "V"], isStruct: true, properties: { Key: ["K"], Value: ["V"] } },
  TSet: { subtypes: ["T"], isStruct: true, methods: SET },
  TSetIterator: { subtypes: ["T"], isStruct: true, methods: [method("CanProceed", "bool"), method("Proceed", "T&")] },
  TOptional: {
    subtypes: ["T"],
    isStruct: true,
    methods: [
      method("IsSet", "bool"),
      { ...method("GetValue", "T&"), isProperty: true },
      method("Get", "T", { Default: "T" }),
      method("Set", "void", { Value: "const T&" }),
      method("Reset", "void"),
    ],
  },
  TSubclassOf: {
    subtypes: ["T"],
    isStruct: true,
    methods: [
      method("Get", "UClass"),
      { ...method("GetDefaultObject", "T"), isProperty: true },
      method("IsValid", "bool"),
      method("IsChildOf", "bool", { Other: "UClass" }),
    ],
  },
  TSoftObjectPtr: { subtypes: ["T"], isStruct: true, methods: REFERENCE },
  TSoftClassPtr: {
    subtypes: ["T"],
    isStruct: true,
    methods: [method("Get", "TSubclassOf<T>"), method("IsValid", "bool")],
  },
  TWeakObjectPtr: { subtypes: ["T"], isStruct: true, methods: REFERENCE },
  FString: { isStruct: true },
  FName: { isStruct: true },
  FText: { isStruct: true },
};
