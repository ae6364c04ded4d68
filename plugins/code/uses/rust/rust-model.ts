/**
 * Models Rust types as far as members require it, and defines the interface that the rules use to call each
 * other.
 */

import type { LightNode } from "../../grammar/light-tree.ts";
import type { IndexedDeclaration } from "../../index/index-part.ts";
import type { NameResolver, ParsedFile } from "../uses-rules.ts";

/** A module, which is a file or an inline module in it. */
export interface RustModule {
  path: string;
  within: readonly string[];
}

/** The types of type parameters, keyed by the node that declares each of them, and the type of `Self`. */
export interface RustEnv {
  self?: RustType;
  parameters: ReadonlyMap<LightNode, RustType>;
}

export type RustType =
  /** Its members are not declared in any file of the workspace. */
  | { is: "external" }
  /** A struct, enum, union or trait in the workspace. */
  | { is: "named"; of: IndexedDeclaration; args: readonly RustKnown[] }
  /** A type of the standard library or of another library, with its type arguments. */
  | { is: "std"; name: string; args: readonly RustKnown[] }
  | { is: "tuple"; of: readonly RustKnown[] }
  /** A function, closure or `Fn` type, given by its node. */
  | { is: "callable"; node: LightNode; file: ParsedFile; env: RustEnv }
  /** Any type that implements these traits. */
  | { is: "bounded"; by: readonly RustKnown[] };

/** Undefined means that the type is not known. */
export type RustKnown = RustType | undefined;

/** The target of a path. */
export type RustEntity =
  /** There is no declaration for a crate, `self` and `super`. */
  | { is: "module"; module: RustModule; declaration?: IndexedDeclaration }
  /** If a module has the same name, it is included, because modules have a namespace of their own. */
  | { is: "declared"; declarations: readonly IndexedDeclaration[]; owner?: RustType; module?: RustModule }
  | { is: "type"; type: RustType }
  /** A local, or something that no file in the workspace declares. */
  | { is: "external"; name: string; owner?: RustType };

export interface RustTypes {
  readonly resolver: NameResolver;
  path(node: LightNode, file: ParsedFile, depth: number): Promise<RustEntity | undefined>;
  written(node: LightNode | undefined, file: ParsedFile, env: RustEnv, depth: number): Promise<RustKnown>;
  expression(node: LightNode | undefined, file: ParsedFile, depth: number): Promise<RustKnown>;
  /** Returns the declarations of a field, method or associated item. The result is empty if the workspace has none. */
  member(
    type: RustType,
    name: string,
    depth: number,
    want?: Wanted,
  ): Promise<readonly IndexedDeclaration[] | undefined>;
  /** Returns the type of `Self` at a node. */
  selfAt(node: LightNode, file: ParsedFile, depth: number): Promise<RustKnown>;
  node(declaration: IndexedDeclaration): Promise<{ node: LightNode; file: ParsedFile } | undefined>;
  /** Returns the type of a declared value, such as a field, constant or function. */
  valueOf(declaration: IndexedDeclaration, owner: RustKnown, depth: number): Promise<RustKnown>;
}

/** A field and a method can have the same name. */
export type Wanted = "field" | "method";

export const EXTERNAL: RustType = { is: "external" };
export const NO_ENV: RustEnv = { parameters: new Map() };
/** The maximum number of steps to follow expressions and types. */
export const MAX_STEPS = 40;

export function std(name: string, ...args: RustKnown[]): RustType {
  return { is: "std", name, args };
}

/** Types that give access to the members of their type argument. */
const POINTERS = new Set([
  ...["Box", "Rc", "Arc", "Ref", "RefMut", "MutexGuard", "RwLockReadGuard", "RwLockWriteGuard", "Cow", "Pin"],
  ...["ManuallyDrop", "LazyLock", "Lazy", "Reverse", "Weak", "AssertUnwindSafe"],
]);

export function dereferenced(type: RustKnown): RustKnown {
  return type?.is === "std" && POINTERS.has(type.name) ? type.args[0] : undefined;
}
