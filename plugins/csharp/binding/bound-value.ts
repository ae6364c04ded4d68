/**
 * Defines the types of bound expressions and of the arguments for overload resolution. Binders only know each other by these
 * interfaces. The `Binder` is in `binder.ts`.
 */
import type { LibraryMember, LibraryShape } from "../libraries/shapes.ts";
import type { ConversionMatch } from "../semantics/conversions.ts";
import type { Access } from "../semantics/member-lookup.ts";
import type { LookupScope, Member, SemanticModel } from "../semantics/semantic-model.ts";
import type { SourceFile } from "../semantics/source-file.ts";
import type { Substitution } from "../semantics/substitution.ts";
import { type TypeRef, type TypeSymbol, UNKNOWN } from "../semantics/type-ref.ts";
import type { SyntaxNode } from "../syntax/syntax-node.ts";
import type { Local, Locals } from "./locals.ts";

/** The meaning of an expression. */
export type BoundValue =
  /** `ambiguous` means that the name could also mean a type. */
  | { is: "value"; type: TypeRef; members?: Member[]; ambiguous?: boolean }
  | {
      is: "group";
      members: Member[];
      substitution: Map<string, TypeRef>;
      receiver: TypeRef | undefined;
      call: Call | undefined;
    }
  | { is: "type"; type: TypeRef }
  | { is: "namespace"; name: string }
  | { is: "local"; local: Local; type: TypeRef }
  /**
   * `fromEngineTable` means that the type (the return type of a method) comes from the engine's table. `owner` is the full name
   * of the declaring type, for members of a package.
   */
  | { is: "external"; type: TypeRef; name: string; fromEngineTable?: boolean; owner?: string; group?: PackageGroup }
  | { is: "unknown" };

export function typeOf(value: BoundValue): TypeRef {
  return "type" in value ? value.type : UNKNOWN;
}

export function typed(type: TypeRef): BoundValue {
  return { is: "value", type };
}

export interface Argument {
  /** Tells the origin of the type. Only a `value` has its own, while all others take that of the parameter. */
  shape: "value" | "null" | "default" | "new" | "several" | "lambda" | "group" | "out" | "unknown";
  /** `$"…"`, which converts to other types than a string does */
  isInterpolated?: boolean;
  /** The name in `name: value`, or "" if the argument has none. */
  name: string;
  /** `ref`, `out`, `in` or "". */
  passing: string;
  type(): TypeRef;
  /** The elements of a collection expression. */
  elements?: () => readonly Argument[];
  /** Returns the value of an integer constant, or NaN if it isn't known. It is undefined for anything else. */
  constant?: () => number | undefined;
  /** The number of parameters of a lambda, or undefined if it doesn't list them. */
  parameters?: number | undefined;
  parameterTypes?: () => (TypeRef | undefined)[];
  /**
   * Tells whether the body can return a value, and whether it can return without one. It is "unsure" if this depends on a call
   * in the body.
   */
  givesValue?: boolean;
  givesNothing?: boolean;
  isAmbiguous?: boolean;
  isAsync?: boolean;
  /** Returns the results of the body for these parameter types. */
  returns?: (parameters: readonly TypeRef[]) => LambdaBody | undefined;
  /** Tells whether some method in the group would accept these and have the delegate's result. */
  accepts?: (parameters: readonly TypeRef[], result: TypeRef) => ConversionMatch;
  /** Returns the result of a lambda or method group for these argument types. */
  result(parameters: readonly TypeRef[]): TypeRef;
}

export interface Call {
  arguments: readonly Argument[];
  /** Only contains explicit ones. */
  typeArgs: readonly TypeRef[];
  /** The receiver of an extension method call, which is really the first argument. */
  receiver?: TypeRef;
  /** The place of the call, which decides on the `#if` branches that are compiled with it. */
  site?: { file: SourceFile; offset: number };
}

export interface Candidate {
  member: Member;
  substitution: Substitution;
  /** The distance to the first declaration of the member. An override counts as the original. */
  depth: number;
}

