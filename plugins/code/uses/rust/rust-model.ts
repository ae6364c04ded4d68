/** Types of Rust as far as members need them, and the interface by which their rules call one another. */

import type { LightNode } from "../../grammar/light-tree.ts";
import type { IndexedDeclaration } from "../../index/index-part.ts";
import type { NameResolver, ParsedFile } from "../uses-rules.ts";

/** A module: a file, and the inline modules inside it. */
export interface RustModule {
  path: string;
  within: readonly string[];
}

/** Types of type parameters, by the node that declares each, and of `Self`. */
export interface RustEnv {
  self?: RustType;
  parameters: ReadonlyMap<LightNode, RustType>;
}

export type RustType =
  /** Its members are declared in no file of the workspace. */
  | { is: "external" }
  /** A struct, enum, union or trait of the workspace. */
  | { is: "named"; of: IndexedDeclaration; args: readonly RustKnown[] }
  /** A type of the standard library, or another, with type arguments. */
  | { is: "std"; name: string; args: readonly RustKnown[] }
  | { is: "tuple"; of: readonly RustKnown[] }
  /** A function, closure or `Fn` type, by its node. */
  | { is: "callable"; node: LightNode; file: ParsedFile; env: RustEnv }
  /** Any type with these traits. */
  | { is: "bounded"; by: readonly RustKnown[] };

/** Undefined: not known. */
export type RustKnown = RustType | undefined;

/** The meaning of a path. */
export type RustEntity =
  /** Without a declaration for a crate, `self` and `super`. */
  | { is: "module"; module: RustModule; declaration?: IndexedDeclaration }
  /** With the module of that name, which has another namespace. */
  | { is: "declared"; declarations: readonly IndexedDeclaration[]; owner?: RustType; module?: RustModule }
  | { is: "type"; type: RustType }
  /** A local, or something that no file of the workspace declares. */
  | { is: "external"; name: string; owner?: RustType };

export interface RustTypes {
  readonly resolver: NameResolver;
  path(node: LightNode, file: ParsedFile, depth: number): Promise<RustEntity | undefined>;
  written(node: LightNode | undefined, file: ParsedFile, env: RustEnv, depth: number): Promise<RustKnown>;
  expression(node: LightNode | undefined, file: ParsedFile, depth: number): Promise<RustKnown>;
  /** Declarations of a field, method or associated item; empty if the workspace has none. */
  member(
    type: RustType,
    name: string,
    depth: number,
    want?: Wanted,
  ): Promise<readonly IndexedDeclaration[] | undefined>;
  /** The type of `Self` at a place. */
  selfAt(node: LightNode, file: ParsedFile, depth: number): Promise<RustKnown>;
  node(declaration: IndexedDeclaration): Promise<{ node: LightNode; file: ParsedFile } | undefined>;
  /** The type of a declared value: a field, constant, function. */
  valueOf(declaration: IndexedDeclaration, owner: RustKnown, depth: number): Promise<RustKnown>;
}

/** A field and a method may have one name. */
export type Wanted = "field" | "method";

export const EXTERNAL: RustType = { is: "external" };
export const NO_ENV: RustEnv = { parameters: new Map() };
/** Expressions and types are followed through so many steps. */
export const MOST_STEPS = 40;

export function std(name: string, ...args: RustKnown[]): RustType {
  return { is: "std", name, args };
}

/** Types that give access to the members of their argument. */
const POINTERS = new Set([
  ...["Box", "Rc", "Arc", "Ref", "RefMut", "MutexGuard", "RwLockReadGuard", "RwLockWriteGuard", "Cow", "Pin"],
  ...["ManuallyDrop", "LazyLock", "Lazy", "Reverse", "Weak", "AssertUnwindSafe"],
]);

export function dereferenced(type: RustKnown): RustKnown {
  return type?.is === "std" && POINTERS.has(type.name) ? type.args[0] : undefined;
}
