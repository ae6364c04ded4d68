/** Binds calls of the methods in packages by the signatures in the assemblies. */
import type { LibraryMember, LibraryShape } from "../libraries/shapes.ts";
import {
  type ConversionMatch,
  constructedBase,
  isSameType,
  standardConversion,
  worstMatch,
} from "../semantics/conversions.ts";
import {
  fullName,
  hasAllMembers,
  isNamespaceInScope,
  methodParameterId,
  nestedPackageType,
  packageMembers,
  packageShape,
  packageSubstitution,
  signatureType,
} from "../semantics/package-symbols.ts";
import type { SemanticModel } from "../semantics/semantic-model.ts";
import { type Substitution, substitute } from "../semantics/substitution.ts";
import { commonType, external, type TypeRef, UNKNOWN } from "../semantics/type-ref.ts";
import { allArguments, correspondingParameters, matchArgument } from "./applicability.ts";
import { isRefusedByResult } from "./better-member.ts";
import type { Binder, BoundValue, Call, PackageGroup } from "./bound-value.ts";
import { inferTypeArguments, withUnknowns } from "./type-inference.ts";

interface Applied {
  match: ConversionMatch;
  /** The types of those arguments that are values. */
  given: (TypeRef | undefined)[];
  result: TypeRef;
  /** The type of the parameter for each argument, not including `this`. */
  types: TypeRef[];
}

/** Returns undefined if the type doesn't belong to a package. */
export function packageConstructors(model: SemanticModel, type: TypeRef): PackageGroup | undefined {
  const shape = packageShape(model, type);
  const own = shape?.members.get(".ctor") ?? [];
  if (!shape || own.length === 0) return undefined;
  return groupOf(shape, own, packageSubstitution(shape, type));
}

function groupOf(shape: LibraryShape, members: readonly LibraryMember[], substitution: Substitution): PackageGroup {
  return { methods: members.map((member) => ({ shape, member, substitution })) };
}

/**
 * Returns the result of calling the indexer of a package. It is undefined if there is no such indexer, or if the call is
 * ambiguous.
 */
export function packageIndexer(binder: Binder, type: TypeRef, call: Call): TypeRef | undefined {
  const found = packageMembers(binder.model, type, "this");
  return found && packageResult(binder, groupOf(found.shape, found.members, found.substitution), call);
}

/** Binds a member that is inherited from a package, or an extension method of one. */
export function packageMember(
  binder: Binder,
  type: TypeRef,
  name: string,
  args: readonly TypeRef[] = [],
): BoundValue | undefined {
  const { model } = binder;
  if (!model.packages || type.is === "unknown") return undefined;
  const found = packageMembers(model, type, name);
  if (!found) {
    const nested = nestedPackageType(model, type, name, args);
    return nested ? { is: "external", type: nested, name } : extensionMember(binder, type, name);
  }
  const { owner, shape, members, substitution } = found;
  const [first] = members;
  if (!first!.isMethod) {
    const held = substitute(signatureType(model, shape, first!.type), substitution);
    return { is: "external", type: held, name, owner };
  }
  const methods = members.filter(({ isMethod }) => isMethod);
  return { is: "external", type: UNKNOWN, name, owner, group: groupOf(shape, methods, substitution) };
}

/** Binds a member that one of the enclosing classes inherits from a package. */
export function inheritedPackageMember(binder: Binder, name: string): BoundValue | undefined {
  for (const type of binder.model.packages ? binder.enclosingTypes : []) {
    const found = packageMember(binder, binder.model.names.selfOf(type), name);
    if (found?.is === "external" && !found.group?.receiver) return found;
  }
  return undefined;
}

function extensionMember({ model, scope }: Binder, receiver: TypeRef, name: string): BoundValue | undefined {
  const methods = model.packages!.extending(name).flatMap((shape) => {
    if (!isNamespaceInScope(shape.namespace, scope)) return [];
    const all = shape.members.get(name) ?? [];
    const own = all.filter((member) => member.isExtension && takes(model, shape, member, receiver));
    return groupOf(shape, own, new Map()).methods;
  });
  if (methods.length === 0) return undefined;
  const owners = new Set(methods.map(({ shape }) => fullName(shape)));
  const owner = owners.size === 1 ? { owner: [...owners][0]! } : {};
  return { is: "external", type: UNKNOWN, name, ...owner, group: { methods, receiver } };
}

/** Returns true only if the receiver certainly has the extended type. */
function takes(model: SemanticModel, shape: LibraryShape, member: LibraryMember, receiver: TypeRef): boolean {
  const written = signatureType(model, shape, member.parameters[0]!.type, member.name);
  if (written.is === "parameter") return true;
  const unknowns = withUnknowns(idsOf(shape, member), new Map());
  const match = standardConversion(model, receiver, substitute(written, unknowns));
  if (match !== "maybe" || written.is !== "external" || written.args.length === 0) return match === "yes";
  // The type arguments aren't inferred yet. Arrays also implement the interfaces of a list.
  const sequence = receiver.is === "array" ? external("List", [receiver.element]) : receiver;
  const base = constructedBase(model, sequence, written).found;
  return base?.is === "external" && base.args.length === written.args.length;
}

