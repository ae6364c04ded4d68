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

/** The type of an expression's value. */
export function typeOf(value: BoundValue): TypeRef {
  return "type" in value ? value.type : UNKNOWN;
}

export function typed(type: TypeRef): BoundValue {
  return { is: "value", type };
}

/** An argument of a call. */
export interface Argument {
  /** The source of its type: `value` for its own, the others take it from the parameter. */
  shape: "value" | "null" | "default" | "new" | "several" | "lambda" | "group" | "out" | "unknown";
  /** `name:` in front, or "". */
  name: string;
  /** `ref`, `out`, `in` or "". */
  passing: string;
  type(): TypeRef;
  /** The value of a constant integer, NaN if unknown; undefined for anything else. */
  constant?: () => number | undefined;
  /** For a lambda: its number of parameters; undefined if it does not list them. */
  parameters?: number | undefined;
  parameterTypes?: () => (TypeRef | undefined)[];
  /** Whether its body can return a value, and whether it can return none; unsure if that depends on a call in it. */
  givesValue?: boolean;
  givesNothing?: boolean;
  isAmbiguous?: boolean;
  isAsync?: boolean;
  /** The results of its body for these parameter types. */
  returns?: (parameters: readonly TypeRef[]) => LambdaBody | undefined;
  /** Whether a method of the group takes such arguments. */
  accepts?: (parameters: readonly TypeRef[]) => ConversionMatch;
  /** The result of a lambda or a method group for arguments of these types. */
  result(parameters: readonly TypeRef[]): TypeRef;
}

/** How a name is used as the head of a call. */
export interface Call {
  arguments: readonly Argument[];
  /** Explicit type arguments. */
  typeArgs: readonly TypeRef[];
  /** The receiver fills the first parameter (extension method). */
  receiver?: TypeRef;
}

export interface Candidate {
  member: Member;
  substitution: Substitution;
  /** The level of its first declaration: an override counts as the member that it overrides. */
  depth: number;
}

/** A candidate with its parameters as the arguments meet them. */
export interface Applicable extends Candidate {
  match: ConversionMatch;
  /** Type arguments that may violate their constraints. */
  undecided: readonly string[];
  /** The type that each argument meets, before and after the method's type parameters are known. */
  declared: TypeRef[];
  types: TypeRef[];
  generic: boolean;
  expanded: boolean;
  defaults: boolean;
}

/** Methods of one name; with `receiver` those that extend it. */
export interface PackageGroup {
  methods: readonly { shape: LibraryShape; member: LibraryMember; substitution: Substitution }[];
  receiver?: TypeRef;
}

/** A body's result. */
export interface LambdaBody {
  values: readonly Argument[];
  /** The body uses a member that does not exist for these parameter types. */
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
  /** Lambdas whose parameters are taken to have these types. */
  readonly assumed: ReadonlyMap<SyntaxNode, readonly TypeRef[]>;
  /** Keyed by parameter types. */
  readonly lambdaBodies: Map<SyntaxNode, Map<string, LambdaBody>>;
  /** A member name was not found on a known type, or a delegate does not take its arguments: code that does not compile, or the analysis lacks something. */
  hasUnknownMember: boolean;
  /** A binder for another declaration. */
  openAt(file: SourceFile, index: number): Binder;
  /** A speculative binder: for the same declaration, a lambda's parameters having these types. */
  withAssumed(lambda: SyntaxNode, parameters: readonly TypeRef[]): Binder;
  /** An identifier as written, without `@`. */
  text(node: SyntaxNode): string;
  /** The name of an identifier or generic name. */
  nameOf(node: SyntaxNode): string;
  /** Type arguments of a generic name. */
  typeArgs(node: SyntaxNode | undefined): TypeRef[];
  /** A type node's type. */
  typeOfNode(node: SyntaxNode | undefined): TypeRef;
  value(node: SyntaxNode): BoundValue;
  /** The meaning of an identifier token in its context. */
  resolve(token: SyntaxNode): BoundValue;
  /** A name after `.`, `?.`, `->`, or in an initializer or pattern. */
  member(of: BoundValue, node: SyntaxNode, access?: Access): BoundValue;
}

/** The types of expressions. */
export interface ExpressionTypes {
  of(node: SyntaxNode | undefined): TypeRef;
  /** A workspace type as external members see it: as a collection. */
  asExternal(type: TypeRef): TypeRef;
}

/** Results of calls and expected types. */
export interface CallTypes {
  invocation(node: SyntaxNode): BoundValue;
  /** How a name node is called; a method that is named for a delegate is called as that is. */
  callOf(node: SyntaxNode): Call | undefined;
  /** The call that a delegate expected of this place would make of a method named here. */
  groupCall(node: SyntaxNode): Call | undefined;
  /** The result of a method call. */
  resultOf(member: Member, substitution: Substitution, call: Call | undefined): TypeRef;
  /** The type that the context expects: for `new()`, `default`, a lambda. */
  targetType(node: SyntaxNode): TypeRef;
  /** The type of `out var x` in an argument. */
  outType(argument: SyntaxNode): TypeRef;
  /** The type of the parameter that an argument fills. */
  parameterType(argument: SyntaxNode): TypeRef;
  /** The same of each method that a call may mean. */
  parameterTypes(argument: SyntaxNode): TypeRef[];
}

export interface LocalTypes {
  /** The type of a local, parameter or range variable. */
  of(local: Local): TypeRef;
  /** The element type of a `foreach` over it. */
  elementsOf(type: TypeRef): TypeRef;
  /** The type that a `{ … }` pattern looks at. */
  patternType(pattern: SyntaxNode): TypeRef;
}
