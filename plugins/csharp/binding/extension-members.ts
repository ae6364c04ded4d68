/** Binds extension methods (C# §12.8.10.3) and the members of extension blocks (C# 14). */
import { KIND, TRAIT } from "../outline/declaration-table.ts";
import { MODIFIER_BIT } from "../outline/keywords.ts";
import { type ConversionMatch, standardConversion, worstMatch } from "../semantics/conversions.ts";
import { fixedMemberType } from "../semantics/external-types.ts";
import { type Access, isNameable } from "../semantics/member-lookup.ts";
import { enclosingNamespaces, importsNamespace } from "../semantics/namespaces.ts";
import type { LookupScope, Member, SemanticModel } from "../semantics/semantic-model.ts";
import type { Using } from "../semantics/source-file.ts";
import { substitute } from "../semantics/substitution.ts";
import { type TypeRef, type TypeSymbol, UNKNOWN } from "../semantics/type-ref.ts";
import type { SyntaxNode } from "../syntax/syntax-node.ts";
import { argumentFrom } from "./applicability.ts";
import type { Binder, BoundValue, Call } from "./bound-value.ts";
import { applicableMembers, candidatesFrom, isRefusedByLambda } from "./overload-resolution.ts";
import { packageCallOnValue, packageMember } from "./package-members.ts";
import { inferTypeArguments, methodTypeParameters, withUnknowns } from "./type-inference.ts";

/**
 * Returns the extension methods in scope for a receiver, starting with the nearest namespace. It is undefined if none is
 * applicable.
 */
export function extensionMethod(
  binder: Binder,
  receiver: TypeRef,
  name: string,
  call: Call | undefined,
  node: SyntaxNode,
): BoundValue | undefined {
  if (!call) return mayBeGroup(binder, receiver, name, node) ? { is: "unknown" } : undefined;
  const { model } = binder;
  const all = extensionsNamed(binder, name).filter((member) => takesReceiver(model, member));
  if (all.length === 0) return undefined;
  const extended: Call = { ...call, receiver };
  let refused: BoundValue | undefined;
  for (const members of byNamespace(binder, all)) {
    const matching = members.filter((member) => matchReceiver(model, member, receiver) !== "no");
    const result = applicableMembers(model, candidatesFrom(matching), extended);
    if (!result) continue;
    // The receiver's own members take precedence (C# §12.8.10.3).
    const own = packageCallOnValue(binder, receiver, name, call);
    if (own === "yes") return undefined;
    // An external receiver might have the member itself, or might not match the `this` parameter.
    const isSure = result.applicable.every(({ types }) => standardConversion(model, receiver, types[0]!) === "yes");
    const isOwn = own ? own === "maybe" : hasItself(receiver, name) || hasMethod(model, receiver, name, call);
    if (receiver.is !== "type" && (!isSure || isOwn)) return { is: "unknown" };
    const group = { is: "group", ...result, receiver, call: extended } as const;
    if (!isRefusedByLambda(model, group)) return group;
    refused ??= group;
  }
  // A package or .NET may have one that takes the lambda. If not, we are wrong about the lambda.
  return refused && !packageMember(binder, receiver, name) ? refused : undefined;
}

/** Returns the extension method that is called because no lambda of the call converts to the delegates of the instance methods. */
export function extensionInstead(binder: Binder, own: BoundValue, node: SyntaxNode): BoundValue | undefined {
  if (own.is !== "group" || !own.receiver || !isRefusedByLambda(binder.model, own)) return undefined;
  const extension = extensionMethod(binder, own.receiver, binder.nameOf(node), own.call, node);
  return extension?.is === "group" ? extension : undefined;
}

/** Returns true if this method group could mean extension methods, although the expected type isn't known. */
function mayBeGroup(binder: Binder, receiver: TypeRef, name: string, node: SyntaxNode): boolean {
  const isPassed = node.field === "name" && node.parent?.parent?.type === "argument";
  if (!isPassed || hasItself(receiver, name)) return false;
  const { model } = binder;
  return extensionsNamed(binder, name).some(
    (member) => takesReceiver(model, member) && matchReceiver(model, member, receiver) !== "no",
  );
}

/**
 * Looks for a property that an extension block adds to values or (if it is static) to the type. It returns undefined if there
 * isn't one.
 */
