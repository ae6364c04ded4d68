/** Resolves written Rust types and the paths in them. */

import { childOf, type LightNode } from "../../grammar/light-tree.ts";
import type { IndexedDeclaration } from "../../index/index-part.ts";
import type { ParsedFile } from "../uses-rules.ts";
import {
  EXTERNAL,
  MAX_STEPS,
  NO_ENV,
  type RustEnv,
  type RustKnown,
  type RustType,
  type RustTypes,
  std,
} from "./rust-model.ts";
import { stdNamed } from "./rust-std.ts";

export async function writtenType(
  node: LightNode | undefined,
  file: ParsedFile,
  env: RustEnv,
  depth: number,
  types: RustTypes,
): Promise<RustKnown> {
  if (!node || depth > MAX_STEPS) return undefined;
  const inner = (each: LightNode | undefined) => types.written(each, file, env, depth + 1);
  switch (node.type) {
    case "reference_type":
    case "pointer_type":
      return await inner(childOf(node, "type"));
    case "parenthesized_type":
      return await inner(node.children[0]);
    case "primitive_type":
      return std(file.textOf(node));
    case "unit_type":
    case "never_type":
      return EXTERNAL;
    case "tuple_type": {
      const of: RustKnown[] = [];
      for (const each of node.children) of.push(await inner(each));
      return { is: "tuple", of };
    }
    case "array_type":
      return std("Vec", await inner(childOf(node, "element")));
    case "type_identifier":
    case "identifier":
    case "scoped_type_identifier":
    case "scoped_identifier":
      return await namedType(node, [], file, env, depth, types);
    case "generic_type":
    case "generic_type_with_turbofish": {
      const name = childOf(node, "type");
      const args: RustKnown[] = [];
      const item = itemOf(node, file);
      if (item) return std("Iter", await inner(item));
      for (const each of childOf(node, "type_arguments")?.children ?? [])
        if (each.type !== "lifetime" && each.type !== "type_binding") args.push(await inner(each));
      return name && (await namedType(name, args, file, env, depth, types));
    }
    case "abstract_type":
    case "dynamic_type":
      return bounded([await inner(childOf(node, "trait"))]);
    case "bounded_type":
    case "trait_bounds": {
      const by: RustKnown[] = [];
      for (const each of node.children) if (each.type !== "lifetime") by.push(await inner(each));
      return bounded(by.flatMap((each) => (each?.is === "bounded" ? each.by : [each])));
    }
    case "higher_ranked_trait_bound":
      return await inner(childOf(node, "type"));
    case "function_type":
      return { is: "callable", node, file, env };
    case "type_arguments":
      return undefined;
    default:
      return undefined;
  }
}

const ITERATORS = /(?:^|:)(?:Iterator|IntoIterator|DoubleEndedIterator|ExactSizeIterator|FusedIterator)$/;

/** Returns the type of the elements in `Iterator<Item = T>`. */
function itemOf(type: LightNode, file: ParsedFile): LightNode | undefined {
  const name = childOf(type, "type");
  if (!name || !ITERATORS.test(file.textOf(name))) return undefined;
  const bindings = childOf(type, "type_arguments")?.children ?? [];
  const item = bindings.find((each) => file.textOf(childOf(each, "name") ?? each) === "Item");
  return childOf(item, "type");
}

function bounded(by: readonly RustKnown[]): RustType {
  const [only] = by;
  const isWhole = only?.is === "callable" || (only?.is === "std" && only.name === "Iter");
  return by.length === 1 && isWhole ? only : { is: "bounded", by };
}

async function namedType(
  name: LightNode,
  args: readonly RustKnown[],
  file: ParsedFile,
  env: RustEnv,
  depth: number,
  types: RustTypes,
): Promise<RustKnown> {
  const text = file.textOf(name);
  if (text === "_") return undefined;
  if (text === "Self") return env.self ?? (await types.selfAt(name, file, depth + 1));
  const binding = name.type.startsWith("scoped") ? undefined : file.lookup(text, name);
  if (binding?.by.type === "type_parameter") {
    const given = env.parameters.get(binding.by);
    return given ?? (await boundsOf(binding.by, text, file, depth, types));
  }
  const entity = await types.path(name, file, depth + 1);
  if (entity?.is === "external") return stdNamed(text.slice(text.lastIndexOf(":") + 1), args);
  if (entity?.is === "type") return entity.type;
  if (entity?.is !== "declared") return undefined;
  return await declaredType(entity.declarations, args, depth, types);
}

const TYPES = /^(?:struct|enum|union|interface)$/;

/** Returns the type that declarations with the same name have when they are used as a type. */
export async function declaredType(
  declarations: readonly IndexedDeclaration[],
  args: readonly RustKnown[],
  depth: number,
  types: RustTypes,
): Promise<RustKnown> {
  const own = declarations.find(({ kind }) => TYPES.test(kind));
  if (own) return { is: "named", of: own, args };
  const alias = declarations.find(({ kind }) => kind === "type");
  const found = alias && (await types.node(alias));
  const value = childOf(found?.node, "type");
  return found && value ? await types.written(value, found.file, envOf(found.node, args), depth + 1) : undefined;
}

/** Maps the type parameters of an item to their arguments. */
export function envOf(item: LightNode, args: readonly RustKnown[], self?: RustType): RustEnv {
  const parameters = (childOf(item, "type_parameters")?.children ?? []).filter(({ type }) => type === "type_parameter");
  const known = parameters.flatMap((parameter, at): [LightNode, RustType][] => {
    const arg = args[at];
    return arg ? [[parameter, arg]] : [];
  });
  return known.length === 0 && !self ? NO_ENV : { parameters: new Map(known), ...(self ? { self } : {}) };
}

/** Returns the type of a type parameter by its bounds, including those in `where`. */
async function boundsOf(
  parameter: LightNode,
  text: string,
  file: ParsedFile,
  depth: number,
  types: RustTypes,
): Promise<RustKnown> {
  const owner = parameter.parent?.parent;
  const clause = owner?.children.find(({ type }) => type === "where_clause");
  const written = [
    childOf(parameter, "bounds"),
    ...(clause?.children ?? [])
      .filter((each) => file.textOf(childOf(each, "left") ?? each) === text)
      .map((each) => childOf(each, "bounds")),
  ];
  const by: RustKnown[] = [];
  for (const each of written) {
    const type = each && (await types.written(each, file, NO_ENV, depth + 1));
    if (type?.is === "bounded") by.push(...type.by);
    else if (type) by.push(type);
  }
  return bounded(by);
}
