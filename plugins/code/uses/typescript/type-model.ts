/**
 * Models TypeScript types as far as members require it, and defines the interface that the rules use to call each
 * other.
 */

import { childOf, type LightNode } from "../../grammar/light-tree.ts";
import type { IndexedDeclaration } from "../../index/index-part.ts";
import type { NameResolver, ParsedFile } from "../uses-rules.ts";

/** The node of a declaration or type, and its file. */
export interface Part {
  node: LightNode;
  file: ParsedFile;
}

/** The types of type parameters, keyed by the node that declares each of them. */
export type Env = ReadonlyMap<LightNode, T>;

export type T =
  /** A type without members in the workspace: a primitive, a platform type or a type from a package. */
  | { is: "external" }
  | { is: "module"; modules: readonly string[] }
  /** A class, interface, enum or namespace. `isStatic` is set for the value with that name. */
  | { is: "named"; parts: readonly Part[]; args: readonly Known[]; isStatic: boolean }
  /** An object type or an object literal. */
  | { is: "object"; part: Part; env: Env }
  /** The overloads of a function. */
  | { is: "function"; parts: readonly Part[]; env: Env }
  /** A platform type with its type arguments, such as `Array`, `Promise` or `Map`. */
  | { is: "builtin"; name: string; args: readonly Known[] }
  | { is: "tuple"; of: readonly Known[] }
  | { is: "union" | "intersection"; of: readonly T[] }
  /** A type that may have more members than this one, such as a type parameter with a constraint. */
  | { is: "open"; of: T };

/** Undefined means that the type is not known. */
export type Known = T | undefined;

/** A member with its declarations and its type. */
export interface Member {
  declarations: readonly IndexedDeclaration[];
  type(): Promise<Known>;
}

/** The target of a name in a module or scope: declarations or a whole module. */
export type Entity = { declarations: readonly IndexedDeclaration[] } | { modules: readonly string[] };

/** The type that the context of an expression expects. It is "none" if nothing in particular is expected. */
export type Wanted = Known | "none";

export interface Types {
  readonly resolver: NameResolver;
  expression(node: LightNode, file: ParsedFile, depth: number): Promise<Known>;
  written(node: LightNode | undefined, file: ParsedFile, env: Env, depth: number): Promise<Known>;
  member(type: T, name: string, depth: number): Promise<Member | undefined>;
  wanted(node: LightNode, file: ParsedFile, depth: number): Promise<Wanted>;
  /** Returns the type of a name that a parameter or variable binds. */
  bound(name: LightNode, by: LightNode, file: ParsedFile, depth: number): Promise<Known>;
  result(callee: T, call: LightNode | undefined, file: ParsedFile, depth: number): Promise<Known>;
  entity(name: LightNode, file: ParsedFile): Promise<Entity | undefined>;
  exported(modules: readonly string[], name: string): Promise<Entity | undefined>;
  modulesOf(written: string, from: string): Promise<readonly string[] | undefined>;
  /** Returns the type of the value that `require` returns. */
  required(written: string, from: string, depth: number): Promise<Known>;
  /** Returns the nodes of declarations. */
  parts(declarations: readonly IndexedDeclaration[]): Promise<Part[]>;
}

export const EXTERNAL: T = { is: "external" };
export const NO_ENV: Env = new Map();
/** The maximum number of steps to follow expressions and types. */
export const MAX_STEPS = 40;

export function builtin(name: string, ...args: Known[]): T {
  return { is: "builtin", name, args };
}

/** Returns the union of several types, or undefined if one of them is not known. */
export function unionOf(types: readonly Known[]): Known {
  const parts: T[] = [];
  for (const type of types) {
    if (!type) return undefined;
    for (const each of type.is === "union" ? type.of : [type])
      if (each.is !== "external" && !parts.includes(each)) parts.push(each);
  }
  const [first] = parts;
  return parts.length > 1 ? { is: "union", of: parts } : (first ?? EXTERNAL);
}

/** Returns the type of the elements that iterating over a type yields. */
export function elementOf(type: Known): Known {
  switch (type?.is) {
    case "tuple":
      return unionOf(type.of);
    case "builtin":
      if (/^(?:Map|ReadonlyMap)$/.test(type.name)) return { is: "tuple", of: [type.args[0], type.args[1]] };
      return /^(?:Promise|Record|Awaited)$/.test(type.name) ? undefined : type.args[0];
    case "union":
      return unionOf(type.of.map(elementOf));
    default:
      return type?.is === "external" ? type : undefined;
  }
}

/** Returns the type after `await`. */
export function awaited(type: Known): Known {
  if (type?.is === "union") return unionOf(type.of.map(awaited));
  return type?.is === "builtin" && /^Promise(?:Like)?$/.test(type.name) ? awaited(type.args[0]) : type;
}

export const isAsync = ({ node, file }: Part): boolean =>
  /^(?:(?:public|private|protected|static|override|export|default)\s+)*async\b/.test(
    file.text.slice(node.start, node.start + 60),
  );

/** Returns the type in an annotation such as `: T`. */
export function annotationOf(node: LightNode | undefined, field = "type"): LightNode | undefined {
  const annotation = childOf(node, field);
  return annotation?.type.endsWith("annotation") ? annotation.children[0] : annotation;
}
