/**
 * Types for bound expressions and for the arguments of overload resolution, and the interfaces through which the
 * binders use each other. `Binder` is implemented in `binder.ts`.
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

/** The result of binding an expression. */
export type BoundValue =
  /** `ambiguous` is set if the name could also refer to a type with the same name. */
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
   * `fromEngineTable` is set if the type comes from the engine's table; for a method, it is the return type. For a
   * member of a package, `owner` is the full name of its declaring type.
   */
  | { is: "external"; type: TypeRef; name: string; fromEngineTable?: boolean; owner?: string; group?: PackageGroup }
  | { is: "unknown" };

/** Returns the type of an expression's value. */
export function typeOf(value: BoundValue): TypeRef {
  return "type" in value ? value.type : UNKNOWN;
}

export function typed(type: TypeRef): BoundValue {
  return { is: "value", type };
}

/** An argument of a call. */
export interface Argument {
  /** Determines how the type is found. Only a `value` has its own type; the others take the parameter type. */
  shape: "value" | "null" | "default" | "new" | "several" | "lambda" | "group" | "out" | "unknown";
  /** The name in `name: value`, or "" for a positional argument. */
  name: string;
  /** One of `ref`, `out`, `in` and "". */
  passing: string;
  type(): TypeRef;
  /** The value of an integer constant, or NaN if it is unknown. Returns undefined for everything else. */
  constant?: () => number | undefined;
  /** The number of parameters of a lambda; undefined if it does not list them. */
  parameters?: number | undefined;
  parameterTypes?: () => (TypeRef | undefined)[];
  /**
   * Whether the body can return a value, and whether it can return without one; "unsure" if that depends on a call in
   * the body.
   */
  givesValue?: boolean;
  givesNothing?: boolean;
  isAmbiguous?: boolean;
  isAsync?: boolean;
  /** Returns the results of the body for the given parameter types. */
  returns?: (parameters: readonly TypeRef[]) => LambdaBody | undefined;
  /** Returns whether a method in the group accepts these arguments. */
  accepts?: (parameters: readonly TypeRef[]) => ConversionMatch;
  /** Returns the result of a lambda or a method group for arguments of these types. */
  result(parameters: readonly TypeRef[]): TypeRef;
}

/** A call with its arguments. */
export interface Call {
  arguments: readonly Argument[];
  /** The explicit type arguments. */
  typeArgs: readonly TypeRef[];
  /** The receiver of an extension method call, which is passed as the first parameter. */
  receiver?: TypeRef;
}

export interface Candidate {
  member: Member;
  substitution: Substitution;
  /** The inheritance level of the member's first declaration. An override counts as the member it overrides. */
  depth: number;
}

/** A candidate whose arguments have been mapped to its parameters. */
export interface Applicable extends Candidate {
  match: ConversionMatch;
  /** Type arguments that might violate their constraints. */
  undecided: readonly string[];
  /** The parameter type for each argument, before and after the method's type arguments are inferred. */
  declared: TypeRef[];
  types: TypeRef[];
  generic: boolean;
  expanded: boolean;
  defaults: boolean;
}

/** Methods with the same name. If `receiver` is set, they are extension methods. */
export interface PackageGroup {
  methods: readonly { shape: LibraryShape; member: LibraryMember; substitution: Substitution }[];
  receiver?: TypeRef;
}

/** The result of binding a lambda body. */
export interface LambdaBody {
  values: readonly Argument[];
  /** True if the body uses a member that does not exist for these parameter types. */
  hasUnknownMember: boolean;
}

/** Binds the syntax nodes of a single declaration. */
export interface Binder {
  readonly model: SemanticModel;
  readonly file: SourceFile;
  readonly scope: LookupScope;
  /** The enclosing types, innermost first. */
  readonly enclosingTypes: TypeSymbol[];
  readonly locals: Locals;
  readonly types: ExpressionTypes;
  readonly calls: CallTypes;
  readonly localTypes: LocalTypes;
  /** The parameter types that are assumed for lambdas. */
  readonly assumed: ReadonlyMap<SyntaxNode, readonly TypeRef[]>;
  /** The results of lambda bodies, keyed by their parameter types. */
  readonly lambdaBodies: Map<SyntaxNode, Map<string, LambdaBody>>;
  /**
   * True if a known type has no such member, or if a delegate does not accept its arguments. In that case either the
   * code does not compile or the analysis is incomplete.
   */
  hasUnknownMember: boolean;
  /** Returns a binder for another declaration. */
  openAt(file: SourceFile, index: number): Binder;
  /**
   * Returns a speculative binder for the same declaration, in which the parameters of a lambda have the given types.
   */
  withAssumed(lambda: SyntaxNode, parameters: readonly TypeRef[]): Binder;
  /** Returns the text of an identifier without its `@`. */
  text(node: SyntaxNode): string;
  /** Returns the name of an identifier or a generic name. */
  nameOf(node: SyntaxNode): string;
  /** Returns the type arguments of a generic name. */
  typeArgs(node: SyntaxNode | undefined): TypeRef[];
  /** Returns the type that a type node denotes. */
  typeOfNode(node: SyntaxNode | undefined): TypeRef;
  value(node: SyntaxNode): BoundValue;
  /** Binds an identifier token in its context. */
  resolve(token: SyntaxNode): BoundValue;
  /** Binds a name that follows `.`, `?.` or `->`, or one in an initializer or a pattern. */
  member(of: BoundValue, node: SyntaxNode, access?: Access): BoundValue;
}

/** Computes the types of expressions. */
export interface ExpressionTypes {
  of(node: SyntaxNode | undefined): TypeRef;
  /** Converts a workspace type to the collection that members outside the workspace see it as. */
  asExternal(type: TypeRef): TypeRef;
}

/** Computes the results of calls and the types that their context expects. */
export interface CallTypes {
  invocation(node: SyntaxNode): BoundValue;
  /**
   * Returns the call that a name node belongs to. For a method group, this is the call that the expected delegate
   * would make.
   */
  callOf(node: SyntaxNode): Call | undefined;
  /** Returns the call that the expected delegate would make. */
  groupCall(node: SyntaxNode): Call | undefined;
  /** Returns the result type of a method call. */
  resultOf(member: Member, substitution: Substitution, call: Call | undefined): TypeRef;
  /** Returns the type that the context expects for `new()`, `default` or a lambda. */
  targetType(node: SyntaxNode): TypeRef;
  /** Returns the type of the variable in an `out var x` argument. */
  outType(argument: SyntaxNode): TypeRef;
  /** Returns the type of the parameter that an argument is passed to. */
  parameterType(argument: SyntaxNode): TypeRef;
  /** Returns the parameter type in each method that the call could mean. */
  parameterTypes(argument: SyntaxNode): TypeRef[];
}

export interface LocalTypes {
  /** Returns the type of a local, parameter or range variable. */
  of(local: Local): TypeRef;
  /** Returns the type of the elements that a `foreach` over the type yields. */
  elementsOf(type: TypeRef): TypeRef;
  /** Returns the type that a `{ … }` pattern matches against. */
  patternType(pattern: SyntaxNode): TypeRef;
}
