/** Determines types from the context: the types of names in patterns and parameters, and the types that are expected of expressions. */
import { around, childOf, type LightNode } from "../../grammar/light-tree.ts";
import type { ParsedFile } from "../uses-rules.ts";
import { chooseOverload, envOfCall, parametersOf, signaturesOf } from "./calls.ts";
import { exportOf } from "./commonjs.ts";
import { calledBy } from "./names.ts";
import {
  annotationOf,
  awaited,
  EXTERNAL,
  elementOf,
  isAsync,
  type Known,
  MAX_STEPS,
  NO_ENV,
  type Part,
  type T,
  type Types,
  unionOf,
  type Wanted,
} from "./type-model.ts";

const FUNCTION =
  /^(?:arrow_function|function_expression|generator_function|function_declaration|generator_function_declaration|method_definition)$/;

/** Returns the type of a name that a declarator, parameter or loop binds. */
export async function typeOfBound(
  name: LightNode,
  by: LightNode,
  file: ParsedFile,
  depth: number,
  types: Types,
): Promise<Known> {
  if (depth > MAX_STEPS) return undefined;
  if (/^(?:class|class_declaration|abstract_class_declaration|enum_declaration)$/.test(by.type))
    return { is: "named", parts: [{ node: by, file }], args: [], isStatic: true };
  if (/^(?:generator_)?function_|^generator_function$/.test(by.type))
    return { is: "function", parts: [{ node: by, file }], env: NO_ENV };
  return await typeOfPattern(name, file, depth + 1, types);
}

/** Returns the type of a pattern, or of a name in one, from the value that is destructured. */
export async function typeOfPattern(pattern: LightNode, file: ParsedFile, depth: number, types: Types): Promise<Known> {
  const { parent } = pattern;
  if (!parent || depth > MAX_STEPS) return undefined;
  const outer = () => typeOfPattern(parent, file, depth + 1, types);
  const key = async (owner: Known, name: string) =>
    owner && (await (await types.member(owner, name, depth + 1))?.type());
  switch (parent.type) {
    case "variable_declarator": {
      const type = annotationOf(parent);
      if (type) return await types.written(type, file, NO_ENV, depth + 1);
      const value = childOf(parent, "value");
      return value && (await types.expression(value, file, depth + 1));
    }
    case "required_parameter":
    case "optional_parameter":
      return await typeOfParameter(parent, file, depth, types);
    case "formal_parameters":
    case "arrow_function":
      return await parameterByPlace(pattern, file, depth, types);
    case "object_pattern":
      return pattern.type === "shorthand_property_identifier_pattern"
        ? await key(await outer(), file.textOf(pattern))
        : undefined;
    case "pair_pattern": {
      const name = childOf(parent, "key");
      const whole = parent.parent;
      return name && whole
        ? await key(await typeOfPattern(whole, file, depth + 1, types), file.textOf(name))
        : undefined;
    }
    case "object_assignment_pattern": {
      const whole = parent.parent;
      return whole ? await key(await typeOfPattern(whole, file, depth + 1, types), file.textOf(pattern)) : undefined;
    }
    case "assignment_pattern": {
      const own = await outer();
      const value = childOf(parent, "right");
      return own ?? (value && (await types.expression(value, file, depth + 1)));
    }
    case "array_pattern": {
      const whole = await outer();
      if (whole?.is === "tuple") return whole.of[parent.children.indexOf(pattern)];
      return elementOf(whole);
    }
    case "rest_pattern":
      return await outer();
    case "assignment_expression":
      return await types.expression(childOf(parent, "right") ?? parent, file, depth + 1);
    case "for_in_statement": {
      const right = childOf(parent, "right");
      if (!right || pattern.field !== "left") return undefined;
      const isOf = /\bof\b/.test(file.text.slice(pattern.end, right.start));
      return isOf ? elementOf(await types.expression(right, file, depth + 1)) : EXTERNAL;
    }
    default:
      return undefined;
  }
}

async function typeOfParameter(parameter: LightNode, file: ParsedFile, depth: number, types: Types): Promise<Known> {
  const type = annotationOf(parameter);
  if (type) return await types.written(type, file, NO_ENV, depth + 1);
  const value = childOf(parameter, "value");
  const given = value && (await types.expression(value, file, depth + 1));
  return given ?? (await parameterByPlace(parameter, file, depth, types));
}

/** The parameter of a function expression has the type that the context of the function expects. */
async function parameterByPlace(parameter: LightNode, file: ParsedFile, depth: number, types: Types): Promise<Known> {
  let owner = parameter.parent;
  while (owner && !FUNCTION.test(owner.type)) owner = owner.parent;
  if (!owner || /declaration$/.test(owner.type)) return undefined;
  const at = Math.max(0, parametersOf(owner).indexOf(parameter));
  const wanted =
    owner.type === "method_definition"
      ? await wantedMember(owner, file, depth, types)
      : await types.wanted(owner, file, depth + 1);
  if (wanted === "none" || !wanted) return await platformParameter(owner, at, file, depth, types);
  return await typeOfArgument(wanted, at, depth, types);
}

