/** Defines the syntax tree of Unreal AngelScript. Offsets are UTF-16 code units, and `end` is exclusive. */

export interface NameSyntax {
  name: string;
  start: number;
  /** Everything before the last `::`, in lists that allow qualified names. */
  qualifier?: string;
}

/** A type such as `const Scope::Name<Arguments>&out`. `text` is the normalized spelling that signatures use. */
export interface TypeSyntax {
  start: number;
  end: number;
  /** The name of the type comes last, after any qualifiers. */
  path: NameSyntax[];
  typeArguments: TypeSyntax[];
  text: string;
}

export interface ArgumentSyntax {
  /** Set for `Name = value` in a call. */
  label: NameSyntax | undefined;
  value: Expression;
}

interface Spanned {
  start: number;
  end: number;
}

export type LiteralKind = "number" | "string" | "name" | "bool" | "null";

export type Expression =
  | (Spanned & { kind: "literal"; literal: LiteralKind; text: string })
  | (Spanned & { kind: "format"; parts: Expression[] })
  /** This can be `A`, `A::B`, `::A`, `Cast<T>` or `TArray<int>`. */
  | (Spanned & { kind: "path"; path: NameSyntax[]; global: boolean; typeArguments: TypeSyntax[] })
  | (Spanned & { kind: "this" })
  | (Spanned & { kind: "member"; object: Expression; name: NameSyntax })
  | (Spanned & { kind: "call"; callee: Expression; arguments: ArgumentSyntax[] })
  | (Spanned & { kind: "index"; object: Expression; arguments: ArgumentSyntax[] })
  | (Spanned & { kind: "unary"; operator: string; operand: Expression; postfix: boolean })
  | (Spanned & { kind: "binary"; operator: string; left: Expression; right: Expression })
  | (Spanned & { kind: "assign"; operator: string; target: Expression; value: Expression })
  | (Spanned & { kind: "condition"; test: Expression; yes: Expression; no: Expression })
  | (Spanned & { kind: "list"; items: Expression[] });

export interface VariableSyntax {
  name: NameSyntax;
  /** The value in `= value`. */
  value: Expression | undefined;
  /** The arguments in `Name(arguments)`. */
  arguments: ArgumentSyntax[];
}

export type Statement =
  | (Spanned & { kind: "block"; body: Statement[] })
  | (Spanned & { kind: "variables"; type: TypeSyntax; variables: VariableSyntax[] })
  | (Spanned & { kind: "expression"; expression: Expression })
  | (Spanned & { kind: "if"; test: Expression; yes: Statement; no: Statement | undefined })
  | (Spanned & {
      kind: "for";
      first: Statement | undefined;
      test: Expression | undefined;
      steps: Expression[];
      body: Statement;
    })
  | (Spanned & {
      kind: "range";
      type: TypeSyntax;
      variable: NameSyntax;
      /** The key in `foreach (T Value, K Key : range)`. */
      second: { type: TypeSyntax; variable: NameSyntax } | undefined;
      range: Expression;
      body: Statement;
    })
  | (Spanned & { kind: "while"; test: Expression; body: Statement })
  | (Spanned & { kind: "switch"; subject: Expression; body: Statement[] })
  /** Either `case value:`, or `default:` if there is no value. */
  | (Spanned & { kind: "case"; value: Expression | undefined })
  | (Spanned & { kind: "return"; value: Expression | undefined })
  /** This is `break;`, `continue;`, `fallthrough;`, or only `;`. */
  | (Spanned & { kind: "simple"; word: "break" | "continue" | "fallthrough" | "" })
  /** Text that couldn't be parsed. */
  | (Spanned & { kind: "skipped" });

export interface ParameterSyntax {
  type: TypeSyntax;
  name: NameSyntax | undefined;
  value: Expression | undefined;
  /** The default value in its written form. */
  defaultText: string | undefined;
}

export const DECLARATION_KINDS = [
  "class",
  "struct",
  "enum",
  "namespace",
  "delegate",
  "event",
  "function",
  "constructor",
  "destructor",
  "variable",
  "enumValue",
  "asset",
  "access",
] as const;

export type DeclarationKind = (typeof DECLARATION_KINDS)[number];

/** Flags for modifiers, suffixes and macros. */
export const Flag = {
  private: 1,
  protected: 2,
  const: 4,
  override: 8,
  final: 16,
  property: 32,
  mixin: 64,
  local: 128,
  blueprintEvent: 256,
  blueprintOverride: 512,
  noDiscard: 1024,
  ufunction: 2048,
  /** Metadata of a method which says whether overrides have to call `Super`. */
  requiresSuper: 4096,
  noSuper: 8192,
} as const;

export interface DeclarationSyntax {
  kind: DeclarationKind;
  name: NameSyntax;
  /** The first token, including macros. */
  start: number;
  /** The first token after any macros. */
  headStart: number;
  end: number;
  /** The first macro, or -1. */
  macroStart: number;
  flags: number;
  /** The doc comment, or -1. */
  docStart: number;
  docEnd: number;
  /** The return type, the type of a variable, the base class or the type of an asset. */
  type: TypeSyntax | undefined;
  parameters: ParameterSyntax[] | undefined;
  members: DeclarationSyntax[] | undefined;
  /** The outer names of `namespace A::B`, the names in an `access` list, or the `X` in `access:X`. */
  names: NameSyntax[];
  /** Initializers. */
  initial: VariableSyntax | undefined;
  /** The indexes of the first and last token of the body, including braces. */
  body: [number, number] | undefined;
  /** The `default …;` statements in a class. */
  defaults: Statement[] | undefined;
}

export interface SyntaxProblem {
  start: number;
  end: number;
  message: string;
}

export interface FileSyntax {
  declarations: DeclarationSyntax[];
  /** From legacy `import … from "Module"` statements. */
  imports: DeclarationSyntax[];
  errors: SyntaxProblem[];
}
