/** Determines the types of names that Rust patterns bind, and what patterns and struct expressions refer to. */

import { around, childOf, type LightNode } from "../../grammar/light-tree.ts";
import type { IndexedDeclaration } from "../../index/index-part.ts";
import type { ParsedFile } from "../uses-rules.ts";
import { dereferenced, EXTERNAL, MAX_STEPS, NO_ENV, type RustKnown, type RustTypes, std } from "./rust-model.ts";
import { elementOf, stdClosureParameter } from "./rust-std.ts";
import { declaredType, envOf } from "./rust-written.ts";

/** Returns the type of a name that a pattern or an item binds. */
export async function typeOfBound(
  name: LightNode,
  by: LightNode,
  file: ParsedFile,
  depth: number,
  types: RustTypes,
): Promise<RustKnown> {
  if (by.type === "function_item") return { is: "callable", node: by, file, env: NO_ENV };
  if (/^(?:const_item|static_item)$/.test(by.type))
    return await types.written(childOf(by, "type"), file, NO_ENV, depth + 1);
  if (/_item$/.test(by.type)) return undefined;
  return await typeOfPattern(name, file, depth + 1, types);
}

export async function typeOfPattern(
  pattern: LightNode,
  file: ParsedFile,
  depth: number,
  types: RustTypes,
): Promise<RustKnown> {
  const { parent, field } = pattern;
  if (!parent || depth > MAX_STEPS) return undefined;
  const outer = () => typeOfPattern(parent, file, depth + 1, types);
  const value = (of: LightNode | undefined) => types.expression(of, file, depth + 1);
  switch (parent.type) {
    case "let_declaration": {
      const written = childOf(parent, "type");
      const type = written && (await types.written(written, file, NO_ENV, depth + 1));
      return type ?? (await value(childOf(parent, "value")));
    }
    case "let_condition":
      return await value(childOf(parent, "value"));
    case "parameter": {
      const written = childOf(parent, "type");
      return written ? await types.written(written, file, NO_ENV, depth + 1) : undefined;
    }
    case "closure_parameters":
      return await closureParameter(pattern, parent, file, depth, types);
    case "for_expression":
      return elementOf(await value(childOf(parent, "value")));
    case "match_arm":
      return await value(childOf(parent.parent?.parent, "value"));
    case "tuple_pattern": {
      const type = await outer();
      return type?.is === "tuple"
        ? type.of.at(positionOf(pattern, parent, file))
        : type?.is === "external"
          ? type
          : undefined;
    }
    case "tuple_struct_pattern": {
      if (field === "type") return undefined;
      const name = childOf(parent, "type");
      const at = positionOf(pattern, parent, file);
      return name && (await typeOfVariantField(name, await outer(), at, file, depth, types));
    }
    case "field_pattern":
    case "struct_pattern": {
      const whole = parent.type === "struct_pattern" ? parent : parent.parent;
      const key = childOf(parent, "name") ?? pattern;
      return whole ? await typeOfPatternField(whole, file.textOf(key), file, depth, types) : undefined;
    }
    case "slice_pattern":
      return elementOf(await outer());
    case "match_pattern":
    case "or_pattern":
    case "ref_pattern":
    case "mut_pattern":
    case "reference_pattern":
    case "captured_pattern":
    case "parenthesized_pattern":
      return await outer();
    default:
      return undefined;
  }
}

/**
 * Returns the position of a pattern among those of a list, in which `_` has no node. After `..`, it is negative and counts
 * from the end.
 */
function positionOf(pattern: LightNode, list: LightNode, file: ParsedFile): number {
  const others = list.children.filter(({ field }) => field !== "type");
  const at = others.indexOf(pattern);
  const isFromEnd = others.slice(0, at).some(({ type }) => type === "remaining_field_pattern");
  const ends = [(childOf(list, "type")?.end ?? list.start) + 1, ...others.map(({ end }) => end)];
  const starts = [...others.map(({ start }) => start), list.end - 1];
  const gaps = starts.map((start, index) => file.text.slice(ends[index], start));
  const commas = (
    isFromEnd
      ? gaps
          .slice(at + 1)
          .join("")
          .replace(/,\s*$/, "")
      : gaps.slice(0, at + 1).join("")
  ).match(/,/g);
  return isFromEnd ? -1 - (commas?.length ?? 0) : (commas?.length ?? 0);
}

async function typeOfVariantField(
  name: LightNode,
  whole: RustKnown,
  at: number,
  file: ParsedFile,
  depth: number,
  types: RustTypes,
): Promise<RustKnown> {
  const text = file.textOf(name);
  if (/^(?:Some|Ok)$/.test(text)) return whole?.is === "std" ? whole.args[0] : undefined;
  if (text === "Err") return whole?.is === "std" ? whole.args[1] : undefined;
  const entity = await types.path(name, file, depth + 1);
  if (entity?.is !== "declared") return entity?.is === "external" ? EXTERNAL : undefined;
  const [declared] = entity.declarations;
  return declared && (await typeOfPosition(declared, whole, at, depth, types));
}

