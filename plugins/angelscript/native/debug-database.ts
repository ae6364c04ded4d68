/** Reads the JSON type database of the engine, which comes from the debug server or from `unreal-cache.json`. */

import { assumedBase } from "../database/assumed-base.ts";
import { type NativeLibrary, outerOf } from "../database/symbol-table.ts";
import { MemberSymbol, type NativeFacts, type TypeKind, TypeSymbol } from "../database/symbols.ts";
import { Flag } from "../parser/syntax.ts";

export interface DatabaseArgument {
  name?: string;
  type: string;
  default?: string;
}

export interface DatabaseMethod {
  name: string;
  return?: string;
  args?: DatabaseArgument[];
  const?: boolean;
  protected?: boolean;
  event?: boolean;
  doc?: string;
  isProperty?: boolean;
  isConstructor?: boolean;
  ufunction?: boolean;
  unrealname?: string;
  outputTypeIndex?: number;
  meta?: Record<string, unknown> | null;
}

export interface DatabaseType {
  properties?: Record<string, unknown[]>;
  methods?: DatabaseMethod[];
  inherits?: string;
  supertype?: string;
  subtypes?: string[];
  isStruct?: boolean;
  isEnum?: boolean;
  isEvent?: boolean;
  isDelegate?: boolean;
  doc?: string;
}

export type DatabaseChunk = Record<string, DatabaseType>;

/** The methods that take an object and the name of a function. The database doesn't mark them. */
const BINDERS =
  /^(AddUFunction|BindUFunction|Unbind|UnbindUFunction|SetTimer|ClearTimer|PauseTimer|UnPauseTimer|Is\w*Timer\w*|GetTimer\w*)$/;

/** Merges chunks. A later chunk replaces types with the same name. */
export function libraryOfDatabase(
  chunks: Iterable<DatabaseChunk>,
  headerOf: (name: string) => string | undefined = () => undefined,
  floatIsFloat64 = true,
): NativeLibrary {
  const types = new Map<string, TypeSymbol>();
  const namespaces = new Map<string, () => MemberSymbol[]>();
  const constructors = new Map<string, DatabaseMethod[]>();
  const entries = new Map<string, DatabaseType>();
  for (const chunk of chunks) for (const [name, entry] of Object.entries(chunk)) entries.set(name, entry);
  for (const method of entries.get("__")?.methods ?? [])
    if (method.isConstructor) {
      const list = constructors.get(method.name);
      if (list) list.push(method);
      else constructors.set(method.name, [method]);
    }
  for (const [name, entry] of entries) {
    const qualified = name.startsWith("__") ? name.slice(2) : name;
    if (name.startsWith("__") && !entry.isEnum) namespaces.set(qualified, () => namespaceMembers(qualified, entry));
    else types.set(qualified, typeOf(qualified, entry, constructors.get(qualified) ?? [], headerOf(qualified)));
  }
  return { types, namespaces, floatIsFloat64 };
}

function typeOf(
  qualified: string,
  entry: DatabaseType,
  constructors: DatabaseMethod[],
  header: string | undefined,
): TypeSymbol {
  const namespace = outerOf(qualified);
  const base = entry.inherits ?? entry.supertype;
  const kind = kindOf(entry);
  return new TypeSymbol({
    kind,
    name: namespace === "" ? qualified : qualified.slice(namespace.length + 2),
    namespace,
    base: base ?? (kind === "class" ? assumedBase(qualified) : ""),
    isBaseAssumed: base === undefined,
    root: -1,
    templateParameters: entry.subtypes ?? [],
    ...(entry.doc ? { doc: entry.doc } : {}),
    ...(header ? { header } : {}),
    members: (type) => [
      ...propertiesOf(entry, type),
      ...distinct(entry.methods ?? []).map((method) => methodOf(method, type, type.namespace)),
      ...constructors.map((method) => methodOf(method, type, type.namespace)),
    ],
  });
}

/** Removes methods that are listed twice, because of the two widths of float or as a native function. */
function distinct(methods: DatabaseMethod[]): DatabaseMethod[] {
  const kept = new Map<string, DatabaseMethod>();
  for (const method of methods) {
    const types = (method.args ?? []).map(({ type }) => type.replace(/\b(?:float32|float64|double)\b/g, "float"));
    const signature = `${method.name}(${types.join()})`;
    const before = kept.get(signature);
    const isSame = before && (isReflected(before) || isReflected(method) || sameTypes(before, method));
    if (before && !isSame) kept.set(`${signature} ${kept.size}`, method);
    else if (!before || (method.event && !before.event)) kept.set(signature, method);
  }
  return kept.size === methods.length ? methods : [...kept.values()];
}

