/** Every symbol of the workspace and of the engine as one searchable line; made when first asked for, kept as long as the table. */
import type { MemberSymbol, TypeSymbol } from "../database/symbols.ts";
import type { SymbolTable } from "../database/table.ts";
import { memberLabel, memberSignature, typeSignature } from "./signatures.ts";

export const SEARCH_KINDS = [
  "class",
  "struct",
  "enum",
  "delegate",
  "event",
  "method",
  "function",
  "property",
  "globalVariable",
] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

export interface SearchEntry {
  label: string;
  /** Label in lower case. */
  folded: string;
  /** Where the symbol's own name begins in the label. */
  ownAt: number;
  symbol: TypeSymbol | MemberSymbol;
  isNative: boolean;
}

export class SearchIndex {
  readonly entries: SearchEntry[] = [];

  constructor(table: SymbolTable) {
    for (const type of table.allTypes()) {
      if (type.kind === "primitive") continue;
      this.#add(type.qualifiedName, type.qualifiedName.length - type.name.length, type, !type.isScript);
      for (const member of type.members) if (member.kind !== "access") this.#addMember(member, !type.isScript);
      for (const member of table.statics(type)) this.#addMember(member, !type.isScript);
    }
    for (const namespace of table.namespaces.values())
      for (const member of namespace.members) this.#addMember(member, member.place === undefined);
  }

  #addMember(member: MemberSymbol, isNative: boolean): void {
    const label = memberLabel(member);
    const tail = member.name.length + (member.kind === "constructor" ? 9 : member.parameters ? 2 : 0);
    this.#add(label, label.length - tail, member, isNative);
  }

  #add(label: string, ownAt: number, symbol: TypeSymbol | MemberSymbol, isNative: boolean): void {
    this.entries.push({ label, folded: label.toLowerCase(), ownAt, symbol, isNative });
  }
}

export function isMember(symbol: TypeSymbol | MemberSymbol): symbol is MemberSymbol {
  return "flags" in symbol;
}

/** The kinds under which a symbol is found: a mixin is both a function and a method of what it extends. */
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

/** `items[].type` of spec 001. */
export function itemType(symbol: TypeSymbol | MemberSymbol): "type" | "function" | "property" {
  if (!isMember(symbol)) return "type";
  return symbol.isCallable ? "function" : "property";
}

export function searchSignature(symbol: TypeSymbol | MemberSymbol): string {
  return isMember(symbol) ? memberSignature(symbol, { multiline: true }) : typeSignature(symbol);
}
