/** Binds expressions and infers their types. */

import { inferredValue } from "../database/generated-members.ts";
import { type MemberSymbol, requiredParameters, type TypeSymbol } from "../database/symbols.ts";
import { type Expression, Flag, type NameSyntax } from "../parser/syntax.ts";
import type { Binder, Local } from "./binder.ts";
import { bindCall, uncertaintyOf } from "./call-binder.ts";
import { Uncertainty } from "./impossible-conversions.ts";
import { isNumber, resolveOverload, widerNumber } from "./overload-resolution.ts";
import { bindQualifier, membersOfQualifier, type PathExpression, typeOfQualifier } from "./path-binder.ts";
import { type Access, accessUse, bindProperty } from "./property-binder.ts";
import type { TypeUse } from "./type-use.ts";
import { markOwnerChanged } from "./value-changes.ts";

/** Sets `binder.uncertainty` to that of the returned type. */
export function bindExpression(binder: Binder, expression: Expression, access: Access = "read"): TypeUse | undefined {
  binder.uncertainty = Uncertainty.sure;
  return bindKnown(binder, expression, access);
}

function bindKnown(binder: Binder, expression: Expression, access: Access): TypeUse | undefined {
  switch (expression.kind) {
    case "literal":
      return literalType(binder, expression);
    case "format":
      for (const part of expression.parts) bindExpression(binder, part);
      return binder.named("FString");
    case "path":
      return bindPath(binder, expression, access);
    case "this":
      if (binder.type) binder.markType({ name: "this", start: expression.start }, binder.type, "alias");
      return binder.thisType;
    case "member": {
      const owner = bindExpression(binder, expression.object);
      binder.objectTypes.set(expression, owner);
      if (access !== "read") markOwnerChanged(binder, expression.object, owner, "write");
      return bindMember(binder, owner, expression.name, access);
    }
    case "call":
      return bindCall(binder, expression, bindExpression);
    case "index":
      return bindIndex(binder, expression, access);
    case "unary":
      return bindUnary(binder, expression);
    case "binary":
      return bindBinary(binder, expression);
    case "assign": {
      const target = bindExpression(binder, expression.target, expression.operator === "=" ? "write" : "both");
      const { uncertainty } = binder;
      const value = bindExpression(binder, expression.value);
      binder.raiseUncertainty(uncertainty);
      if (expression.operator === "=") binder.checkValue(expression.value, value, target);
      return target;
    }
    case "condition": {
      binder.checkCondition(expression.test, bindExpression(binder, expression.test));
      const yes = bindExpression(binder, expression.yes);
      const { uncertainty } = binder;
      const no = bindExpression(binder, expression.no);
      binder.raiseUncertainty(uncertainty);
      return yes ?? no;
    }
    case "list":
      for (const item of expression.items) bindExpression(binder, item);
      return undefined;
  }
}

function literalType(binder: Binder, literal: Extract<Expression, { kind: "literal" }>): TypeUse | undefined {
  switch (literal.literal) {
    case "number":
      if (/^0[xXbBoO]/.test(literal.text) || !/[.eEf]/.test(literal.text)) return binder.named("int");
      return binder.named(/f$/.test(literal.text) ? "float32" : "float");
    case "string":
      return binder.named("FString");
    case "name":
      return binder.named("FName");
    case "bool":
      return binder.named("bool");
    case "null":
      return undefined;
  }
}

/** A class name as a value has type `TSubclassOf<Class>`. */
export function classValue(binder: Binder, type: TypeSymbol): TypeUse | undefined {
  const use = binder.lookup.types.of(type);
  return binder.named("TSubclassOf", [use]) ?? binder.named("UClass", [use]);
}

