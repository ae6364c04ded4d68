/**
 * Prepares the declarations of a file for comparison. Their code is reduced to the parts that affect its meaning, without
 * comments and whitespace.
 */
import { eachToken, TOKEN } from "../lexer/tokens.ts";
import { type Declaration, KIND, KINDS, type Kind, TRAIT } from "../outline/declaration-table.ts";
import { type HeaderDetails, readHeader } from "../outline/header-details.ts";
import { MODIFIER_BIT } from "../outline/keywords.ts";
import { readOutline } from "../outline/read-outline.ts";
import { parameterText, typeText } from "../symbol-paths/parameter-types.ts";
import { compactOperator } from "../symbol-paths/parse-symbol-path.ts";
import { arityMark } from "../symbol-paths/write-symbol-path.ts";
import { Lines } from "../text/lines.ts";

export interface Declared {
  /** The symbol path, always with parameters. It does not depend on the file, and it is equal for all parts of a type. */
  key: string;
  /** The key of the enclosing type, or "" */
  owner: string;
  kind: Kind;
  name: string;
  /** The line of the name. */
  line: number;
  /** The declaration's code. For a type, this is just the header. */
  code: string;
}

export interface DeclaredText {
  declarations: Declared[];
  /** The code outside of declarations, such as usings, namespaces and assembly attributes. */
  outside: string;
  /** The reason why declarations may be missing, or "". */
  degraded: string;
}

/** The kinds whose members are declarations in their own right. */
const HOLDERS: ReadonlySet<number> = new Set([KIND.class, KIND.struct, KIND.interface, KIND.enum]);

export function declaredIn(text: string): DeclaredText {
  const { declarations, degraded } = readOutline(text);
  const lines = new Lines(text);
  const tokens = tokensOf(text);
  const found: Declared[] = [];
  const keys: string[] = [];
  /** For code like `int a, b`, the offset of the first name, which follows the shared type. */
  const firstNames = new Map<string, number>();
  for (const [at, declaration] of declarations.entries()) {
    const { kind, name, parent } = declaration;
    const outer = keys[parent] ?? "";
    if (kind === KIND.namespace) {
      keys[at] = outer === "" ? name : `${outer}.${name}`;
      continue;
    }
    const isNested = declarations[parent] !== undefined && declarations[parent].kind !== KIND.namespace;
    const own = spelled(declaration, readHeader(text, declaration));
    const key = outer === "" ? own : `${outer}${isNested ? "/" : "."}${own}`;
    keys[at] = key;
    const group = `${parent}:${declaration.start}`;
    const firstName = firstNames.get(group) ?? declaration.nameStart;
    firstNames.set(group, firstName);
    found.push({
      key,
      owner: isNested ? outer : "",
      kind: KINDS[kind] ?? "class",
      name,
      line: lines.at(declaration.nameStart),
      code: codeOf(declaration, firstName, tokens),
    });
  }
  const outermost = declarations.filter(({ kind, parent }) => {
    return kind !== KIND.namespace && (declarations[parent]?.kind ?? KIND.namespace) === KIND.namespace;
  });
  return { declarations: found, outside: tokens.outside(outermost), degraded };
}

/** Spells the last segment of a symbol path in the same way as `SymbolPaths`, except that methods always have parameters. */
export function spelled(
  { kind, name, arity, modifiers, traits }: Pick<Declaration, "kind" | "name" | "arity" | "modifiers" | "traits">,
  header: HeaderDetails,
): string {
  const parameters = header.parameters.map(parameterText).join();
  switch (kind) {
    case KIND.constructor:
      return (modifiers & MODIFIER_BIT.static) !== 0 ? ".cctor()" : `.ctor(${parameters})`;
    case KIND.destructor:
      return "~Finalize()";
    case KIND.operator:
      return `${compactOperator(name)}(${parameters})`;
  }
  const from = (traits & TRAIT.explicit) !== 0 ? `${typeText(header.explicitInterface)}.` : "";
  if (kind === KIND.indexer) return `${from}this[${parameters}]`;
  return `${from}${name}${arityMark(arity)}${kind === KIND.method ? `(${parameters})` : ""}`;
}

function codeOf(
  { kind, start, header, end, nameStart, condition }: Declaration,
  firstName: number,
  tokens: Tokens,
): string {
  const own = HOLDERS.has(kind)
    ? tokens.between(start, header)
    : firstName === nameStart
      ? tokens.between(start, end)
      : `${tokens.between(start, firstName)}\n${tokens.between(nameStart, end)}`;
  // This doesn't include a `, b` or `;` that follows.
  const code = own.replace(/(?:\n[,;])+$/, "");
  return condition === "" ? code : `#if ${condition}\n${code}`;
}

interface Tokens {
  between(from: number, to: number): string;
  outside(ranges: readonly Pick<Declaration, "start" | "end">[]): string;
}

/** Directives that have no effect on compiled code. */
const IDLE = /^#\s*(?:region|endregion|pragma|line|nullable)\b/;

function tokensOf(text: string): Tokens {
  const starts: number[] = [];
  const ends: number[] = [];
  eachToken(text, (kind, start, end) => {
    if (kind === TOKEN.comment) return;
    if (kind === TOKEN.directive && IDLE.test(text.slice(start, end))) return;
    starts.push(start);
    ends.push(end);
  });
  const textAt = (at: number) => text.slice(starts[at], ends[at]).replace(/\r/g, "").trimEnd();
  const firstFrom = (offset: number) => {
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const between = (from: number, to: number) => {
    const list: string[] = [];
    for (let at = firstFrom(from); (starts[at] ?? to) < to; at++) list.push(textAt(at));
    return list.join("\n");
  };
  return {
    between,
    outside(ranges) {
      const list: string[] = [];
      let from = 0;
      for (const { start, end } of ranges) {
        if (start > from) list.push(between(from, start));
        from = Math.max(from, end);
      }
      return [...list, between(from, text.length)].filter((each) => each !== "").join("\n");
    },
  };
}
