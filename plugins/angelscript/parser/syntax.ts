/** The syntax tree of Unreal AngelScript. Offsets are UTF-16 units; `end` is exclusive. */

export interface NameSyntax {
  name: string;
  start: number;
  /** The part before the last `::`, in a list of names that allows one. */
  qualifier?: string;
}

/** `const Scope::Name<Arguments>&out`. `text` is the type as signatures print it. */
export interface TypeSyntax {
  start: number;
  end: number;
  /** Qualifiers first, the type's own name last. */
  path: NameSyntax[];
  typeArguments: TypeSyntax[];
  text: string;
}

export interface ArgumentSyntax {
  /** `Name = value` in a call. */
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
  /** `A`, `A::B`, `::A`, `Cast<T>`, `TArray<int>`: names with `::` between. */
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
  /** `= value`. */
  value: Expression | undefined;
  /** `Name(arguments)`. */
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
      /** The key or index of `foreach (T Value, K Key : range)`. */
      second: { type: TypeSyntax; variable: NameSyntax } | undefined;
      range: Expression;
      body: Statement;
    })
  | (Spanned & { kind: "while"; test: Expression; body: Statement })
  | (Spanned & { kind: "switch"; subject: Expression; body: Statement[] })
  /** `case value:` or, without a value, `default:`. */
  | (Spanned & { kind: "case"; value: Expression | undefined })
  | (Spanned & { kind: "return"; value: Expression | undefined })
  /** `break;`, `continue;`, `fallthrough;` and, without a word, `;`. */
  | (Spanned & { kind: "simple"; word: "break" | "continue" | "fallthrough" | "" })
  /** Unparsed text. */
  | (Spanned & { kind: "skipped" });

export interface ParameterSyntax {
  type: TypeSyntax;
  name: NameSyntax | undefined;
  value: Expression | undefined;
  /** The default as written. */
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

/** Flags from a declaration's modifiers, suffixes and macros, as bits. */
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
  /** Metadata of a method: overrides must call it by `Super::`, or need not call theirs. */
  requiresSuper: 4096,
  noSuper: 8192,
} as const;

/** A name used in a declaration that the binder has to look up: an `access` list's entries. */
export interface DeclarationSyntax {
  kind: DeclarationKind;
  name: NameSyntax;
  /** First token, macros included. */
  start: number;
  /** First token after the macros. */
  headStart: number;
  end: number;
  /** Start of the first macro, or -1. */
  macroStart: number;
  flags: number;
  /** The comment right before it, or -1. */
  docStart: number;
  docEnd: number;
  /** Return type or type of the variable; base class of a class; type of an asset. */
  type: TypeSyntax | undefined;
  parameters: ParameterSyntax[] | undefined;
  members: DeclarationSyntax[] | undefined;
  /** Names of `namespace A::B` before the last; names in an `access` list; the `access:X` of a member. */
  names: NameSyntax[];
  /** Values that a variable or an enum value is initialised with. */
  initial: VariableSyntax | undefined;
  /** Tokens of a body, braces included, as [first, last] indices. */
  body: [number, number] | undefined;
  /** `default …;` statements of a class. */
  defaults: Statement[] | undefined;
}

export interface SyntaxProblem {
  start: number;
  end: number;
  message: string;
}

export interface FileSyntax {
  declarations: DeclarationSyntax[];
  /** Functions that legacy `import … from "Module"` statements name; they declare nothing. */
  imports: DeclarationSyntax[];
  errors: SyntaxProblem[];
}
