/** What is kept of a file's declarations: compact rows that go through JSON, and a view that reads them by name. */
import {
  DECLARATION_KINDS,
  type DeclarationKind,
  type DeclarationSyntax,
  type ParameterSyntax,
} from "../parser/syntax.ts";

/**
 * One declaration: kind, name, start, start after the macros, start of the name, end, start and end of its comment,
 * flags, type, parameters, names (`access`, outer namespaces), members, start of the first macro.
 */
export type DeclarationRow = [
  kind: number,
  name: string,
  start: number,
  head: number,
  nameStart: number,
  end: number,
  docStart: number,
  docEnd: number,
  flags: number,
  type: string | 0,
  parameters: Parameter[] | 0,
  names: string[] | 0,
  members: DeclarationRow[] | 0,
  macroStart: number,
];

export interface Parameter {
  name: string;
  type: string;
  /** The default as written. */
  value?: string | undefined;
}

const KIND_NUMBER = new Map<DeclarationKind, number>(DECLARATION_KINDS.map((kind, index) => [kind, index]));

export function toRow(syntax: DeclarationSyntax): DeclarationRow {
  const { parameters, names, members } = syntax;
  return [
    KIND_NUMBER.get(syntax.kind) as number,
    syntax.name.name,
    syntax.start,
    syntax.headStart,
    syntax.name.start,
    syntax.end,
    syntax.docStart,
    syntax.docEnd,
    syntax.flags,
    syntax.type?.text ?? 0,
    parameters ? parameters.map(toParameter) : 0,
    names.length > 0 ? names.map((name) => name.name) : 0,
    members && members.length > 0 ? members.map(toRow) : 0,
    syntax.macroStart,
  ];
}

function toParameter(syntax: ParameterSyntax): Parameter {
  const parameter: Parameter = { name: syntax.name?.name ?? "", type: syntax.type.text };
  if (syntax.defaultText !== undefined) parameter.value = syntax.defaultText;
  return parameter;
}

/** A row, read by name. */
export class Declaration {
  readonly #row: DeclarationRow;
  #members: Declaration[] | undefined;

  constructor(row: DeclarationRow) {
    this.#row = row;
  }

  get kind(): DeclarationKind {
    return DECLARATION_KINDS[this.#row[0]] as DeclarationKind;
  }
  get name(): string {
    return this.#row[1];
  }
  get start(): number {
    return this.#row[2];
  }
  /** Start of what follows the macros. */
  get head(): number {
    return this.#row[3];
  }
  get nameStart(): number {
    return this.#row[4];
  }
  get end(): number {
    return this.#row[5];
  }
  get doc(): [start: number, end: number] | undefined {
    return this.#row[6] < 0 ? undefined : [this.#row[6], this.#row[7]];
  }
  get flags(): number {
    return this.#row[8];
  }
  /** Return type, type of a variable, base of a class; "" where there is none. */
  get type(): string {
    return this.#row[9] || "";
  }
  get parameters(): Parameter[] | undefined {
    return this.#row[10] || undefined;
  }
  get names(): string[] {
    return this.#row[11] || [];
  }
  get members(): Declaration[] {
    this.#members ??= this.#row[12] ? this.#row[12].map((row) => new Declaration(row)) : [];
    return this.#members;
  }
  /** Start of the first macro (`UCLASS`, …), or -1. */
  get macroStart(): number {
    return this.#row[13];
  }
  get row(): DeclarationRow {
    return this.#row;
  }
}
