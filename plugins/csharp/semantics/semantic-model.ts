/** The interface to the workspace's types and members for name resolution; `workspace-model.ts` implements it. */
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

/** A member of a type (not a nested type). */
export interface Member {
  key: string;
  file: SourceFile;
  index: number;
  declaration: Declaration;
  owner: TypeSymbol;
}

/** Members at one level of a type hierarchy, with the type arguments at that level. */
export interface LookupLevel {
  members: Member[];
  substitution: Map<string, TypeRef>;
}

/** `open` is true if an external base may have more members. */
export interface LookupResult {
  levels: LookupLevel[];
  open: boolean;
}

export interface LookupScope {
  file: SourceFile;
  /** Index of the innermost declaration that contains the position. */
  index: number;
  /** Namespace of the using directive being resolved, in which other directives do not apply (C# §14.5.1). */
  directiveOf?: string;
  /** Type parameters of enclosing local functions, with a key for comparison. */
  locals?: { key: string; types: Substitution };
}

export interface DelegateShape {
  parameters: TypeRef[];
  result: TypeRef;
  /** True if the number of its parameters is certain. */
  known: boolean;
}

export interface SemanticModel {
  /** True if all scripts are indexed, so that a missing name does not exist in the workspace. */
  readonly complete: boolean;
  /** Names of Unity's API. */
  readonly engine: UnityNames | undefined;
  /** External types. */
  readonly external: ExternalNames;
  /** Types of packages with their members. */
  readonly packages: PackageTypes | undefined;
  readonly store: SymbolStore;
  readonly names: TypeNames;
  sees(from: string, to: string): boolean;
  /** Throws `NeedFile` for a file that is not in memory yet. */
  file(path: string): SourceFile;
  /** Returns all types of that simple name. */
  typesNamed(name: string): TypeSymbol[];
  isNamespace(name: string): boolean;
  isVisible(type: TypeSymbol, file: SourceFile): boolean;
  /** Returns the type that a declaration is, or belongs to. */
  typeAt(file: SourceFile, index: number): TypeSymbol | undefined;
  /** Returns the enclosing types, innermost first. */
  enclosingTypes(scope: LookupScope): TypeSymbol[];
  members(type: TypeSymbol, name: string): Member[];
  nested(type: TypeSymbol, name: string, arity: number): TypeSymbol | undefined;
  /** Returns base class and interfaces, resolved in their context. */
  bases(type: TypeSymbol): TypeRef[];
  /** Returns types with this type in their base list. */
  directlyDerived(type: TypeSymbol): TypeSymbol[];
  /** The same for an external type. */
  derivedFromExternal(name: string): TypeSymbol[];
  /** Returns simple names in base lists. */
  namedBases(): Iterable<string>;
  /** Returns implicit conversion operators of a type. */
  conversions(type: TypeSymbol): Member[];
  /** Returns whether an `#if` symbol is defined for a file, if known. */
  isDefined(path: string, name: string): Truth;
  /** Returns whether the project compiles a member, if its symbols are known. */
  isCompiled(member: Member): Truth;
  header(member: Member): HeaderDetails;
  /** Returns parameter types, in terms of the member's own type parameters. */
  parameterTypes(member: Member): TypeRef[];
  /** Returns a method's return type, or another member's type, in terms of its own type parameters. */
  resultType(member: Member): TypeRef;
  /** Returns the constraints of a method's type parameter. */
  boundsOf(member: Member, at: number): readonly TypeRef[];
  /** Resolves a written type at a place. */
  resolveText(text: string, scope: LookupScope): TypeRef;
}

/** Resolves names of types in their context. */
export interface TypeNames {
  /** Returns the type of an alias or `using static`. */
  importedType(using: Using, file: SourceFile): TypeRef;
  /** Returns a type inside itself, with its own parameters as type arguments. */
  selfOf(type: TypeSymbol): ConstructedType;
  /** Resolves a simple name to a type, or (with `asQualifier`) to a namespace's full name; undefined if not found (C# §7.8). */
  simpleType(name: string, args: TypeRef[], scope: LookupScope, asQualifier: boolean): TypeRef | string | undefined;
  /** Finds a type or nested namespace in a namespace ("" for the global one) that is visible at the place. */
  inNamespace(namespace: string, name: string, args: TypeRef[], scope: LookupScope): TypeRef | string | undefined;
}
