/**
 * Handles package types, which are external types whose full name we know. Because of that, we can read their members from an
 * assembly.
 */
import { CONVERSION } from "../libraries/shape-reader.ts";
import type { LibraryMember, LibraryShape } from "../libraries/shapes.ts";
import type { LibraryTypeRef } from "../libraries/signatures.ts";
import { enclosingNamespaces, importsNamespace } from "./namespaces.ts";
import type { DelegateShape, LookupScope, SemanticModel } from "./semantic-model.ts";
import { type Substitution, substitute, substitutionOf } from "./substitution.ts";
import { external, externalName, type TypeRef, typeOfKeyword, UNKNOWN } from "./type-ref.ts";

/** The maximum depth of the recursion. (Cycles are handled separately.) */
const MAX_BASES = 100;

/** The members, together with the type arguments of the type that declares them. */
export interface PackageMembers {
  /** The full name of the declaring type. */
  owner: string;
  shape: LibraryShape;
  members: readonly LibraryMember[];
  substitution: Substitution;
}

/** The qualifier of a name as it was written, and its type arguments. */
export interface Qualifier {
  text: string;
  args: TypeRef[];
}

const NONE: Qualifier = { text: "", args: [] };

/** Returns the external type by that name. It is a package type if there is exactly one in scope. */
export function externalType(
  model: SemanticModel,
  name: string,
  args: TypeRef[],
  scope: LookupScope,
  qualifier = NONE,
): TypeRef {
  const { packages } = model;
  const plain = external(name, args);
  // We don't have the assemblies of engine types.
  const isEngines = model.engine?.typesNamed(name).some(({ namespace }) => isNamespaceInScope(namespace, scope));
  if (!packages?.has(name) || isEngines) return plain;
  const all = packages.typesNamed(name).flatMap((shape) => typeInScope(model, shape, args, scope, qualifier) ?? []);
  return all.length === 1 ? (all[0] ?? plain) : plain;
}

function typeInScope(
  model: SemanticModel,
  shape: LibraryShape,
  args: TypeRef[],
  scope: LookupScope,
  qualifier: Qualifier,
): TypeRef | undefined {
  const { namespace, name, depth } = shape;
  const made = (outer: readonly TypeRef[]): TypeRef | undefined => {
    const all = [...outer, ...args];
    return all.length === shape.arity ? { is: "external", name, args: all, namespace } : undefined;
  };
  if (depth === 0) return isNamespaceInScope(namespace, scope, qualifier.text) ? made([]) : undefined;
  const parts = namespace.split(".");
  const [space, types] = [parts.slice(0, -depth).join("."), parts.slice(-depth).join(".")];
  const { text } = qualifier;
  if (text === "") {
    const outer = enclosingArguments(model, shape, scope);
    return outer && made(outer);
  }
  if (text === types || text === namespace)
    return isNamespaceInScope(space, scope, text === types ? "" : space) ? made(qualifier.args) : undefined;
  const isWritten = text.endsWith(`.${types}`) && isNamespaceInScope(space, scope, text.slice(0, -types.length - 1));
  return isWritten ? made(qualifier.args) : undefined;
}

/** Returns the type arguments of the outer type, for a nested type that is in scope through `using static` or inheritance. */
function enclosingArguments(
  model: SemanticModel,
  { namespace }: LibraryShape,
  scope: LookupScope,
): readonly TypeRef[] | undefined {
  for (const outer of model.enclosingTypes(scope))
    for (const base of packageBases(model, model.names.selfOf(outer)))
      for (const { shape, type } of packageTypeChain(model, base))
        if (`${shape.namespace}.${shape.name}` === namespace) return type.is === "external" ? type.args : [];
  const isImported = scope.file.imports.some(
    ({ target, isStatic }) => isStatic && target.replace(/^global::/, "") === namespace,
  );
  return isImported ? [] : undefined;
}