/** Returns the type of a parameter in a function type. */
export async function typeOfArgument(type: T, at: number, depth: number, types: Types): Promise<Known> {
  if (type.is === "open") return await typeOfArgument(type.of, at, depth, types);
  if (type.is === "union") {
    const all: T[] = [];
    for (const each of type.of) {
      const found = await typeOfArgument(each, at, depth + 1, types);
      if (found) all.push(found);
    }
    return all.length > 0 ? unionOf(all) : undefined;
  }
  const signature = signaturesOf(type, "call_signature")[0];
  const parameter = signature && parametersOf(signature.part.node)[at];
  const last = signature && parametersOf(signature.part.node).at(-1);
  if (!signature) return undefined;
  const { part, env } = signature;
  if (!parameter || childOf(parameter, "pattern")?.type === "rest_pattern") {
    if (!last || childOf(last, "pattern")?.type !== "rest_pattern") return undefined;
    const rest = await types.written(annotationOf(last), part.file, env, depth + 1);
    return rest?.is === "tuple" ? rest.of[at - parametersOf(part.node).indexOf(last)] : elementOf(rest);
  }
  return await types.written(annotationOf(parameter), part.file, env, depth + 1);
}

/** Handles the callbacks of arrays, maps and promises. */
async function platformParameter(
  callback: LightNode,
  at: number,
  file: ParsedFile,
  depth: number,
  types: Types,
): Promise<Known> {
  const call = callback.parent?.parent;
  const called = callback.parent?.type === "arguments" && call?.type === "call_expression" ? calledBy(call) : undefined;
  const type = called && (await types.expression(called, file, depth + 1));
  if (type?.is !== "builtin") return undefined;
  const [owner = "", method = ""] = type.name.split(".");
  const [first, second] = type.args;
  if (/Map$/.test(owner)) return at === 0 ? second : at === 1 ? first : undefined;
  if (owner.startsWith("Promise")) return method === "then" && at === 0 ? awaited(first) : undefined;
  if (/^reduce/.test(method)) return at === 1 ? first : undefined;
  if (/^(?:sort|toSorted)$/.test(method)) return first;
  return at === 0 ? first : at === 1 ? EXTERNAL : undefined;
}

/** Returns the type that the context of an expression expects. */
export async function typeWanted(node: LightNode, file: ParsedFile, depth: number, types: Types): Promise<Wanted> {
  const { parent, field } = node;
  if (!parent || depth > MAX_STEPS) return undefined;
  const outer = () => typeWanted(parent, file, depth + 1, types);
  const written = (type: LightNode | undefined) => types.written(type, file, NO_ENV, depth + 1);
  switch (parent.type) {
    case "variable_declarator": {
      const type = annotationOf(parent);
      return type ? await written(type) : "none";
    }
    case "public_field_definition":
    case "field_definition": {
      const type = annotationOf(parent);
      return type ? await written(type) : "none";
    }
    case "required_parameter":
    case "optional_parameter":
      return annotationOf(parent) ? await written(annotationOf(parent)) : "none";
    case "assignment_expression": {
      const left = childOf(parent, "left");
      if (left && exportOf(left, file) !== undefined) return "none";
      return field === "right" && left ? ((await types.expression(left, file, depth + 1)) ?? undefined) : "none";
    }
    case "as_expression":
    case "satisfies_expression":
      return parent.children[1] ? await written(parent.children[1]) : await outer();
    case "parenthesized_expression":
    case "non_null_expression":
    case "spread_element":
      return await outer();
    case "ternary_expression":
      return field === "condition" ? "none" : await outer();
    case "binary_expression":
      return /\?\?|\|\||&&/.test(file.text.slice(childOf(parent, "left")?.end, childOf(parent, "right")?.start))
        ? await outer()
        : "none";
    case "await_expression":
      return await outer();
    case "pair":
      return field === "value" ? await wantedMember(parent, file, depth, types) : "none";
    case "array": {
      const wanted = await outer();
      if (wanted === "none" || !wanted) return wanted;
      if (wanted.is === "tuple") return wanted.of[parent.children.indexOf(node)];
      return elementOf(wanted);
    }
    case "arguments":
      return await wantedArgument(node, parent, file, depth, types);
    case "return_statement":
    case "arrow_function":
      return await wantedResult(node, file, depth, types);
    case "expression_statement":
    case "template_substitution":
    case "if_statement":
    case "member_expression":
    case "subscript_expression":
    case "call_expression":
    case "unary_expression":
      return "none";
    case "export_statement":
      return "none";
    default:
      return undefined;
  }
}

