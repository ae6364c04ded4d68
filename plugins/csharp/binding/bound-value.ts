/** What expressions are bound to, how calls are looked at, and the interfaces of what binds them; `binder.ts` implements `Binder`. */
import type { LibraryMember, LibraryShape } from "../libraries/shapes.ts";
import type { ConversionMatch } from "../semantics/conversions.ts";
import type { Access } from "../semantics/member-lookup.ts";
import type { LookupScope, Member, SemanticModel } from "../semantics/semantic-model.ts";
import type { SourceFile } from "../semantics/source-file.ts";
import type { Substitution } from "../semantics/substitution.ts";
import { type TypeRef, type TypeSymbol, UNKNOWN } from "../semantics/type-ref.ts";
import type { SyntaxNode } from "../syntax/syntax-node.ts";
import type { Local, Locals } from "./locals.ts";

/** What an expression is. */
export type BoundValue =
  /** `ambiguous` where a type of the same name may be meant. */
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
  /** `fromEngineTable`: told by it, of a method what it gives. Of a package's member `owner` is the full name of its type. */
  | { is: "external"; type: TypeRef; name: string; fromEngineTable?: boolean; owner?: string; group?: PackageGroup }
  | { is: "unknown" };

/** The type of what an expression gives. */
export function typeOf(value: BoundValue): TypeRef {
  return "type" in value ? value.type : UNKNOWN;
}

export function typed(type: TypeRef): BoundValue {
  return { is: "value", type };
}

/** What stands in one place of a call. */
export interface Argument {
  /** How it gets its type: `value` by itself, the others by what is asked for. */
  shape: "value" | "null" | "default" | "new" | "several" | "lambda" | "group" | "out" | "unknown";
  /** `name:` in front, or "". */
  name: string;
  /** `ref`, `out`, `in` or "". */
  passing: string;
  type(): TypeRef;
  /** Of a constant integer the value, NaN where nobody knows it; undefined of all else. */
  constant?: () => number | undefined;
  /** Of a lambda: how many parameters it has, undefined where it says nothing of them. */
  parameters?: number | undefined;
  parameterTypes?: () => (TypeRef | undefined)[];
  /** Whether its body can give a value, and whether it can give none; unsure where that depends on what a call in it gives. */
  givesValue?: boolean;
  givesNothing?: boolean;
  isAmbiguous?: boolean;
  isAsync?: boolean;
  /** What its body gives where its parameters have these types. */
  returns?: (parameters: readonly TypeRef[]) => LambdaBody | undefined;
  /** Whether a method of the group takes such arguments. */
  accepts?: (parameters: readonly TypeRef[]) => ConversionMatch;
  /** What a lambda or a method group gives for arguments of these types. */
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
  /** How far up it was first declared: overrides count as what they override. */
  depth: number;
}

/** A candidate with its parameters as the arguments meet them. */
export interface Applicable extends Candidate {
  match: ConversionMatch;
  /** What of its type arguments is not known to be as it must. */
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

/** What a body gives. */
export interface LambdaBody {
  values: readonly Argument[];
  /** With such parameters something in it means nothing. */
  hasUnknownMember: boolean;
}

/** Says what the syntax nodes of one declaration mean where they stand. */
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
  /** By the types of their parameters. */
  readonly lambdaBodies: Map<SyntaxNode, Map<string, LambdaBody>>;
  /** A name meant nothing behind a value of a known type: it is nowhere declared, or something is not understood. */
  readonly hasUnknownMember: boolean;
  /** A binder for another declaration. */
  openAt(file: SourceFile, index: number): Binder;
  /** A speculative binder: for the same declaration, a lambda's parameters having these types. */
  withAssumed(lambda: SyntaxNode, parameters: readonly TypeRef[]): Binder;
  /** An identifier as it is written, but for `@`. */
  text(node: SyntaxNode): string;
  /** The name of an identifier or generic name. */
  nameOf(node: SyntaxNode): string;
  /** Type arguments of a generic name. */
  typeArgs(node: SyntaxNode | undefined): TypeRef[];
  /** A type node's type. */
  typeOfNode(node: SyntaxNode | undefined): TypeRef;
  value(node: SyntaxNode): BoundValue;
  /** What an identifier token means where it stands. */
  resolve(token: SyntaxNode): BoundValue;
  /** A name behind `.`, `?.`, `->` or in an initializer or pattern of something. */
  member(of: BoundValue, node: SyntaxNode, access?: Access): BoundValue;
}

/** The types of expressions. */
export interface ExpressionTypes {
  of(node: SyntaxNode | undefined): TypeRef;
  /** What external members see of a type of the workspace: the collection that it is. */
  asExternal(type: TypeRef): TypeRef;
}

/** What calls give and expect. */
export interface CallTypes {
  invocation(node: SyntaxNode): BoundValue;
  /** How a name node is called; a method that is named for a delegate is called as that is. */
  callOf(node: SyntaxNode): Call | undefined;
  /** The call that a delegate expected of this place would make of a method named here. */
  groupCall(node: SyntaxNode): Call | undefined;
  /** What a call of a method gives. */
  resultOf(member: Member, substitution: Substitution, call: Call | undefined): TypeRef;
  /** What a place expects: of `new()`, `default`, a lambda. */
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
  /** What a `foreach` over it gives. */
  elementsOf(type: TypeRef): TypeRef;
  /** The type that a `{ … }` pattern looks at. */
  patternType(pattern: SyntaxNode): TypeRef;
}
