/** Determines the kind of a declaration from the tokens of its header. */
import { type Declaration, KIND, TRAIT } from "./declaration-table.ts";
import { MODIFIER_BIT, WORD, WORDS } from "./keywords.ts";

/** `kinds` contains `WORD` numbers for words, 40 for `(…)`, 91 for `[…]`, 60 for `<…>`, and the codes of all other characters. */
export interface Header {
  kinds: number[];
  starts: number[];
  ends: number[];
  /** True if the first parameter has `this`. */
  extension: boolean;
}

export interface HeaderClassification
  extends Pick<Declaration, "kind" | "nameStart" | "nameEnd" | "modifiers" | "traits" | "arity" | "bases"> {
  /** Set if it differs from the text between the offsets. */
  name?: string;
  /** The parameter list of a positional record, or -1. */
  parameters: number;
}

/**
 * Classifies a header.
 * @param container - The name of the enclosing type
 * @param ending - The character that ended the header: `;`, `{`, `=`, `,` or 62 for `=>`
 */
export function classifyHeader(
  text: string,
  header: Header,
  container: string,
  ending: number,
): HeaderClassification | undefined {
  const { kinds } = header;
  const count = kinds.length;
  let at = 0;
  while (at < count && kinds[at] === 91) at++;
  let modifiers = 0;
  for (; at < count; at++) {
    const kind = kinds[at]!;
    if (kind !== WORD.modifier && kind !== WORD.softModifier && kind !== WORD.const) break;
    if (kind === WORD.softModifier && isNameHere(header, at + 1)) break;
    modifiers |= WORDS.get(text.slice(header.starts[at]!, header.ends[at]!))?.bit ?? 0;
  }
  if (at >= count || isGlobalUsing(text, header, at)) return undefined;
  const reader = new Reader(text, header, modifiers, at);
  const kind = kinds[at]!;
  switch (kind) {
    case WORD.using:
    case WORD.statement:
      return undefined;
    case WORD.namespace:
      return ending === 123 || ending === 59 ? reader.namespace() : undefined;
    case WORD.class:
      return reader.type(KIND.class, at + 1, 0);
    case WORD.struct:
      return reader.type(KIND.struct, at + 1, 0);
    case WORD.interface:
      return reader.type(KIND.interface, at + 1, 0);
    case WORD.enum:
      return reader.type(KIND.enum, at + 1, 0);
    case WORD.record: {
      const next = kinds[at + 1];
      if (next === WORD.struct) return reader.type(KIND.struct, at + 2, TRAIT.record);
      if (next === WORD.class) return reader.type(KIND.class, at + 2, TRAIT.record);
      if (next === WORD.name && isRecordBody(kinds[at + 2], ending))
        return reader.type(KIND.class, at + 1, TRAIT.record);
      break;
    }
    case WORD.delegate:
      if (kinds[at + 1] !== 42) return reader.callable(KIND.delegate);
      break;
    case WORD.event:
      return reader.value(KIND.event, at + 1);
    case 126:
      return reader.single(KIND.destructor, at + 1);
  }
  const operator = kinds.indexOf(WORD.operator, at);
  if (operator >= 0) return reader.operator(operator);
  const self = kinds.indexOf(WORD.this, at);
  if (self >= 0 && kinds[self + 1] === 91) return reader.single(KIND.indexer, self);
  const parameters = reader.parameters();
  if (parameters > 0) {
    const name = reader.nameBefore(parameters);
    if (name < 0) return undefined;
    if (reader.qualifierStart(name) > at) return reader.method(name, parameters);
    if (name > at) return undefined;
    return text.slice(header.starts[name]!, header.ends[name]!).replace("@", "") === container
      ? reader.single(KIND.constructor, name)
      : undefined;
  }
  if (count - at < 2 || isExternAlias(text, header, modifiers, at)) return undefined;
  return reader.value(ending === 123 || ending === 62 ? KIND.property : KIND.field, at);
}

/** Returns true for a header such as `global using System;`. */
export function isGlobalUsing(text: string, { kinds, starts }: Header, at: number): boolean {
  return kinds[at + 1] === WORD.using && text.startsWith("global", starts[at]!);
}