export function nestedPackageType(
  model: SemanticModel,
  type: TypeRef,
  name: string,
  args: readonly TypeRef[],
): TypeRef | undefined {
  const outer = packageShape(model, type);
  if (!outer || type.is !== "external") return undefined;
  const namespace = outer.namespace === "" ? outer.name : `${outer.namespace}.${outer.name}`;
  const all = [...type.args, ...args];
  const inner = model.packages
    ?.typesNamed(name)
    .find((one) => one.depth > 0 && one.namespace === namespace && one.arity === all.length);
  return inner && { is: "external", name, args: all, namespace };
}

export function isNamespaceInScope(namespace: string, scope: LookupScope, qualifier = ""): boolean {
  if (qualifier !== "") return importsNamespace(namespace, qualifier, scope);
  if (enclosingNamespaces(scope).includes(namespace)) return true;
  return scope.file.imports.some(
    ({ target, alias, isStatic }) => alias === "" && !isStatic && importsNamespace(namespace, target, scope),
  );
}

/** Returns the description of a type from its assembly, or undefined if it isn't a package type. */
export function packageShape(model: SemanticModel, type: TypeRef): LibraryShape | undefined {
  if (type.is !== "external") return undefined;
  // Keywords like `int` are short for types in System.
  const { name, namespace } = typeOfKeyword(type.name) ?? type;
  if (namespace === undefined) return undefined;
  const { args } = type;
  return model.packages?.typesNamed(name).find((one) => one.namespace === namespace && one.arity === args.length);
}

