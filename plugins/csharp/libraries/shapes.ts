/** Types of compiled assemblies, along with the member signatures that we need to bind calls. */
import type { LibraryTypeRef } from "./signatures.ts";

export interface LibraryParameter {
  name: string;
  type: LibraryTypeRef;
  /** `ref`, `out`, `in`, `this` or "" */
  passing: string;
  isOptional: boolean;
}

export interface LibraryMember {
  name: string;
  /** Return type for a method, else the property's or field's */
  type: LibraryTypeRef;
  isMethod: boolean;
  isStatic: boolean;
  /** First declared by this type: virtual, abstract, or in an interface */
  isOverridable: boolean;
  isExtension: boolean;
  parameters: LibraryParameter[];
  typeParameters: number;
}

export interface LibraryShape {
  /** Nested types include the names around them */
  namespace: string;
  name: string;
  /** Number of enclosing types */
  depth: number;
  /** `class`, `struct`, `interface`, `enum` or `delegate` */
  kind: string;
  /** Type parameters, including those of enclosing types */
  arity: number;
  bases: LibraryTypeRef[];
  /** Keyed by name. Special ones are `Invoke` (delegates), `.ctor`, `this` (indexers) and `op_Implicit`. */
  members: Pick<ReadonlyMap<string, readonly LibraryMember[]>, "get" | "has">;
}

/** A shape of which all members have been read. */
export interface AssemblyShape extends LibraryShape {
  members: ReadonlyMap<string, readonly LibraryMember[]>;
}