/** Returns the type of a member in an object literal, using the type that the context expects of the literal. */
async function wantedMember(member: LightNode, file: ParsedFile, depth: number, types: Types): Promise<Wanted> {
  const key = childOf(member, "key") ?? childOf(member, "name");
  const object = member.parent;
  if (!key || object?.type !== "object") return undefined;
  const wanted = await types.wanted(object, file, depth + 1);
  if (wanted === "none" || !wanted) return wanted;
  const name = file.textOf(key).replace(/^(["'])(.*)\1$/s, "$2");
  const found = await types.member(wanted, name, depth + 1);
  return found && (await found.type());
}

async function wantedArgument(
  node: LightNode,
  list: LightNode,
  file: ParsedFile,
  depth: number,
  types: Types,
): Promise<Wanted> {
  const call = list.parent;
  const at = list.children.filter(({ type }) => type !== "comment").indexOf(node);
  if (call?.type === "new_expression") return await wantedByConstructor(call, at, file, depth, types);
  const called = calledBy(call);
  const callee = called && (await types.expression(called, file, depth + 1));
  if (!callee || !call) return undefined;
  if (callee.is === "external") return "none";
  if (callee.is === "builtin")
    return /\.(?:push|unshift|add|fill)$/.test(callee.name)
      ? callee.args[0]
      : /\.set$/.test(callee.name) && at === 1
        ? callee.args[1]
        : "none";
  const signatures = signaturesOf(callee, "call_signature");
  const part = chooseOverload(
    signatures.map((each) => each.part),
    call,
  );
  const outer = signatures.find((each) => each.part === part)?.env;
  const env = part && outer && (await envOfCall(part, outer, withoutArgument(call, at), file, depth, types));
  return part && env ? await typeOfArgument({ is: "function", parts: [part], env }, at, depth, types) : undefined;
}

/** Copies a call without this argument and the following ones, because it must not determine its own expected type. */
function withoutArgument(call: LightNode, at: number): LightNode {
  return {
    ...call,
    parent: call.parent,
    children: call.children.map((each) =>
      each.field === "arguments" ? { ...each, children: each.children.slice(0, at) } : each,
    ),
  };
}

async function wantedByConstructor(
  call: LightNode,
  at: number,
  file: ParsedFile,
  depth: number,
  types: Types,
): Promise<Wanted> {
  const made = childOf(call, "constructor");
  const type = made && (await types.expression(made, file, depth + 1));
  if (!type) return undefined;
  if (type.is === "external") return "none";
  const [signature] = signaturesOf(type, "construct_signature");
  if (signature) {
    const env = await envOfCall(signature.part, signature.env, withoutArgument(call, at), file, depth, types);
    return await typeOfArgument({ is: "function", parts: [signature.part], env }, at, depth, types);
  }
  if (type.is !== "named") return undefined;
  for (const { node, file: home } of type.parts) {
    const own = childOf(node, "body")?.children.find(
      (each) => home.textOf(childOf(each, "name") ?? each) === "constructor",
    );
    if (own)
      return await typeOfArgument(
        { is: "function", parts: [{ node: own, file: home }], env: NO_ENV },
        at,
        depth,
        types,
      );
  }
  return undefined;
}

const NEAREST = new Set([
  ...["arrow_function", "function_expression", "function_declaration", "generator_function", "method_definition"],
  "generator_function_declaration",
]);

/** Returns the type that the results of a function must have. */
async function wantedResult(node: LightNode, file: ParsedFile, depth: number, types: Types): Promise<Wanted> {
  const owner = around(node.parent, NEAREST);
  if (!owner || /^generator/.test(owner.type)) return undefined;
  const part: Part = { node: owner, file };
  const type = annotationOf(owner, "return_type");
  const unwrap = (wanted: Wanted) => (wanted === "none" || !isAsync(part) ? wanted : awaited(wanted));
  if (type) return unwrap(await types.written(type, file, NO_ENV, depth + 1));
  if (/declaration$/.test(owner.type)) return "none";
  if (owner.type === "method_definition" && owner.parent?.type !== "object") return "none";
  const wanted =
    owner.type === "method_definition"
      ? await wantedMember(owner, file, depth, types)
      : await types.wanted(owner, file, depth + 1);
  if (wanted === "none" || !wanted) return wanted;
  const signature = signaturesOf(wanted, "call_signature")[0];
  const result = signature && (annotationOf(signature.part.node, "return_type") ?? undefined);
  return result && signature
    ? unwrap(await types.written(result, signature.part.file, signature.env, depth + 1))
    : undefined;
}
