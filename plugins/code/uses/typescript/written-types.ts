/** Resolves written types, from their syntax to the types whose members are known. */
import { childOf, type LightNode } from "../../grammar/light-tree.ts";
import type { ParsedFile } from "../uses-rules.ts";
import {
  annotationOf,
  awaited,
  builtin,
  type Env,
  EXTERNAL,
  elementOf,
  type Known,
  MAX_STEPS,
  NO_ENV,
  type Part,
  type T,
  type Types,
  unionOf,
} from "./type-model.ts";

/** Platform types whose elements or results are their type arguments. */
const CARRIERS =
  /^(?:Array|ReadonlyArray|Promise|PromiseLike|Map|ReadonlyMap|WeakMap|Set|ReadonlySet|WeakSet|Record|Iterable|Iterator|AsyncIterable|IterableIterator|AsyncIterableIterator|Generator|AsyncGenerator|ArrayLike|WeakRef)$/;
/** Types with the same members as their first type argument. */
const SAME = /^(?:Partial|Required|Readonly|NonNullable|Pick|Omit|Extract|Exclude|NoInfer|ThisType)$/;
const UNKNOWN = /^(?:any|unknown|object|never)$/;

export async function writtenType(
  node: LightNode | undefined,
  file: ParsedFile,
  env: Env,
  depth: number,
  types: Types,
): Promise<Known> {
  if (!node || depth > MAX_STEPS) return undefined;
  const inner = (each: LightNode | undefined) => types.written(each, file, env, depth + 1);
  switch (node.type) {
    case "type_annotation":
    case "parenthesized_type":
    case "readonly_type":
    case "optional_type":
    case "opting_type_annotation":
    case "constraint":
    case "default_type":
      return await inner(node.children[0]);
    case "predefined_type":
      return UNKNOWN.test(file.textOf(node)) ? undefined : EXTERNAL;
    case "literal_type":
    case "template_literal_type":
    case "index_type_query":
    case "type_predicate":
    case "asserts":
      return EXTERNAL;
    case "type_identifier":
    case "identifier":
      return await namedType(node, [], file, env, depth, types);
    case "generic_type": {
      const name = childOf(node, "name");
      const args = childOf(node, "type_arguments")?.children ?? [];
      return name && (await namedType(name, args, file, env, depth, types));
    }
    case "nested_type_identifier":
      return await namedType(node, [], file, env, depth, types);
    case "union_type": {
      const parts: Known[] = [];
      for (const each of node.children) parts.push(await inner(each));
      return unionOf(parts);
    }
    case "intersection_type": {
      const parts: T[] = [];
      for (const each of node.children) {
        const part = await inner(each);
        if (part && part.is !== "external") parts.push(part);
        else if (!part) return undefined;
      }
      return parts.length > 1 ? { is: "intersection", of: parts } : (parts[0] ?? EXTERNAL);
    }
    case "array_type":
      return builtin("Array", await inner(node.children[0]));
    case "rest_type":
      return elementOf(await inner(node.children[0]));
    case "tuple_type": {
      const of: Known[] = [];
      for (const each of node.children) of.push(await inner(annotationOf(each) ?? each));
      return { is: "tuple", of };
    }
    case "object_type":
      return await objectType(node, file, env, depth, types);
    case "function_type":
    case "constructor_type":
      return { is: "function", parts: [{ node, file }], env };
    case "type_query":
      return node.children[0] && (await types.expression(node.children[0], file, depth + 1));
    case "lookup_type":
      return await lookupType(node, file, env, depth, types);
    case "this_type":
      return await types.expression(node, file, depth + 1);
    case "conditional_type":
      return await conditionalType(node, file, env, depth, types);
    default:
      return undefined;
  }
}

/** A mapped type over the keys of another type has the members of that type. */
async function objectType(node: LightNode, file: ParsedFile, env: Env, depth: number, types: Types): Promise<Known> {
  const [signature] = node.children;
  const mapped = signature?.children.find(({ type }) => type === "mapped_type_clause");
  if (!signature || !mapped) return { is: "object", part: { node, file }, env };
  const keys = childOf(mapped, "type");
  if (keys?.type === "index_type_query") return await types.written(keys.children[0], file, env, depth + 1);
  return builtin("Record", EXTERNAL, await types.written(annotationOf(signature), file, env, depth + 1));
}

