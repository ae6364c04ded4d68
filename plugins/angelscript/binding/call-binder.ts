/** Binds calls of functions, methods and constructors. */

import { type MemberSymbol, parameterKey, type TypeSymbol } from "../database/symbols.ts";
import type { ArgumentSyntax, Expression, NameSyntax } from "../parser/syntax.ts";
import type { Binder } from "./binder.ts";
import { checkBoundName } from "./delegate-checks.ts";
import { Uncertainty } from "./impossible-conversions.ts";
import { type Argument, resolveOverload } from "./overload-resolution.ts";
import { bindQualifier, membersOfQualifier, type PathExpression, typeOfQualifier } from "./path-binder.ts";
import { bindProperty, unwrapped } from "./property-binder.ts";
import { argumentError } from "./semantic-errors.ts";
import type { TypeUse } from "./type-use.ts";
import { isOutput, markCalledOn, markChanged, markEventUse } from "./value-changes.ts";

type Call = Extract<Expression, { kind: "call" }>;

const BINDS = /^(?:AddUFunction|BindUFunction|Unbind)$/;

/** This is passed as a parameter to avoid an import cycle with expression-binder. */
export type BindExpression = (binder: Binder, expression: Expression) => TypeUse | undefined;

export function bindArguments(
  binder: Binder,
  list: readonly ArgumentSyntax[],
  bindExpression: BindExpression,
): Argument[] {
  return list.map(({ label, value }) => ({
    label: label?.name,
    type: bindExpression(binder, value),
    uncertainty: binder.uncertainty,
    isNull: value.kind === "literal" && value.literal === "null",
  }));
}

export function bindCall(binder: Binder, call: Call, bindExpression: BindExpression): TypeUse | undefined {
  const { callee } = call;
  if (callee.kind === "path") return bindPathCall(binder, call, callee, bindExpression);
  if (callee.kind === "member") {
    const owner = bindExpression(binder, callee.object);
    const { uncertainty } = binder;
    const list = bindArguments(binder, call.arguments, bindExpression);
    binder.uncertainty = uncertainty;
    return bindMethodCall(binder, call, owner, callee.name, list);
  }
  const value = bindExpression(binder, callee);
  return bindValueCall(binder, value, bindArguments(binder, call.arguments, bindExpression));
}

/** Binds calls of a delegate, or of an object that has `opCall`. */
function bindValueCall(binder: Binder, value: TypeUse | undefined, list: Argument[]): TypeUse | undefined {
  if (!value) return undefined;
  const method = resolveOverload(binder.lookup, binder.lookup.members(value.symbol, "opCall"), list, value);
  return method ? binder.lookup.typeOf(method, value) : undefined;
}

function bindMethodCall(
  binder: Binder,
  call: Call,
  owner: TypeUse | undefined,
  name: NameSyntax,
  list: Argument[],
): TypeUse | undefined {
  for (let at = owner; at; at = unwrapped(binder, at)) {
    const candidates = binder.lookup.members(at.symbol, name.name);
    const method = resolveOverload(binder.lookup, candidates, list, at);
    if (method) return finishCall(binder, call, name, method, at, list);
    if (candidates.length > 0) break;
  }
  const field = owner && bindProperty(binder, owner, name, "read");
  if (field) return bindValueCall(binder, field.type, list);
  if (owner) binder.unknownMember(name, owner.symbol);
  // The event isn't declared in our data, but the bound function can still be resolved.
  else if (BINDS.test(name.name)) {
    bindNames(binder, call, list, undefined, name.name.startsWith("Unbind"));
    if (call.callee.kind === "member") markEventUse(binder, call.callee.object, name.name);
  }
  unknownLabels(binder, call);
  binder.unresolved(name, "call");
  return undefined;
}

