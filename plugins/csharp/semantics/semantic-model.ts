/** All that name resolution gets to see of the workspace's types and members. Implemented by `workspace-model.ts`. */
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

/** One level of a type hierarchy, with its members and type arguments */
export interface LookupLevel {
  members: Member[];
  substitution: Map<string, TypeRef>;
}

/** The result of a lookup. If `open` is set, then an external base may have more members. */
export interface LookupResult {
  levels: LookupLevel[];
  open: boolean;
}

export interface LookupScope {
  file: SourceFile;
  /** Innermost declaration around the position */
  index: number;
  /** Namespace of the using directive we are resolving. Other directives in there do not apply (C# §14.5.1). */
  directiveOf?: string;
  /** Type parameters of enclosing local functions. Compare them by `key`. */
  locals?: { key: string; types: Substitution };
}

export interface DelegateShape {
  parameters: TypeRef[];
  result: TypeRef;
  /** We are certain about the number of parameters */
  known: boolean;
}

export interface SemanticModel {
  /** All scripts are indexed. Only then does "not in the index" mean "not declared". */
  readonly complete: boolean;
  /** Unity's API */
  readonly engine: UnityNames | undefined;
  readonly external: ExternalNames;
  readonly packages: PackageTypes | undefined;
  readonly store: SymbolStore;
  readonly names: TypeNames;
  sees(from: string, to: string): boolean;
  /** Throws `NeedFile` if it is not loaded */
  file(path: string): SourceFile;
  /** Looks up types by simple name. */
  typesNamed(name: string): TypeSymbol[];
  isNamespace(name: string): boolean;
  isVisible(type: TypeSymbol, file: SourceFile): boolean;
  /** Whether the type may be compiled into this file's assembly, too. That can happen when projects share scripts through links. */
  isShared(type: TypeSymbol, file: SourceFile): boolean;
  /** The declared type. For a member, its containing type. */
  typeAt(file: SourceFile, index: number): TypeSymbol | undefined;
  /** Innermost first */
  enclosingTypes(scope: LookupScope): TypeSymbol[];
  members(type: TypeSymbol, name: string): Member[];
  nested(type: TypeSymbol, name: string, arity: number): TypeSymbol | undefined;
  /** Base class and interfaces, resolved at their declaration */
  bases(type: TypeSymbol): TypeRef[];
  /** Types with this one in their base list */
  directlyDerived(type: TypeSymbol): TypeSymbol[];
  /** Same for an external type */
  derivedFromExternal(name: string): TypeSymbol[];
  /** Simple names from all base lists */
  namedBases(): Iterable<string>;
  /** Implicit conversion operators */
  conversions(type: TypeSymbol): Member[];
  /** Whether the `#if` symbol is defined in this file, as far as we know */
  isDefined(path: string, name: string): Truth;
  /** Whether the project compiles this member. This is only meaningful if we know its symbols. */
  isCompiled(member: Member): Truth;
  header(member: Member): HeaderDetails;
  /** May contain the member's own type parameters */
  parameterTypes(member: Member): TypeRef[];
  /** Return type of a method, or type of any other member. May contain the member's own type parameters. */
  resultType(member: Member): TypeRef;
  /** Constraints on a method's type parameter */
  boundsOf(member: Member, at: number): readonly TypeRef[];
  /** Resolve a type as written at that position. */
  resolveText(text: string, scope: LookupScope): TypeRef;
}

export interface TypeNames {
  /** Target of an alias or `using static` */
  importedType(using: Using, file: SourceFile): TypeRef;
  /** The type as seen from inside, i.e. with its own type parameters for arguments. */
  selfOf(type: TypeSymbol): ConstructedType;
  /**
   * Resolve a simple name (C# §7.8). Returns undefined if nothing is found. With `asQualifier`, the result can be the full
   * name of a namespace as well.
   */
  simpleType(name: string, args: TypeRef[], scope: LookupScope, asQualifier: boolean): TypeRef | string | undefined;
  /** Type or nested namespace, if visible from this position. "" is the global namespace. */
  inNamespace(namespace: string, name: string, args: TypeRef[], scope: LookupScope): TypeRef | string | undefined;
}
