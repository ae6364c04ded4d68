/**
 * A search index over all symbols of scripts and native code. The members of a type are only added when a query could match one
 * of them, since creating all 350,000 members takes more than a second.
 */
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

/** The words of each alternative of a query, in lower case. A label has to contain all words of one of them. */
export type QueryWords = readonly (readonly string[])[];

/** The names that the compiler generates for classes, and the suffix of constructors. */
const GENERATED = "StaticClass Spawn Get GetOrCreate Create <ctor>";
/** The subclasses of these have generated members, some of which consist of a prefix and the name of a member. */
const PREFIXING = ["UHazeComposableSettings", "UHazeEffectEventHandler"];
const PREFIXED = "GetSettings TakeTransientSettings ClearSettings";
const PREFIXES = ["set", "clear", "boverride_", "trigger_"];
/** The lower case of this letter depends on the letters around it. */
const SIGMA = "\u03a3";

/** Stores columns and positions and not objects, because there are up to 350,000 entries and a search only needs a few of them. */
export class SearchIndex {
  readonly #table: SymbolTable;
  readonly #all: Holder[];
  /** The range of entries of each element of `#all` whose members have been added. */
  readonly #from: (number | undefined)[] = [];
  readonly #to: number[] = [];
  /** Tells which elements of `#all` derive from `PREFIXING`. */
  readonly #isPrefixing: (boolean | undefined)[] = [];
  readonly #labels: string[] = [];
  readonly #ownAt: number[] = [];
  readonly #holders: Holder[] = [];
  /** An index into the members of the owner. Numbers from -2 down refer to its generated ones, and -1 is the type itself. */
  readonly #positions: number[] = [];
  readonly #isNative: boolean[] = [];

  constructor(table: SymbolTable) {
    this.#table = table;
    this.#all = [...table.allTypes()].filter((type) => type.kind !== "primitive");
    this.#all.push(...table.namespaces.values());
  }

  #addAll(holder: Holder): void {
    if (!("kind" in holder)) {
      for (const [index, member] of holder.members.entries()) this.#addMember(member, holder, index);
      return;
    }
    const { qualifiedName, name } = holder;
    this.#add(qualifiedName, qualifiedName.length - name.length, holder, -1, !holder.isScript);
    for (const [index, member] of holder.members.entries())
      if (member.kind !== "access") this.#addMember(member, holder, index);
    for (const [index, member] of this.#made(holder).entries()) this.#addMember(member, holder, -2 - index);
    holder.forgetMembers();
  }

  /** Returns false if no entry of the type can match. */
  #mayMatch(at: number, words: QueryWords): boolean {
    const holder = this.#all[at] as Holder;
    if (!("kind" in holder)) return true;
    const names = holder.memberNames;
    if (names === undefined || hasWords(`${holder.qualifiedName} ${GENERATED} ${names}`, words)) return true;
    this.#isPrefixing[at] ??= PREFIXING.some((name) => this.#table.derivesFromNamed(holder, name));
    return this.#isPrefixing[at] === true && this.#mayMatchPrefixed(holder, words);
  }

  /** The names of generated members can be those of inherited members. */
  #mayMatchPrefixed(holder: TypeSymbol, words: QueryWords): boolean {
    const names = [holder.qualifiedName, GENERATED, PREFIXED];
    for (const type of this.#table.chain(holder)) {
      const inherited = type.memberNames;
      if (inherited === undefined) return true;
      names.push(type.qualifiedName, inherited);
    }
    return hasWords(names.join(" "), words, PREFIXES);
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

  /** Returns the entries that can match, or all of them without `words`. The objects are temporary. */
  *entries(words?: QueryWords): Generator<SearchEntry> {
    let isChanged = false;
    for (let at = 0; at < this.#all.length; at++) {
      let from = this.#from[at];
      if (from === undefined) {
        if (words && !this.#mayMatch(at, words)) continue;
        from = this.#labels.length;
        this.#addAll(this.#all[at] as Holder);
        this.#from[at] = from;
        this.#to[at] = this.#labels.length;
        isChanged = true;
      }
      const to = this.#to[at] as number;
      for (let index = from; index < to; index++) yield this.#entry(index);
    }
    if (isChanged) this.#table.forgetMembers();
  }

  *chosen(indexes: Uint32Array): Generator<SearchEntry> {
    for (const index of indexes) yield this.#entry(index);
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

/** Also finds a word that begins in one of the prefixes and ends in the text. */
function hasWords(text: string, words: QueryWords, prefixes: readonly string[] = []): boolean {
  if (text.includes(SIGMA)) return true;
  const folded = text.toLowerCase();
  const has = (word: string): boolean =>
    folded.includes(word) || prefixes.some((prefix) => isDivided(word, prefix, folded));
  return words.some((all) => all.every(has));
}

function isDivided(word: string, prefix: string, folded: string): boolean {
  for (let at = 0; at < prefix.length; at++) {
    const tail = prefix.slice(at);
    if (word.startsWith(tail) && folded.includes(word.slice(tail.length))) return true;
    if (tail.includes(word)) return true;
  }
  return false;
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