function bindPathCall(
  binder: Binder,
  call: Call,
  path: PathExpression,
  bindExpression: BindExpression,
): TypeUse | undefined {
  const name = path.path.at(-1) as NameSyntax;
  const typeArguments = path.typeArguments.flatMap((each) => binder.bindType(each) ?? []);
  if (path.path.length > 1 || path.global)
    return bindQualifiedCall(binder, call, path, name, typeArguments, bindExpression);
  const local = binder.local(name.name);
  if (local) {
    binder.markLocal(name, local, "call");
    return bindValueCall(binder, local.type, bindArguments(binder, call.arguments, bindExpression));
  }
  const list = bindArguments(binder, call.arguments, bindExpression);
  const { lookup, root } = binder;
  if (binder.type) {
    const owner = lookup.types.of(binder.type);
    const methods = lookup.members(binder.type, name.name).filter((each) => !each.isMixin);
    const method = resolveOverload(lookup, methods, list, owner);
    if (method) return finishCall(binder, call, name, method, owner, list);
    const field = methods.find((each) => !each.isCallable);
    if (field) {
      binder.markMember(name, field, "call");
      return bindValueCall(binder, lookup.typeOf(field, owner), list);
    }
  }
  for (const scope of binder.scopes()) {
    const found = lookup.inNamespace(scope, name.name, binder);
    const member = resolveOverload(lookup, found, list, undefined);
    if (member?.isMixin) {
      // A mixin can be called inside a class without an object, so `JoinTeam(Name)` means `this.JoinTeam(Name)`.
      const implicit = implicitMixin(binder, name, list);
      if (implicit && argumentError(lookup, member, list, undefined) !== undefined)
        return finishCall(binder, call, name, implicit, binder.thisType, list);
    }
    if (member) return finishCall(binder, call, name, member, undefined, list, typeArguments);
    const variable = found[0];
    if (variable) {
      binder.markMember(name, variable, "call");
      return bindValueCall(binder, lookup.typeOf(variable, undefined), list);
    }
  }
  if (name.name === "Cast" && typeArguments.length === 1) return typeArguments[0];
  const type = lookup.table.typeFrom(name.name, binder.namespace, root);
  if (type) return bindConstruction(binder, call, name, type, typeArguments, list);
  return bindImplicit(binder, call, name, list);
}

function implicitMixin(binder: Binder, name: NameSyntax, list: Argument[]): MemberSymbol | undefined {
  if (!binder.type) return undefined;
  return resolveOverload(binder.lookup, binder.lookup.members(binder.type, name.name), list, binder.thisType);
}

/** Handles function names that are not declared. It tries a mixin on `this` first, and otherwise reports the name. */
function bindImplicit(binder: Binder, call: Call, name: NameSyntax, list: Argument[]): TypeUse | undefined {
  const mixin = implicitMixin(binder, name, list);
  if (mixin) return finishCall(binder, call, name, mixin, binder.thisType, list);
  binder.unknownName(name);
  binder.unresolved(name, "call");
  return undefined;
}

function bindQualifiedCall(
  binder: Binder,
  call: Call,
  path: PathExpression,
  name: NameSyntax,
  typeArguments: TypeUse[],
  bindExpression: BindExpression,
): TypeUse | undefined {
  const scope = bindQualifier(binder, path);
  const list = bindArguments(binder, call.arguments, bindExpression);
  if (!scope) {
    binder.unresolved(name, "call");
    return undefined;
  }
  if (scope.isSuper) binder.superCalls.add(name.name);
  const found = membersOfQualifier(binder, scope, name.name);
  const owner = scope.type ? binder.lookup.types.of(scope.type) : undefined;
  const member = resolveOverload(binder.lookup, found, list, scope.isSuper ? owner : undefined) ?? found[0];
  if (member) return finishCall(binder, call, name, member, scope.isSuper ? owner : undefined, list, typeArguments);
  const type = typeOfQualifier(binder, scope, name.name);
  if (type) return bindConstruction(binder, call, name, type, typeArguments, list);
  if (scope.type) binder.unknownStatic(name, scope.type);
  else if (scope.namespace !== undefined) binder.unknownInNamespace(name, scope.namespace);
  binder.unresolved(name, "call");
  return undefined;
}

/**
 * Binds `FVector(1, 2, 3)`, `int(x)` and `TArray<int>()`. The target is the constructor if it is in a script, and the type if
 * it is native.
 */
function bindConstruction(
  binder: Binder,
  call: Call,
  name: NameSyntax,
  type: TypeSymbol,
  typeArguments: TypeUse[],
  list: Argument[],
): TypeUse | undefined {
  const use: TypeUse =
    typeArguments.length === 0 ? binder.lookup.types.of(type) : { symbol: type, arguments: typeArguments };
  const maker = resolveOverload(binder.lookup, binder.lookup.constructors(type), list, use);
  if (maker?.place && !maker.native && type.isScript) binder.markMember(name, maker, "call");
  if (maker) markArguments(binder, call, maker, undefined);
  binder.markType(name, type);
  if (maker?.native?.bindsNames) bindNames(binder, call, list, type, false);
  return use;
}