function bindPath(binder: Binder, path: PathExpression, access: Access): TypeUse | undefined {
  for (const argument of path.typeArguments) binder.bindType(argument);
  const name = path.path.at(-1) as NameSyntax;
  if (path.path.length === 1 && !path.global) return bindSingle(binder, name, access);
  const scope = bindQualifier(binder, path);
  if (!scope) {
    binder.unresolved(name, accessUse(access));
    return undefined;
  }
  const found = membersOfQualifier(binder, scope, name.name);
  const member = found.find((each) => !each.isCallable) ?? found[0];
  if (member) {
    binder.markMember(name, member, accessUse(access));
    return binder.lookup.typeOf(member, undefined);
  }
  if (scope.namespace !== undefined) {
    const accessor = namespaceAccessor(binder, scope.namespace, name, access);
    if (accessor) return accessor.type;
  }
  if (scope.isSuper && scope.type) return bindMember(binder, binder.lookup.types.of(scope.type), name, access);
  const type = typeOfQualifier(binder, scope, name.name);
  if (type) {
    binder.markType(name, type);
    return classValue(binder, type);
  }
  const value = scope.type && inferredValue(binder.lookup.table, scope.type, name.name);
  if (value) {
    binder.markMember(name, value, accessUse(access));
    return binder.lookup.typeOf(value, undefined);
  }
  if (scope.type) binder.unknownStatic(name, scope.type);
  else if (scope.namespace !== undefined) binder.unknownInNamespace(name, scope.namespace);
  binder.unresolved(name, accessUse(access));
  return undefined;
}

/** Resolves an unqualified name, which can be a local, a member of `this`, a global or a type, in this order. */
function bindSingle(binder: Binder, name: NameSyntax, access: Access): TypeUse | undefined {
  const { lookup, root } = binder;
  const local = binder.local(name.name);
  if (local) {
    if (access !== "read" && isConstValue(local)) constWrite(binder, name);
    binder.markLocal(name, local, accessUse(access));
    return local.type;
  }
  if (name.name === "Super") {
    const base = binder.superType;
    if (base) binder.markType(name, base.symbol, "alias");
    return base;
  }
  if (binder.type) {
    const owner = lookup.types.of(binder.type);
    const own = bindProperty(binder, owner, name, access);
    if (own) {
      if (access !== "read" && binder.errors && isOwnFieldInConst(binder, name)) constWrite(binder, name);
      return own.type;
    }
  }
  for (const scope of binder.scopes()) {
    const found = lookup.inNamespace(scope, name.name, binder);
    const member = found.find((each) => !each.isCallable) ?? found[0];
    if (member) {
      binder.markMember(name, member, accessUse(access));
      return lookup.typeOf(member, undefined);
    }
    const accessor = namespaceAccessor(binder, scope, name, access);
    if (accessor) return accessor.type;
  }
  const type = lookup.table.typeFrom(name.name, binder.namespace, root);
  if (type) {
    binder.markType(name, type);
    return classValue(binder, type);
  }
  binder.unknownName(name);
  binder.unresolved(name, accessUse(access));
  return undefined;
}

/** `const` on an object handle protects the object; the variable itself can be reassigned. */
function isConstValue(local: Local): boolean {
  if (!/^const\b/.test(local.written)) return false;
  return local.type ? local.type.symbol.kind !== "class" : /^const F[A-Z]/.test(local.written);
}

function isOwnFieldInConst(binder: Binder, name: NameSyntax): boolean {
  if ((binder.methodFlags & Flag.const) === 0 || !binder.type) return false;
  const field = binder.lookup.members(binder.type, name.name).find((each) => !each.isCallable);
  return field?.kind === "property" && field.place !== undefined;
}

function constWrite(binder: Binder, name: NameSyntax): void {
  binder.errors?.add(name.start, name.name.length, `"${name.name}" is constant here`);
}

/** `Game::Mio` can mean `Game::GetMio()`: global accessors work as properties of their namespace. */
function namespaceAccessor(
  binder: Binder,
  namespace: string,
  name: NameSyntax,
  access: Access,
): { type: TypeUse | undefined } | undefined {
  const prefix = access === "write" ? "Set" : "Get";
  const found = binder.lookup
    .inNamespace(namespace, prefix + name.name, binder)
    .find((each) => each.parameters && requiredParameters(each) === (access === "write" ? 1 : 0));
  if (!found) return undefined;
  binder.markMember(name, found, accessUse(access));
  return { type: binder.lookup.typeOf(found, undefined) };
}

