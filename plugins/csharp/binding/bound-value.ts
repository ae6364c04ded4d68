/** Bound expressions, arguments for overload resolution, and the interfaces between binders; `binder.ts` implements `Binder`. */
import type { LibraryMember, LibraryShape } from "../libraries/shapes.ts";
import type { ConversionMatch } from "../semantics/conversions.ts";
import type { Access } from "../semantics/member-lookup.ts";
import type { LookupScope, Member, SemanticModel } from "../semantics/semantic-model.ts";
import type { SourceFile } from "../semantics/source-file.ts";
import type { Substitution } from "../semantics/substitution.ts";
import { type TypeRef, type TypeSymbol, UNKNOWN } from "../semantics/type-ref.ts";
import type { SyntaxNode } from "../syntax/syntax-node.ts";
import type { Local, Locals } from "./locals.ts";

/** A bound expression. */
export type BoundValue =
  /** `ambiguous` if it may also mean a type of the same name. */
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
  /** `fromEngineTable`: from the engine table; for a method, the return type. For a package's member `owner` is the full name of its type. */
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
  /** The source of its type: its own for `value`, otherwise the parameter's. */
  shape: "value" | "null" | "default" | "new" | "several" | "lambda" | "group" | "out" | "unknown";
  /** The name in `name: value`, or "". */
  name: string;
  /** `ref`, `out`, `in` or "". */
  passing: string;
  type(): TypeRef;
  /** The value of a constant integer, NaN if unknown; undefined for anything else. */
  constant?: () => number | undefined;
  /** For a lambda: its number of parameters; undefined if it does not list them. */
  parameters?: number | undefined;
  parameterTypes?: () => (TypeRef | undefined)[];
  /** Whether its body can return a value, and whether it can return nothing; "unsure" if that depends on a call in it. */
  givesValue?: boolean;
  givesNothing?: boolean;
  isAmbiguous?: boolean;
  isAsync?: boolean;
  /** The results of its body for these parameter types. */
  returns?: (parameters: readonly TypeRef[]) => LambdaBody | undefined;
  /** Whether a method of the group accepts such arguments. */
  accepts?: (parameters: readonly TypeRef[]) => ConversionMatch;
  /** The result of a lambda or a method group for arguments of these types. */
  result(parameters: readonly TypeRef[]): TypeRef;
}

/** A call of a name. */
export interface Call {
  arguments: readonly Argument[];
  /** Explicit type arguments. */
  typeArgs: readonly TypeRef[];
  /** The receiver, if it is passed as the first parameter (extension method). */
  receiver?: TypeRef;
}

export interface Candidate {
  member: Member;
  substitution: Substitution;
  /** The inheritance level of its first declaration, because an override counts as the overridden member. */
  depth: number;
}

/** A candidate with the parameter for each argument. */
export interface Applicable extends Candidate {
  match: ConversionMatch;
  /** Type arguments that may violate their constraints. */
  undecided: readonly string[];
  /** The parameter type of each argument, before and after inferring the method's type arguments. */
  declared: TypeRef[];
  types: TypeRef[];
  generic: boolean;
  expanded: boolean;
  defaults: boolean;
}

/** Methods of one name; with `receiver`, extension methods. */
export interface PackageGroup {
  methods: readonly { shape: LibraryShape; member: LibraryMember; substitution: Substitution }[];
  receiver?: TypeRef;
}

/** A body's result. */
export interface LambdaBody {
  values: readonly Argument[];
  /** True if the body uses a member that does not exist for these parameter types. */
  hasUnknownMember: boolean;
}

/** Binds the syntax nodes of one declaration in their context. */
export interface Binder {
  readonly model: SemanticModel;
  readonly file: SourceFile;
  readonly scope: LookupScope;
  /** Innermost first. */
  readonly enclosingTypes: TypeSymbol[];
  readonly locals: Locals;
  readonly types: ExpressionTypes;
  readonly calls: CallTypes;
  readonly localTypes: LocalTypes;
  /** Assumed parameter types of lambdas. */
  readonly assumed: ReadonlyMap<SyntaxNode, readonly TypeRef[]>;
  /** Keyed by parameter types. */
  readonly lambdaBodies: Map<SyntaxNode, Map<string, LambdaBody>>;
  /**
   * True if a member was not found on a known type, or a delegate does not accept its arguments: the code does not compile,
   * or the analysis is incomplete.
   */
  hasUnknownMember: boolean;
  /** Returns a binder for another declaration. */
  openAt(file: SourceFile, index: number): Binder;
  /** Returns a speculative binder for the same declaration that assumes these types for a lambda's parameters. */
  withAssumed(lambda: SyntaxNode, parameters: readonly TypeRef[]): Binder;
  /** Returns an identifier without `@`. */
  text(node: SyntaxNode): string;
  /** Returns the name of an identifier or generic name. */
  nameOf(node: SyntaxNode): string;
  /** Returns the type arguments of a generic name. */
  typeArgs(node: SyntaxNode | undefined): TypeRef[];
  /** Returns a type node's type. */
  typeOfNode(node: SyntaxNode | undefined): TypeRef;
  value(node: SyntaxNode): BoundValue;
  /** Binds an identifier token in its context. */
  resolve(token: SyntaxNode): BoundValue;
  /** Binds a name after `.`, `?.`, `->`, or in an initializer or pattern. */
  member(of: BoundValue, node: SyntaxNode, access?: Access): BoundValue;
}

/** The types of expressions. */
export interface ExpressionTypes {
  of(node: SyntaxNode | undefined): TypeRef;
  /** Converts a workspace type for external members: to a collection. */
  asExternal(type: TypeRef): TypeRef;
}

/** Results of calls and expected types. */
export interface CallTypes {
  invocation(node: SyntaxNode): BoundValue;
  /** Returns the call of a name node; for a method group, the call that the expected delegate would make. */
  callOf(node: SyntaxNode): Call | undefined;
  /** Returns the call that the delegate expected here would make. */
  groupCall(node: SyntaxNode): Call | undefined;
  /** Returns the result type of a method call. */
  resultOf(member: Member, substitution: Substitution, call: Call | undefined): TypeRef;
  /** Returns the type that the context expects of `new()`, `default` or a lambda. */
  targetType(node: SyntaxNode): TypeRef;
  /** Returns the type of `out var x` in an argument. */
  outType(argument: SyntaxNode): TypeRef;
  /** Returns the parameter type of an argument. */
  parameterType(argument: SyntaxNode): TypeRef;
  /** The same for each method that a call may mean. */
  parameterTypes(argument: SyntaxNode): TypeRef[];
}

export interface LocalTypes {
  /** Returns the type of a local, parameter or range variable. */
  of(local: Local): TypeRef;
  /** Returns the element type of a `foreach` over it. */
  elementsOf(type: TypeRef): TypeRef;
  /** Returns the type that a `{ … }` pattern matches against. */
  patternType(pattern: SyntaxNode): TypeRef;
}
