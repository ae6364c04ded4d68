/** What stands in the places of a call, as overload resolution looks at it. */

import { external, type TypeRef, UNKNOWN } from "../semantics/type-ref.ts";
import { childOf, type SyntaxNode } from "../syntax/grammar.ts";
import type { Binder } from "./binder.ts";
import { intConstant } from "./constants.ts";
import { type Argument, type Call, choose, handedOver } from "./overload-resolution.ts";
import { wrapped } from "./type-inference.ts";

/** Expressions that may also stand as a statement, so that a lambda of one may give nothing (C# §10.7.2). */
const STATEMENT_EXPRESSIONS =
  /^(?:invocation_expression|assignment_expression|object_creation_expression|implicit_object_creation_expression|await_expression|conditional_access_expression)$/;
const FUNCTIONS = /^(?:lambda_expression|anonymous_method_expression|local_function_statement)$/;

/** The arguments of an argument list. */
export function argumentsIn(binder: Binder, list: SyntaxNode | undefined): Argument[] {
  const nodes = list?.children.filter((child) => child.type === "argument") ?? [];
  return nodes.map((node) => argumentOf(binder, node));
}

/** One argument: `name: ref value`. */
export function argumentOf(binder: Binder, node: SyntaxNode): Argument {
  const name = node.children[1]?.type === ":" ? binder.text(node.children[0]!) : "";
  const passing = node.children.find(({ type }) => type === "ref" || type === "out" || type === "in")?.type ?? "";
  const value = node.children.at(-1)!;
  return { ...shapeOf(binder, value), name, passing };
}

/** An expression as an argument. */
export function shapeOf(binder: Binder, node: SyntaxNode): Argument {
  const type = () => binder.types.of(node);
  const constant = () => intConstant(binder, node);
  const plain: Argument = { shape: "value", name: "", passing: "", type, constant, result: () => UNKNOWN };
  switch (node.type) {
    case "parenthesized_expression":
      return shapeOf(binder, node.children[1] ?? node);
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
      if (value.is !== "group") return plain;
      const level = { members: value.members, substitution: value.substitution };
      const chosen = (parameters: readonly TypeRef[]) => {
        const call: Call = { arguments: parameters.map(handedOver), typeArgs: [] };
        return { call, choice: choose(binder.model, [level], call) };
      };
      return {
        ...plain,
        shape: "group",
        accepts: (parameters) => chosen(parameters).choice?.fit ?? "no",
        result: (parameters) => {
          const { call, choice } = chosen(parameters);
          return choice?.members.length === 1
            ? binder.types.calls.resultOf(choice.members[0]!, choice.substitution, call)
            : UNKNOWN;
        },
      };
    }
    default:
      return plain;
  }
}

function lambda(binder: Binder, node: SyntaxNode, plain: Argument): Argument {
  const body = childOf(node, "body") ?? node.children.at(-1)!;
  const isAsync = node.children.some((child) => binder.file.text.slice(child.start, child.end) === "async");
  const list = childOf(node, "parameters");
  const names = list?.type === "parameter_list" ? list.children.filter((child) => child.type === "parameter") : [];
  // `delegate { … }` says nothing of its parameters.
  const isSilent = node.type === "anonymous_method_expression" && !list;
  const count = isSilent ? undefined : list && list.type !== "parameter_list" ? 1 : names.length;
  const isBlock = body.type === "block";
  const returned = isBlock ? returnsOf(body) : [];
  const endless = isBlock && body.children.at(-2)?.type === "throw_statement" && returned.length === 0;
  // What a body gives is only known where it does not hang on parameters, whose types the call has to tell.
  const given = isStatement(body) && count === 0 ? binder.types.of(body) : UNKNOWN;
  const isVoid = given.is === "external" && given.name === "void";
  return {
    ...plain,
    shape: "lambda",
    parameters: count,
    parameterTypes: () =>
      names.map((name) => {
        const type = childOf(name, "type");
        return type ? binder.typeOfNode(type) : undefined;
      }),
    givesValue: isBlock ? endless || returned.length > 0 : !isVoid,
    givesNothing: isBlock ? returned.length === 0 : isStatement(body) || body.type === "throw_expression",
    isUnsure: isStatement(body) && given.is === "unknown",
    isAsync,
    returns: (parameters) =>
      binder.types.trials.of(node, isBlock ? returned : body.type === "throw_expression" ? [] : [body], parameters),
    result: () => {
      const made = isBlock ? firstKnown(returned.map((each) => binder.types.of(each))) : binder.types.of(body);
      const result = isBlock && returned.length === 0 ? external("void") : made;
      return isAsync && result.is !== "unknown" ? wrapped(result) : result;
    },
  };
}

function isStatement(body: SyntaxNode): boolean {
  return STATEMENT_EXPRESSIONS.test(body.type) || /^(?:pre|post)fix_unary_expression$/.test(body.type);
}

/** Values of `return` in a block, those of functions inside left out. */
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

function firstKnown(types: readonly TypeRef[]): TypeRef {
  return types.find((type) => type.is !== "unknown" && !(type.is === "external" && type.name === "null")) ?? UNKNOWN;
}