export function fullName({ namespace, name, arity }: LibraryShape): string {
  return `${namespace}.${name}${arity > 0 ? `\`${arity}` : ""}`;
}

/** Maps the type parameters of a package type to its type arguments. */
export function packageSubstitution(shape: LibraryShape, type: TypeRef): Map<string, TypeRef> {
  const args = type.is === "external" ? type.args : [];
  return new Map(args.map((arg, at) => [typeParameterId(shape, at), arg]));
}

function typeParameterId(shape: LibraryShape, at: number): string {
  return `${fullName(shape)}!${at}`;
}

/** Returns an id for a type parameter of a method. */
export function methodParameterId(shape: Pick<LibraryShape, "name">, method: string, at: number): string {
  return `${shape.name}.${method}!!${at}`;
}

/** Converts a type in a signature. `method` is the name of the method that has this signature. */
export function signatureType(model: SemanticModel, shape: LibraryShape, ref: LibraryTypeRef, method = ""): TypeRef {
  switch (ref.is) {
    case "ofType":
      return { is: "parameter", name: `T${ref.at}`, id: typeParameterId(shape, ref.at), bounds: [] };
    case "ofMethod":
      return { is: "parameter", name: `M${ref.at}`, id: methodParameterId(shape, method, ref.at), bounds: [] };
    case "array":
      return { is: "array", element: signatureType(model, shape, ref.element, method) };
    case "named": {
      const args = ref.args.map((arg) => signatureType(model, shape, arg, method));
      if (ref.namespace === "System" && ref.name === "ValueTuple" && args.length > 1)
        return { is: "tuple", elements: args.map((type) => ({ name: "", type })) };
      const isKnown = model.packages?.has(ref.name);
      return isKnown ? { is: "external", name: ref.name, args, namespace: ref.namespace } : external(ref.name, args);
    }
    default:
      return UNKNOWN;
  }
}

interface ChainedType {
  shape: LibraryShape;
  type: TypeRef;
  /** The bases, which aren't necessarily from packages. */
  bases: TypeRef[];
}

/** Yields a type followed by all of its bases, nearest first. Each type is yielded only once, even if it is a base for several reasons. */
export function* packageTypeChain(model: SemanticModel, type: TypeRef): Generator<ChainedType> {
  const seen = new Set<string>();
  const pending = [type];
  for (let at = pending.shift(); at && seen.size < MAX_BASES; at = pending.shift()) {
    const shape = packageShape(model, at);
    if (!shape || seen.has(fullName(shape))) continue;
    seen.add(fullName(shape));
    const by = packageSubstitution(shape, at);
    const bases = shape.bases.map((base) => substitute(signatureType(model, shape, base), by));
    yield { shape, type: at, bases };
    pending.push(...bases);
  }
}

/** Returns the bases, or undefined if the type is not from a package. */
export function basesOfPackageType(model: SemanticModel, type: TypeRef): TypeRef[] | undefined {
  return packageShape(model, type) && [...packageTypeChain(model, type)].flatMap(({ bases }) => bases);
}

/** Returns true if the assemblies that we have read contain every base of the type. */
export function hasAllBases(model: SemanticModel, type: TypeRef): boolean {
  if (!packageShape(model, type)) return false;
  return [...packageTypeChain(model, type)].every(({ bases }) =>
    bases.every((base) => base.is === "unknown" || packageShape(model, base) !== undefined),
  );
}

/** Returns true if we know every type that a value has members of. A class doesn't inherit those of its interfaces. */
export function hasAllMembers(model: SemanticModel, type: TypeRef): boolean {
  let at: TypeRef | undefined = type;
  for (let depth = 0; depth < MAX_BASES && at; depth++) {
    const shape = packageShape(model, at);
    if (!shape || shape.kind === "interface") return shape !== undefined && hasAllBases(model, at);
    // An assembly lists the base class before the interfaces.
    const [base] = shape.bases.map((each) => signatureType(model, shape, each));
    if (!base || base.is === "unknown" || (base.is === "external" && externalName(base) === "object")) return true;
    if (packageShape(model, base)?.kind === "interface") return true;
    at = base;
  }
  return false;
}

/** Returns the implicit conversions that the type declares. */
export function packageConversions(model: SemanticModel, type: TypeRef): { from: TypeRef; to: TypeRef }[] {
  const shape = packageShape(model, type);
  if (!shape) return [];
  const by = packageSubstitution(shape, type);
  return (shape.members.get(CONVERSION) ?? []).flatMap(({ parameters: [parameter], type: made }) => {
    if (!parameter) return [];
    const [from, to] = [parameter.type, made].map((ref) => substitute(signatureType(model, shape, ref), by));
    return from && to ? [{ from, to }] : [];
  });
}

/** Returns the package types that a workspace type or a type parameter derives from. */
export function packageBases(model: SemanticModel, type: TypeRef, seen = new Set<string>()): TypeRef[] {
  if (type.is === "external") return packageShape(model, type) ? [type] : [];
  if (type.is === "parameter") return type.bounds.flatMap((bound) => packageBases(model, bound, seen));
  if (type.is !== "type" || seen.has(type.type.key)) return [];
  seen.add(type.type.key);
  const by = substitutionOf(type);
  return model.bases(type.type).flatMap((base) => packageBases(model, substitute(base, by), seen));
}

/** Finds the members that a type inherits from packages. This does not include extension methods. */
export function packageMembers(model: SemanticModel, type: TypeRef, name: string): PackageMembers | undefined {
  if (!model.packages) return undefined;
  for (const base of packageBases(model, type)) {
    for (const { shape, type: at } of packageTypeChain(model, base)) {
      const members = shape.members.get(name);
      if (members) return { owner: fullName(shape), shape, members, substitution: packageSubstitution(shape, at) };
    }
  }
  return undefined;
}

export function packageDelegate(model: SemanticModel, type: TypeRef): DelegateShape | undefined {
  const shape = packageShape(model, type);
  const invoke = shape?.kind === "delegate" ? shape.members.get("Invoke")?.[0] : undefined;
  if (!shape || !invoke) return undefined;
  const by = packageSubstitution(shape, type);
  const resolve = (ref: LibraryTypeRef) => substitute(signatureType(model, shape, ref), by);
  return { parameters: invoke.parameters.map((one) => resolve(one.type)), result: resolve(invoke.type), known: true };
}
