/** Types of compiled assemblies with what their members take and give: enough to say what a call of them is. */
import type { LibraryTypeRef } from "./signatures.ts";

export interface LibraryParameter {
  name: string;
  type: LibraryTypeRef;
  /** `ref`, `out`, `in`, `this` or "". */
  passing: string;
  isOptional: boolean;
}

export interface LibraryMember {
  name: string;
  /** Of a property or field what it holds, of a method what it gives. */
  type: LibraryTypeRef;
  isMethod: boolean;
  isStatic: boolean;
  /** Called on its first parameter. */
  isExtension: boolean;
  parameters: LibraryParameter[];
  typeParameters: number;
}

export interface LibraryShape {
  /** Of a nested type with the names of the types around it behind it. */
  namespace: string;
  name: string;
  /** How many types it stands in. */
  depth: number;
  /** `class`, `struct`, `interface`, `enum` or `delegate`. */
  kind: string;
  /** With the type parameters of the types around it. */
  arity: number;
  bases: LibraryTypeRef[];
  /** By name; of a delegate the one that calls it is `Invoke`, constructors are called `.ctor` and indexers `this`. */
  members: ReadonlyMap<string, readonly LibraryMember[]>;
}
