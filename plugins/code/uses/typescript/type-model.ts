/** Types of TypeScript as far as members need them, and the interface by which their rules call one another. */

import { childOf, type LightNode } from "../../grammar/light-tree.ts";
import type { IndexedDeclaration } from "../../index/index-part.ts";
import type { NameResolver, ParsedFile } from "../uses-rules.ts";

/** A declaration's or type's node, and its file. */
export interface Part {
  node: LightNode;
  file: ParsedFile;
}

/** Types of type parameters, by the node that declares each. */
export type Env = ReadonlyMap<LightNode, T>;

export type T =
  /** It has no members of the workspace: a primitive, a type of the platform or of a package. */
  | { is: "external" }
  | { is: "module"; modules: readonly string[] }
  /** A class, interface, enum or namespace; `isStatic` for the value of that name. */
  | { is: "named"; parts: readonly Part[]; args: readonly Known[]; isStatic: boolean }
  /** An object type or an object literal. */
  | { is: "object"; part: Part; env: Env }
  /** Overloads of one function. */
  | { is: "function"; parts: readonly Part[]; env: Env }
  /** A type of the platform with type arguments: `Array`, `Promise`, `Map`. */
  | { is: "builtin"; name: string; args: readonly Known[] }
  | { is: "tuple"; of: readonly Known[] }
  | { is: "union" | "intersection"; of: readonly T[] }
  /** At least this type, such as a type parameter by its constraint: it may have more members. */
  | { is: "open"; of: T };

/** Undefined: not known. */
export type Known = T | undefined;

/** A member: the declarations of its name, and its type. */
export interface Member {
  declarations: readonly IndexedDeclaration[];
  type(): Promise<Known>;
}

/** The meaning of a name in a module or scope: declarations, or a whole module. */
export type Entity = { declarations: readonly IndexedDeclaration[] } | { modules: readonly string[] };

/** The type that the place of an expression wants: "none" if it wants nothing in particular. */
export type Wanted = Known | "none";

export interface Types {
  readonly resolver: NameResolver;
  expression(node: LightNode, file: ParsedFile, depth: number): Promise<Known>;
  written(node: LightNode | undefined, file: ParsedFile, env: Env, depth: number): Promise<Known>;
  member(type: T, name: string, depth: number): Promise<Member | undefined>;
  wanted(node: LightNode, file: ParsedFile, depth: number): Promise<Wanted>;
  /** The type of a parameter or variable by a name that it binds. */
  bound(name: LightNode, by: LightNode, file: ParsedFile, depth: number): Promise<Known>;
  result(callee: T, call: LightNode | undefined, file: ParsedFile, depth: number): Promise<Known>;
  entity(name: LightNode, file: ParsedFile): Promise<Entity | undefined>;
  exported(modules: readonly string[], name: string): Promise<Entity | undefined>;
  modulesOf(written: string, from: string): Promise<readonly string[] | undefined>;
  /** The value that `require` gives. */
  required(written: string, from: string, depth: number): Promise<Known>;
  /** Nodes of declarations. */
  parts(declarations: readonly IndexedDeclaration[]): Promise<Part[]>;
}

export const EXTERNAL: T = { is: "external" };
export const NO_ENV: Env = new Map();
/** Expressions and types are followed through so many steps. */
export const MOST_STEPS = 40;

export function builtin(name: string, ...args: Known[]): T {
  return { is: "builtin", name, args };
}

/** One type of several; undefined if one of them is not known. */
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

/** The type argument or element that an iteration of a type gives. */
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

/** The type after `await`. */
export function awaited(type: Known): Known {
  if (type?.is === "union") return unionOf(type.of.map(awaited));
  return type?.is === "builtin" && /^Promise(?:Like)?$/.test(type.name) ? awaited(type.args[0]) : type;
}

export const isAsync = ({ node, file }: Part): boolean =>
  /^(?:(?:public|private|protected|static|override|export|default)\s+)*async\b/.test(
    file.text.slice(node.start, node.start + 60),
  );

/** The type in an annotation such as `: T`. */
export function annotationOf(node: LightNode | undefined, field = "type"): LightNode | undefined {
  const annotation = childOf(node, field);
  return annotation?.type.endsWith("annotation") ? annotation.children[0] : annotation;
}
