/** The workspace's types and members as everything that resolves names sees them; `workspace-model.ts` implements it. */
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

/** The members of one level of a type's hierarchy, with its type arguments there. */
export interface LookupLevel {
  members: Member[];
  substitution: Map<string, TypeRef>;
}

/** `open` tells that a base outside the workspace may have more. */
export interface LookupResult {
  levels: LookupLevel[];
  open: boolean;
}

export interface LookupScope {
  file: SourceFile;
  /** Index of the innermost declaration that contains the position. */
  index: number;
  /** Namespace of the using directive being resolved: other directives next to it are not in force there (C# §14.5.1). */
  directiveOf?: string;
  /** Type parameters of local functions around; equal keys for equal ones. */
  locals?: { key: string; types: Substitution };
}

export interface DelegateShape {
  parameters: TypeRef[];
  result: TypeRef;
  /** The number of its parameters is certain. */
  known: boolean;
}

export interface SemanticModel {
  /** Every script is indexed: a name that is not found does not exist in the workspace. */
  readonly complete: boolean;
  /** Names of Unity's API. */
  readonly engine: UnityNames | undefined;
  /** Types that no script declares. */
  readonly external: ExternalNames;
  /** Types of packages with their members. */
  readonly packages: PackageTypes | undefined;
  readonly store: SymbolStore;
  readonly names: TypeNames;
  sees(from: string, to: string): boolean;
  /** Throws `NeedFile` for a file that is not in memory yet. */
  file(path: string): SourceFile;
  /** Types of that simple name anywhere. */
  typesNamed(name: string): TypeSymbol[];
  isNamespace(name: string): boolean;
  isVisible(type: TypeSymbol, file: SourceFile): boolean;
  /** The type that a declaration of a file belongs to or is. */
  typeAt(file: SourceFile, index: number): TypeSymbol | undefined;
  /** The types around a place, innermost first. */
  enclosingTypes(scope: LookupScope): TypeSymbol[];
  members(type: TypeSymbol, name: string): Member[];
  nested(type: TypeSymbol, name: string, arity: number): TypeSymbol | undefined;
  /** Base class and interfaces, resolved at their place. */
  bases(type: TypeSymbol): TypeRef[];
  /** Types that name this one among their bases. */
  directlyDerived(type: TypeSymbol): TypeSymbol[];
  /** The same of a type that no script declares. */
  derivedFromExternal(name: string): TypeSymbol[];
  /** Simple names that types write in their bases. */
  namedBases(): Iterable<string>;
  /** Implicit conversion operators of a type. */
  conversions(type: TypeSymbol): Member[];
  /** Whether an `#if` symbol is defined for a file, if known. */
  isDefined(path: string, name: string): Truth;
  /** Whether the project compiles a member, as far as its symbols are known. */
  isCompiled(member: Member): Truth;
  header(member: Member): HeaderDetails;
  /** Types of a member's parameters, in its own terms. */
  parameterTypes(member: Member): TypeRef[];
  /** A method's return type, or the type of another member, in terms of its own type parameters. */
  resultType(member: Member): TypeRef;
  /** The constraints of a method's type parameter. */
  boundsOf(member: Member, at: number): readonly TypeRef[];
  /** A written type, seen from a place. */
  resolveText(text: string, scope: LookupScope): TypeRef;
}

/** Resolves names of types in their context. */
export interface TypeNames {
  /** The type that an alias or `using static` names. */
  importedType(using: Using, file: SourceFile): TypeRef;
  /** A type as seen inside itself: its type arguments are its own parameters. */
  selfOf(type: TypeSymbol): ConstructedType;
  /** A simple name as a type, or (with `asQualifier`) as the full name of a namespace; undefined if nothing is found (C# §7.8). */
  simpleType(name: string, args: TypeRef[], scope: LookupScope, asQualifier: boolean): TypeRef | string | undefined;
  /** A type or deeper namespace of a namespace ("" is the global one) that the place can see. */
  inNamespace(namespace: string, name: string, args: TypeRef[], scope: LookupScope): TypeRef | string | undefined;
}