/** Returns the type of a field in a pattern for a struct or variant. */
export async function typeOfPatternField(
  pattern: LightNode,
  key: string,
  file: ParsedFile,
  depth: number,
  types: RustTypes,
): Promise<RustKnown> {
  const name = childOf(pattern, "type") ?? childOf(pattern, "name");
  const [field] = name ? ((await fieldsOf(name, key, file, depth, types)) ?? []) : [];
  const whole = name && (await typeOfConstructor(name, file, depth, types));
  return field && (await types.valueOf(field, whole, depth + 1));
}

/** Returns the declarations of a field that a struct expression or pattern names. */
export async function fieldsOf(
  name: LightNode,
  key: string,
  file: ParsedFile,
  depth: number,
  types: RustTypes,
): Promise<readonly IndexedDeclaration[] | undefined> {
  const path = /^generic_type/.test(name.type) ? (childOf(name, "type") ?? name) : name;
  const entity = file.textOf(path) === "Self" ? undefined : await types.path(path, file, depth + 1);
  if (entity?.is === "external") return [];
  const variant = entity?.is === "declared" ? entity.declarations.find(({ kind }) => kind === "enumMember") : undefined;
  if (variant) {
    const within = [...variant.containers, variant.name].join("/");
    return types.resolver
      .declarationsOf(variant.path)
      .filter((each) => each.name === key && each.containers.join("/") === within);
  }
  const type = await typeOfConstructor(name, file, depth, types);
  return type && (await types.member(type, key, depth + 1, "field"));
}

async function closureParameter(
  pattern: LightNode,
  list: LightNode,
  file: ParsedFile,
  depth: number,
  types: RustTypes,
): Promise<RustKnown> {
  const closure = list.parent;
  const call = closure?.parent?.parent;
  const at = positionOf(pattern, list, file);
  if (closure?.parent?.type !== "arguments" || call?.type !== "call_expression") return undefined;
  const called = childOf(call, "function");
  const bare = called?.type === "generic_function" ? childOf(called, "function") : called;
  const place = closure.parent.children.indexOf(closure);
  let method: IndexedDeclaration | undefined;
  let owner: RustKnown;
  if (bare?.type === "field_expression") {
    const field = childOf(bare, "field");
    owner = await types.expression(childOf(bare, "value"), file, depth + 1);
    const members = owner && field ? await types.member(owner, file.textOf(field), depth + 1, "method") : undefined;
    method = members?.[0];
    const inner = dereferenced(owner);
    const of = inner?.is === "std" ? inner : owner;
    if (members && !method)
      return of?.is === "std" && field ? stdClosureParameter(of, file.textOf(field), at) : undefined;
  } else if (bare) {
    const entity = await types.path(bare, file, depth + 1);
    method = entity?.is === "declared" ? entity.declarations[0] : undefined;
    owner = entity?.is === "declared" ? entity.owner : undefined;
  }
  const found = method && (await types.node(method));
  const parameters = childOf(found?.node, "parameters")?.children.filter(({ type }) => type === "parameter") ?? [];
  const wanted = found && (await types.written(childOf(parameters[place], "type"), found.file, NO_ENV, depth + 1));
  const callable = wanted?.is === "bounded" ? wanted.by.find((each) => each?.is === "callable") : wanted;
  if (callable?.is !== "callable") return undefined;
  const input = childOf(callable.node, "parameters")?.children.filter(({ type }) => type !== "lifetime")[at];
  return await types.written(input, callable.file, callable.env, depth + 1);
}

/** Returns the type that a struct expression or pattern names. For a variant, this is its enum. */
export async function typeOfConstructor(
  name: LightNode,
  file: ParsedFile,
  depth: number,
  types: RustTypes,
): Promise<RustKnown> {
  const path =
    name.type === "generic_type" || name.type === "generic_type_with_turbofish"
      ? (childOf(name, "type") ?? name)
      : name;
  if (file.textOf(path) === "Self") return await types.selfAt(name, file, depth + 1);
  const entity = await types.path(path, file, depth + 1);
  if (entity?.is === "type") return entity.type;
  if (entity?.is === "external") return std(entity.name);
  if (entity?.is !== "declared") return undefined;
  const variant = entity.declarations.find(({ kind }) => kind === "enumMember");
  return variant
    ? await types.valueOf(variant, entity.owner, depth + 1)
    : await declaredType(entity.declarations, [], depth, types);
}

/** Returns the type of a field without a name in a struct or variant. */
export async function typeOfPosition(
  of: IndexedDeclaration,
  owner: RustKnown,
  at: number,
  depth: number,
  types: RustTypes,
): Promise<RustKnown> {
  const found = await types.node(of);
  const fields = childOf(found?.node, "body")?.children.filter(({ field }) => field === "type") ?? [];
  const item = found && around(found.node, new Set(["struct_item", "enum_item"]));
  if (!found || !item) return undefined;
  return await types.written(
    fields.at(at),
    found.file,
    envOf(item, owner?.is === "named" ? owner.args : []),
    depth + 1,
  );
}
