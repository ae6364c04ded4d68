/**
 * Types for bound expressions and for the arguments of overload resolution. Binders only know each other through the
 * interfaces in here. See `binder.ts` for the `Binder`.
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

/** The meaning of an expression */
export type BoundValue =
  /** `ambiguous`: the name could just as well mean a type. */
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
   * `fromEngineTable`: the type (a method's return type) is from the engine's table. `owner` is the full name of the
   * declaring type, for members of a package.
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
  /** How we get at the type. Only a `value` brings its own; all others take the parameter's. */
  shape: "value" | "null" | "default" | "new" | "several" | "lambda" | "group" | "out" | "unknown";
  /** `$"…"`, which converts to other types than a string does */
  isInterpolated?: boolean;
  /** From `name: value`. "" if positional. */
  name: string;
  /** `ref`, `out`, `in` or "" */
  passing: string;
  type(): TypeRef;
  /** The elements of a collection expression. */
  elements?: () => readonly Argument[];
  /** For integer constants, with NaN for an unknown one. Returns undefined for anything else. */
  constant?: () => number | undefined;
  /** How many parameters a lambda has, or undefined if it doesn't list them. */
  parameters?: number | undefined;
  parameterTypes?: () => (TypeRef | undefined)[];
  /** Whether the body can return a value, and whether it can return without one. This is "unsure" if it hinges on a call in the body. */
  givesValue?: boolean;
  givesNothing?: boolean;
  isAmbiguous?: boolean;
  isAsync?: boolean;
  /** Results of the body, assuming these parameter types. */
  returns?: (parameters: readonly TypeRef[]) => LambdaBody | undefined;
  /** Whether some method in the group would accept these */
  accepts?: (parameters: readonly TypeRef[]) => ConversionMatch;
  /** The result of a lambda or method group for these argument types. */
  result(parameters: readonly TypeRef[]): TypeRef;
}

export interface Call {
  arguments: readonly Argument[];
  /** Only explicit ones */
  typeArgs: readonly TypeRef[];
  /** The receiver of an extension method call. It's really the first argument. */
  receiver?: TypeRef;
}

export interface Candidate {
  member: Member;
  substitution: Substitution;
  /** How far up the member was first declared. An override counts as the original. */
  depth: number;
}

/** A candidate whose arguments have been mapped to its parameters. */
export interface Applicable extends Candidate {
  match: ConversionMatch;
  /** Type arguments which may or may not satisfy their constraints */
  undecided: readonly string[];
  /** The parameter type for each argument, before and after type inference. */
  declared: TypeRef[];
  types: TypeRef[];
  generic: boolean;
  expanded: boolean;
  defaults: boolean;
}

/** Methods by the same name. They're extension methods if `receiver` is set. */
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
  /** Innermost first */
  readonly enclosingTypes: TypeSymbol[];
  readonly locals: Locals;
  readonly types: ExpressionTypes;
  readonly calls: CallTypes;
  readonly localTypes: LocalTypes;
  /** Assumed parameter types, by lambda */
  readonly assumed: ReadonlyMap<SyntaxNode, readonly TypeRef[]>;
  /** Memoized lambda results, by parameter types */
  readonly lambdaBodies: Map<SyntaxNode, Map<string, LambdaBody>>;
  /** A known type doesn't have the member, or a delegate doesn't take its arguments. Either the code is broken or we're missing something. */
  hasUnknownMember: boolean;
  /** A binder for another declaration */
  openAt(file: SourceFile, index: number): Binder;
  /** Same declaration, but speculative: the lambda's parameters are assumed to have these types. */
  withAssumed(lambda: SyntaxNode, parameters: readonly TypeRef[]): Binder;
  /** Identifier, without the `@` */
  text(node: SyntaxNode): string;
  /** The name of an identifier or generic name. */
  nameOf(node: SyntaxNode): string;
  /** Type arguments of a generic name */
  typeArgs(node: SyntaxNode | undefined): TypeRef[];
  typeOfNode(node: SyntaxNode | undefined): TypeRef;
  value(node: SyntaxNode): BoundValue;
  /** Binds an identifier token in context. */
  resolve(token: SyntaxNode): BoundValue;
  /** Binds the name after `.`, `?.` or `->`, or one in an initializer or pattern. */
  member(of: BoundValue, node: SyntaxNode, access?: Access): BoundValue;
}

export interface ExpressionTypes {
  of(node: SyntaxNode | undefined): TypeRef;
  /** To a member outside of the workspace, a workspace type may look like a collection. Converts to that. */
  asExternal(type: TypeRef): TypeRef;
}

/** Results of calls, and the types that contexts expect */
export interface CallTypes {
  invocation(node: SyntaxNode): BoundValue;
  /** The call that a name is part of. For a method group, that's the call the expected delegate will make. */
  callOf(node: SyntaxNode): Call | undefined;
  /** The call that the expected delegate will make */
  groupCall(node: SyntaxNode): Call | undefined;
  resultOf(member: Member, substitution: Substitution, call: Call | undefined): TypeRef;
  /** Expected type of a `new()`, `default` or lambda */
  targetType(node: SyntaxNode): TypeRef;
  /** The type of the variable in `out var x`. */
  outType(argument: SyntaxNode): TypeRef;
  /** The type of the parameter that an argument goes to. */
  parameterType(argument: SyntaxNode): TypeRef;
  /** Same for every method the call might mean */
  parameterTypes(argument: SyntaxNode): TypeRef[];
}

export interface LocalTypes {
  /** The type of a local, parameter or range variable */
  of(local: Local): TypeRef;
  /** The type of the elements that `foreach` yields. */
  elementsOf(type: TypeRef): TypeRef;
  /** The type that a `{ … }` pattern matches against. */
  patternType(pattern: SyntaxNode): TypeRef;
}
