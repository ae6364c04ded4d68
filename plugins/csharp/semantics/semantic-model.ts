/** Defines how name resolution accesses the types and members of the workspace. `workspace-model.ts` implements it. */
import type { ExternalNames } from "../engine/external-names.ts";
import type { UnityNames } from "../engine/unity-names.ts";
import type { SymbolStore } from "../index/symbol-store.ts";
import type { PackageTypes } from "../libraries/package-types.ts";
import type { Truth } from "../outline/conditions.ts";
import type { Declaration } from "../outline/declaration-table.ts";
import type { HeaderDetails } from "../outline/header-details.ts";
import type { SourceFile, Using } from "./source-file.ts";
import type { Substitution } from "./substitution.ts";
import type { ConstructedType, TypeRef, TypeSymbol } from "./type-ref.ts";

/** A member of a type. Nested types are not members here. */
export interface Member {
  key: string;
  file: SourceFile;
  index: number;
  declaration: Declaration;
  owner: TypeSymbol;
}

/** The members at one level of a type hierarchy, with the type arguments for that level. */
export interface LookupLevel {
  members: Member[];
  substitution: Map<string, TypeRef>;
}

/** `open` is true if an external base could have further members. */
export interface LookupResult {
  levels: LookupLevel[];
  open: boolean;
}

export interface LookupScope {
  file: SourceFile;
  /** Index of the innermost declaration that contains the position. */
  index: number;
  /** The namespace that contains the using directive being resolved. Its other directives do not apply (C# §14.5.1). */
  directiveOf?: string;
  /** The type parameters of enclosing local functions, with a key to compare them by. */
  locals?: { key: string; types: Substitution };
}

export interface DelegateShape {
  parameters: TypeRef[];
  result: TypeRef;
  /** True if the number of parameters is certain. */
  known: boolean;
}

export interface SemanticModel {
  /** True if all scripts are indexed. A name that is missing from the index is then not declared in the workspace. */
  readonly complete: boolean;
  /** The names in Unity's API. */
  readonly engine: UnityNames | undefined;
  /** The external types. */
  readonly external: ExternalNames;
  /** The types of packages with their members. */
  readonly packages: PackageTypes | undefined;
  readonly store: SymbolStore;
  readonly names: TypeNames;
  sees(from: string, to: string): boolean;
  /** Throws `NeedFile` if the file has not been loaded yet. */
  file(path: string): SourceFile;
  /** Returns all types with that simple name. */
  typesNamed(name: string): TypeSymbol[];
  isNamespace(name: string): boolean;
  isVisible(type: TypeSymbol, file: SourceFile): boolean;
  /**
   * Returns true if projects share scripts through links, so that a type may be compiled into the assembly of the file
   * as well.
   */
  isShared(type: TypeSymbol, file: SourceFile): boolean;
  /** Returns the type for a declaration. For a member, this is the type that contains it. */
  typeAt(file: SourceFile, index: number): TypeSymbol | undefined;
  /** Returns the enclosing types, innermost first. */
  enclosingTypes(scope: LookupScope): TypeSymbol[];
  members(type: TypeSymbol, name: string): Member[];
  nested(type: TypeSymbol, name: string, arity: number): TypeSymbol | undefined;
  /** Returns the base class and the interfaces, resolved in the context of their declaration. */
  bases(type: TypeSymbol): TypeRef[];
  /** Returns the types that have this type in their base list. */
  directlyDerived(type: TypeSymbol): TypeSymbol[];
  /** Does the same for an external type. */
  derivedFromExternal(name: string): TypeSymbol[];
  /** Returns the simple names in all base lists. */
  namedBases(): Iterable<string>;
  /** Returns the implicit conversion operators of a type. */
  conversions(type: TypeSymbol): Member[];
  /** Returns whether an `#if` symbol is defined in a file, as far as that is known. */
  isDefined(path: string, name: string): Truth;
  /** Returns whether the project compiles a member, provided that the symbols of the project are known. */
  isCompiled(member: Member): Truth;
  header(member: Member): HeaderDetails;
  /** Returns the parameter types. They can contain the member's own type parameters. */
  parameterTypes(member: Member): TypeRef[];
  /**
   * Returns the return type of a method, or the type of another member. It can contain the member's own type
   * parameters.
   */
  resultType(member: Member): TypeRef;
  /** Returns the constraints on a type parameter of a method. */
  boundsOf(member: Member, at: number): readonly TypeRef[];
  /** Resolves a type written in source code at the given position. */
  resolveText(text: string, scope: LookupScope): TypeRef;
}

/** Resolves type names in their context. */
export interface TypeNames {
  /** Returns the type that an alias or a `using static` refers to. */
  importedType(using: Using, file: SourceFile): TypeRef;
  /** Returns the type as it appears inside itself, with its own type parameters as arguments. */
  selfOf(type: TypeSymbol): ConstructedType;
  /**
   * Resolves a simple name to a type (C# §7.8). With `asQualifier`, the result may also be the full name of a
   * namespace. Returns undefined if nothing is found.
   */
  simpleType(name: string, args: TypeRef[], scope: LookupScope, asQualifier: boolean): TypeRef | string | undefined;
  /** Finds a type or nested namespace that is visible at the position. The global namespace is "". */
  inNamespace(namespace: string, name: string, args: TypeRef[], scope: LookupScope): TypeRef | string | undefined;
}
