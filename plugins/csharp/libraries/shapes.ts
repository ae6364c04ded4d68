/** Types of compiled assemblies with member signatures, for binding calls. */
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
  /** The type of a property or field, the return type of a method. */
  type: LibraryTypeRef;
  isMethod: boolean;
  isStatic: boolean;
  /** True if first declared here as virtual, abstract, or in an interface. */
  isOverridable: boolean;
  /** True for an extension method. */
  isExtension: boolean;
  parameters: LibraryParameter[];
  typeParameters: number;
}

export interface LibraryShape {
  /** For a nested type it includes the names of the enclosing types. */
  namespace: string;
  name: string;
  /** Number of enclosing types. */
  depth: number;
  /** `class`, `struct`, `interface`, `enum` or `delegate`. */
  kind: string;
  /** Number of type parameters, including those of enclosing types. */
  arity: number;
  bases: LibraryTypeRef[];
  /** Keyed by name; a delegate's method is `Invoke`, constructors are `.ctor`, indexers `this`, implicit conversions `op_Implicit`. */
  members: Pick<ReadonlyMap<string, readonly LibraryMember[]>, "get" | "has">;
}

/** A shape whose members are all read. */
export interface AssemblyShape extends LibraryShape {
  members: ReadonlyMap<string, readonly LibraryMember[]>;
}
