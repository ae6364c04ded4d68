/**
 * Contains the types that we know when there is no engine. They consist of hand-bound members, enum values from public scripts
 * and caches, and the types of one public cache. This is incomplete, so a missing name doesn't prove an error.
 */

import engineEnums from "../baseline/engine-enums.json" with { type: "json" };
import handBound from "../baseline/hand-bound.json" with { type: "json" };
import haze from "../baseline/haze.json" with { type: "json" };
import { assumedBase, engineBase } from "../database/assumed-base.ts";
import type { Parameter } from "../database/declaration.ts";
import type { NativeLibrary } from "../database/symbol-table.ts";
import { MemberSymbol, type TypeKind, TypeSymbol } from "../database/symbols.ts";
import { Names } from "../lexer/interned-names.ts";
import { writtenMember } from "./bound-member.ts";
import { libraryOfDatabase } from "./debug-database.ts";

type Members = Readonly<Record<string, readonly string[]>>;

/** The contents of `engine-types.json`. */
export interface EngineTypes {
  structs: Members;
  classes: Members;
  namespaces: Members;
  delegates: Readonly<Record<string, string>>;
}

/** Adds missing types to a library without replacing any. */
export function withBaseline(library: NativeLibrary, engine?: EngineTypes): NativeLibrary {
  const names = new Names();
  const types = new Map(library.types);
  const namespaces = new Map(library.namespaces);
  const add = (kind: TypeKind, name: string, members: readonly string[]): void => {
    const known = types.get(name);
    if (known)
      types.set(
        name,
        known.withMembers((type) => missing(known, type, members, names), members.join(" ")),
      );
    else types.set(name, newType(kind, name, members, names));
  };
  const extend = (lists: Members): void => {
    for (const [namespace, list] of Object.entries(lists)) {
      const known = namespaces.get(namespace);
      namespaces.set(namespace, () => {
        const listed = known?.() ?? [];
        const have = new Set(listed.map((member) => member.name));
        const more = list.flatMap((text) => writtenMember(text, undefined, namespace, names) ?? []);
        return [...listed, ...more.filter((member) => !have.has(member.name))];
      });
    }
  };
  if (engine) {
    for (const [name, members] of Object.entries(engine.structs)) add("struct", name, members);
    for (const [name, members] of Object.entries(engine.classes)) add("class", name, members);
    for (const [kind, list] of Object.entries(engine.delegates))
      for (const name of list.split(" ")) types.set(name, delegateType(name, kind === "events"));
    extend(engine.namespaces);
  }
  const written: Members[] = [handBound.types];
  const isHaze = types.has("AHazeActor");
  if (isHaze) {
    written.push(haze.types);
    for (const [name, type] of libraryOfDatabase([haze.templates]).types) if (!types.has(name)) types.set(name, type);
  }
  for (const lists of written)
    for (const [name, members] of Object.entries(lists))
      add(/^[AU][A-Z]/.test(name) ? "class" : "struct", name, members);
  for (const [name, values] of enumValues()) {
    const known = types.get(name);
    if (!known || known.kind === "enum") types.set(name, enumType(name, [...values], known?.header));
  }
  extend(handBound.namespaces);
  if (isHaze) extend(haze.namespaces);
  // The name that engines of version 4 use.
  const math = namespaces.get("Math");
  if (math && !library.floatIsFloat64 && !namespaces.has("FMath")) namespaces.set("FMath", math);
  return { ...library, types, namespaces, hasGaps: true };
}

/** Members that are bound by hand come first. */
function enumValues(): Map<string, Set<string>> {
  const all = new Map<string, Set<string>>();
  const lists: Record<string, string>[] = [handBound.enums, engineEnums.enums];
  for (const list of lists)
    for (const [name, values] of Object.entries(list)) {
      const known = all.get(name) ?? new Set();
      for (const value of values.split(" ")) known.add(value);
      all.set(name, known);
    }
  return all;
}

function missing(known: TypeSymbol, type: TypeSymbol, members: readonly string[], names: Names): MemberSymbol[] {
  const have = new Set(known.members.map((member) => member.name));
  return members
    .flatMap((text) => writtenMember(text, type, "", names) ?? [])
    .filter((member) => member.kind === "constructor" || !have.has(member.name));
}

function newType(kind: TypeKind, name: string, members: readonly string[], names: Names): TypeSymbol {
  return new TypeSymbol({
    kind,
    name,
    namespace: "",
    base: kind === "class" ? assumedBase(name) : "",
    isBaseAssumed: engineBase(name) === undefined,
    root: -1,
    memberNames: () => members.join(" "),
    members: (type) => members.flatMap((text) => writtenMember(text, type, "", names) ?? []),
  });
}

export function enumType(name: string, values: readonly string[], header?: string): TypeSymbol {
  return new TypeSymbol({
    kind: "enum",
    name,
    namespace: "",
    base: "",
    root: -1,
    ...(header ? { header } : {}),
    memberNames: () => values.join(" "),
    members: (owner) =>
      values.map(
        (value) => new MemberSymbol({ kind: "enumValue", name: value, type: name, owner, namespace: "", native: {} }),
      ),
  });
}

const OBJECT = { name: "Object", type: "const UObject", value: undefined };
const FUNCTION = { name: "FunctionName", type: "FName", value: undefined };

type Signature = Pick<MemberSymbol, "type" | "parameters">;

/** Creates a delegate or event. Without a signature only its name is known, so it can't be called. */
export function delegateType(name: string, isEvent: boolean, header?: string, signature?: Signature): TypeSymbol {
  const both: [string, string, Parameter[]][] = [
    ["IsBound", "bool", []],
    ["Clear", "void", []],
  ];
  const calls = isEvent ? ["Broadcast"] : ["Execute", "ExecuteIfBound"];
  if (signature) for (const call of calls) both.push([call, signature.type, signature.parameters ?? []]);
  const own: [string, string, Parameter[]][] = isEvent
    ? [
        ["AddUFunction", "void", [OBJECT, FUNCTION]],
        ["Unbind", "void", [OBJECT, FUNCTION]],
        ["UnbindObject", "void", [OBJECT]],
      ]
    : [
        ["BindUFunction", "void", [OBJECT, FUNCTION]],
        ["GetUObject", "UObject", []],
        ["GetFunctionName", "FName", []],
        [name, name, []],
        [name, name, [OBJECT, FUNCTION]],
      ];
  return new TypeSymbol({
    kind: isEvent ? "event" : "delegate",
    name,
    namespace: "",
    base: "",
    root: -1,
    ...(header ? { header } : {}),
    members: (owner) =>
      [...both, ...own].map(
        ([method, type, parameters]) =>
          new MemberSymbol({
            kind: method === name ? "constructor" : "method",
            name: method,
            type,
            parameters,
            owner,
            namespace: "",
            native: { bindsNames: parameters.at(-1) === FUNCTION, accessor: method.startsWith("Get") },
          }),
      ),
  });
}
