/** Prepares arguments for overload resolution. */
import { conversion, hasUnknownPart, isValueType, standardConversion, worstMatch } from "../semantics/conversions.ts";
import { delegateOf } from "../semantics/delegates.ts";
import type { SemanticModel } from "../semantics/semantic-model.ts";
import { external, isVoid, keyOf, type TypeRef, UNKNOWN } from "../semantics/type-ref.ts";
import { headOf, isInterpolatedString } from "../syntax/invocations.ts";
import { childOf, type SyntaxNode } from "../syntax/syntax-node.ts";
import { argumentFrom, passedArgument } from "./applicability.ts";
import type { Argument, Binder, Call, LambdaBody } from "./bound-value.ts";
import { constantValue } from "./constants.ts";
import { resolveOverload } from "./overload-resolution.ts";
import { taskOf } from "./type-inference.ts";

/** Expressions that are also statements. A lambda with such a body can return nothing (C# §10.7.2). */
const STATEMENT_EXPRESSIONS =
  /^(?:invocation_expression|assignment_expression|object_creation_expression|implicit_object_creation_expression|await_expression|conditional_access_expression)$/;
const FUNCTIONS = /^(?:lambda_expression|anonymous_method_expression|local_function_statement)$/;

export function argumentsOf(binder: Binder, list: SyntaxNode | undefined): Argument[] {
  const nodes = list?.children.filter((child) => child.type === "argument") ?? [];
  return nodes.map((node) => argumentOf(binder, node));
}

/** Accepts `name: ref value`, for example. */
export function argumentOf(binder: Binder, node: SyntaxNode): Argument {
  const name = node.children[1]?.type === ":" ? binder.text(node.children[0]!) : "";
  const passing = node.children.find(({ type }) => type === "ref" || type === "out" || type === "in")?.type ?? "";
  const value = node.children.at(-1)!;
  return { ...argumentOfExpression(binder, value), name, passing };
}

export function argumentOfExpression(binder: Binder, node: SyntaxNode): Argument {
  const type = () => binder.types.of(node);
  const constant = () => constantValue(binder, node);
  const plain: Argument = { shape: "value", name: "", passing: "", type, constant, result: () => UNKNOWN };
  switch (node.type) {
    case "parenthesized_expression":
      return argumentOfExpression(binder, node.children[1] ?? node);
    case "null_literal":
      return { ...plain, shape: "null" };
    case "default_literal":
    case "throw_expression":
      return { ...plain, shape: "default" };
    case "default_expression":
      return node.children.length > 1 ? plain : { ...plain, shape: "default" };
    case "implicit_object_creation_expression":
      return { ...plain, shape: "new" };
    case "collection_expression":
      return { ...plain, shape: "several", elements: () => elementsOf(binder, node) };
    case "stackalloc_expression":
    case "implicit_stackalloc_expression":
      return { ...plain, shape: "several" };
    case "declaration_expression":
      return childOf(node, "type")?.type === "implicit_type" ? { ...plain, shape: "out" } : plain;
    case "lambda_expression":
    case "anonymous_method_expression":
      return lambda(binder, node, plain);
    case "identifier":
    case "generic_name":
    case "member_access_expression": {
      if (node.type === "identifier" && binder.text(node) === "_") return { ...plain, shape: "out" };
      const value = binder.value(node);
      if (value.is === "local" && value.local.declarator.type === "local_function_statement")
        return localFunction(binder, value.local.declarator, plain);
      if (value.is === "external" && value.group) return { ...plain, shape: "group" };
      if (value.is !== "group") return plain;
      const callWith = (parameters: readonly TypeRef[]): Call => {
        return { arguments: parameters.map(passedArgument), typeArgs: [] };
      };
      return {
        ...plain,
        shape: "group",
        accepts: (parameters, result) => {
          const call = callWith(parameters);
          const members = value.members.filter((member) => {
            const given = binder.calls.resultOf(member, value.substitution, call);
            return !isOtherResult(binder.model, given, result);
          });
          return (members.length > 0 && resolveOverload(binder.model, [{ ...value, members }], call)?.match) || "no";
        },
        result: (parameters) => {
          const call = callWith(parameters);
          const { members = [], substitution } = resolveOverload(binder.model, [value], call) ?? {};
          return members.length === 1 && substitution
            ? binder.calls.resultOf(members[0]!, substitution, call)
            : UNKNOWN;
        },
      };
    }
    case "invocation_expression":
      return isInterpolatedString(binder.file.textOf(headOf(node))) ? { ...plain, isInterpolated: true } : plain;
    default:
      return plain;
  }
}

/** `..list` adds all elements of a list. */
function elementsOf(binder: Binder, { children }: SyntaxNode): Argument[] {
  const elements = children.flatMap(({ type, children: [element] }) =>
    type === "collection_element" && element ? element : [],
  );
  return elements.flatMap(({ type, children: parts }) => {
    const value = parts.at(-1);
    if (!value) return [];
    return type === "spread_element"
      ? argumentFrom(binder.localTypes.elementsOf(binder.types.of(value)))
      : argumentOfExpression(binder, value);
  });
}

/** A method's result must become the delegate's by an identity or reference conversion (C# §10.8). Both are nothing, or neither is. */
function isOtherResult(model: SemanticModel, given: TypeRef, wanted: TypeRef): boolean {
  // A type that is not known is not void.
  if (isVoid(given) !== isVoid(wanted)) return true;
  if (hasUnknownPart(given) || hasUnknownPart(wanted)) return false;
  if (standardConversion(model, given, wanted) === "no") return true;
  return isValueType(given) && standardConversion(model, wanted, given) === "no";
}

