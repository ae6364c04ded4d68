/** Determines the types of Rust expressions and patterns. */

import { around, childOf, type LightNode } from "../../grammar/light-tree.ts";
import type { IndexedDeclaration } from "../../index/index-part.ts";
import type { ParsedFile } from "../uses-rules.ts";
import {
  dereferenced,
  EXTERNAL,
  MAX_STEPS,
  NO_ENV,
  type RustEnv,
  type RustKnown,
  type RustTypes,
  std,
} from "./rust-model.ts";
import { typeOfBound, typeOfConstructor, typeOfPosition } from "./rust-patterns.ts";
import { elementOf, stdResult } from "./rust-std.ts";

const LITERAL = /_literal$|^(?:range_expression|unit_expression|assignment_expression|compound_assignment_expr)$/;

/** A block that ends with one of these may have no value at all. */
const DIVERGES = /^(?:return|break|continue)_expression$|^macro_invocation$/;

export async function typeOfExpression(
  node: LightNode,
  file: ParsedFile,
  depth: number,
  types: RustTypes,
): Promise<RustKnown> {
  if (depth > MAX_STEPS) return undefined;
  if (LITERAL.test(node.type)) return std(node.type === "string_literal" ? "str" : "");
  const inner = (each: LightNode | undefined) => types.expression(each, file, depth + 1);
  switch (node.type) {
    case "identifier":
    case "scoped_identifier":
    case "generic_function":
    case "type_identifier":
      return await typeOfPath(
        node.type === "generic_function" ? (childOf(node, "function") ?? node) : node,
        file,
        depth,
        types,
      );
    case "self":
      return await typeOfSelf(node, file, depth, types);
    case "parenthesized_expression":
    case "unsafe_block":
    case "expression_statement":
    case "async_block":
    case "await_expression":
      return await inner(node.children[0]);
    case "reference_expression":
      return await inner(childOf(node, "value"));
    case "unary_expression": {
      const type = await inner(node.children[0]);
      return file.text[node.start] === "*" ? (dereferenced(type) ?? type) : std("");
    }
    case "binary_expression":
      return std("");
    case "try_expression": {
      const type = await inner(node.children[0]);
      return type?.is === "std" && /^(?:Option|Result)$/.test(type.name) ? type.args[0] : undefined;
    }
    case "type_cast_expression":
      return await types.written(childOf(node, "type"), file, NO_ENV, depth + 1);
    case "index_expression": {
      const type = await inner(node.children[0]);
      if (node.children[1]?.type === "range_expression") return type;
      return type?.is === "std" && /Map$/.test(type.name) ? type.args[1] : elementOf(type);
    }
    case "field_expression": {
      const [value, field] = [childOf(node, "value"), childOf(node, "field")];
      return field && (await typeOfField(await inner(value), file.textOf(field), depth, types));
    }
    case "call_expression":
      return await typeOfCall(node, file, depth, types);
    case "struct_expression": {
      const name = childOf(node, "name");
      return name && (await typeOfConstructor(name, file, depth, types));
    }
    case "array_expression":
      return std("Vec", await inner(node.children[0]));
    case "tuple_expression": {
      const of: RustKnown[] = [];
      for (const each of node.children) of.push(await inner(each));
      return { is: "tuple", of };
    }
    case "block": {
      const last = node.children.findLast(({ type }) => !type.includes("comment"));
      if (!last || /_item$|let_declaration/.test(last.type)) return EXTERNAL;
      if (last.type !== "expression_statement") return await inner(last);
      // An `if` or `match` at the end is a statement too, but without a semicolon it gives the value.
      if (file.text[last.end - 1] !== ";") return await inner(last.children[0]);
      return DIVERGES.test(last.children[0]?.type ?? "") ? undefined : EXTERNAL;
    }
    case "if_expression":
      return (await inner(childOf(node, "consequence"))) ?? (await inner(childOf(node, "alternative")?.children[0]));
    case "match_expression": {
      for (const arm of childOf(node, "body")?.children ?? []) {
        const value = childOf(arm, "value");
        if (!value || /^(?:return|break|continue|macro)/.test(value.type)) continue;
        const type = await inner(value);
        if (type) return type;
      }
      return undefined;
    }
    case "closure_expression":
      return { is: "callable", node, file, env: NO_ENV };
    default:
      return undefined;
  }
}

async function typeOfSelf(node: LightNode, file: ParsedFile, depth: number, types: RustTypes): Promise<RustKnown> {
  const parameter = around(node, new Set(["function_item", "function_signature_item"]));
  const first = childOf(parameter, "parameters")?.children[0];
  const written = first?.type === "parameter" ? childOf(first, "type") : undefined;
  return written ? await types.written(written, file, NO_ENV, depth + 1) : await types.selfAt(node, file, depth + 1);
}

export async function typeOfField(of: RustKnown, name: string, depth: number, types: RustTypes): Promise<RustKnown> {
  if (!of) return undefined;
  if (/^\d+$/.test(name)) {
    if (of.is === "tuple") return of.of[Number(name)];
    return of.is === "named"
      ? await typeOfPosition(of.of, of, Number(name), depth, types)
      : await typeOfField(dereferenced(of), name, depth + 1, types);
  }
  const members = await types.member(of, name, depth + 1, "field");
  const [field] = members?.filter(({ kind }) => kind === "field") ?? [];
  if (!field) return members?.length === 0 ? EXTERNAL : undefined;
  let owner: RustKnown = of;
  while (owner?.is === "std") owner = dereferenced(owner);
  return await types.valueOf(field, owner, depth + 1);
}

