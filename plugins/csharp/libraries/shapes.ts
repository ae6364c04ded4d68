/** Defines the types of compiled assemblies, with the signatures of members that we need to bind calls. */
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
  /** The return type of a method, or the type of a property or field. */
  type: LibraryTypeRef;
  isMethod: boolean;
  isStatic: boolean;
  /** True if this type first declares it as virtual, abstract, or in an interface. */
  isOverridable: boolean;
  isExtension: boolean;
  parameters: LibraryParameter[];
  typeParameters: number;
}

export interface LibraryShape {
  /** For a nested type, it includes the names around it. */
  namespace: string;
  name: string;
  /** The number of enclosing types. */
  depth: number;
  /** `class`, `struct`, `interface`, `enum` or `delegate`. */
  kind: string;
  /** The number of type parameters, including those of enclosing types. */
  arity: number;
  bases: LibraryTypeRef[];
  /** The members by name. Special names are `Invoke` (delegates), `.ctor`, `this` (indexers) and `op_Implicit`. */
  members: Pick<ReadonlyMap<string, readonly LibraryMember[]>, "get" | "has">;
}

/** A shape of which all members were read. */
export interface AssemblyShape extends LibraryShape {
  members: ReadonlyMap<string, readonly LibraryMember[]>;
}