/** A candidate with a parameter for each argument. */
export interface Applicable extends Candidate {
  match: ConversionMatch;
  /** Type arguments for which it isn't known whether they satisfy their constraints. */
  undecided: readonly string[];
  /** The type of the parameter for each argument, before and after type inference. */
  declared: TypeRef[];
  types: TypeRef[];
  generic: boolean;
  expanded: boolean;
  defaults: boolean;
}

/** Methods with the same name. They are extension methods if `receiver` is set. */
export interface PackageGroup {
  methods: readonly { shape: LibraryShape; member: LibraryMember; substitution: Substitution }[];
  receiver?: TypeRef;
}

export interface LambdaBody {
  values: readonly Argument[];
  /** With these parameter types, the body uses a member that doesn't exist. */
  hasUnknownMember: boolean;
}

/** Binds the syntax nodes of one declaration. */
export interface Binder {
  readonly model: SemanticModel;
  readonly file: SourceFile;
  readonly scope: LookupScope;
  /** Starts with the innermost. */
  readonly enclosingTypes: TypeSymbol[];
  readonly locals: Locals;
  readonly types: ExpressionTypes;
  readonly calls: CallTypes;
  readonly localTypes: LocalTypes;
  /** The assumed parameter types of each lambda. */
  readonly assumed: ReadonlyMap<SyntaxNode, readonly TypeRef[]>;
  /** The known results of lambdas, by parameter types. */
  readonly lambdaBodies: Map<SyntaxNode, Map<string, LambdaBody>>;
  /**
   * True if a known type doesn't have the member, or a delegate doesn't take its arguments. The code is either wrong, or
   * contains something that isn't known.
   */
  hasUnknownMember: boolean;
  /** Returns a binder for another declaration. */
  openAt(file: SourceFile, index: number): Binder;
  /** Returns a binder for the same declaration, which assumes that the parameters of the lambda have these types. */
  withAssumed(lambda: SyntaxNode, parameters: readonly TypeRef[]): Binder;
  /** Returns the identifier without the `@`. */
  text(node: SyntaxNode): string;
  /** Returns the name of an identifier or generic name. */
  nameOf(node: SyntaxNode): string;
  /** Returns the type arguments of a generic name. */
  typeArgs(node: SyntaxNode | undefined): TypeRef[];
  typeOfNode(node: SyntaxNode | undefined): TypeRef;
  value(node: SyntaxNode): BoundValue;
  /** Binds an identifier token in its context. */
  resolve(token: SyntaxNode): BoundValue;
  /** Binds the name after `.`, `?.` or `->`, or one in an initializer or pattern. */
  member(of: BoundValue, node: SyntaxNode, access?: Access): BoundValue;
}

export interface ExpressionTypes {
  of(node: SyntaxNode | undefined): TypeRef;
  /** To a member outside of the workspace, a type of the workspace may look like a collection. This converts it to one. */
  asExternal(type: TypeRef): TypeRef;
}

/** The results of calls, and the types that contexts expect. */
export interface CallTypes {
  invocation(node: SyntaxNode): BoundValue;
  /** Returns the call that a name is part of. For a method group, it is the call that the expected delegate will make. */
  callOf(node: SyntaxNode): Call | undefined;
  /** Returns the call that the expected delegate will make. */
  groupCall(node: SyntaxNode): Call | undefined;
  resultOf(member: Member, substitution: Substitution, call: Call | undefined): TypeRef;
  /** Returns the expected type of a `new()`, `default` or lambda. */
  targetType(node: SyntaxNode): TypeRef;
  /** Returns the type of the variable in `out var x`. */
  outType(argument: SyntaxNode): TypeRef;
  /** Returns the type of the parameter for an argument. */
  parameterType(argument: SyntaxNode): TypeRef;
  /** Does the same for every method that the call might mean. */
  parameterTypes(argument: SyntaxNode): TypeRef[];
}

export interface LocalTypes {
  /** Returns the type of a local, a parameter or a range variable. */
  of(local: Local): TypeRef;
  /** Returns the type of the elements that `foreach` returns. */
  elementsOf(type: TypeRef): TypeRef;
  /** Returns the type that a `{ … }` pattern is compared with. */
  patternType(pattern: SyntaxNode): TypeRef;
}
