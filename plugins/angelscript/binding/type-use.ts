/** Describes the types of expressions, each of which is a symbol with template arguments. */

import type { SymbolTable } from "../database/symbol-table.ts";
import type { TypeSymbol } from "../database/symbols.ts";

export interface TypeUse {
  symbol: TypeSymbol;
  /** The list ends before the first argument that isn't declared. */
  arguments: readonly TypeUse[];
  /** The arguments in their written form. Only set if one of them isn't declared. */
  written?: readonly string[];
}

/** The type arguments by the name of the parameter. `texts` contains those that aren't declared. */
export type Bindings = ReadonlyMap<string, TypeUse> & { readonly texts?: ReadonlyMap<string, string> | undefined };

/** A type without `const` and `&`, divided into its name and arguments. */
interface TypeText {
  name: string;
  arguments: TypeText[];
}

const MAX_CACHED = 20_000;

export class TypeResolver {
  readonly #table: SymbolTable;
  readonly #known = new Map<string, TypeUse | undefined>();
  readonly #plain = new Map<TypeSymbol, TypeUse>();

  constructor(table: SymbolTable) {
    this.#table = table;
  }

  /** Resolves a written type from inside a namespace. It returns undefined if the type isn't declared. */
  resolve(text: string, namespace: string, root: number, bindings?: Bindings): TypeUse | undefined {
    if (bindings && (bindings.size > 0 || bindings.texts))
      return this.#use(parseTypeText(text), namespace, root, bindings);
    const key = `${root}|${namespace}|${text}`;
    if (this.#known.has(key)) return this.#known.get(key);
    const use = this.#use(parseTypeText(text), namespace, root, undefined);
    if (this.#known.size > MAX_CACHED) this.#known.clear();
    this.#known.set(key, use);
    return use;
  }

  of(symbol: TypeSymbol): TypeUse {
    let use = this.#plain.get(symbol);
    if (!use) {
      use = { symbol, arguments: [] };
      this.#plain.set(symbol, use);
    }
    return use;
  }

  named(name: string, typeArguments: readonly TypeUse[] = []): TypeUse | undefined {
    const symbol = this.#table.type(name, -1);
    if (!symbol) return undefined;
    return typeArguments.length === 0 ? this.of(symbol) : { symbol, arguments: typeArguments };
  }

  #use(text: TypeText, namespace: string, root: number, bindings: Bindings | undefined): TypeUse | undefined {
    const bound = bindings?.get(text.name);
    if (bound) return bound;
    const symbol = this.#table.typeFrom(text.name, namespace, root);
    if (!symbol) return undefined;
    if (text.arguments.length === 0) return this.of(symbol);
    const list: TypeUse[] = [];
    const print = (each: TypeText): string => {
      const use = this.#use(each, namespace, root, bindings);
      return use ? typeText(use) : (bindings?.texts?.get(each.name) ?? asWritten(each));
    };
    for (const each of text.arguments) {
      const use = this.#use(each, namespace, root, bindings);
      if (!use) return { symbol, arguments: list, written: text.arguments.map(print) };
      list.push(use);
    }
    return { symbol, arguments: list };
  }
}

export function bindingsOf(use: TypeUse): Bindings | undefined {
  const { symbol, written } = use;
  if (use.arguments.length === 0 && !written) return undefined;
  const nameAt = (index: number): string => symbol.templateParameters[index] ?? `#${index}`;
  const types = new Map(use.arguments.map((argument, index) => [nameAt(index), argument]));
  return Object.assign(types, { texts: written && new Map(written.map((text, index) => [nameAt(index), text])) });
}

export function parseTypeText(text: string): TypeText {
  let at = 0;
  const parse = (): TypeText => {
    const head = /^[\s]*(?:const\s+)?(?:::)?\s*([\w:]+|\?)?/.exec(text.slice(at)) as RegExpExecArray;
    at += head[0].length;
    const result: TypeText = { name: head[1] ?? "", arguments: [] };
    while (text[at] === " ") at++;
    if (text[at] === "<") {
      do {
        at++;
        result.arguments.push(parse());
        while (at < text.length && text[at] !== "," && text[at] !== ">") at++;
      } while (text[at] === ",");
      at++;
    }
    return result;
  };
  return parse();
}

export function asWritten(type: TypeText): string {
  return type.arguments.length === 0 ? type.name : `${type.name}<${type.arguments.map(asWritten).join(",")}>`;
}

/** Returns the type in the form that signatures use, for example `TArray<FName>`. */
export function typeText(use: TypeUse): string {
  const list = argumentTexts(use);
  return list.length === 0 ? use.symbol.qualifiedName : `${use.symbol.qualifiedName}<${list.join(",")}>`;
}

export function argumentTexts(use: TypeUse): readonly string[] {
  return use.written ?? use.arguments.map(typeText);
}