/** Reflected functions are identified by their name, which is unique in a class. */
function isReflected(method: DatabaseMethod): boolean {
  return method.event === true || method.ufunction === true || method.unrealname !== undefined;
}

function sameTypes(a: DatabaseMethod, b: DatabaseMethod): boolean {
  return (a.args ?? []).every(({ type }, index) => type === b.args?.[index]?.type);
}

function kindOf(entry: DatabaseType): TypeKind {
  if (entry.isEnum) return "enum";
  const has = (name: string): boolean => (entry.methods ?? []).some((method) => method.name === name);
  if (entry.isEvent || has("Broadcast")) return "event";
  if (entry.isDelegate || has("ExecuteIfBound")) return "delegate";
  return entry.isStruct ? "struct" : "class";
}

function propertiesOf(entry: DatabaseType, type: TypeSymbol): MemberSymbol[] {
  return Object.entries(entry.properties ?? {}).map(
    ([name, facts]) =>
      new MemberSymbol({
        kind: type.kind === "enum" ? "enumValue" : "property",
        owner: type,
        namespace: type.namespace,
        ...propertyParts(name, facts),
      }),
  );
}

/** The entry has the form `[type, flags?, doc?]`. Old engines use words for flags, and enum values don't have any. */
function propertyParts(
  name: string,
  facts: unknown[],
): { name: string; type: string; flags: number; native: NativeFacts } {
  const [type, ...rest] = Array.isArray(facts) ? facts : [facts];
  const flags = rest.find((fact) => typeof fact === "number");
  const doc = rest.find((fact) => typeof fact === "string" && fact !== "NoEdit" && fact !== "EditOnly");
  return {
    name,
    type: String(type),
    flags: ((flags ?? 0) & 4) !== 0 ? Flag.protected : 0,
    native: doc ? { doc: String(doc) } : {},
  };
}

/** Returns true for parameters that the engine sets, so that scripts don't pass them. */
export function isHidden(name: string | undefined): boolean {
  return name?.startsWith("__") === true;
}

function methodOf(method: DatabaseMethod, owner: TypeSymbol | undefined, namespace: string): MemberSymbol {
  const native: NativeFacts = {};
  if (method.isProperty !== false) native.accessor = true;
  if (method.doc) native.doc = method.doc;
  if (typeof method.outputTypeIndex === "number" && method.outputTypeIndex >= 0)
    native.outputArgument = method.outputTypeIndex;
  if (BINDERS.test(method.name) || method.meta?.DelegateFunctionParam !== undefined) native.bindsNames = true;
  if (owner?.kind === "delegate" && method.isConstructor && method.args?.length === 2) native.bindsNames = true;
  return new MemberSymbol({
    kind: method.isConstructor
      ? "constructor"
      : owner
        ? method.name.startsWith("~")
          ? "destructor"
          : "method"
        : "function",
    name: method.name,
    type: method.return ?? "void",
    parameters: (method.args ?? []).flatMap((argument) =>
      isHidden(argument.name) ? [] : [{ name: argument.name ?? "", type: argument.type, value: argument.default }],
    ),
    flags:
      (method.const ? Flag.const : 0) |
      (method.protected ? Flag.protected : 0) |
      (method.event ? Flag.blueprintEvent : 0) |
      (method.ufunction || method.unrealname !== undefined ? Flag.ufunction : 0),
    owner,
    namespace,
    native,
  });
}

function namespaceMembers(namespace: string, entry: DatabaseType): MemberSymbol[] {
  const variables = Object.entries(entry.properties ?? {}).map(
    ([name, facts]) => new MemberSymbol({ kind: "variable", namespace, ...propertyParts(name, facts) }),
  );
  const functions = (entry.methods ?? []).filter((method) => !method.isConstructor);
  return [...variables, ...functions.map((method) => methodOf(method, undefined, namespace))];
}

/** Adds primitives, which no database contains. `int32` is `int`, and the width of `float` depends on the engine. */
export function withPrimitives(library: NativeLibrary): NativeLibrary {
  const types = new Map(library.types);
  for (const name of PRIMITIVES)
    if (!types.has(name))
      types.set(
        name,
        new TypeSymbol({ kind: "primitive", name, namespace: "", base: "", root: -1, members: () => [] }),
      );
  return { ...library, types };
}

const PRIMITIVES = ["void", "bool", "int", "int8", "int16", "int32", "int64"].concat([
  "uint",
  "uint8",
  "uint16",
  "uint32",
  "uint64",
  "float",
  "float32",
  "float64",
  "double",
]);

export const EMPTY_LIBRARY: NativeLibrary = { types: new Map(), namespaces: new Map(), floatIsFloat64: true };
