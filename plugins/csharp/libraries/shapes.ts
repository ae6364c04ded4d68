/** Types in compiled assemblies with the signatures of their members, which binding calls requires. */
import type { LibraryTypeRef } from "./signatures.ts";

export interface LibraryParameter {
  name: string;
  type: LibraryTypeRef;
  /** One of `ref`, `out`, `in`, `this` and "". */
  passing: string;
  isOptional: boolean;
}

export interface LibraryMember {
  name: string;
  /** The type of a property or field, or the return type of a method. */
  type: LibraryTypeRef;
  isMethod: boolean;
  isStatic: boolean;
  /** True if this type declares the member first, either as virtual or abstract or in an interface. */
  isOverridable: boolean;
  /** True for an extension method. */
  isExtension: boolean;
  parameters: LibraryParameter[];
  typeParameters: number;
}

export interface LibraryShape {
  /** For a nested type, this includes the names of the enclosing types. */
  namespace: string;
  name: string;
  /** Number of enclosing types. */
  depth: number;
  /** One of `class`, `struct`, `interface`, `enum` and `delegate`. */
  kind: string;
  /** Number of type parameters, including those of the enclosing types. */
  arity: number;
  bases: LibraryTypeRef[];
  /**
   * Members by name. The method of a delegate is called `Invoke`, a constructor `.ctor`, an indexer `this` and an
   * implicit conversion `op_Implicit`.
   */
  members: Pick<ReadonlyMap<string, readonly LibraryMember[]>, "get" | "has">;
}

/** A shape whose members have all been read. */
export interface AssemblyShape extends LibraryShape {
  members: ReadonlyMap<string, readonly LibraryMember[]>;
}
