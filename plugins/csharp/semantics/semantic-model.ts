/**
 * Declares everything that name resolution can see of the types and members in the workspace. This is implemented by
 * `workspace-model.ts`.
 */
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

/** A member of a type. Nested types do not count as members here. */
export interface Member {
  key: string;
  file: SourceFile;
  index: number;
  declaration: Declaration;
  owner: TypeSymbol;
}

/** One level of a type hierarchy, with its members and type arguments. */
export interface LookupLevel {
  members: Member[];
  substitution: Map<string, TypeRef>;
}

/** The result of a lookup. If `open` is set, an external base may have more members. */
export interface LookupResult {
  levels: LookupLevel[];
  open: boolean;
}

export interface LookupScope {
  file: SourceFile;
  /** The index of the innermost declaration around the position. */
  index: number;
  /**
   * The namespace of the using directive that we are resolving, because the other directives in that namespace do not apply to
   * it (C# §14.5.1).
   */
  directiveOf?: string;
  /** The type parameters of enclosing local functions, which should be compared by `key`. */
  locals?: { key: string; types: Substitution };
}

export interface DelegateShape {
  parameters: TypeRef[];
  result: TypeRef;
  /** True if we are certain about the number of parameters. */
  known: boolean;
}

export interface SemanticModel {
  /** True if all scripts are indexed. Only then does "not in the index" mean "not declared". */
  readonly complete: boolean;
  /** The names in Unity's API. */
  readonly engine: UnityNames | undefined;
  readonly external: ExternalNames;
  readonly packages: PackageTypes | undefined;
  readonly store: SymbolStore;
  readonly names: TypeNames;
  sees(from: string, to: string): boolean;
  /** Returns a file. Throws `NeedFile` if it is not loaded. */
  file(path: string): SourceFile;
  /** Looks up types by simple name. */
  typesNamed(name: string): TypeSymbol[];
  isNamespace(name: string): boolean;
  isVisible(type: TypeSymbol, file: SourceFile): boolean;
  /**
   * Returns whether the type may also be compiled into this file's assembly, which can happen when projects share scripts
   * through links.
   */
  isShared(type: TypeSymbol, file: SourceFile): boolean;
  /** Returns the declared type, or for a member the type that contains it. */
  typeAt(file: SourceFile, index: number): TypeSymbol | undefined;
  /** Returns the types around a position, starting with the innermost one. */
  enclosingTypes(scope: LookupScope): TypeSymbol[];
  members(type: TypeSymbol, name: string): Member[];
  nested(type: TypeSymbol, name: string, arity: number): TypeSymbol | undefined;
  /** Returns the base class and the interfaces, resolved at their declaration. */
  bases(type: TypeSymbol): TypeRef[];
  /** Returns the types that have this one in their base list. */
  directlyDerived(type: TypeSymbol): TypeSymbol[];
  /** Returns the types that have this external type in their base list. */
  derivedFromExternal(name: string): TypeSymbol[];
  /** Returns the simple names from all base lists. */
  namedBases(): Iterable<string>;
  /** Returns the implicit conversion operators of a type. */
  conversions(type: TypeSymbol): Member[];
  /** Returns whether a symbol of `#if` is defined in this file, as far as we know. */
  isDefined(path: string, name: string): Truth;
  /** Returns whether the project compiles this member. This is only meaningful if we know the project's symbols. */
  isCompiled(member: Member): Truth;
  header(member: Member): HeaderDetails;
  /** Returns the types of the parameters, which may contain the member's own type parameters. */
  parameterTypes(member: Member): TypeRef[];
  /** Returns the return type of a method, or the type of any other member. It may contain the member's own type parameters. */
  resultType(member: Member): TypeRef;
  /** Returns the constraints on a type parameter of a method. */
  boundsOf(member: Member, at: number): readonly TypeRef[];
  /** Resolves a type that is written at this position. */
  resolveText(text: string, scope: LookupScope): TypeRef;
}

export interface TypeNames {
  /** Returns the target of an alias or of a `using static`. */
  importedType(using: Using, file: SourceFile): TypeRef;
  /** Returns the type as seen from inside, with its own type parameters as arguments. */
  selfOf(type: TypeSymbol): ConstructedType;
  /**
   * Resolves a simple name (C# §7.8), or returns undefined if nothing is found. If `asQualifier` is set, the result can also be
   * the full name of a namespace.
   */
  simpleType(name: string, args: TypeRef[], scope: LookupScope, asQualifier: boolean): TypeRef | string | undefined;
  /** Returns the type or nested namespace, if it is visible from this position. The global namespace is "". */
  inNamespace(namespace: string, name: string, args: TypeRef[], scope: LookupScope): TypeRef | string | undefined;
}
