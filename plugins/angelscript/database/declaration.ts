/** Implements stored declarations as compact JSON rows, with a class to read them. */
import {
  DECLARATION_KINDS,
  type DeclarationKind,
  type DeclarationSyntax,
  Flag,
  type ParameterSyntax,
} from "../parser/syntax.ts";

/**
 * The columns are kind, name, start, start after macros, start and end of the name, start and end of the comment, flags, type,
 * parameters, names (`access`, outer namespaces), members, and the first macro.
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
  members: DeclarationRow[] | PackedMembers | 0,
  macroStart: number,
];

/** The range of a row's members in the packed text of the file. The members are parsed when they are first used. */
export interface PackedMembers {
  from: number;
  to: number;
  /** The length of the names of the members, which are before `from`. */
  names: number;
  /** The names of members that override a function of the engine. */
  overrides?: string[];
}

export interface Parameter {
  name: string;
  type: string;
  /** The default value in its written form. */
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

/** Packs nested rows into one UTF-8 buffer. */
export class Packer {
  #bytes = new Uint8Array(1 << 16);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Returns the row with its members packed. The offsets are relative to `start`. */
  pack(row: DeclarationRow, start: number): DeclarationRow {
    const members = row[12];
    if (!Array.isArray(members)) return row;
    const inner = JSON.stringify(members.map((member) => this.pack(member, start)));
    const namesFrom = this.#length;
    this.#write(namesOf(members));
    const from = this.#length;
    this.#write(inner);
    const overrides = members.filter((member) => member[8] & Flag.blueprintOverride).map((member) => member[1]);
    const packed: PackedMembers = { from: from - start, to: this.#length - start, names: from - namesFrom };
    if (overrides.length > 0) packed.overrides = overrides;
    const same: DeclarationRow = [...row];
    same[12] = packed;
    return same;
  }

  #write(text: string): void {
    const needed = this.#length + text.length * 3;
    if (needed > this.#bytes.length) {
      const longer = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
      longer.set(this.#bytes);
      this.#bytes = longer;
    }
    this.#length += ENCODER.encodeInto(text, this.#bytes.subarray(this.#length)).written;
  }

  /** Returns a copy of the buffer and clears the packer. */
  take(): Uint8Array {
    const taken = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    return taken;
  }
}

function namesOf(members: readonly DeclarationRow[]): string {
  return members.map((member) => member[1]).join(" ");
}

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder();

/** Gives access to the columns of a row by name. */
export class Declaration {
  readonly #row: DeclarationRow;
  readonly #packed: Uint8Array | undefined;
  #members: Declaration[] | undefined;

  /** `packed` is the buffer that contains the members of packed rows. */
  constructor(row: DeclarationRow, packed?: Uint8Array) {
    this.#row = row;
    this.#packed = packed;
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
  /** The start of the declaration itself, after any macros. */
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
  /** The return type, the type of a variable or the base class, depending on the kind. It is empty for other kinds. */
  get type(): string {
    return this.#row[9] || "";
  }
  get parameters(): Parameter[] | undefined {
    return this.#row[10] || undefined;
  }
  get names(): string[] {
    return this.#row[11] || [];
  }
  /** The result isn't cached, so packed members are parsed on every call. */
  get members(): Declaration[] {
    const members = this.#row[12];
    if (members === 0) return NO_MEMBERS;
    if (Array.isArray(members)) {
      this.#members ??= members.map((row) => new Declaration(row));
      return this.#members;
    }
    const text = DECODER.decode(this.#packed?.subarray(members.from, members.to));
    return (JSON.parse(text) as DeclarationRow[]).map((row) => new Declaration(row, this.#packed));
  }
  /** The names of the members, separated by spaces. This doesn't parse the members. */
  get memberNames(): string {
    const members = this.#row[12];
    if (members === 0) return "";
    if (Array.isArray(members)) return namesOf(members);
    return DECODER.decode(this.#packed?.subarray(members.from - members.names, members.from));
  }
  /** The members that override a function of the engine. */
  get overrides(): readonly string[] {
    const members = this.#row[12];
    if (members === 0) return [];
    if (!Array.isArray(members)) return members.overrides ?? [];
    return members.filter((row) => row[8] & Flag.blueprintOverride).map((row) => row[1]);
  }
  /** The offset of the first macro, such as `UCLASS`, or -1. */
  get macroStart(): number {
    return this.#row[13];
  }
}

const NO_MEMBERS: Declaration[] = [];