async function typeOfPath(node: LightNode, file: ParsedFile, depth: number, types: RustTypes): Promise<RustKnown> {
  if (node.type === "identifier") {
    const text = file.textOf(node);
    const binding = file.lookup(text, node);
    if (binding && !binding.import && binding.by.type !== "type_parameter")
      return await typeOfBound(binding.name, binding.by, file, depth + 1, types);
  }
  const entity = await types.path(node, file, depth + 1);
  if (entity?.is === "external") return EXTERNAL;
  if (entity?.is !== "declared") return undefined;
  const [first] = entity.declarations;
  return first && (await types.valueOf(first, entity.owner, depth + 1));
}

async function typeOfCall(node: LightNode, file: ParsedFile, depth: number, types: RustTypes): Promise<RustKnown> {
  const called = childOf(node, "function");
  const args = childOf(node, "arguments")?.children ?? [];
  if (!called) return undefined;
  const bare = called.type === "generic_function" ? (childOf(called, "function") ?? called) : called;
  if (bare.type === "field_expression") return await typeOfMethodCall(bare, args, file, depth, types);
  // `name!(…)` is parsed as a call.
  if (file.text[bare.end] === "!") {
    const macro = file.textOf(bare);
    return macro === "vec"
      ? std("Vec", await types.expression(args[0], file, depth + 1))
      : /^(?:format|matches|println|assert)/.test(macro)
        ? std("String")
        : undefined;
  }
  const text = file.textOf(bare);
  const first = () => types.expression(args[0], file, depth + 1);
  if (text === "Some") return std("Option", await first());
  if (text === "Ok") return std("Result", await first());
  if (text === "Err") return std("Result", undefined, await first());
  const entity = await types.path(bare, file, depth + 1);
  if (entity?.is === "external") {
    const [owner = "", method = ""] = text.split("::").slice(-2);
    // The method is derived or implemented elsewhere, as with `T::default()`.
    if (entity.owner && entity.owner.is !== "std")
      return /^(?:default|from|parse|parse_from)$/.test(method) ? entity.owner : undefined;
    if (/^(?:Box|Rc|Arc|RefCell|Mutex|RwLock|Cell|Pin|Reverse)$/.test(owner) && method === "new")
      return std(owner, await first());
    if ((owner === "Arc" || owner === "Rc") && method === "clone") return await first();
    if (/^(?:default|from|into|clone)$/.test(method)) return undefined;
    // The element type is unknown if a collection is only filled later.
    return /^(?:Vec|VecDeque|HashMap|BTreeMap|HashSet|BTreeSet|Option)$/.test(owner) ? undefined : EXTERNAL;
  }
  if (entity?.is === "declared") {
    const [declared] = entity.declarations;
    if (!declared) return undefined;
    if (/^(?:struct|enumMember)$/.test(declared.kind))
      return declared.kind === "struct"
        ? { is: "named", of: declared, args: [] }
        : await types.valueOf(declared, entity.owner, depth + 1);
    return await resultOf(declared, entity.owner, depth, types);
  }
  const type = await types.expression(bare, file, depth + 1);
  return type?.is === "callable" ? await resultOfCallable(type, depth, types) : undefined;
}

async function typeOfMethodCall(
  called: LightNode,
  args: readonly LightNode[],
  file: ParsedFile,
  depth: number,
  types: RustTypes,
): Promise<RustKnown> {
  const [value, field] = [childOf(called, "value"), childOf(called, "field")];
  let owner = await types.expression(value, file, depth + 1);
  if (!owner || !field) return undefined;
  const name = file.textOf(field);
  const members = await types.member(owner, name, depth + 1, "method");
  const method = members?.find(({ kind }) => /method|function/.test(kind));
  if (method) {
    while (owner?.is === "std" && dereferenced(owner)) owner = dereferenced(owner);
    return await resultOf(method, owner, depth, types);
  }
  if (!members) return undefined;
  if (/^(?:clone|to_owned|borrow|borrow_mut|as_ref|as_mut|by_ref|into_iter)$/.test(name) && owner.is !== "std")
    return owner;
  if (owner.is === "tuple" || owner.is === "callable") return name === "clone" ? owner : undefined;
  if (owner.is === "external") return EXTERNAL;
  if (owner.is !== "std") return undefined;
  const pointer = dereferenced(owner);
  if (pointer?.is === "std" && !/^(?:clone|as_ref)$/.test(name)) owner = pointer;
  else if (pointer && /^(?:as_ref|as_mut|deref|deref_mut|borrow|into_inner|to_owned|into_owned)$/.test(name))
    return pointer;
  if (owner.is !== "std") return undefined;
  const closure = async () => {
    const type = await types.expression(args.at(-1), file, depth + 1);
    return type?.is === "callable" ? await resultOfCallable(type, depth, types) : undefined;
  };
  return await stdResult(owner, name, closure, () => types.expression(args[0], file, depth + 1));
}

/** Returns the result of a declared function for the type on which it is called. */
async function resultOf(
  declared: IndexedDeclaration,
  owner: RustKnown,
  depth: number,
  types: RustTypes,
): Promise<RustKnown> {
  const found = await types.node(declared);
  if (!found) return undefined;
  const value = await types.valueOf(declared, owner, depth + 1);
  return value?.is === "callable" ? await resultOfCallable(value, depth, types) : undefined;
}

export async function resultOfCallable(
  { node, file, env }: { node: LightNode; file: ParsedFile; env: RustEnv },
  depth: number,
  types: RustTypes,
): Promise<RustKnown> {
  const written = childOf(node, "return_type");
  if (written) return await types.written(written, file, env, depth + 1);
  return node.type === "closure_expression" ? await types.expression(childOf(node, "body"), file, depth + 1) : EXTERNAL;
}