async function lookupType(node: LightNode, file: ParsedFile, env: Env, depth: number, types: Types): Promise<Known> {
  const [object, index] = node.children;
  const type = await types.written(object, file, env, depth + 1);
  if (!type || !index) return undefined;
  const key = /^["'](.*)["']$/s.exec(file.textOf(index))?.[1];
  if (key === undefined) return file.textOf(index) === "number" ? elementOf(type) : undefined;
  return await (await types.member(type, key, depth + 1))?.type();
}

/**
 * Returns one branch of a conditional type if the other has no members, since `T extends X ? T : Y` is often a guard.
 */
async function conditionalType(
  node: LightNode,
  file: ParsedFile,
  env: Env,
  depth: number,
  types: Types,
): Promise<Known> {
  const [yes, no] = [childOf(node, "consequence"), childOf(node, "alternative")];
  const isNever = (each: LightNode | undefined) => each && file.textOf(each) === "never";
  if (isNever(no)) return await types.written(yes, file, env, depth + 1);
  return isNever(yes) ? await types.written(no, file, env, depth + 1) : undefined;
}

async function namedType(
  name: LightNode,
  args: readonly LightNode[],
  file: ParsedFile,
  env: Env,
  depth: number,
  types: Types,
): Promise<Known> {
  const written: Known[] = [];
  for (const each of args) written.push(await types.written(each, file, env, depth + 1));
  if (name.type === "nested_type_identifier") {
    const [module, last] = [childOf(name, "module"), childOf(name, "name")];
    const outer = module && (await moduleType(module, file, depth, types));
    if (!outer || !last) return undefined;
    if (outer.is === "external") return EXTERNAL;
    const text = file.textOf(last);
    if (outer.is === "module") {
      const entity = await types.exported(outer.modules, text);
      if (!entity || "modules" in entity) return undefined;
      return entity.declarations.length === 0
        ? EXTERNAL
        : await declaredType(await types.parts(entity.declarations), written, depth, types);
    }
    const member = await types.member(outer, text, depth + 1);
    return member && (await declaredType(await types.parts(member.declarations), written, depth, types));
  }
  const text = file.textOf(name);
  const binding = file.lookup(text, name);
  if (binding && /^(?:type_parameter|mapped_type_clause|infer_type)$/.test(binding.by.type)) {
    if (env.has(binding.by)) return env.get(binding.by);
    const constraint = childOf(binding.by, "constraint");
    const least = constraint && (await types.written(constraint, file, env, depth + 1));
    return least && { is: "open", of: least };
  }
  // A type inside a function is not in the index.
  if (binding && !binding.import && types.resolver.declaredAt(file, binding.name).length === 0)
    return await declaredType([{ node: binding.by, file }], written, depth, types);
  const entity = await types.entity(name, file);
  if (!entity || "modules" in entity) return undefined;
  if (entity.declarations.length === 0) return binding ? EXTERNAL : platformType(text, written);
  return await declaredType(await types.parts(entity.declarations), written, depth, types);
}

async function moduleType(node: LightNode, file: ParsedFile, depth: number, types: Types): Promise<Known> {
  if (node.type !== "nested_identifier") return await types.expression(node, file, depth + 1);
  const [outer, last] = node.children;
  const type = outer && (await moduleType(outer, file, depth + 1, types));
  const member = type && last && (await types.member(type, file.textOf(last), depth + 1));
  return await member?.type();
}

export function platformType(name: string, args: readonly Known[]): Known {
  if (SAME.test(name)) return args[0];
  if (name === "Awaited") return awaited(args[0]);
  if (name === "InstanceType" || name === "ReturnType" || name === "Parameters" || name === "ConstructorParameters")
    return instanceOrResult(name, args[0]);
  return CARRIERS.test(name) ? builtin(name, ...args) : EXTERNAL;
}

function instanceOrResult(name: string, of: Known): Known {
  return name === "InstanceType" && of?.is === "named" ? { ...of, isStatic: false } : undefined;
}

/** Returns the type that declarations with the same name have when they are used as a type. */
export async function declaredType(
  parts: readonly Part[],
  args: readonly Known[],
  depth: number,
  types: Types,
): Promise<Known> {
  const alias = parts.find(({ node }) => node.type === "type_alias_declaration");
  if (alias) {
    const value = childOf(alias.node, "value");
    const env = envOf(alias, args);
    return await types.written(value, alias.file, env, depth + 1);
  }
  const named = parts.filter(({ node }) =>
    /^(?:class|class_declaration|abstract_class_declaration|interface_declaration|enum_declaration)$/.test(node.type),
  );
  if (named.length > 0) return { is: "named", parts: named, args, isStatic: false };
  return undefined;
}

/**
 * Maps the type parameters of a declaration to their arguments. An omitted argument is the default, if there is one.
 */
export function envOf({ node }: Part, args: readonly Known[]): Env {
  const parameters = childOf(node, "type_parameters")?.children ?? [];
  if (parameters.length === 0 || args.length === 0) return NO_ENV;
  return new Map(
    parameters.flatMap((parameter, at): [LightNode, T][] => {
      const arg = args[at];
      return arg ? [[parameter, arg]] : [];
    }),
  );
}
