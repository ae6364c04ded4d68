/** Recognizes literals that determine the type that their place expects. */
import { childOf, type LightNode } from "../../grammar/light-tree.ts";
import type { ParsedFile } from "../uses-rules.ts";
import { chooseOverload, parametersOf, signaturesOf } from "./calls.ts";
import { calledBy } from "./names.ts";
import { annotationOf, type Part, type Types } from "./type-model.ts";

/** Nodes in which a literal is a part of an argument. */
const AROUND =
  /^(?:pair|object|array|parenthesized_expression|ternary_expression|spread_element|await_expression|return_statement|statement_block)$/;
const FUNCTION = /^(?:arrow_function|function_expression)$/;
/** Types that pass on the members of their type argument, or those of their elements. */
const PASSING = /^(?:Partial|Readonly|Required|Promise|PromiseLike|Array|ReadonlyArray)$/;

/**
 * Returns true if a literal is an argument for a type parameter, as in `freeze({ key: 1 })`. The compiler infers the type
 * from the literal, so a key in it is not a use of a member with its name.
 */
export async function isInferred(literal: LightNode, file: ParsedFile, types: Types): Promise<boolean> {
  let at = literal;
  let functions = 0;
  for (; at.parent && (AROUND.test(at.parent.type) || FUNCTION.test(at.parent.type)); at = at.parent)
    if (FUNCTION.test(at.parent.type)) functions++;
  const list = at.parent;
  const call = list?.parent;
  if (list?.type !== "arguments" || !call || childOf(call, "type_arguments")) return false;
  const called = calledBy(call) ?? childOf(call, "constructor");
  const callee = called && (await types.expression(called, file, 0));
  const part = callee && chooseOverload(callableParts(callee, call), call);
  const place = list.children.filter(({ type }) => type !== "comment").indexOf(at);
  let type = part && annotationOf(parametersOf(part.node)[place]);
  for (; functions > 0; functions--)
    type = type?.type === "function_type" ? annotationOf(type, "return_type") : undefined;
  const owner = call.type === "new_expression" ? part?.node.parent?.parent : part?.node;
  return part !== undefined && type !== undefined && isParameter(type, owner, part.file);
}

function callableParts(callee: Parameters<typeof signaturesOf>[0], call: LightNode): Part[] {
  if (call.type !== "new_expression") return signaturesOf(callee, "call_signature").map(({ part }) => part);
  if (callee.is !== "named") return [];
  return callee.parts.flatMap(({ node, file }) =>
    (childOf(node, "body")?.children ?? [])
      .filter((each) => file.textOf(childOf(each, "name") ?? each) === "constructor")
      .map((each) => ({ node: each, file })),
  );
}

/** Returns true if a type is a type parameter of its function or class, or consists of one. */
function isParameter(type: LightNode, owner: LightNode | undefined, file: ParsedFile): boolean {
  const inner = (each: LightNode | undefined) => each !== undefined && isParameter(each, owner, file);
  switch (type.type) {
    case "type_identifier": {
      const by = file.lookup(file.textOf(type), type)?.by;
      return by?.type === "type_parameter" && by.parent?.parent === owner;
    }
    case "readonly_type":
    case "parenthesized_type":
    case "array_type":
      return inner(type.children[0]);
    case "union_type":
      return type.children.some(inner);
    case "generic_type": {
      const name = childOf(type, "name");
      return (
        name !== undefined && PASSING.test(file.textOf(name)) && inner(childOf(type, "type_arguments")?.children[0])
      );
    }
    default:
      return false;
  }
}
