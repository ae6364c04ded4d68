/** Finds the declarations and uses of a local symbol in a file. */
import { DeclarationBinder } from "../binding/binder.ts";
import type { Binder } from "../binding/bound-value.ts";
import { eachToken, TOKEN } from "../lexer/tokens.ts";
import type { SemanticModel } from "../semantics/semantic-model.ts";
import type { SourceFile } from "../semantics/source-file.ts";
import { isNearError, tokenAt, usageOf } from "../syntax/token-position.ts";
import { crefAt, crefParameterUses, documentationNames, documentedLocals } from "./documentation-names.ts";
import { isName, localsAt } from "./local-at.ts";
import { keyOfLocal, type LocalSymbol } from "./local-symbol.ts";

export interface LocalUse {
  offset: number;
  kind: string;
  certainty: "certain" | "possible";
}

/**
 * Finds the uses of a local symbol in a file. It returns steps, each of which may need more files. The result is in the order
 * of the text.
 */
export function* localUses(
  model: SemanticModel,
  file: SourceFile,
  symbol: LocalSymbol,
): Generator<() => void, LocalUse[], void> {
  const key = keyOfLocal(symbol);
  const inCref = usesInCref(file, symbol);
  if (inCref.length > 0) return inCref;
  const isHome = symbol.places.some(({ path }) => path === file.path);
  const binders = new Map<number, Binder>();
  const uses: LocalUse[] = [];
  for (const offset of wordsOf(file.text, symbol.name)) {
    if (!isHome && !isBeforeColon(file.text, offset + symbol.name.length)) continue;
    yield () => {
      const use = useAt(model, file, offset, { symbol, key, binders });
      if (use) uses.push(use);
    };
  }
  if (isHome && /parameter$/.test(symbol.kind)) {
    for (const named of documentationNames(file.text, 0, file.text.length)) {
      if (named.name !== symbol.name) continue;
      yield () => {
        const found = documentedLocals(model, file, named);
        if (!found.some((each) => keyOfLocal(each) === key)) return;
        uses.push({ offset: named.offset, kind: "cref", certainty: found.length > 1 ? "possible" : "certain" });
      };
    }
  }
  return uses.sort((a, b) => a.offset - b.offset);
}

/** A type parameter that a `cref` declares isn't used outside of that `cref`. */
function usesInCref({ path, text }: SourceFile, { kind, name, places: [home] }: LocalSymbol): LocalUse[] {
  const cref = kind === "type parameter" && home.path === path ? crefAt(text, home.offset) : undefined;
  const uses = cref ? crefParameterUses(cref, name) : [];
  return uses.map((offset) => ({
    offset,
    kind: offset === home.offset ? "declaration" : "cref",
    certainty: "certain",
  }));
}

function wordsOf(text: string, name: string): number[] {
  const found: number[] = [];
  eachToken(text, (kind, start, end) => {
    const from = text.charCodeAt(start) === 64 ? start + 1 : start;
    if (kind === TOKEN.word && end - from === name.length && text.startsWith(name, from)) found.push(from);
  });
  return found;
}

/** Returns true if a call in this text might use it as an argument name. */
export function isArgumentNamedIn(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (isBeforeColon(text, at + name.length)) return true;
  return false;
}

/** Outside of the declaring files, the name of a parameter can only occur as the name of an argument. */
function isBeforeColon(text: string, end: number): boolean {
  return /^\s*:(?!:)/.test(text.slice(end, end + 200));
}

interface Search {
  symbol: LocalSymbol;
  key: string;
  binders: Map<number, Binder>;
}

function useAt(
  model: SemanticModel,
  file: SourceFile,
  offset: number,
  { symbol, key, binders }: Search,
): LocalUse | undefined {
  const isPlace = symbol.places.some((place) => place.path === file.path && place.offset === offset);
  if (isPlace) return { offset, kind: "declaration", certainty: "certain" };
  const index = file.declarationAt(offset);
  if (index < 0 || file.declarations.some(({ nameStart }) => nameStart === offset)) return undefined;
  for (const pass of file.passesOf(offset)) {
    if (!file.isActive(offset, pass)) continue;
    const token = tokenAt(file.treeAt(index, offset, pass), offset);
    if (!token || !isName(token)) return undefined;
    let binder = binders.get(index);
    if (!binder) {
      binder = new DeclarationBinder(model, file, index);
      binders.set(index, binder);
    }
    const found = localsAt(binder, token);
    if (!found.some((each) => keyOfLocal(each) === key)) return undefined;
    const certainty = found.length > 1 || isNearError(token) ? "possible" : "certain";
    const { parent } = token;
    const isArgument = parent?.type === "argument" && parent.children[0] === token && parent.children[1]?.type === ":";
    return { offset, kind: isArgument ? "argument" : usageOf(token, file.text), certainty };
  }
  return undefined;
}