function bindMember(binder: Binder, owner: TypeUse | undefined, name: NameSyntax, access: Access): TypeUse | undefined {
  const own = owner ? bindProperty(binder, owner, name, access) : undefined;
  if (own) return own.type;
  if (owner) binder.unknownMember(name, owner.symbol);
  binder.unresolved(name, accessUse(access));
  return undefined;
}

function operatorResult(
  binder: Binder,
  owner: TypeUse | undefined,
  name: string,
  list: (TypeUse | undefined)[],
): { type: TypeUse | undefined; member: MemberSymbol } | undefined {
  if (!owner) return undefined;
  const candidates = binder.lookup.members(owner.symbol, name);
  if (candidates.length === 0) return undefined;
  const argumentsOf = list.map((type) => ({ label: undefined, type, uncertainty: Uncertainty.sure, isNull: false }));
  const member = resolveOverload(binder.lookup, candidates, argumentsOf, owner);
  if (member) binder.raiseUncertainty(uncertaintyOf(binder, member, candidates));
  return member ? { type: binder.lookup.typeOf(member, owner), member } : undefined;
}

function bindIndex(
  binder: Binder,
  expression: Extract<Expression, { kind: "index" }>,
  access: Access,
): TypeUse | undefined {
  const owner = bindExpression(binder, expression.object);
  if (access !== "read") markOwnerChanged(binder, expression.object, owner, "write");
  const { uncertainty } = binder;
  const list = expression.arguments.map((argument) => bindExpression(binder, argument.value));
  binder.uncertainty = uncertainty;
  return operatorResult(binder, owner, "opIndex", list)?.type;
}

function bindUnary(binder: Binder, expression: Extract<Expression, { kind: "unary" }>): TypeUse | undefined {
  const { operator } = expression;
  const changes = operator === "++" || operator === "--";
  const type = bindExpression(binder, expression.operand, changes ? "both" : "read");
  if (operator === "!" || operator === "not") {
    binder.checkCondition(expression.operand, type);
    return binder.named("bool");
  }
  if (operator === "-") return operatorResult(binder, type, "opNeg", [])?.type ?? type;
  return type;
}

const OPERATOR_METHODS = new Map([
  ["+", "opAdd"],
  ["-", "opSub"],
  ["*", "opMul"],
  ["/", "opDiv"],
  ["%", "opMod"],
  ["**", "opPow"],
  ["&", "opAnd"],
  ["|", "opOr"],
  ["^", "opXor"],
  ["<<", "opShl"],
  [">>", "opShr"],
  [">>>", "opUShr"],
]);

const LOGICAL = new Set(["&&", "||", "^^", "and", "or", "xor"]);

function bindBinary(binder: Binder, expression: Extract<Expression, { kind: "binary" }>): TypeUse | undefined {
  const left = bindExpression(binder, expression.left);
  const leftUncertainty = binder.uncertainty;
  const right = bindExpression(binder, expression.right);
  const rightUncertainty = binder.uncertainty;
  const method = OPERATOR_METHODS.get(expression.operator);
  if (!method) {
    if (LOGICAL.has(expression.operator)) {
      binder.checkCondition(expression.right, right);
      binder.uncertainty = leftUncertainty;
      binder.checkCondition(expression.left, left);
    }
    binder.uncertainty = Uncertainty.sure;
    return binder.named("bool");
  }
  binder.uncertainty = Math.max(leftUncertainty, rightUncertainty);
  if (left && right && isNumber(left) && isNumber(right)) return widerNumber(left, right);
  const direct = operatorResult(binder, left, method, [right]);
  if (direct) return direct.type;
  const reversed = operatorResult(binder, right, `${method}_r`, [left]);
  if (reversed) return reversed.type;
  // If one operand is a number and the type of the other isn't known, the unknown type decides.
  binder.uncertainty = Uncertainty.none;
  if (left && right) return left;
  const known = left ?? right;
  return known && isNumber(known) ? undefined : known;
}