/** `extern alias Name;` is a directive, like `using`. */
function isExternAlias(text: string, { kinds, starts, ends }: Header, modifiers: number, at: number): boolean {
  return modifiers === MODIFIER_BIT.extern && kinds.length === at + 2 && text.slice(starts[at], ends[at]) === "alias";
}

/** If no declaration follows, a soft modifier is itself the name. */
function isNameHere(header: Header, next: number): boolean {
  const kind = header.kinds[next];
  return (
    kind === undefined ||
    kind === 46 ||
    kind === 44 ||
    kind === 58 ||
    kind === 63 ||
    kind === 60 ||
    (kind === 40 && header.kinds[next + 1] === undefined)
  );
}

function isRecordBody(next: number | undefined, ending: number): boolean {
  return (
    next === 40 ||
    next === 58 ||
    next === 60 ||
    (next === undefined && (ending === 123 || ending === 59)) ||
    next === WORD.where
  );
}

class Reader {
  readonly #text: string;
  readonly #header: Header;
  readonly #modifiers: number;
  readonly #first: number;

  constructor(text: string, header: Header, modifiers: number, first: number) {
    this.#text = text;
    this.#header = header;
    this.#modifiers = modifiers;
    this.#first = first;
  }

  namespace(): HeaderClassification | undefined {
    const first = this.#first + 1;
    const last = this.#header.kinds.length - 1;
    if (last < first) return undefined;
    const declared = this.#declared(KIND.namespace, first, 0);
    declared.nameEnd = this.#header.ends[last]!;
    if (last > first) declared.name = this.#slice(first, last).replace(/\s|\/\*.*?\*\/|@/gs, "");
    return declared;
  }

