/** Determines the types of expressions. */
import { around, childOf, type LightNode } from "../../grammar/light-tree.ts";
import type { ParsedFile } from "../uses-rules.ts";
import { resultOfSignature } from "./calls.ts";
import { WHOLE } from "./commonjs.ts";
import { valueOfParts, valueType } from "./members.ts";
import { CLASSES, calledBy } from "./names.ts";
import { narrowed } from "./narrowing.ts";
import {
  awaited,
  builtin,
  EXTERNAL,
  elementOf,
  type Known,
  MAX_STEPS,
  NO_ENV,
  type T,
  type Types,
  unionOf,
} from "./type-model.ts";

const PRIMITIVE =
  /^(?:string|template_string|number|true|false|null|undefined|regex|unary_expression|update_expression|meta_property|jsx_element|jsx_self_closing_element|jsx_fragment)$/;

export async function typeOfExpression(node: LightNode, file: ParsedFile, depth: number, types: Types): Promise<Known> {
  if (depth > MAX_STEPS) return undefined;
  if (PRIMITIVE.test(node.type)) return EXTERNAL;
  const inner = async (each: LightNode | undefined): Promise<Known> =>
    each && (await types.expression(each, file, depth + 1));
  switch (node.type) {
    case "this":
    case "this_type":
      return await typeOfThis(node, file, depth, types);
    case "super": {
      const own = await typeOfThis(node, file, depth, types);
      return own?.is === "named" ? await baseOf(own, depth, types) : undefined;
    }
    case "identifier":
    case "type_identifier":
    case "shorthand_property_identifier":
      return await typeOfName(node, file, depth, types);
    case "parenthesized_expression":
    case "non_null_expression":
      return await inner(node.children[0]);
    case "as_expression":
    case "satisfies_expression": {
      const type = node.children[1];
      // `as const` contains no type.
      return type ? await types.written(type, file, NO_ENV, depth + 1) : await inner(node.children[0]);
    }
    case "type_assertion":
      return await types.written(node.children[0]?.children[0], file, NO_ENV, depth + 1);
    case "await_expression":
      return awaited(await inner(node.children[0]));
    case "assignment_expression":
      return await inner(childOf(node, "right"));
    case "sequence_expression":
      return await inner(node.children.at(-1));
    case "ternary_expression":
      return unionOf([await inner(childOf(node, "consequence")), await inner(childOf(node, "alternative"))]);
    case "binary_expression":
      return await typeOfBinary(node, file, inner);
    case "member_expression":
    case "nested_type_identifier":
    case "nested_identifier": {
      const object = childOf(node, "object") ?? node.children[0];
      const property = childOf(node, "property") ?? node.children[1];
      if (/^module\s*\.\s*exports$/.test(file.textOf(node)) && object && !file.lookup("module", object))
        return { is: "module", modules: [file.path] };
      const owner = await inner(object);
      const member = owner && property && (await types.member(owner, file.textOf(property), depth + 1));
      const type = await member?.type();
      return type?.is === "union" ? await narrowed(node, type, file, depth, types) : type;
    }
    case "subscript_expression": {
      const [object, index] = [childOf(node, "object"), childOf(node, "index")];
      const owner = await inner(object);
      if (!owner || !index) return undefined;
      const key = /^(["'])(.*)\1$/s.exec(file.textOf(index))?.[2];
      if (key !== undefined) return await (await types.member(owner, key, depth + 1))?.type();
      if (owner.is === "tuple" && index.type === "number") return owner.of[Number(file.textOf(index))];
      if (owner.is === "builtin" && owner.name === "Record") return owner.args[1];
      // A key that the workspace declares, such as a symbol, can be that of a member which it declares too.
      const entity =
        owner.is === "external" && index.type === "identifier" ? await types.entity(index, file) : undefined;
      if (entity && "declarations" in entity && entity.declarations.length > 0) return undefined;
      return elementOf(owner);
    }
    case "call_expression":
      return await typeOfCall(node, file, depth, types);
    case "new_expression":
      return await typeOfNew(node, file, depth, types);
    case "array": {
      const all: Known[] = [];
      for (const each of node.children)
        all.push(each.type === "spread_element" ? elementOf(await inner(each.children[0])) : await inner(each));
      return builtin("Array", unionOf(all));
    }
    case "object":
      return { is: "object", part: { node, file }, env: NO_ENV };
    case "arrow_function":
    case "function_expression":
    case "generator_function":
      return { is: "function", parts: [{ node, file }], env: NO_ENV };
    case "class":
      return { is: "named", parts: [{ node, file }], args: [], isStatic: true };
    default:
      return undefined;
  }
}

async function typeOfBinary(
  node: LightNode,
  file: ParsedFile,
  inner: (each: LightNode | undefined) => Promise<Known>,
): Promise<Known> {
  const [left, right] = [childOf(node, "left"), childOf(node, "right")];
  const operator = left && right ? file.text.slice(left.end, right.start) : "";
  if (/\?\?|\|\|/.test(operator)) return unionOf([await inner(left), await inner(right)]);
  return operator.includes("&&") ? await inner(right) : EXTERNAL;
}

const OWNERS = new Set([
  ...[...CLASSES, "function_declaration", "function_expression", "generator_function", "interface_declaration"],
  "method_definition",
]);

async function typeOfThis(node: LightNode, file: ParsedFile, depth: number, types: Types): Promise<Known> {
  const owner = around(node, OWNERS);
  if (!owner) return undefined;
  const first = childOf(owner, "parameters")?.children[0];
  const written = childOf(first, "pattern")?.type === "this" ? childOf(first, "type") : undefined;
  if (written) return await types.written(written, file, NO_ENV, depth + 1);
  const literal = owner.parent?.type === "pair" ? owner.parent.parent : owner.parent;
  if (literal?.type === "object") {
    const wanted = await types.wanted(literal, file, depth + 1);
    if (wanted !== "none") return wanted;
    const own: T = { is: "object", part: { node: literal, file }, env: NO_ENV };
    // In JavaScript, the object can get other members, such as those of an object that is created from it.
    return /\.[mc]?jsx?$/.test(file.path) ? { is: "open", of: own } : own;
  }
  if (/function/.test(owner.type)) return undefined;
  const type = around(owner, new Set([...CLASSES, "interface_declaration"]));
  return type && (await ownType(type, isStaticAt(node, type, file), file, types));
}

/** Returns true inside a static member of a class. */
function isStaticAt(node: LightNode, type: LightNode, file: ParsedFile): boolean {
  let member = node;
  while (member.parent && member.parent.parent !== type) member = member.parent;
  const name = childOf(member, "name") ?? childOf(member, "property");
  return (
    member.type === "class_static_block" || (!!name && /\bstatic\s/.test(file.text.slice(member.start, name.start)))
  );
}

/** Returns the type that a class or interface declares, merged with other declarations of its name. */
async function ownType(type: LightNode, isStatic: boolean, file: ParsedFile, types: Types): Promise<T> {
  const name = childOf(type, "name");
  const [own] = name ? types.resolver.declaredAt(file, name) : [];
  const within = own?.containers.join("/");
  const same = own
    ? types.resolver
        .declarationsOf(file.path)
        .filter((each) => each.name === own.name && each.containers.join("/") === within)
    : [];
  const parts = (await types.parts(same)).filter(({ node }) => /^(?:class|abstract_class|interface)/.test(node.type));
  return { is: "named", parts: parts.length > 0 ? parts : [{ node: type, file }], args: [], isStatic };
}

/** Returns the base of a class as seen by `super`. */
async function baseOf(own: Extract<T, { is: "named" }>, depth: number, types: Types): Promise<Known> {
  const [part] = own.parts;
  const clause = part?.node.children
    .find(({ type }) => type === "class_heritage")
    ?.children.find(({ type }) => type === "extends_clause");
  const value = childOf(clause, "value");
  const base = part && value ? await types.expression(value, part.file, depth + 1) : undefined;
  return base?.is === "named" ? { ...base, isStatic: own.isStatic } : base;
}

async function typeOfName(node: LightNode, file: ParsedFile, depth: number, types: Types): Promise<Known> {
  const text = file.textOf(node);
  if (text === "undefined") return EXTERNAL;
  return await narrowed(node, await declaredTypeOfName(node, text, file, depth, types), file, depth, types);
}

async function declaredTypeOfName(
  node: LightNode,
  text: string,
  file: ParsedFile,
  depth: number,
  types: Types,
): Promise<Known> {
  const binding = file.lookup(text, node);
  if (binding && !binding.import) {
    const declared = types.resolver.declaredAt(file, binding.name);
    if (declared.length === 0) return await types.bound(binding.name, binding.by, file, depth + 1);
  }
  if (binding?.import?.name === WHOLE) return await types.required(binding.import.module, file.path, depth);
  if (!binding && text === "exports") return { is: "module", modules: [file.path] };
  const entity = await types.entity(node, file);
  if (!entity) return undefined;
  if ("modules" in entity) return { is: "module", modules: entity.modules };
  const value = await valueType(entity.declarations, depth + 1, types);
  if (value || !binding || binding.import) return value;
  return await valueOfParts([{ node: binding.by, file }], depth + 1, types);
}

const TYPE_QUERY = new Set(["type_query", "statement_block"]);

async function typeOfCall(node: LightNode, file: ParsedFile, depth: number, types: Types): Promise<Known> {
  const called = calledBy(node);
  if (!called) return undefined;
  if (childOf(node, "function")?.type === "unary_expression") return EXTERNAL;
  const argument = childOf(node, "arguments")?.children[0];
  const isRequire =
    called.type === "identifier" && file.textOf(called) === "require" && !file.lookup("require", called);
  if ((called.type === "import" || isRequire) && argument?.type === "string") {
    const written = file.textOf(argument).slice(1, -1);
    if (isRequire) return await types.required(written, file.path, depth);
    const modules = await types.modulesOf(written, file.path);
    if (!modules) return undefined;
    const module: T = modules.length > 0 ? { is: "module", modules } : EXTERNAL;
    // After `typeof`, it is the module itself.
    return around(node, TYPE_QUERY)?.type === "type_query" ? module : builtin("Promise", module);
  }
  if (called.type === "super") return EXTERNAL;
  const callee = await types.expression(called, file, depth + 1);
  const result = callee && (await types.result(callee, node, file, depth + 1));
  return childOf(node, "function")?.type === "await_expression" ? awaited(result) : result;
}

/** Returns the class that a CommonJS module exports as a whole. */
function classOf(type: Known): Known {
  return type?.is === "intersection" ? (type.of.find((each) => /^(?:named|function)$/.test(each.is)) ?? type) : type;
}

async function typeOfNew(node: LightNode, file: ParsedFile, depth: number, types: Types): Promise<Known> {
  const made = childOf(node, "constructor");
  if (!made) return undefined;
  const written = childOf(node, "type_arguments")?.children ?? [];
  const args: Known[] = [];
  for (const each of written) args.push(await types.written(each, file, NO_ENV, depth + 1));
  if (made.type === "identifier" && !file.lookup(file.textOf(made), made)) {
    const name = file.textOf(made);
    if (/^(?:Map|Set|WeakMap|WeakSet|Array|Promise|WeakRef)$/.test(name)) return builtin(name, ...args);
  }
  const type = classOf(await types.expression(made, file, depth + 1));
  if (type?.is === "named" && type.isStatic) return { ...type, args, isStatic: false };
  // This is a constructor function without a class.
  if (type?.is === "function") return { is: "named", parts: type.parts, args: [], isStatic: false };
  if (type?.is === "named" || type?.is === "object")
    return await resultOfSignature(type, "construct_signature", node, file, depth, types);
  return type?.is === "external" ? EXTERNAL : undefined;
}