function finishCall(
  binder: Binder,
  call: Call,
  name: NameSyntax,
  member: MemberSymbol,
  owner: TypeUse | undefined,
  list: Argument[],
  typeArguments: TypeUse[] = [],
): TypeUse | undefined {
  binder.markMember(name, member, "call", owner);
  markArguments(binder, call, member, owner);
  if (call.callee.kind === "member") markCalledOn(binder, call.callee.object, owner, member);
  binder.uncertainty = uncertaintyOf(binder, member, candidatesOf(binder, member, owner));
  // This is probably an overload that our data of the engine doesn't contain.
  if (binder.uncertainty === Uncertainty.group && argumentError(binder.lookup, member, list, owner))
    binder.uncertainty = Uncertainty.none;
  const binds = member.native?.bindsNames === true || /UFunction$|Timer/.test(member.name);
  if (binder.errors && member.place && !(binds && isNameAlone(call)) && !extendsNative(binder, member)) {
    const problem = argumentError(binder.lookup, member, list, owner);
    const rest = problem?.native === undefined ? {} : { unknown: problem.native };
    if (problem) binder.errors.add(name.start, name.name.length, problem.message, rest);
  }
  if (binds) bindNames(binder, call, list, owner?.symbol, /^(?:Unbind|Clear|Remove|Pause)/.test(member.name));
  const output = member.native?.outputArgument;
  if (output !== undefined) {
    const given = list[output]?.type;
    if (given?.arguments[0]) return given.arguments[0];
  }
  if (typeArguments[0] && (member.name === "Cast" || !member.native)) return typeArguments[0];
  if (typeArguments[0] && member.type === "T") return typeArguments[0];
  return binder.lookup.typeOf(member, owner);
}

/** Records argument labels, and marks values passed to `out` parameters as modified. */
function markArguments(binder: Binder, call: Call, member: MemberSymbol, owner: TypeUse | undefined): void {
  const all = member.parameters ?? [];
  const skipped = member.isMixin && owner && !member.owner ? 1 : 0;
  for (const [index, { label, value }] of call.arguments.entries()) {
    const parameter = label ? all.find((each) => each.name === label.name) : all[index + skipped];
    if (label && parameter) binder.markKey(label, parameterKey(member.key, label.name), "label");
    else if (label) binder.unresolved(label, "label");
    if (parameter && isOutput(parameter.type)) markChanged(binder, value, "mutatingCall");
  }
}

function unknownLabels(binder: Binder, call: Call): void {
  for (const { label } of call.arguments) if (label) binder.unresolved(label, "label");
}

function candidatesOf(binder: Binder, member: MemberSymbol, owner: TypeUse | undefined) {
  const { lookup } = binder;
  if (member.place) return [];
  return owner ? lookup.members(owner.symbol, member.name) : lookup.inNamespace(member.namespace, member.name, binder);
}

export function uncertaintyOf(binder: Binder, member: MemberSymbol, candidates: readonly MemberSymbol[]): number {
  if (member.place || !binder.lookup.table.native.hasGaps) return Uncertainty.sure;
  return candidates.some((each) => each.type !== member.type) ? Uncertainty.none : Uncertainty.group;
}

/** Older engines can bind a function by its name alone, without an object. */
function isNameAlone({ arguments: [first] }: Call): boolean {
  return first?.value.kind === "literal" && first.value.literal === "name";
}

/** Scripts can add functions to a native namespace, so it may have native overloads that we don't know. */
function extendsNative({ lookup }: Binder, member: MemberSymbol): boolean {
  const { native } = lookup.table;
  return !member.owner && native.hasGaps === true && member.namespace !== "" && native.namespaces.has(member.namespace);
}

/** For `(Object, n"Method")`, resolves the literal to a method of the object. */
function bindNames(
  binder: Binder,
  call: Call,
  list: Argument[],
  delegate: TypeSymbol | undefined,
  isUndone: boolean,
): void {
  for (const [index, { value }] of call.arguments.entries()) {
    if (index === 0 || value.kind !== "literal" || value.literal !== "name") continue;
    const object = list[index - 1]?.type;
    if (!object) continue;
    const name = { name: value.text.slice(2, -1), start: value.start + 2 };
    const method = binder.lookup.members(object.symbol, name.name).find((each) => each.kind === "method");
    if (method) binder.markMember(name, method, isUndone ? "unbind" : "bind");
    const isDelegate = delegate?.kind === "delegate" || delegate?.kind === "event";
    checkBoundName(binder, name, object, isDelegate ? delegate : undefined, isUndone ? "unbind" : "bind");
  }
}