export function extensionBlockMember(
  binder: Binder,
  type: TypeRef,
  name: string,
  access: Access,
  call: Call | undefined,
): BoundValue | undefined {
  const { model } = binder;
  const all = extensionsNamed(binder, name).filter((member) => {
    const isStatic = (member.declaration.modifiers & MODIFIER_BIT.static) !== 0;
    return !takesReceiver(model, member) && (access === "any" || isStatic === (access === "static"));
  });
  if (all.length === 0) return undefined;
  const isNarrower = (a: TypeRef, b: TypeRef) =>
    standardConversion(model, a, b) === "yes" && standardConversion(model, b, a) === "no";
  for (const members of byNamespace(binder, all)) {
    const added = members.flatMap((member) => addedTo(model, member, type) ?? []);
    // An extension of a type hides those of its bases.
    const nearest = added.filter(({ of }) => !added.some((other) => isNarrower(other.of, of)));
    const [first] = nearest;
    if (!first) continue;
    const isSure = nearest.every(({ match }) => match === "yes");
    if (type.is !== "type" && (!isSure || hasItself(type, name))) return { is: "unknown" };
    const { substitution } = first;
    const own = nearest.map(({ member }) => member);
    if (own.every(({ declaration }) => declaration.kind === KIND.property))
      return { is: "value", type: substitute(model.resultType(own[0]!), substitution), members: own };
    const methods = own.filter(({ declaration }) => declaration.kind === KIND.method);
    const result = call && applicableMembers(model, candidatesFrom(methods, substitution), call);
    return { is: "group", members: result?.members ?? methods, substitution, receiver: undefined, call };
  }
  return undefined;
}

/** Used for a receiver of unknown type. It only works if no type at all has such a member. */
export function extensionOfUnknown(binder: Binder, name: string, call: Call): BoundValue | undefined {
  const { model } = binder;
  const all = extensionsNamed(binder, name).filter((member) => takesReceiver(model, member));
  const isAlone = model.store
    .byName(name, true)
    .every((handle) => (model.store.traits(handle) & TRAIT.extension) !== 0);
  if (!isAlone || all.length === 0 || !all.every((member) => takesAnything(model, member))) return undefined;
  const extended: Call = { ...call, receiver: UNKNOWN };
  const result = applicableMembers(model, candidatesFrom(all), extended);
  return result && { is: "group", ...result, receiver: UNKNOWN, call: extended };
}

/** Returns all extension methods that a call could mean if nothing is known about its receiver. */
export function possibleExtensions(binder: Binder, name: string, call: Call): readonly Member[] {
  const all = extensionsNamed(binder, name).filter((member) => takesReceiver(binder.model, member));
  const extended: Call = { ...call, receiver: UNKNOWN };
  return all.length === 0 ? [] : (applicableMembers(binder.model, candidatesFrom(all), extended)?.members ?? []);
}

function takesAnything(model: SemanticModel, member: Member): boolean {
  const [type] = model.parameterTypes(member);
  return type?.is === "parameter" && type.bounds.length === 0;
}

/** Returns the member if it is in an extension block whose receiver matches the type. */
function addedTo(model: SemanticModel, member: Member, type: TypeRef): Added | undefined {
  const block = member.file.extensionBlock(member.declaration.start)?.header;
  const receiver = block?.parameters[0];
  if (!receiver) return undefined;
  const declared = model.resolveText(receiver.type, member);
  const wanted = methodTypeParameters(model, member).slice(0, block.typeParameters.length);
  const substitution = inferTypeArguments(model, wanted, [{ declared, given: argumentFrom(type) }], false);
  const of = substitute(declared, withUnknowns(wanted, substitution));
  const match = declared.is === "parameter" ? "yes" : standardConversion(model, type, of);
  const isBound = wanted.every((id, at) => {
    const by = substitution.get(id);
    if (!by) return true;
    return model
      .boundsOf(member, at)
      .every((bound) => standardConversion(model, by, substitute(bound, substitution)) !== "no");
  });
  return match === "no" || !isBound ? undefined : { member, substitution, of, match };
}

/** Checks whether a receiver matches. Only identity, reference and boxing conversions are allowed for a receiver. */
export function matchReceiver(model: SemanticModel, member: Member, receiver: TypeRef): ConversionMatch {
  const written = model.parameterTypes(member)[0];
  if (!written) return "no";
  if (written.is === "parameter") {
    const own = new Map([[written.id, receiver]]);
    return worstMatch(written.bounds.map((bound) => standardConversion(model, receiver, substitute(bound, own))));
  }
  // The method's own type parameters are unknown until the call was checked.
  const unknowns = withUnknowns(methodTypeParameters(model, member), new Map());
  return standardConversion(model, receiver, substitute(written, unknowns));
}