  type(kind: number, name: number, traits: number): HeaderClassification | undefined {
    const { kinds } = this.#header;
    if (!isName(kinds[name])) return undefined;
    const declared = this.#declared(kind, name, traits | this.#serializable());
    let next = name + 1;
    if (kinds[next] === 60) declared.arity = this.#arity(next++);
    if (kinds[next] === 40) {
      if (traits & TRAIT.record) declared.parameters = next;
      next++;
    }
    if (kinds[next] === 58) {
      const where = kinds.indexOf(WORD.where, next);
      const last = (where < 0 ? kinds.length : where) - 1;
      if (last > next)
        declared.bases = this.#slice(next + 1, last)
          .replace(/\/\/[^\n]*|\/\*.*?\*\/|^[ \t]*#[^\n]*/gms, " ")
          .replace(/\s+/g, " ");
    }
    return declared;
  }

  /** Looks for [Serializable] among the attributes. */
  #serializable(): number {
    const { kinds, starts, ends } = this.#header;
    for (let at = 0; kinds[at] === 91; at++) {
      if (/\bSerializable(?:Attribute)?\b(?!\s*[.=])/.test(this.#text.slice(starts[at]!, ends[at]!)))
        return TRAIT.serializable;
    }
    return 0;
  }

  /** Classifies something that can be called. Its name directly precedes the parameter list. */
  callable(kind: number): HeaderClassification | undefined {
    const parameters = this.parameters();
    const name = parameters > 0 ? this.nameBefore(parameters) : -1;
    if (name <= this.#first) return undefined;
    const declared = this.#declared(kind, name, 0);
    if (this.#header.kinds[name + 1] === 60) declared.arity = this.#arity(name + 1);
    return declared;
  }

  method(name: number, parameters: number): HeaderClassification {
    const { kinds, extension } = this.#header;
    const declared = this.#declared(KIND.method, name, extension ? TRAIT.extension : 0);
    if (parameters > name + 1 && kinds[name + 1] === 60) declared.arity = this.#arity(name + 1);
    if (kinds[name - 1] === 46) declared.traits |= TRAIT.explicit;
    return declared;
  }

  single(kind: number, name: number): HeaderClassification | undefined {
    if (name >= this.#header.kinds.length) return undefined;
    const declared = this.#declared(kind, name, 0);
    if (this.#header.kinds[name - 1] === 46) declared.traits |= TRAIT.explicit;
    return declared;
  }

  operator(at: number): HeaderClassification | undefined {
    const { kinds, starts, ends } = this.#header;
    const parameters = kinds.lastIndexOf(40);
    if (parameters <= at + 1) return undefined;
    const declared = this.#declared(KIND.operator, at, 0);
    const what = this.#text.slice(starts[at + 1]!, ends[parameters - 1]!).replace(/\s+/g, " ");
    const conversion = kinds.slice(0, at).lastIndexOf(WORD.conversion);
    declared.name = `${conversion >= 0 ? `${this.#text.slice(starts[conversion]!, ends[conversion]!)} ` : ""}operator ${what}`;
    declared.nameEnd = ends[parameters - 1]!;
    return declared;
  }

  /** Classifies a field, property or event. Its name is the last word that isn't part of a type. */
  value(kind: number, from: number): HeaderClassification | undefined {
    const { kinds } = this.#header;
    let last = kinds.length - 1;
    while (last > from && kinds[last] === 91) last--;
    if (last <= from || !isName(kinds[last])) return undefined;
    const before = kinds[last - 1]!;
    if (before === 46 && kind === KIND.field) return undefined;
    const declared = this.#declared(kind, last, before === 46 ? TRAIT.explicit : 0);
    return declared;
  }

  /** Returns the index of the parameter list, or -1. It is the first `(…)` after a name and optional type parameters. */
  parameters(): number {
    const { kinds } = this.#header;
    for (let at = this.#first + 1; at < kinds.length; at++) {
      if (kinds[at] === 40 && this.nameBefore(at) >= 0) return at;
      if (kinds[at] === WORD.where) break;
    }
    return -1;
  }

  /**
   * Returns the start of `IFoo<T>.` before a name, or of the name itself. There must be a type before it, unlike in
   * `Console.WriteLine(…)`.
   */
  qualifierStart(name: number): number {
    const { kinds } = this.#header;
    let at = name;
    while (kinds[at - 1] === 46) at -= kinds[at - 2] === 60 ? 3 : 2;
    return at;
  }

  nameBefore(parameters: number): number {
    const { kinds } = this.#header;
    const before = kinds[parameters - 1];
    const name = before === 60 ? parameters - 2 : parameters - 1;
    return name >= this.#first && isName(kinds[name]) && kinds[name] !== WORD.modifier ? name : -1;
  }

  #declared(kind: number, name: number, traits: number): HeaderClassification {
    const { starts, ends } = this.#header;
    return {
      kind,
      nameStart: starts[name]!,
      nameEnd: ends[name]!,
      modifiers: this.#modifiers | this.#lateModifiers(name),
      traits,
      arity: 0,
      bases: "",
      parameters: -1,
    };
  }

  /** Returns modifiers in unusual places, which are `partial` directly before the keyword and `readonly` after `ref`. */
  #lateModifiers(name: number): number {
    const { kinds, starts } = this.#header;
    let bits = 0;
    for (let at = this.#first; at < name; at++) {
      if (kinds[at] === WORD.softModifier && this.#text.startsWith("partial", starts[at]!))
        bits |= MODIFIER_BIT.partial;
    }
    return bits;
  }

  #arity(group: number): number {
    const inner = this.#text.slice(this.#header.starts[group]! + 1, this.#header.ends[group]! - 1);
    let depth = 0;
    let count = 1;
    for (const c of inner) {
      if (c === "<" || c === "(" || c === "[") depth++;
      else if (c === ">" || c === ")" || c === "]") depth--;
      else if (c === "," && depth === 0) count++;
    }
    return count;
  }

  #slice(first: number, last: number): string {
    return this.#text.slice(this.#header.starts[first]!, this.#header.ends[last]!);
  }
}

/** Returns true if a word can be a name, as contextual keywords can. */
function isName(kind: number | undefined): boolean {
  return (
    kind === WORD.name ||
    kind === WORD.softModifier ||
    kind === WORD.record ||
    kind === WORD.extension ||
    kind === WORD.where
  );
}
