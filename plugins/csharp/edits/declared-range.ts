/** Determines the full range of a declaration with its docs, its whole line, and other names in the same statement. */
import { eachToken, TOKEN } from "../lexer/tokens.ts";
import { type Declaration, KIND } from "../outline/declaration-table.ts";

export interface DeclaredRange {
  declaration: Declaration;
  /** The start of the declaration or of its docs. If it is the first text on the line, it is the start of the line. */
  start: number;
  end: number;
  /** True if it is the first text on its line. */
  ownLine: boolean;
  /** The indentation of its first line. */
  indent: string;
  /** True if it shares the statement with others, as in `int a, b;`. */
  shared: boolean;
}

export function rangeOf(text: string, declarations: readonly Declaration[], declaration: Declaration): DeclaredRange {
  const group = declarations.filter(
    ({ start, kind, parent }) =>
      start === declaration.start && kind === declaration.kind && parent === declaration.parent,
  );
  const last = Math.max(...group.map((each) => each.end));
  // The last member of an enum would extend to the closing brace.
  const end = declaration.kind === KIND.enumMember ? codeEnd(text, declaration.nameEnd, last) : last;
  const lineStart = text.lastIndexOf("\n", declaration.start - 1) + 1;
  const before = text.slice(lineStart, declaration.start);
  const ownLine = before.trim() === "";
  const indent = /^[ \t]*/.exec(before)?.[0] ?? "";
  const start = ownLine ? documentedFrom(text, lineStart) : declaration.start;
  return { declaration, start, end, ownLine, indent, shared: group.length > 1 };
}

function codeEnd(text: string, from: number, to: number): number {
  let last = from;
  eachToken(
    text,
    (kind, _start, end) => {
      if (kind !== TOKEN.comment && kind !== TOKEN.directive) last = Math.max(last, end);
    },
    from,
    to,
  );
  return last;
}

/** Returns the start of the documentation above a line. */
function documentedFrom(text: string, lineStart: number): number {
  let from = lineStart;
  for (let at = lineStart; at > 0; at = text.lastIndexOf("\n", at - 2) + 1) {
    const above = text.slice(text.lastIndexOf("\n", at - 2) + 1, at);
    if (/^\s*\/\/\/(?!\/)/.test(above)) from = at - above.length;
    else if (at === lineStart && /\*\/\s*$/.test(above)) {
      const open = text.lastIndexOf("/*", at);
      const opensAt = text.lastIndexOf("\n", open - 1) + 1;
      const isDocumentation = text.startsWith("/**", open) && text.slice(opensAt, open).trim() === "";
      return isDocumentation && text.indexOf("*/", open) === at - above.length + above.lastIndexOf("*/")
        ? opensAt
        : from;
    } else break;
    if (from !== at - above.length) break;
  }
  return from;
}

/** Returns the end of the line, including a comment at its end. If there is more code on the line, it is just `end`. */
export function lineEndAfter(text: string, end: number): { at: number; isLine: boolean } {
  const rest = /^[ \t]*(?:\/\/[^\r\n]*|\/\*(?:(?!\*\/)[^\r\n])*\*\/[ \t]*)?(?=\r?\n|$)/.exec(text.slice(end));
  return rest ? { at: end + rest[0].length, isLine: true } : { at: end, isLine: false };
}

/** Returns the direct members of a type or namespace in the order of the text. */
export function membersOf(declarations: readonly Declaration[], owner: Declaration): Declaration[] {
  const at = declarations.indexOf(owner);
  return declarations.filter(({ parent, nameStart }) => parent === at && nameStart >= owner.header);
}

/** Returns true for a property that a positional parameter declares, such as the `X` of `record R(int X)`. */
export function isPositional(declarations: readonly Declaration[], { kind, parent, nameStart }: Declaration): boolean {
  const owner = declarations[parent];
  return kind === KIND.property && owner !== undefined && owner.kind !== KIND.namespace && nameStart < owner.header;
}