function idsOf(shape: LibraryShape, { name, typeParameters }: LibraryMember): string[] {
  return Array.from({ length: typeParameters }, (_, at) => methodParameterId(shape, name, at));
}

/**
 * Returns true if the call means a method that the value inherits from a package, not counting extension methods. It is
 * undefined if the type doesn't belong to a package.
 */
export function packageCallOnValue(
  { model }: Binder,
  receiver: TypeRef,
  name: string,
  call: Call,
): ConversionMatch | undefined {
  if (!model.packages || !packageShape(model, receiver)) return undefined;
  const found = packageMembers(model, receiver, name);
  const methods = found?.members.filter(({ isMethod, isStatic }) => isMethod && !isStatic) ?? [];
  if (!found || methods.length === 0) return hasAllMembers(model, receiver) ? "no" : "maybe";
  const group = groupOf(found.shape, methods, found.substitution);
  const matches = applied(model, group, call, call.arguments.length)
    .filter(({ types }) => !types.some((type, at) => isRefusedByResult(model, call.arguments[at]!, type)))
    .map(({ match }) => match);
  return matches.includes("yes") ? "yes" : matches.length > 0 ? "maybe" : "no";
}

/** Returns undefined if the overloads have different results. */
export function packageResult(binder: Binder, group: PackageGroup, call: Call): TypeRef | undefined {
  const { model } = binder;
  return commonType(best(model, applied(model, group, call, call.arguments.length)).map(({ result }) => result));
}

/** Returns the type of a parameter in each of the overloads. Only arguments before this one are used. */
export function packageParameters(binder: Binder, group: PackageGroup, call: Call, at: number): TypeRef[] {
  return applied(binder.model, group, call, at).flatMap(({ types }) => types[at] ?? []);
}

/** Returns the overloads that are certainly applicable, without those for which another one is better (C# §12.6.4.3). */
function best(model: SemanticModel, all: readonly Applied[]): readonly Applied[] {
  const sure = all.filter(({ match }) => match === "yes");
  const left = sure.filter((one) => !sure.some((other) => isBetter(model, other, one)));
  return left.length > 0 ? left : sure.length > 0 ? sure : all;
}

function isBetter(model: SemanticModel, a: Applied, b: Applied): boolean {
  if (a.types.length !== b.types.length) return false;
  const order = a.types.map((type, at) => {
    const [other = UNKNOWN, given] = [b.types[at], a.given[at]];
    if (isSameType(type, other)) return 0;
    if (given && isSameType(given, type)) return 1;
    if (given && isSameType(given, other)) return -1;
    const [there, back] = [standardConversion(model, type, other), standardConversion(model, other, type)];
    return there === "yes" && back === "no" ? 1 : there === "no" && back === "yes" ? -1 : 0;
  });
  return order.includes(1) && !order.includes(-1);
}

/** Returns the overloads that accept the arguments. Lambdas from position `before` on aren't checked. */
function applied(model: SemanticModel, { methods, receiver }: PackageGroup, call: Call, before: number): Applied[] {
  const given = allArguments(receiver ? { ...call, receiver } : call);
  const shift = receiver ? 1 : 0;
  const all = methods.flatMap(({ shape, member, substitution }) => {
    const parameters = member.parameters.map((one) => ({ ...one, optional: one.isOptional }));
    if (call.typeArgs.length > 0 && call.typeArgs.length !== member.typeParameters) return [];
    const isArray = member.parameters.at(-1)?.type.is === "array";
    const normal = correspondingParameters(call, parameters, shift, false);
    const positions = normal ?? (isArray ? correspondingParameters(call, parameters, shift, true) : undefined);
    if (!positions) return [];
    const filled = receiver ? [0, ...positions] : positions;
    const declared = filled.map((position) => {
      const written = signatureType(model, shape, member.parameters[position]!.type, member.name);
      const type = substitute(written, substitution);
      return !normal && position === parameters.length - 1 && type.is === "array" ? type.element : type;
    });
    const wanted = idsOf(shape, member);
    const pairs = declared
      .map((type, at) => ({ declared: type, given: given[at]! }))
      .filter(({ given: { shape: how } }, at) => at < before + shift || (how !== "lambda" && how !== "group"));
    const found =
      call.typeArgs.length > 0
        ? new Map(wanted.map((id, at) => [id, call.typeArgs[at]!]))
        : inferTypeArguments(model, wanted, pairs, true);
    const by = withUnknowns(wanted, found);
    const types = declared.map((type) => substitute(type, by));
    const matches = types.map((type, at) => {
      const { passing } = member.parameters[filled[at]!]!;
      return matchArgument(model, given[at]!, type, passing === "this" ? "" : passing);
    });
    const isExact = receiver !== undefined && isSameType(types[0]!, receiver);
    const result = substitute(substitute(signatureType(model, shape, member.type, member.name), substitution), by);
    const values = given.map((each) => (each.shape === "value" ? each.type() : undefined));
    return [{ match: worstMatch(matches), result, types: types.slice(shift), given: values.slice(shift), isExact }];
  });
  const possible = all.filter(({ match }) => match !== "no");
  const exact = possible.filter(({ isExact }) => isExact);
  return exact.length > 0 ? exact : possible;
}