function extensionsNamed({ model, scope, file, enclosingTypes }: Binder, name: string): Member[] {
  return extensionsOf(model, name).filter(
    (member) =>
      isImported(model, scope, member.owner) &&
      isNameable(member, enclosingTypes) &&
      model.sees(file.assembly, member.file.assembly),
  );
}

/** Returns every extension member with that name, even those that aren't in scope. */
export function extensionsOf(model: SemanticModel, name: string): Member[] {
  const found: Member[] = [];
  for (const handle of model.store.byName(name, true)) {
    if ((model.store.traits(handle) & TRAIT.extension) === 0) continue;
    const { containers, path } = model.store.symbol(handle);
    const index = model.store.indexOf(handle);
    const outer = model.store.parentOf(handle);
    const owner = model
      .typesNamed(containers.at(-1) ?? "")
      .find(({ parts }) => parts.some((part) => part.handle.segment === outer?.segment && part.handle.at === outer.at));
    const member = owner && model.members(owner, name).find((each) => each.file.path === path && each.index === index);
    if (member) found.push(member);
  }
  return found;
}

/**
 * Groups members by their enclosing namespace, starting with the innermost. An import counts for the namespace with the
 * directive.
 */
function byNamespace({ scope }: Binder, members: readonly Member[]): Member[][] {
  const enclosing = enclosingNamespaces(scope).filter((namespace) => namespace !== "");
  const tiers = enclosing.map((namespace) => members.filter(({ owner }) => owner.namespace === namespace));
  const rest = members.filter(({ owner }) => !enclosing.includes(owner.namespace));
  return [...tiers, rest].filter((tier) => tier.length > 0);
}

function isImported(model: SemanticModel, scope: LookupScope, owner: TypeSymbol): boolean {
  const enclosing = enclosingNamespaces(scope);
  if (enclosing.includes(owner.namespace)) return true;
  return scope.file.imports.some((each) => {
    if (each.alias !== "" || !enclosing.includes(each.namespace)) return false;
    return each.isStatic
      ? isImportedStatic(model, scope, owner, each)
      : importsNamespace(owner.namespace, each.target, scope);
  });
}

/** Checks whether `using static` imports the class. If two classes have the same full name, it may mean either of them. */
function isImportedStatic(model: SemanticModel, { file }: LookupScope, owner: TypeSymbol, each: Using): boolean {
  const { target } = each;
  if (target !== owner.name && !target.endsWith(`.${owner.name}`)) return false;
  const type = model.names.importedType(each, file);
  return type.is === "unknown" || (type.is === "type" && type.type.key === owner.key);
}

interface Added {
  member: Member;
  substitution: Map<string, TypeRef>;
  /** The type that is extended. */
  of: TypeRef;
  match: ConversionMatch;
}

/**
 * Returns true if a member is called on a receiver. This is the case for methods with a `this` parameter, and for members of a
 * block that aren't static.
 */
function takesReceiver(model: SemanticModel, member: Member): boolean {
  return member.declaration.kind === KIND.method && model.header(member).parameters[0]?.passing === "this";
}

/** Static methods of framework types, which a call on a value can't mean (C# §12.8.10.2). */
const STATIC_METHODS = /^(?:From[A-Z]\w*|Parse\w*|NewGuid|Lerp|Format|Join|Concat)$/;

/** Returns true if a framework class is known to have such a method, although its parameters might be different. */
function hasItself(receiver: TypeRef, name: string): boolean {
  if (STATIC_METHODS.test(name)) return false;
  return receiver.is === "external" && !/^I[A-Z]/.test(receiver.name) && fixedMemberType(receiver, name) !== undefined;
}

/** Finds an instance method with this number of parameters in the external tables, because it takes precedence (C# §12.8.10.3). */
function hasMethod({ external }: SemanticModel, receiver: TypeRef, name: string, call: Call): boolean {
  if (receiver.is !== "external") return false;
  const types = external.typesNamed(receiver.name, receiver.args.length);
  return types.some(({ parameters }) => parameters?.get(name)?.includes(call.arguments.length));
}
