/** A search index over all symbols of scripts and native code. It is built when it is first needed for a symbol table. */
import { overrideSwitches } from "../database/generated-members.ts";
import type { NamespaceSymbol } from "../database/namespace-symbol.ts";
import type { SymbolTable } from "../database/symbol-table.ts";
import type { MemberSymbol, TypeSymbol } from "../database/symbols.ts";
import { memberLabel, memberSignature, typeSignature } from "../symbols/signature-text.ts";
import type { SearchKind } from "./search-kinds.ts";

export interface SearchEntry {
  index: number;
  label: string;
  /** The label in lower case. */
  folded: string;
  /** The offset of the symbol's own name. */
  ownAt: number;
  isType: boolean;
  isEnumValue: boolean;
  isNative: boolean;
}

/** The owner of the symbol of an entry. */
type Holder = TypeSymbol | NamespaceSymbol;

/** Stores columns and positions and not objects, because there are about 350,000 entries and a search only needs a few of them. */
export class SearchIndex {
  readonly #table: SymbolTable;
  readonly #labels: string[] = [];
  readonly #ownAt: number[] = [];
  readonly #holders: Holder[] = [];
  /** An index into the members of the owner. Numbers from -2 down refer to its generated ones, and -1 is the type itself. */
  readonly #positions: number[] = [];
  readonly #isNative: boolean[] = [];

  constructor(table: SymbolTable) {
    this.#table = table;
    for (const type of table.allTypes()) {
      if (type.kind === "primitive") continue;
      this.#add(type.qualifiedName, type.qualifiedName.length - type.name.length, type, -1, !type.isScript);
      for (const [index, member] of type.members.entries())
        if (member.kind !== "access") this.#addMember(member, type, index);
      for (const [index, member] of this.#made(type).entries()) this.#addMember(member, type, -2 - index);
      type.forgetMembers();
    }
    for (const namespace of table.namespaces.values())
      for (const [index, member] of namespace.members.entries()) this.#addMember(member, namespace, index);
    table.forgetMembers();
  }

  /** Returns the generated statics, followed by the generated properties. */
  #made(type: TypeSymbol): MemberSymbol[] {
    return [...this.#table.statics(type), ...overrideSwitches(this.#table, type)];
  }

  #addMember(member: MemberSymbol, holder: Holder, position: number): void {
    const label = memberLabel(member);
    const tail = member.name.length + (member.kind === "constructor" ? 9 : member.parameters ? 2 : 0);
    this.#add(label, label.length - tail, holder, position, member.root < 0);
  }

  #add(label: string, ownAt: number, holder: Holder, position: number, isNative: boolean): void {
    this.#labels.push(label);
    this.#ownAt.push(ownAt);
    this.#holders.push(holder);
    this.#positions.push(position);
    this.#isNative.push(isNative);
  }

  /** Returns all entries or those in `only`. The objects are temporary. */
  *entries(only?: Uint32Array): Generator<SearchEntry> {
    if (only) for (const index of only) yield this.#entry(index);
    else for (let index = 0; index < this.#labels.length; index++) yield this.#entry(index);
  }

  #entry(index: number): SearchEntry {
    const label = this.#labels[index] as string;
    return {
      index,
      label,
      folded: label.toLowerCase(),
      ownAt: this.#ownAt[index] as number,
      isType: this.#positions[index] === -1,
      isEnumValue: this.#isEnumValue(index),
      isNative: this.#isNative[index] as boolean,
    };
  }

  #isEnumValue(index: number): boolean {
    const holder = this.#holders[index] as Holder;
    return "kind" in holder && holder.kind === "enum" && (this.#positions[index] as number) >= 0;
  }

  symbol(entry: SearchEntry): TypeSymbol | MemberSymbol {
    const holder = this.#holders[entry.index] as Holder;
    const position = this.#positions[entry.index] as number;
    if (position >= 0) return holder.members[position] as MemberSymbol;
    const type = holder as TypeSymbol;
    return position === -1 ? type : (this.#made(type)[-2 - position] as MemberSymbol);
  }
}

export function isMember(symbol: TypeSymbol | MemberSymbol): symbol is MemberSymbol {
  return "flags" in symbol;
}

/** Returns the kinds that match a symbol. Mixins are functions and also methods of the type they extend. */
export function kindsOf(symbol: TypeSymbol | MemberSymbol): readonly SearchKind[] {
  if (!isMember(symbol)) return symbol.kind === "primitive" ? [] : [symbol.kind];
  switch (symbol.kind) {
    case "function":
      return symbol.isMixin ? ["function", "method"] : ["function"];
    case "constructor":
      return ["function", "method"];
    case "method":
    case "destructor":
      return symbol.isMixin ? ["function", "method"] : ["method"];
    case "variable":
      return ["globalVariable"];
    default:
      return ["property"];
  }
}

/** The value of `items[].type`. */
export function itemType(symbol: TypeSymbol | MemberSymbol): "type" | "function" | "property" {
  if (!isMember(symbol)) return "type";
  return symbol.isCallable ? "function" : "property";
}

export function searchSignature(symbol: TypeSymbol | MemberSymbol): string {
  return isMember(symbol) ? memberSignature(symbol, { multiline: true }) : typeSignature(symbol);
}