/** Converts a local function that is passed as an argument. */
function localFunction(binder: Binder, declared: SyntaxNode, plain: Argument): Argument {
  if (childOf(declared, "type_parameters")) return { ...plain, shape: "group" };
  const list = childOf(declared, "parameters")?.children ?? [];
  const types = list
    .filter(({ type }) => type === "parameter")
    .map((parameter) => binder.typeOfNode(childOf(parameter, "type")));
  const own = binder.typeOfNode(childOf(declared, "type"));
  return {
    ...plain,
    shape: "group",
    accepts: (parameters, result) =>
      parameters.length === types.length && !isOtherResult(binder.model, own, result)
        ? worstMatch(parameters.map((given, at) => conversion(binder.model, given, types[at] ?? UNKNOWN)))
        : "no",
    result: () => own,
  };
}

function lambda(binder: Binder, node: SyntaxNode, plain: Argument): Argument {
  const body = childOf(node, "body") ?? node.children.at(-1)!;
  const isAsync = node.children.some((child) => binder.file.textOf(child) === "async");
  const list = childOf(node, "parameters");
  const names = list?.type === "parameter_list" ? list.children.filter((child) => child.type === "parameter") : [];
  // `delegate { … }` has no parameters.
  const isSilent = node.type === "anonymous_method_expression" && !list;
  const count = isSilent ? undefined : list && list.type !== "parameter_list" ? 1 : names.length;
  const isBlock = body.type === "block";
  const returned = isBlock ? returnsOf(body) : [];
  const endless = isBlock && body.children.at(-2)?.type === "throw_statement" && returned.length === 0;
  // If the result doesn't depend on parameters, it is known in advance. Otherwise it depends on the call, which determines
  // their types.
  const own = names.length > 0 || !list ? names : [list];
  const isKnownEarly = count === 0 || isDelegateCall(binder, body, own);
  const given = isStatement(body) && isKnownEarly ? binder.types.of(body) : UNKNOWN;
  return {
    ...plain,
    shape: "lambda",
    parameters: count,
    parameterTypes: () =>
      names.map((name) => {
        const type = childOf(name, "type");
        return type ? binder.typeOfNode(type) : undefined;
      }),
    givesValue: isBlock ? endless || returned.length > 0 : !isVoid(given),
    givesNothing: isBlock ? returned.length === 0 : isStatement(body) || body.type === "throw_expression",
    isAmbiguous: isStatement(body) && given.is === "unknown",
    isAsync,
    returns: (parameters) =>
      lambdaBody(binder, node, isBlock ? returned : body.type === "throw_expression" ? [] : [body], parameters),
    result: () => {
      const made = isBlock ? firstKnown(returned.map((each) => binder.types.of(each))) : binder.types.of(body);
      const result = isBlock && returned.length === 0 ? external("void") : made;
      return isAsync && result.is !== "unknown" ? taskOf(result) : result;
    },
  };
}

/** Returns true for a body like `action(…)`, whose result does not depend on any arguments. */
function isDelegateCall(binder: Binder, body: SyntaxNode, parameters: readonly SyntaxNode[]): boolean {
  const head = body.type === "invocation_expression" ? headOf(body) : undefined;
  if (head?.type !== "identifier") return false;
  const name = binder.text(head);
  if (parameters.some((each) => binder.text(childOf(each, "name") ?? each) === name)) return false;
  const called = binder.value(head);
  return called.is === "local" && delegateOf(binder.model, called.type)?.known === true;
}

function isStatement(body: SyntaxNode): boolean {
  return STATEMENT_EXPRESSIONS.test(body.type) || /^(?:pre|post)fix_unary_expression$/.test(body.type);
}

/** Returns the values that a block returns, without those of nested functions. */
function returnsOf(block: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  const visit = (node: SyntaxNode): void => {
    if (FUNCTIONS.test(node.type)) return;
    if (node.type === "return_statement" && node.children.length > 2) found.push(node.children[1]!);
    else for (const child of node.children) visit(child);
  };
  visit(block);
  return found;
}

/** Lambdas at a greater depth aren't analyzed, because the number of combinations grows with every level. */
const MAX_LAMBDA_DEPTH = 3;

/**
 * Returns the types that a lambda returns for the parameter types of an overload (C# §12.6.3.14, §10.7.1). It is undefined if
 * the lambda wasn't analyzed.
 */
function lambdaBody(
  binder: Binder,
  lambda: SyntaxNode,
  returned: readonly SyntaxNode[],
  parameters: readonly TypeRef[],
): LambdaBody | undefined {
  const { assumed, lambdaBodies } = binder;
  // A lambda that uses the variable it is declared in would cause an infinite recursion.
  if (assumed.size >= MAX_LAMBDA_DEPTH || assumed.has(lambda)) return undefined;
  const known = lambdaBodies.get(lambda) ?? new Map<string, LambdaBody>();
  const key = parameters.map(keyOf).join();
  const before = known.get(key);
  if (before) return before;
  const speculative = binder.withAssumed(lambda, parameters);
  const values = returned.map((value) => argumentOfExpression(speculative, value));
  for (const { shape, type } of values) if (shape === "value") type();
  const body = { values, hasUnknownMember: speculative.hasUnknownMember && !parameters.some(hasUnknownPart) };
  lambdaBodies.set(lambda, known.set(key, body));
  return body;
}

function firstKnown(types: readonly TypeRef[]): TypeRef {
  return types.find((type) => type.is !== "unknown" && !(type.is === "external" && type.name === "null")) ?? UNKNOWN;
}
