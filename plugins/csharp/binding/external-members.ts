/** Binds the members of Unity's own types, whose source isn't in the workspace. */
import { fullNameOf } from "../engine/unity-names.ts";
import { externalMemberType, OBJECT_MEMBERS } from "../semantics/external-types.ts";
import { classChain } from "../semantics/member-lookup.ts";
import type { SemanticModel } from "../semantics/semantic-model.ts";
import { external, isFullyExternal, type TypeRef, UNKNOWN } from "../semantics/type-ref.ts";
import { parseTypeText } from "../semantics/type-text.ts";
import type { Binder, BoundValue } from "./bound-value.ts";

/** Binds a member of a type outside of the workspace. */
export function externalMember(binder: Binder, type: TypeRef, name: string): BoundValue {
  return (
    engineTableMember(binder, type, name) ?? {
      is: "external",
      type: externalMemberType(type, name),
      name,
      ...ownerOf(binder, type, name),
    }
  );
}

/** Binds a member that is inherited from a base type outside of the workspace. */
export function externalBaseMember(binder: Binder, type: TypeRef, name: string): BoundValue {
  const base = type.is === "type" ? externalBase(binder.model, type) : undefined;
  const known = engineTableMember(binder, base, name);
  if (known) return known;
  if (type.is === "type" && type.guessed && !OBJECT_MEMBERS.has(name)) return { is: "unknown" };
  // A member of a generic base might return its type argument.
  const isOpen = base?.is === "external" && !isFullyExternal(base) && !OBJECT_MEMBERS.has(name);
  const given = isOpen ? UNKNOWN : (OBJECT_MEMBERS.get(name) ?? external(name));
  return { is: "external", type: given, name, ...ownerOf(binder, base, name) };
}

/** Binds a member that one of the enclosing classes inherits from an engine class, for example `transform` in a component. */
export function inheritedExternalMember(binder: Binder, name: string): BoundValue | undefined {
  for (const type of binder.enclosingTypes) {
    const base = externalBase(binder.model, binder.model.names.selfOf(type));
    const found = engineTableMember(binder, base, name);
    if (found) return found;
    const { owner } = ownerOf(binder, base, name);
    if (owner !== undefined) return { is: "external", type: external(name), name, owner };
  }
  return undefined;
}

function engineTableMember(binder: Binder, of: TypeRef | undefined, name: string): BoundValue | undefined {
  const type = engineTableType(binder, of, name);
  return type && { is: "external", type, name, fromEngineTable: true, ...ownerOf(binder, of, name) };
}

/** Returns the engine type that declares a member. */
function ownerOf(binder: Binder, of: TypeRef | undefined, name: string): { owner?: string } {
  if (of?.is !== "external" || of.namespace !== undefined || !usesEngine(binder)) return {};
  const [owner] = binder.model.engine?.ownersOf(of.name, name) ?? [];
  return owner ? { owner: fullNameOf(owner) } : {};
}

/** Returns the type of a member in the engine's table, or undefined if it isn't there. */
function engineTableType(binder: Binder, type: TypeRef | undefined, name: string): TypeRef | undefined {
  const { engine } = binder.model;
  if (!engine || type?.is !== "external" || type.args.length > 1 || !usesEngine(binder)) return undefined;
  const given = engine.memberType(type.name, name);
  // `T` means the type argument, because some engine classes are generic.
  if (given === "T" && type.args.length === 1) return type.args[0];
  return given === undefined || type.args.length > 0 ? undefined : engineType(given);
}

/** Returns the first base class that is outside of the workspace. */
function externalBase(model: SemanticModel, type: TypeRef): TypeRef | undefined {
  const last = [...classChain(model, type)].at(-1);
  return last?.is === "external" ? last : undefined;
}

function usesEngine({ file }: Binder): boolean {
  return file.imports.some(({ target }) => /^(?:global::)?Unity(?:Engine|Editor)(?:$|\.)/.test(target));
}

/** Parses a type in the engine's table, in which all names are external. */
function engineType(text: string): TypeRef {
  const written = parseTypeText(text);
  const last = written?.segments.at(-1);
  if (!written || !last) return UNKNOWN;
  let type: TypeRef = external(last.name, last.args.map(engineType));
  for (const suffix of written.suffixes) {
    if (suffix === "[]") type = { is: "array", element: type };
    else if (suffix === "?") type = external("Nullable", [type]);
    else return UNKNOWN;
  }
  return type;
}
